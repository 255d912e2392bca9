import { z } from 'zod';
import type { MetricsReport } from '../../../../../shared/contract/metrics.ts';
import type { Board, RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import type { Participant, Study } from '../../../../../shared/contract/studies.ts';
import type { Baseline } from '../../../../../shared/benchmarks/baseline.ts';
import { answerInWords, type AnswerKind, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import type { FollowUps } from '../../../../../shared/domain/followUps.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { TranslationLine } from '../../../../../shared/domain/itemTranslation.ts';
import { PlanEntry } from '../../../../../shared/domain/study.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { SeenImages } from '../../../records/images/seenImages.ts';
import { plainQuestion } from '../../../records/studies/studySteps.ts';
import { readMetaText } from '../../../db/meta.ts';

/** Everything that a study's report tells. */
export interface StudyRecord {
  readonly study: Study;
  readonly casebook: string;
  readonly benchmark: string;
  readonly version: string;
  /** UTC milliseconds. */
  readonly writtenAt: number;
  readonly participants: readonly Participant[];
  /** How people came by the study link, and what became of them; null: it has none. */
  readonly recruitment: { readonly settings: RecruitmentSettings; readonly board: Board } | null;
  /** Whether answers count of participants who have not come to the end. */
  readonly unfinished: boolean;
  readonly sittings: readonly StudySessionRecord[];
  readonly answers: readonly AnswerRecord[];
  /** Items that count, by what the benchmark calls their class; null: without one. */
  readonly labels: readonly { readonly label: string | null; readonly items: number }[];
  /** What the benchmark calls the questions that follow up on an item's first, and when they come; null: it has none. */
  readonly followUps: { readonly title: string; readonly asked: FollowUps } | null;
  readonly exclusions: readonly ExclusionRecord[];
  /** What the answers come to, null where nothing has been answered yet. */
  readonly results: MetricsReport | null;
  /** The items' texts in the study's language; null: it is in English. */
  readonly translations: readonly TranslationLine[] | null;
}

export interface StudySessionRecord {
  readonly participant: string;
  readonly number: number;
  readonly seed: number;
  readonly plan: readonly PlanEntry[];
}

/** One answer in force; practice is not among them. */
export interface AnswerRecord {
  readonly participant: string;
  readonly number: number;
  readonly purpose: 'main' | 'attention' | 'questionnaire';
  readonly item: string;
  readonly condition: string;
  readonly step: string;
  /** What the participant saw, in their order; null where that is not known, or there was nothing to see. */
  readonly images: readonly string[] | null;
  readonly position: number;
  readonly question: string;
  readonly answer: string;
  readonly correct: boolean | null;
  readonly shownAt: number | null;
  readonly answeredAt: number | null;
  readonly seconds: number | null;
  readonly secondsAway: number | null;
  readonly focusLosses: number | null;
  readonly timedOut: boolean;
  /** The language into which the browser translated the page; empty: it did not. */
  readonly translated: string;
  /** The language in which an item's question was shown; empty: it is about no item. */
  readonly questionLanguage: string;
  readonly resumed: number;
  readonly excluded: boolean;
  /** Whether figures and times are of it. */
  readonly counts: boolean;
}

export interface ExclusionRecord {
  readonly participant: string;
  readonly kind: 'exclusion' | 'inclusion';
  readonly reason: string;
  readonly by: string;
  readonly at: number;
}

const StudySessionRow = z.object({
  participant: z.string(),
  number: z.int(),
  seed: z.int(),
  plan: z.string(),
});
const AnswerRow = z.object({
  participant: z.string(),
  number: z.int(),
  purpose: z.enum(['main', 'attention']),
  item: z.string().nullable(),
  payload: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : JsonObject.parse(JSON.parse(text)))),
  condition: z.string(),
  step: z.string(),
  itemId: z.string().nullable(),
  itemRevision: z.int().nullable(),
  entry: z.int().nullable(),
  position: z.int().nullable(),
  question: z.string(),
  answer: z.string(),
  correct: z.int().nullable(),
  shownAt: z.int().nullable(),
  answeredAt: z.int().nullable(),
  active: z.number().nullable(),
  away: z.number().nullable(),
  focusLosses: z.int().nullable(),
  timedOut: z.int(),
  resumed: z.int(),
});
type AnswerRow = z.infer<typeof AnswerRow>;
const ExclusionRow = z.object({
  participant: z.string(),
  kind: z.enum(['exclusion', 'inclusion']),
  reason: z.string(),
  by: z.string(),
  at: z.int(),
});
const LabelRow = z.object({ label: z.string().nullable(), items: z.int() });

