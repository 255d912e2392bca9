import type { Baseline } from '../../../../shared/benchmarks/baseline.ts';
import type {
  Participant,
  StoredStudySettings,
  Study,
  StudyBoard,
  StudyChoices,
  StudyPreview,
  StudySettings,
} from '../../../../shared/contract/studies.ts';
import { ownSeed } from '../../../../shared/domain/assignment.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import { StudyId } from '../../../../shared/base/ids.ts';
import {
  type TranslationLine,
  type TranslationOutcome,
  type TranslationStatus,
  withTranslations,
} from '../../../../shared/domain/itemTranslation.ts';
import { JsonObject, sameJson } from '../../../../shared/base/json.ts';

import { deleteForGood } from '../../db/secureDelete.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { StudySession } from '../../records/studies/studySessions.ts';
import { StudyItemDrawer, previewOf, shareOf } from './draw.ts';
import { type EnrolmentCandidate, Enrolment } from './enrolment.ts';
import { createAnswerSums } from './answerSums.ts';
import { createBoard } from './arrivals/board.ts';
import { createParticipants } from './participants.ts';
import { StudyTranslations, reportedTranslations, translationCsv } from './translations.ts';
import { type StudyRow, StudyRows } from './rows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** A study as it is to be: a new draft, or a change of the one of this id. */
export interface WantedStudy {
  readonly id?: StudyId | undefined;
  readonly title: string;
  readonly settings: StudySettings;
  /** The study whose translations a new draft begins with. */
  readonly copyOf?: StudyId | undefined;
}

const BREAK = 'Take a break if you like. Continue when you are ready; this time does not count.';

/**
 * Human baselines. Everything throws `not_found` for what is not there and `conflict` where the study's state does not
 * allow it; filters find what the viewpoint may find.
 */
