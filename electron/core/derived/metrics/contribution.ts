import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type {
  Contributions,
  Metrics,
  ScoredItem,
  VerdictBasis,
} from '../../../../shared/benchmarks/metrics.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { ItemAnswers, ScoredStep } from './scoredItems.ts';

/** What answers on an item add to the columns of the figures, and what they would add if things were otherwise. */
export interface ItemContribution {
  /** What counts. */
  readonly counted: readonly number[] | null;
  /** Whose verdicts that rests on, by the column that counts it; null where no verdict has a part in it. */
  readonly rests: Readonly<Record<string, VerdictBasis>> | null;
  /** Why they add nothing, or not to all columns. */
  readonly missing: readonly string[];
  /** By how much they would add more or less than all of them do; null where that is nothing. */
  readonly ifPresentAlone: readonly number[] | null;
  readonly ifReadableAlone: readonly number[] | null;
  readonly ifAllJudged: readonly number[] | null;
  readonly ifJudgedAlone: readonly number[] | null;
}

/** Why an answer cannot be scored by what it says. */
export type Unread = 'timed out' | 'not given' | 'absent' | 'unreadable';

/** Whether an answer cannot be scored by what it says; null where it can, or waits for a judge. */
export function unreadOf(metrics: Metrics, scored: ScoredItem, id: string, step: ScoredStep): Unread | null {
  if (step.isAbsent === true) return 'absent';
  if (step.kind === 'none') return step.timedOut ? 'timed out' : 'not given';
  return metrics.readable?.(scored, id) === false ? 'unreadable' : null;
}

/** An answer that tells by itself that there is nothing: no judge is asked. */
const TELLS_BY_ITSELF: ReadonlySet<StepAnswer['kind']> = new Set(['no_evidence', 'none']);
export const needsNoJudge = ({ kind }: ScoredStep): boolean => TELLS_BY_ITSELF.has(kind);

/** An answer without the steps that are not kept; the same where all are. */
export function keptSteps(
  answers: ItemAnswers<ScoredStep>,
  keep: (id: string, step: ScoredStep) => boolean,
): ItemAnswers<ScoredStep> {
  const steps = [...answers.steps].filter(([id, step]) => keep(id, step));
  return steps.length === answers.steps.size ? answers : { ...answers, steps: new Map(steps) };
}

/**
 * The same answers, absent ones among them as none given; those that are there, those that can be read, and those that a judge
 * is needed for.
 */
export interface Readings {
  readonly all: ScoredItem;
  readonly present: ScoredItem;
  readonly readable: ScoredItem;
  readonly needingJudge: ScoredItem;
}

/** Which answers figures are of. */
export interface CountingRule {
  /** Those that cannot be read count as wrong, or are left out, and absent ones with them. */
  readonly unreadable: 'wrong' | 'left_out';
  /** The same of those that are absent. */
  readonly absent: 'wrong' | 'left_out';
}

/** The answers that count. */
export type CountedAnswers = 'all' | 'present' | 'readable';
export const countedAnswers = ({ unreadable, absent }: CountingRule): CountedAnswers =>
  unreadable === 'left_out' ? 'readable' : absent === 'left_out' ? 'present' : 'all';

/** Whether an answer counts that cannot be scored by what it says, for the reason given; null: it can. */
export const isCounted = (why: Unread | null, which: CountedAnswers): boolean =>
  why === null || which === 'all' || (which === 'present' && why !== 'absent');

/** What answers add: as figures are to be of all of them, or of those alone that are there or can be read. */
export function contributionOf(
  metrics: Metrics,
  judging: JudgingScheme | undefined,
  { all, present, readable, needingJudge }: Readings,
  { parameters, counted: which }: { readonly parameters: JsonObject; readonly counted: CountedAnswers },
): ItemContribution {
  const of = (scored: ScoredItem): Contributions => metrics.contributions(scored, parameters);
  const whole = of(all);
  const ofPresent = present === all ? whole : of(present);
  const ofReadable = readable === all ? whole : readable === present ? ofPresent : of(readable);
  const ofJudged = needingJudge === all ? whole : of(needingJudge);
  const ofAllJudged = whole.missing.length === 0 ? whole : of(judgedThroughout(all, judging));
  const counted = { all: whole, present: ofPresent, readable: ofReadable }[which];
  return {
    counted: counted.values,
    rests: counted.values === null ? null : (counted.rests ?? null),
    missing: which === 'present' ? ofPresent.missing : whole.missing,
    ifPresentAlone: less(ofPresent.values, whole.values),
    ifReadableAlone: less(ofReadable.values, whole.values),
    ifAllJudged: less(ofAllJudged.values, whole.values),
    ifJudgedAlone: less(ofJudged.values, whole.values),
  };
}

function less(values: readonly number[] | null, from: readonly number[] | null): readonly number[] | null {
  if (values === from) return null;
  const length = Math.max(values?.length ?? 0, from?.length ?? 0);
  return Array.from({ length }, (_, column) => (values?.[column] ?? 0) - (from?.[column] ?? 0));
}

/**
 * As if all verdicts that count were decided, and the least there is had been said wherever none counts: how many
 * verdicts there would be follows from it.
 */
function judgedThroughout(item: ScoredItem, judging: JudgingScheme | undefined): ScoredItem {
  const least = lowestVerdicts(judging);
  const { undecided: _undecided, ...others } = item;
  return {
    ...others,
    steps: Object.fromEntries(
      Object.entries(item.steps).map(([id, step]): [string, ScoredItem['steps'][string]] => [
        id,
        {
          get answer() {
            return step.answer;
          },
          verdict: (criterion, subject) => step.verdict(criterion, subject) ?? least.get(criterion) ?? null,
        },
      ]),
    ),
  };
}

const known = new WeakMap<JudgingScheme, ReadonlyMap<string, Json>>();

/** Of each criterion the least verdict there is: what counts as wrong. */
export function lowestVerdicts(judging: JudgingScheme | undefined): ReadonlyMap<string, Json> {
  if (judging === undefined) return new Map();
  const before = known.get(judging);
  if (before !== undefined) return before;
  const least = new Map(
    judging.criteria.map(({ id, verdict }): [string, Json] => {
      if (verdict.kind !== 'choice') return [id, []];
      const values = verdict.values.map(({ value }) => value);
      return [id, values.find((value) => value === 'NO') ?? values[0] ?? null];
    }),
  );
  known.set(judging, least);
  return least;
}