/** Gathers everything to report about a study. */
export function recordOf(
  { database, benchmark, ports, records: { seenImages } }: Casebook,
  study: Study,
  participants: readonly Participant[],
  unfinished: boolean,
  results: MetricsReport | null,
  recruitment: StudyRecord['recruitment'],
  translations: StudyRecord['translations'],
): StudyRecord {
  const rows = (sql: string): unknown[] => database.prepare<[string]>(sql).all(study.id);
  const sittings = rows(
    `SELECT p.handle AS participant, s.number, s.seed, s.plan FROM session s JOIN person p ON p.id = s.person_id
     WHERE s.study_id = ? AND s.number > 0 ORDER BY s.number`,
  ).map((raw) => {
    const { plan, ...row } = StudySessionRow.parse(raw);
    return { ...row, plan: z.array(PlanEntry).parse(JSON.parse(plan)) };
  });
  const plans = new Map(sittings.map(({ number, plan }) => [number, plan]));
  const among: AnswerContext = {
    baseline: benchmark.baseline,
    settings: study.settings,
    seenImages,
    counting: countingHandles(participants, unfinished),
    excluded: new Set(participants.flatMap(({ excluded, handle }) => (excluded === null ? [] : handle))),
  };
  return {
    study,
    casebook: readMetaText(database, 'title'),
    benchmark: benchmark.title,
    version: ports.version,
    writtenAt: ports.now(),
    participants,
    recruitment,
    unfinished,
    sittings,
    answers: rows(
      `SELECT p.handle AS participant, s.number, r.purpose, i.external_id AS item, i.payload, r.condition, r.step,
         r.item_id AS itemId, r.item_revision AS itemRevision, r.entry, r.position,
         r.question, r.answer, r.correct, r.shown_at AS shownAt, r.answered_at AS answeredAt, r.active_ms AS active,
         r.away_ms AS away, r.focus_losses AS focusLosses, r.timed_out AS timedOut, r.resumed
       FROM current_response r JOIN session s ON s.id = r.session_id JOIN person p ON p.id = s.person_id
       LEFT JOIN item i ON i.id = r.item_id
       WHERE s.study_id = ? AND s.number > 0 AND r.purpose <> 'practice' ORDER BY s.number, r.position, r.id`,
    ).map((raw) => {
      const row = AnswerRow.parse(raw);
      return answerRecord(row, plans.get(row.number)?.[row.entry ?? -1], among);
    }),
    labels: rows(
      `SELECT i.label, count(*) AS items FROM study_item s JOIN item i ON i.id = s.item_id
       WHERE s.study_id = ? AND s.purpose = 'main' GROUP BY i.label ORDER BY i.label`,
    ).map((raw) => LabelRow.parse(raw)),
    followUps:
      benchmark.baseline?.followUps === undefined
        ? null
        : { title: benchmark.baseline.followUps.title, asked: study.settings.followUps ?? 'with_item' },
    exclusions: rows(
      `SELECT p.handle AS participant, e.kind, e.reason, w.handle AS by, e.created_at AS at
       FROM exclusion e JOIN session s ON s.id = e.session_id JOIN person p ON p.id = s.person_id
       JOIN person w ON w.id = e.person_id
       WHERE s.study_id = ? ORDER BY e.created_at, e.id`,
    ).map((raw) => ExclusionRow.parse(raw)),
    results,
    translations,
  };
}

/** The participants whose answers count: none who is excluded, and those who have not finished only where that is asked. */
export const countingHandles = (
  participants: readonly Pick<Participant, 'handle' | 'excluded' | 'state'>[],
  unfinished: boolean,
): ReadonlySet<string> =>
  new Set(
    participants.flatMap(({ handle, excluded, state }) =>
      excluded === null && (unfinished || state === 'finished') ? handle : [],
    ),
  );

/** What the record of an answer needs besides its row. */
interface AnswerContext {
  readonly baseline: Baseline | undefined;
  readonly settings: Study['settings'];
  readonly seenImages: SeenImages;
  readonly counting: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
}

/** An answer as the report has it, beside what the plan has at its entry. */
function answerRecord(
  answered: AnswerRow,
  planned: PlanEntry | undefined,
  among: AnswerContext,
): AnswerRecord {
  const { payload: _payload, itemId, itemRevision, entry, active, away, ...row } = answered;
  const given = StepAnswer.parse(JSON.parse(row.answer));
  const seconds = (milliseconds: number | null): number | null =>
    milliseconds === null ? null : milliseconds / 1000;
  return {
    ...row,
    purpose: planned?.kind === 'question' ? 'questionnaire' : row.purpose,
    images:
      itemId === null || itemRevision === null || entry === null
        ? null
        : among.seenImages({ itemId, itemRevision, planned }),
    item: row.item ?? '',
    position: row.position ?? 0,
    answer: answerInWords(given, kindOf(answered, planned, among)),
    correct: row.correct === null ? isExpected(answered, given, among) : row.correct === 1,
    seconds: seconds(active),
    secondsAway: seconds(away),
    timedOut: row.timedOut === 1,
    translated: given.translated ?? '',
    // Answers from before items could be translated were about the text as it is written.
    questionLanguage: row.purpose === 'main' ? (given.shownIn ?? 'en') : '',
    excluded: among.excluded.has(row.participant),
    counts: row.purpose === 'main' && among.counting.has(row.participant),
  };
}

/** Whether an answer is what the item expects now, where that needs no judge: yes or no, an option. */
function isExpected(
  { purpose, payload, condition, step }: AnswerRow,
  given: StepAnswer,
  { baseline }: AnswerContext,
): boolean | null {
  if (payload === null || purpose !== 'main') return null;
  const told = baseline?.feedback(payload, condition, { [step]: given });
  return told?.find((each) => each.step === step)?.correct ?? null;
}

/** How a step is answered: the options that were chosen among are told in their words. */
function kindOf(
  { purpose, payload, condition, step }: AnswerRow,
  planned: PlanEntry | undefined,
  { baseline, settings }: AnswerContext,
): AnswerKind | null {
  if (purpose !== 'main') return plainQuestion(settings, planned)?.answer ?? null;
  const steps = payload === null ? [] : (baseline?.steps(payload, condition) ?? []);
  return steps.find((each) => each.id === step)?.answer ?? null;
}
