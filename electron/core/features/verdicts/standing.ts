import type { Json } from '../../../../shared/domain/json.ts';
import { canonicalJson } from '../../../../shared/domain/json.ts';
import type { VerdictSource, VerdictState } from '../../../../shared/domain/status.ts';

/** What one judge says of one thing, their last word. */
export interface GivenVerdict {
  /** People, as opposed to LLM judges. */
  readonly human: boolean;
  readonly value: Json;
  /** UTC milliseconds. */
  readonly at: number;
  /** Decides between two of the same time. */
  readonly id: string;
}

/** A decision that nothing replaced. */
export interface HoldingDecision {
  readonly value: Json;
  readonly at: number;
}

/** Everything that is said of one thing to be judged. */
export interface SaidOfUnit {
  readonly verdicts: readonly GivenVerdict[];
  readonly decisions: readonly HoldingDecision[];
  /** What follows from the answer itself, null where a judge is needed. */
  readonly exact: Json | null;
  /** Whether judges can differ: lists of texts, and figures that only a file knows, are taken as they are. */
  readonly comparable: boolean;
  /** When the answer was given or read; the time of a verdict that nobody gave. */
  readonly answeredAt: number;
}

/** What holds of it. */
export interface UnitStanding {
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
 * What follows from verdicts and decisions on one thing, whatever order they came in; null where nothing is said of it.
 * A decision holds before all else, people's verdict before LLM judges'; what follows from the answer itself stands as
 * the people's.
 */
export function standingOf(said: SaidOfUnit): UnitStanding | null {
  const { verdicts, decisions, exact, comparable, answeredAt } = said;
  if (verdicts.length === 0 && decisions.length === 0 && exact === null) return null;
  const people = verdicts.filter(({ human }) => human);
  const models = verdicts.filter(({ human }) => !human);
  const differences = comparable ? differencesOf(people, models, exact) : NONE;
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
  const { humanHuman, humanModel, modelModel } = differences;
  const state = ((): VerdictState => {
    if (verdicts.length === 0) return 'exact';
    if (humanHuman || humanModel || modelModel) return 'disputed';
    return verdicts.length === 1 && exact === null ? 'single' : 'agreed';
  })();
  if (exact !== null) return { ...common, state, value: exact, source: 'exact' };
  // People who differ leave it open; LLM judges who do, only where nobody else says anything.
  const open = humanHuman || (people.length === 0 && modelModel);
  const deciding = lastOf(people) ?? lastOf(models);
  if (open || deciding === null) return { ...common, state, value: null, source: null };
  const source = people.length === 0 ? 'model' : people.length > 1 && comparable ? 'unanimous' : 'single';
  return { ...common, state, value: deciding.value, source };
}

const NONE = { humanHuman: false, humanModel: false, modelModel: false };

function differencesOf(
  people: readonly GivenVerdict[],
  models: readonly GivenVerdict[],
  exact: Json | null,
): Pick<UnitStanding, 'humanHuman' | 'humanModel' | 'modelModel'> {
  const ofPeople = new Set(people.map(({ value }) => canonicalJson(value)));
  if (exact !== null) ofPeople.add(canonicalJson(exact));
  const ofModels = new Set(models.map(({ value }) => canonicalJson(value)));
  return {
    humanHuman: ofPeople.size > 1,
    humanModel: ofPeople.size > 0 && ofModels.size > 0 && new Set([...ofPeople, ...ofModels]).size > 1,
    modelModel: ofModels.size > 1,
  };
}

function lastOf(verdicts: readonly GivenVerdict[]): GivenVerdict | null {
  return verdicts.reduce<GivenVerdict | null>(
    (last, each) => (last === null || isLater(each, last) ? each : last),
    null,
  );
}

/** Whether one came after the other; at the same time, by id. */
export function isLater(a: { at: number; id: string }, b: { at: number; id: string }): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at;
}
