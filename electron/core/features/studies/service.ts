import type { Baseline } from '../../../../shared/benchmarks/baseline.ts';
import type {
  Participant,
  StoredStudySettings,
  Study,
  StudyBoard,
  StudyOptions,
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
import type { StudySession } from '../../records/studySessions.ts';
import { createStudyDrawing, previewOf, shareOf } from './draw.ts';
import type { Candidate } from './enrolment.ts';
import { createEnrolment } from './enrolment.ts';
import { createAnswerSums } from './answerSums.ts';
import { createBoard } from './arrivals/board.ts';
import { createParticipants } from './participants.ts';
import { createStudyTranslations, reportedTranslations, translationCsv } from './translations.ts';
import type { StudyRow } from './rows.ts';
import { createStudyRows } from './rows.ts';
import { timeOfWriting } from '../../records/hubClock.ts';

/** A study as it is to be: a new draft, or a change of the one of this id. */
export interface WantedStudy {
  readonly id?: StudyId | undefined;
  readonly title: string;
  readonly settings: StudySettings;
  /** The study whose translations a new draft begins with. */
  readonly copyOf?: StudyId | undefined;
}

/**
 * Human baselines. Everything throws `not_found` for what is not there and `conflict` where the study's state does not
 * allow it; filters find what the viewpoint may find.
 */
export interface StudiesService {
  options(): StudyOptions | null;
  list(viewpoint: Viewpoint): Study[];
  get(id: StudyId, viewpoint: Viewpoint): Study;
  preview(settings: StudySettings, viewpoint: Viewpoint): StudyPreview;
  save(wanted: WantedStudy, by: PersonId, viewpoint: Viewpoint): Study;
  translations(id: StudyId, viewpoint: Viewpoint): TranslationStatus;
  /** A CSV file of what participants read of its items, with the translations that there are. */
  translationTable(id: StudyId, viewpoint: Viewpoint): string;
  /** Stores the translations of such a table, unless anything in it is wrong. */
  translate(id: StudyId, csv: string, by: PersonId, viewpoint: Viewpoint): TranslationOutcome;
  /** The same as a report has it, with what was translated of earlier texts; null of a study in English. */
  reportedTranslations(id: StudyId, viewpoint: Viewpoint): readonly TranslationLine[] | null;
  /** Throws `invalid_input` where the settings cannot be opened with. */
  open(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study;
  close(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study;
  reopen(id: StudyId, by: PersonId, viewpoint: Viewpoint): Study;
  remove(id: StudyId, by: PersonId): void;
  participants(id: StudyId): Participant[];
  /** The numbers of a study and its participants, of one moment; the numbers are null while it has no study link. */
  board(id: StudyId): StudyBoard;
  candidates(id: StudyId, viewpoint: Viewpoint): Candidate[];
  /** Throws `forbidden` where one of them has seen gold. */
  enrol(id: StudyId, people: readonly PersonId[], by: PersonId): Participant[];
  enrolNew(id: StudyId, count: number, prefix: string, by: PersonId): Participant[];
  unenrol(studySession: StudySessionId, by: PersonId): Participant[];
  exclude(studySession: StudySessionId, reason: string, by: PersonId): Participant[];
  include(studySession: StudySessionId, reason: string, by: PersonId): Participant[];
  /** Deletes a participant's answers for good, and what was said of them; throws `conflict` where they have not begun. */
  erase(studySession: StudySessionId, by: PersonId): Participant[];
  tryOut(id: StudyId, by: PersonId, viewpoint: Viewpoint): StudySessionId;
  /** A study session that its participant can go on with. */
  studySession(id: StudySessionId): StudySession;
}

const BREAK = 'Take a break if you like. Continue when you are ready; this time does not count.';

/** The studies of an open casebook. */
export function createStudiesService(casebook: Casebook): StudiesService {
  const { database, benchmark, ports } = casebook;
  const rows = createStudyRows(database);
  const studySessions = casebook.records.studySessions;
  const drawing = createStudyDrawing(casebook);
  const translations = createStudyTranslations(drawing, rows);
  const enrolment = createEnrolment(casebook);
  const answerSums = createAnswerSums(casebook);
  const readParticipants = createParticipants(casebook);
  const participants = (id: StudyId): Participant[] => readParticipants(id, answerSums(id));
  const numbersOf = createBoard(casebook);
  const { arrivals, log } = casebook.records;
  const found = (id: StudyId): StudyRow => {
    const row = rows.find(id);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such study in this casebook.');
    return row;
  };
  const countsOf = (row: StudyRow, viewpoint: Viewpoint): ReturnType<typeof shareOf> => {
    const { id, state, settings, items } = row;
    if (state !== 'draft' && (settings.apart !== true || benchmark.baseline?.exclusive === undefined))
      return { items, itemsEach: Math.min(settings.itemsEach ?? items, items), apart: false };
    const main =
      state === 'draft'
        ? drawing.draw(settings, viewpoint).main
        : drawing.load(rows.items(id).flatMap((each) => (each.purpose === 'main' ? each.id : [])));
    return shareOf(settings, main);
  };
  const described = (row: StudyRow, viewpoint: Viewpoint): Study => {
    const { total, started, finished, excluded, settings, ...rest } = row;
    return {
      ...rest,
      settings: written(settings),
      ...countsOf(row, viewpoint),
      participants: { total, started, finished, excluded },
    };
  };
  const remember = (by: PersonId, did: string, study: Pick<StudyRow, 'title'>, more: JsonObject = {}): void =>
    void log({ kind: 'study', personId: by, detail: { did, study: study.title, ...more } });
  const dropTrials = (id: StudyId): void => {
    for (const trial of rows.trials(id)) studySessions.remove(trial);
  };
  const assertState = (row: StudyRow, wanted: StudyRow['state'], hint: string): void => {
    if (row.state === wanted) return;
    const is = { draft: 'a draft', open: 'open', closed: 'closed' }[row.state];
    throw new CasebookError('conflict', `The study "${row.title}" is ${is}.`, `Nothing was changed. ${hint}`);
  };
  const move = (row: StudyRow, state: StudyRow['state']): void => {
    dropTrials(row.id);
    rows.setState(row.id, state, timeOfWriting(casebook));
  };
  /** A participant's study session with its study. */
  const participant = (
    id: StudySessionId,
  ): { readonly studySession: StudySession; readonly study: StudyRow } => {
    const studySession = studySessions.find(id);
    if (studySession === undefined || studySession.number === 0)
      throw new CasebookError('not_found', 'There is no such participant.');
    return { studySession, study: found(studySession.studyId) };
  };
  const say = (
    id: StudySessionId,
    kind: 'exclusion' | 'inclusion',
    reason: string,
    by: PersonId,
  ): Participant[] => {
    const { study } = participant(id);
    const who = participants(study.id).find(({ studySessionId }) => studySessionId === id);
    if (kind === 'inclusion' && who?.excluded === null) {
      throw new CasebookError('conflict', 'Their answers are included already.', 'Nothing was changed.');
    }
    casebook.derived.exclude(id, kind, reason, by);
    const did = kind === 'exclusion' ? 'Excluded' : 'Included';
    remember(by, did, study, { person: who?.handle ?? '', reason });
    return participants(study.id);
  };

  return {
    options() {
      const { baseline } = benchmark;
      if (baseline === undefined) return null;
      return {
        conditions: baseline.conditions.map(({ id, title }) => ({ id, title })),
        strata: [
          { name: 'label', title: 'Label' },
          ...benchmark.facets.map(({ name, title }) => ({ name, title })),
        ],
        initial: {
          items: { filter: startingFilter(baseline), sample: null },
          seed: ownSeed(0, ports.newId()),
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
    },
    list: (viewpoint) => rows.list().map((row) => described(row, viewpoint)),
    get: (id, viewpoint) => described(found(id), viewpoint),
    preview: (settings, viewpoint) => previewOf(settings, drawing.draw(settings, viewpoint)),
    save: (wanted, by, viewpoint) =>
      database.transaction(() => {
        const { title, copyOf } = wanted;
        if (benchmark.baseline === undefined) {
          throw new CasebookError(
            'invalid_input',
            `${benchmark.title} has no questions for participants.`,
            'Nothing was saved.',
          );
        }
        const id = wanted.id ?? StudyId.parse(ports.newId());
        const before = wanted.id === undefined ? null : found(wanted.id);
        const known = before ?? (copyOf === undefined ? null : found(copyOf));
        const settings = { ...wanted.settings, translations: known?.settings.translations };
        if (before === null) {
          rows.insert({ id, title, settings, by, at: timeOfWriting(casebook) });
          remember(by, 'Set up', { title });
        } else {
          if (before.state !== 'draft' && !sameJson(plain(before.settings), plain(settings)))
            assertState(before, 'draft', 'An open study’s questions and settings are fixed.');
          rows.change(
            id,
            title,
            before.state === 'draft' ? settings : before.settings,
            timeOfWriting(casebook),
          );
          // A try-out shows the study as it was.
          if (before.state === 'draft') dropTrials(id);
          if (before.title !== title) remember(by, 'Renamed', { title }, { from: before.title });
        }
        return described(found(id), viewpoint);
      })(),
    translations: (id, viewpoint) => translations.status(found(id), viewpoint),
    translationTable: (id, viewpoint) => translationCsv(translations.lines(found(id), viewpoint)),
    translate: (id, csv, by, viewpoint) =>
      database.transaction((): TranslationOutcome => {
        const row = found(id);
        assertState(row, 'draft', 'An open study’s translations are fixed, as are its settings.');
        const { translations: read, empty, problems } = translations.read(row, csv, viewpoint);
        if (read.length > 0) {
          const all = [...withTranslations(row.settings.translations ?? [], read)];
          rows.change(id, row.title, { ...row.settings, translations: all }, timeOfWriting(casebook));
          dropTrials(id);
          remember(by, 'Translated questions of', row, { texts: read.length });
        }
        return { stored: read.length, empty, problems };
      })(),
    reportedTranslations(id, viewpoint) {
      const row = found(id);
      const { language = 'en', translations: stored = [] } = row.settings;
      if (language === 'en') return null;
      const own = stored.filter((each) => each.language === language && !viewpoint.isBlind(each.itemId));
      const names = new Map(
        drawing.load(own.map(({ itemId }) => itemId)).map((item) => [item.id, item.name]),
      );
      return reportedTranslations(translations.lines(row, viewpoint), own, (item) => names.get(item) ?? item);
    },
    open: (id, by, viewpoint) =>
      database.transaction(() => {
        const row = found(id);
        assertState(row, 'draft', 'Its items were drawn when it was opened.');
        const { practice, main, problems } = drawing.draw(row.settings, viewpoint);
        if (problems.length > 0) {
          throw new CasebookError(
            'invalid_input',
            problems.join(' '),
            'The study is still a draft. Change it, then open it.',
          );
        }
        for (const [position, item] of practice.entries()) rows.insertItem(id, item.id, 'practice', position);
        for (const [position, item] of main.entries()) rows.insertItem(id, item.id, 'main', position);
        // As it was drawn, also where it was set up before there were some of these settings.
        rows.change(id, row.title, row.settings, timeOfWriting(casebook));
        move(row, 'open');
        remember(by, 'Opened', row, {
          items: main.length,
          practice: practice.length,
          seed: row.settings.seed,
        });
        return described(found(id), viewpoint);
      })(),
    close: (id, by, viewpoint) =>
      database.transaction(() => {
        const row = found(id);
        assertState(row, 'open', 'Only an open study can be closed.');
        move(row, 'closed');
        remember(by, 'Closed', row);
        return described(found(id), viewpoint);
      })(),
    reopen: (id, by, viewpoint) =>
      database.transaction(() => {
        const row = found(id);
        assertState(row, 'closed', 'Only a closed study can be opened again.');
        move(row, 'open');
        remember(by, 'Opened again', row);
        return described(found(id), viewpoint);
      })(),
    remove: (id, by) =>
      database.transaction(() => {
        const row = found(id);
        assertState(row, 'draft', 'Close it instead: its questions and answers stay.');
        dropTrials(id);
        rows.remove(id);
        remember(by, 'Removed', row);
      })(),
    participants: (id) => participants(found(id).id),
    // One transaction: an import in another thread cannot write between the numbers and the table.
    board: (id) =>
      database.transaction(() => {
        const study = found(id);
        const given = answerSums(id);
        const link = arrivals.recruitment(id);
        return {
          numbers: link === undefined ? null : numbersOf(study, link.settings, given),
          participants: readParticipants(id, given),
        };
      })(),
    candidates: (id, viewpoint) => enrolment.candidates(found(id), viewpoint),
    enrol: (id, people, by) =>
      database.transaction(() => {
        const row = found(id);
        const count = enrolment.enrol(row, people, by);
        if (count > 0) remember(by, 'Enrolled in', row, { people: count });
        return participants(id);
      })(),
    enrolNew: (id, count, prefix, by) =>
      database.transaction(() => {
        const row = found(id);
        remember(by, 'Enrolled in', row, { people: enrolment.enrolNew(row, count, prefix, by) });
        return participants(id);
      })(),
    unenrol: (id, by) =>
      database.transaction(() => {
        const { study } = participant(id);
        const who = participants(study.id).find(({ studySessionId }) => studySessionId === id);
        enrolment.unenrol(id);
        remember(by, 'Cancelled', study, { person: who?.handle ?? '' });
        return participants(study.id);
      })(),
    exclude: (id, reason, by) => database.transaction(() => say(id, 'exclusion', reason, by))(),
    include: (id, reason, by) => database.transaction(() => say(id, 'inclusion', reason, by))(),
    erase: (id, by) =>
      deleteForGood(database, () => {
        const { study } = participant(id);
        const who = participants(study.id).find(({ studySessionId }) => studySessionId === id);
        if (who === undefined || who.state === 'waiting')
          throw new CasebookError(
            'conflict',
            'They have not begun, so there is nothing to delete.',
            'Cancel their enrolment instead.',
          );
        studySessions.erase(id, timeOfWriting(casebook));
        casebook.derived.participation.left(id);
        remember(by, 'Deleted the answers of a participant of', study, { person: who.handle });
        return participants(study.id);
      }),
    tryOut: (id, by, viewpoint) => database.transaction(() => enrolment.tryOut(found(id), by, viewpoint))(),
    studySession(id) {
      const { studySession, study } = participant(id);
      if (study.state === 'open' && studySession.endedAt === null && studySession.withdrawnAt === null)
        return studySession;
      throw new CasebookError(
        'conflict',
        study.state === 'open' ? 'The study session is over.' : 'The study is not open.',
        'No link was made.',
      );
    },
  };
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