export class StudiesService {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #studySessions;
  readonly #drawing;
  readonly #translations;
  readonly #enrolment;
  readonly #answerSums;
  readonly #readParticipants;
  readonly #numbersOf;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rows = new StudyRows(database);
    this.#studySessions = casebook.records.studySessions;
    this.#drawing = new StudyItemDrawer(casebook);
    this.#translations = new StudyTranslations(this.#drawing, this.#rows);
    this.#enrolment = new Enrolment(casebook);
    this.#answerSums = createAnswerSums(casebook);
    this.#readParticipants = createParticipants(casebook);
    this.#numbersOf = createBoard(casebook);
  }

  options(): StudyChoices | null {
    const { baseline } = this.#casebook.benchmark;
    if (baseline === undefined) return null;
    return {
      conditions: baseline.conditions.map(({ id, title }) => ({ id, title })),
      strata: [
        { name: 'label', title: 'Label' },
        ...this.#casebook.benchmark.facets.map(({ name, title }) => ({ name, title })),
      ],
      initial: {
        items: { filter: startingFilter(baseline), sample: null },
        seed: ownSeed(0, this.#casebook.ports.newId()),
        order: 'random',
        conditions: baseline.conditions.map(({ id }) => id),
        itemsEach: null,
        apart: true,
        ...(baseline.followUps !== undefined && { followUps: 'second_pass' }),
        practice: [],
        attention: { checks: [], every: 10 },
        breakEvery: 20,
        timeLimitSeconds: null,
        whileAway: 'hide',
        allowBack: false,
        imageSide: null,
        texts: {
          ...baseline.texts,
          instructions: baseline.followUps?.instructions ?? baseline.texts.instructions,
          breaks: BREAK,
        },
      },
      followUps:
        baseline.followUps === undefined
          ? null
          : {
              title: baseline.followUps.title,
              why: baseline.followUps.why,
              instructions: {
                with_item: baseline.texts.instructions,
                second_pass: baseline.followUps.instructions,
              },
            },
    };
  }

  list(viewpoint: Viewpoint): Study[] {
    return this.#rows.list().map((row) => this.#described(row, viewpoint));
  }

  get(id: StudyId, viewpoint: Viewpoint): Study {
    return this.#described(this.#found(id), viewpoint);
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
      const before = wanted.id === undefined ? null : this.#found(wanted.id);
      const known = before ?? (copyOf === undefined ? null : this.#found(copyOf));
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
      return this.#described(this.#found(id), viewpoint);
    })();
  }

  translations(id: StudyId, viewpoint: Viewpoint): TranslationStatus {
    return this.#translations.status(this.#found(id), viewpoint);
  }

  /** A CSV file of what participants read of its items, with the translations that there are. */
  translationTable(id: StudyId, viewpoint: Viewpoint): string {
    return translationCsv(this.#translations.lines(this.#found(id), viewpoint));
  }

  /** Stores the translations of such a table, unless anything in it is wrong. */
  translate(id: StudyId, csv: string, by: PersonId, viewpoint: Viewpoint): TranslationOutcome {
    return this.#casebook.database.transaction((): TranslationOutcome => {
      const row = this.#found(id);
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

  /** The same as a report has it, with what was translated of earlier texts; null of a study in English. */
  reportedTranslations(id: StudyId, viewpoint: Viewpoint): readonly TranslationLine[] | null {
    const row = this.#found(id);
    const { language = 'en', translations: stored = [] } = row.settings;
    if (language === 'en') return null;
    const own = stored.filter((each) => each.language === language && !viewpoint.isBlind(each.itemId));
    const names = new Map(
      this.#drawing.load(own.map(({ itemId }) => itemId)).map((item) => [item.id, item.name]),
    );
    return reportedTranslations(
      this.#translations.lines(row, viewpoint),
      own,
      (item) => names.get(item) ?? item,
    );
  }

  /** Throws `invalid_input` where the settings cannot be opened with. */
  open(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#found(id);
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
      return this.#described(this.#found(id), viewpoint);
    })();
  }

  close(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#found(id);
      assertState(row, 'open', 'Only an open study can be closed.');
      this.#move(row, 'closed');
      this.#remember(by, 'Closed', row);
      return this.#described(this.#found(id), viewpoint);
    })();
  }

  reopen(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study {
    return this.#casebook.database.transaction(() => {
      const row = this.#found(id);
      assertState(row, 'closed', 'Only a closed study can be opened again.');
      this.#move(row, 'open');
      this.#remember(by, 'Opened again', row);
      return this.#described(this.#found(id), viewpoint);
    })();
  }

  remove(id: StudyId, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const row = this.#found(id);
      assertState(row, 'draft', 'Close it instead: its questions and answers stay.');
      this.#dropTrials(id);
      this.#rows.remove(id);
      this.#remember(by, 'Removed', row);
    })();
  }

  participants(id: StudyId): Participant[] {
    return this.#participants(this.#found(id).id);
  }

  /**
   * The numbers of a study and its participants, of one moment; the numbers are null while it has no study link. One
   * transaction: an import in another thread cannot write between the numbers and the table.
   */
  board(id: StudyId): StudyBoard {
    return this.#casebook.database.transaction(() => {
      const study = this.#found(id);
      const given = this.#answerSums(id);
      const link = this.#casebook.records.arrivals.recruitment(id);
      return {
        numbers: link === undefined ? null : this.#numbersOf(study, link.settings, given),
        participants: this.#readParticipants(id, given),
      };
    })();
  }

  candidates(id: StudyId, viewpoint: Viewpoint): EnrolmentCandidate[] {
    return this.#enrolment.candidates(this.#found(id), viewpoint);
  }

  /** Throws `forbidden` where one of them has seen gold. */
  enrol(id: StudyId, people: readonly PersonId[], by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const row = this.#found(id);
      const count = this.#enrolment.enrol(row, people, by);
      if (count > 0) this.#remember(by, 'Enrolled in', row, { people: count });
      return this.#participants(id);
    })();
  }

  enrolNew(id: StudyId, count: number, prefix: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const row = this.#found(id);
      this.#remember(by, 'Enrolled in', row, { people: this.#enrolment.enrolNew(row, count, prefix, by) });
      return this.#participants(id);
    })();
  }

  unenrol(id: StudySessionId, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const { study } = this.#participant(id);
      const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
      this.#enrolment.unenrol(id);
      this.#remember(by, 'Cancelled', study, { person: who?.handle ?? '' });
      return this.#participants(study.id);
    })();
  }

  exclude(id: StudySessionId, reason: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => this.#say(id, 'exclusion', reason, by))();
  }

  include(id: StudySessionId, reason: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => this.#say(id, 'inclusion', reason, by))();
  }

  /** Deletes a participant's answers for good, and what was said of them; throws `conflict` where they have not begun. */
  erase(id: StudySessionId, by: PersonId): Participant[] {
    return deleteForGood(this.#casebook.database, () => {
      const { study } = this.#participant(id);
      const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
      if (who === undefined || who.state === 'waiting')
        throw new CasebookError(
          'conflict',
          'They have not begun, so there is nothing to delete.',
          'Cancel their enrolment instead.',
        );
      this.#studySessions.erase(id, timeOfWriting(this.#casebook));
      this.#casebook.derived.participation.left(id);
      this.#remember(by, 'Deleted the answers of a participant of', study, { person: who.handle });
      return this.#participants(study.id);
    });
  }

  tryOut(id: StudyId, by: PersonId, viewpoint: Viewpoint): StudySessionId {
    return this.#casebook.database.transaction(() =>
      this.#enrolment.tryOut(this.#found(id), by, viewpoint),
    )();
  }

  /** A study session that its participant can go on with. */
  studySession(id: StudySessionId): StudySession {
    const { studySession, study } = this.#participant(id);
    if (study.state === 'open' && studySession.endedAt === null && studySession.withdrawnAt === null)
      return studySession;
    throw new CasebookError(
      'conflict',
      study.state === 'open' ? 'The study session is over.' : 'The study is not open.',
      'No link was made.',
    );
  }

  #participants(id: StudyId): Participant[] {
    return this.#readParticipants(id, this.#answerSums(id));
  }

  #found(id: StudyId): StudyRow {
    const row = this.#rows.find(id);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such study in this casebook.');
    return row;
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

  /** A participant's study session with its study. */
  #participant(id: StudySessionId): { readonly studySession: StudySession; readonly study: StudyRow } {
    const studySession = this.#studySessions.find(id);
    if (studySession === undefined || studySession.number === 0)
      throw new CasebookError('not_found', 'There is no such participant.');
    return { studySession, study: this.#found(studySession.studyId) };
  }

  #say(id: StudySessionId, kind: 'exclusion' | 'inclusion', reason: string, by: PersonId): Participant[] {
    const { study } = this.#participant(id);
    const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
    if (kind === 'inclusion' && who?.excluded === null) {
      throw new CasebookError('conflict', 'Their answers are included already.', 'Nothing was changed.');
    }
    this.#casebook.derived.exclude(id, kind, reason, by);
    const did = kind === 'exclusion' ? 'Excluded' : 'Included';
    this.#remember(by, did, study, { person: who?.handle ?? '', reason });
    return this.#participants(study.id);
  }
}

function assertState(row: StudyRow, wanted: StudyRow['state'], hint: string): void {
  if (row.state === wanted) return;
  const is = { draft: 'a draft', open: 'open', closed: 'closed' }[row.state];
  throw new CasebookError('conflict', `The study "${row.title}" is ${is}.`, `Nothing was changed. ${hint}`);
}

function startingFilter({ startingFacets }: Baseline): StudySettings['items']['filter'] {
  if (startingFacets === undefined) return {};
  return {
    facets: Object.fromEntries(Object.entries(startingFacets).map(([name, values]) => [name, [...values]])),
  };
}

/** Settings as the forms have them. */
function written(stored: StoredStudySettings): StudySettings {
  const { translations: _, ...settings } = stored;
  return settings;
}

/** Settings as they are stored, for comparing: without parts that are not set. */
const plain = (settings: StudySettings): JsonObject => JsonObject.parse(JSON.parse(JSON.stringify(settings)));
