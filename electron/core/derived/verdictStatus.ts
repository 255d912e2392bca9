import { canonicalJson, type Json } from '../../../shared/base/json.ts';
import type { VerdictSource, VerdictState } from '../../../shared/domain/status.ts';

/** What one judge says of one thing, their last word. */
export interface JudgeVerdict {
  /** People, as opposed to LLM judges. */
  readonly human: boolean;
  readonly value: Json;
  /** UTC milliseconds. */
  readonly at: number;
  /** Decides between two of the same time. */
  readonly id: string;
}

/** A decision that nothing replaced. */
export interface CurrentDecision {
  readonly value: Json;
  readonly at: number;
}

/** Everything that is said of one thing to be judged. */
export interface UnitVerdicts {
  readonly verdicts: readonly JudgeVerdict[];
  readonly decisions: readonly CurrentDecision[];
  /** What follows from the answer itself, null where a judge is needed. */
  readonly exact: Json | null;
  /** Whether two verdicts say the same. */
  readonly same: (a: Json, b: Json) => boolean;
  /** When the answer was given or read; the time of a verdict that nobody gave. */
  readonly answeredAt: number;
}

/** The accepted verdict on it. */
export interface VerdictStatus {
  readonly state: VerdictState;
  readonly value: Json | null;
  readonly source: VerdictSource | null;
  readonly judges: number;
  readonly humanHuman: boolean;
  readonly humanModel: boolean;
  readonly modelModel: boolean;
  /** When the last verdict came; without any, the last decision, else the answer. UTC milliseconds. */
  readonly since: number;
}

/**
 * The status that follows from verdicts and decisions on one thing, in any order; null if there are none. A decision
 * comes first, then people's verdicts, then LLM judges'; what follows from the answer itself counts as people's.
 */
export function verdictStatusOf(said: UnitVerdicts): VerdictStatus | null {
  const { verdicts, decisions, exact, same, answeredAt } = said;
  if (verdicts.length === 0 && decisions.length === 0 && exact === null) return null;
  const people = verdicts.filter(({ human }) => human);
  const models = verdicts.filter(({ human }) => !human);
  const differences = differencesOf(people, models, exact, same);
  const times = (verdicts.length > 0 ? verdicts : decisions).map(({ at }) => at);
  const common = {
    judges: verdicts.length,
    ...differences,
    since: times.length > 0 ? Math.max(...times) : answeredAt,
  };
  const [decision, ...others] = decisions;
  if (others.length > 0) return { ...common, state: 'conflict', value: null, source: null };
  if (decision !== undefined) {
    return { ...common, state: 'decided', value: decision.value, source: 'adjudicated' };
  }
  const state = undecidedState(verdicts.length, exact, differences);
  if (exact !== null) return { ...common, state, value: exact, source: 'exact' };
  // People who differ leave it open; LLM judges who do, only where nobody else says anything.
  const open = differences.humanHuman || (people.length === 0 && differences.modelModel);
  const deciding = lastOf(people) ?? lastOf(models);
  if (open || deciding === null) return { ...common, state, value: null, source: null };
  return { ...common, state, value: deciding.value, source: sourceBy(people.length) };
}

/** Where a value comes from that no decision gives. */
function sourceBy(people: number): VerdictSource {
  if (people === 0) return 'model';
  return people > 1 ? 'unanimous' : 'single';
}

type Differences = Pick<VerdictStatus, 'humanHuman' | 'humanModel' | 'modelModel'>;

function undecidedState(
  verdicts: number,
  exact: Json | null,
  { humanHuman, humanModel, modelModel }: Differences,
): VerdictState {
  if (verdicts === 0) return 'exact';
  if (humanHuman || humanModel || modelModel) return 'disputed';
  return verdicts === 1 && exact === null ? 'single' : 'agreed';
}

function differencesOf(
  people: readonly JudgeVerdict[],
  models: readonly JudgeVerdict[],
  exact: Json | null,
  same: UnitVerdicts['same'],
): Differences {
  const ofPeople = distinct([...people.map(({ value }) => value), ...(exact === null ? [] : [exact])]);
  const ofModels = distinct(models.map(({ value }) => value));
  const differ = (some: readonly Json[], others: readonly Json[]): boolean =>
    some.some((one) => others.some((other) => !same(one, other)));
  const [humanHuman, modelModel] = [differ(ofPeople, ofPeople), differ(ofModels, ofModels)];
  return {
    humanHuman,
    // Where one side differs within itself, one of it differs from any other.
    humanModel:
      ofPeople.length > 0 && ofModels.length > 0 && (humanHuman || modelModel || differ(ofPeople, ofModels)),
    modelModel,
  };
}

/** Verdicts to the letter, each once. */
function distinct(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}

function lastOf(verdicts: readonly JudgeVerdict[]): JudgeVerdict | null {
  return verdicts.reduce<JudgeVerdict | null>(
    (last, each) => (last === null || isLater(each, last) ? each : last),
    null,
  );
}

/** Whether one came after the other; at the same time, by id. */
export function isLater(a: { at: number; id: string }, b: { at: number; id: string }): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at;
}
