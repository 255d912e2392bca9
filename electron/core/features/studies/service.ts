import type {
  StoredStudySettings,
  Study,
  StudyChoices,
  StudyPreview,
  StudySettings,
} from '../../../../shared/contract/studies.ts';
import { seedFor } from '../../../../shared/domain/assignment.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { type PersonId, StudyId } from '../../../../shared/base/ids.ts';
import {
  type TranslationLine,
  type TranslationOutcome,
  type TranslationStatus,
  withTranslations,
} from '../../../../shared/domain/itemTranslation.ts';
import { JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { previewOf, shareOf, StudyItemDrawer } from './draw.ts';
import { studyChoices } from './choices.ts';
import { StudyTranslations, translationCsv } from './translations.ts';
import type { StudyRow } from '../../records/studies/studyRows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** A study as it is to be: a new draft, or a change of the one of this id. */
export interface WantedStudy {
  readonly id?: StudyId | undefined;
  readonly title: string;
  readonly settings: StudySettings;
  /** The study whose translations a new draft begins with. */
  readonly copyOf?: StudyId | undefined;
}

/**
 * Studies for human baselines: their settings, items and state. Everything throws `not_found` for what is not there and `conflict` where the study's state does not
 * allow it; filters find what the viewpoint may find.
 */
export class StudiesService {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #studySessions;
  readonly #drawing;
  readonly #translations;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#rows = casebook.records.studies;
    this.#studySessions = casebook.records.studySessions;
    this.#drawing = new StudyItemDrawer(casebook);
    this.#translations = new StudyTranslations(this.#drawing, this.#rows);
  }

  options(): StudyChoices | null {
    return studyChoices(this.#casebook.benchmark, seedFor(0, this.#casebook.ports.newId()));
  }

  list(viewpoint: Viewpoint): Study[] {
    return this.#rows.list().map((row) => this.#described(row, viewpoint));
  }

  get(id: StudyId, viewpoint: Viewpoint): Study {
    return this.#described(this.#rows.get(id), viewpoint);
  }

  preview(settings: StudySettings, viewpoint: Viewpoint): StudyPreview {
    return previewOf(settings, this.#drawing.draw(settings, viewpoint));
  }

  save(wanted: WantedStudy, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const { title, copyOf } = wanted;
      if (this.#casebook.benchmark.baseline === undefined) {
        throw new CasebookError(
          'invalid_input',
          `${this.#casebook.benchmark.title} has no questions for participants.`,
          'Nothing was saved.',
        );
      }
      const id = wanted.id ?? StudyId.parse(this.#casebook.ports.newId());
      const before = wanted.id === undefined ? null : this.#rows.get(wanted.id);
      const known = before ?? (copyOf === undefined ? null : this.#rows.get(copyOf));
      const settings = { ...wanted.settings, translations: known?.settings.translations };
      if (before === null) {
        this.#rows.insert({ id, title, settings, by, at: timeOfWriting(this.#casebook) });
        this.#remember(by, 'Set up', { title });
      } else {
        if (before.state !== 'draft' && !sameJson(plain(before.settings), plain(settings)))
          assertState(before, 'draft', 'An open study’s questions and settings are fixed.');
        this.#rows.change(
          id,
          title,
          before.state === 'draft' ? settings : before.settings,
          timeOfWriting(this.#casebook),
        );
        // A try-out shows the study as it was.
        if (before.state === 'draft') this.#dropTrials(id);
        if (before.title !== title) this.#remember(by, 'Renamed', { title }, { from: before.title });
      }
      return this.#described(this.#rows.get(id), viewpoint);
    })();
  }

  translations(id: StudyId, viewpoint: Viewpoint): TranslationStatus {
    return this.#translations.status(this.#rows.get(id), viewpoint);
  }

  /** A CSV file of what participants read of its items, with the translations that there are. */
  translationTable(id: StudyId, viewpoint: Viewpoint): string {
    return translationCsv(this.#translations.lines(this.#rows.get(id), viewpoint));
  }

  /** Stores the translations of such a table, unless anything in it is wrong. */
  translate(id: StudyId, csv: string, by: PersonId, viewpoint: Viewpoint): TranslationOutcome {
    return this.#casebook.database.transaction((): TranslationOutcome => {
      const row = this.#rows.get(id);
      assertState(row, 'draft', 'An open study’s translations are fixed, as are its settings.');
      const { translations: read, empty, problems } = this.#translations.read(row, csv, viewpoint);
      if (read.length > 0) {
        const all = [...withTranslations(row.settings.translations ?? [], read)];
        this.#rows.change(
          id,
          row.title,
          { ...row.settings, translations: all },
          timeOfWriting(this.#casebook),
        );
        this.#dropTrials(id);
        this.#remember(by, 'Translated questions of', row, { texts: read.length });
      }
      return { stored: read.length, empty, problems };
    })();
  }

  /** The same as a report has it; null of a study in English. */
  reportedTranslations(id: StudyId, viewpoint: Viewpoint): readonly TranslationLine[] | null {
    return this.#translations.reported(this.#rows.get(id), viewpoint);
  }

  /** Throws `invalid_input` where the settings cannot be opened with. */
  open(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      assertState(row, 'draft', 'Its items were drawn when it was opened.');
      const { practice, main, problems } = this.#drawing.draw(row.settings, viewpoint);
      if (problems.length > 0) {
        throw new CasebookError(
          'invalid_input',
          problems.join(' '),
          'The study is still a draft. Change it, then open it.',
        );
      }
      for (const [position, item] of practice.entries())
        this.#rows.insertItem(id, item.id, 'practice', position);
      for (const [position, item] of main.entries()) this.#rows.insertItem(id, item.id, 'main', position);
      // As it was drawn, also where it was set up before there were some of these settings.
      this.#rows.change(id, row.title, row.settings, timeOfWriting(this.#casebook));
      this.#move(row, 'open');
      this.#remember(by, 'Opened', row, {
        items: main.length,
        practice: practice.length,
        seed: row.settings.seed,
      });
      return this.#described(this.#rows.get(id), viewpoint);
    })();
  }

  close(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      assertState(row, 'open', 'Only an open study can be closed.');
      this.#move(row, 'closed');
      this.#remember(by, 'Closed', row);
      return this.#described(this.#rows.get(id), viewpoint);
    })();
  }

  reopen(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      assertState(row, 'closed', 'Only a closed study can be opened again.');
      this.#move(row, 'open');
      this.#remember(by, 'Opened again', row);
      return this.#described(this.#rows.get(id), viewpoint);
    })();
  }

  remove(id: StudyId, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      assertState(row, 'draft', 'Close it instead: its questions and answers stay.');
      this.#dropTrials(id);
      this.#rows.remove(id);
      this.#remember(by, 'Removed', row);
    })();
  }

  #countsOf(row: StudyRow, viewpoint: Viewpoint): ReturnType<typeof shareOf> {
    const { id, state, settings, items } = row;
    if (
      state !== 'draft' &&
      (settings.apart !== true || this.#casebook.benchmark.baseline?.exclusive === undefined)
    )
      return { items, itemsEach: Math.min(settings.itemsEach ?? items, items), apart: false };
    const main =
      state === 'draft'
        ? this.#drawing.draw(settings, viewpoint).main
        : this.#drawing.load(
            this.#rows.items(id).flatMap((each) => (each.purpose === 'main' ? each.id : [])),
          );
    return shareOf(settings, main);
  }

  #described(row: StudyRow, viewpoint: Viewpoint): Study {
    const { total, started, finished, excluded, settings, ...rest } = row;
    return {
      ...rest,
      settings: written(settings),
      ...this.#countsOf(row, viewpoint),
      participants: { total, started, finished, excluded },
    };
  }

  #remember(by: PersonId, did: string, study: Pick<StudyRow, 'title'>, more: JsonObject = {}): void {
    this.#casebook.records.log({ kind: 'study', personId: by, detail: { did, study: study.title, ...more } });
  }

  #dropTrials(id: StudyId): void {
    for (const trial of this.#rows.trials(id)) this.#studySessions.remove(trial);
  }

  #move(row: StudyRow, state: StudyRow['state']): void {
    this.#dropTrials(row.id);
    this.#rows.setState(row.id, state, timeOfWriting(this.#casebook));
  }
}

function assertState(row: StudyRow, wanted: StudyRow['state'], hint: string): void {
  if (row.state === wanted) return;
  const is = { draft: 'a draft', open: 'open', closed: 'closed' }[row.state];
  throw new CasebookError('conflict', `The study "${row.title}" is ${is}.`, `Nothing was changed. ${hint}`);
}

/** Settings as the forms have them. */
function written(stored: StoredStudySettings): StudySettings {
  const { translations: _, ...settings } = stored;
  return settings;
}

/** Settings as they are stored, for comparing: without parts that are not set. */
const plain = (settings: StudySettings): JsonObject => JsonObject.parse(JSON.parse(JSON.stringify(settings)));
