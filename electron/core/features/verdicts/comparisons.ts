import { agreementOf } from '../../../../shared/agreement/analysis/analyse.ts';
import type { ResamplingMonitor } from '../../../../shared/agreement/intervals/bootstrap.ts';
import type { CoefficientName } from '../../../../shared/agreement/coefficients/coefficients.ts';
import { confusionOf } from '../../../../shared/agreement/ratings/confusion.ts';
import type { Ratings } from '../../../../shared/agreement/ratings/ratings.ts';
import { sameKeyPoints } from '../../../../shared/benchmarks/samePoints.ts';
import type { Criterion, VerdictKind } from '../../../../shared/benchmarks/judging.ts';
import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import type { JudgeComparison, VerdictAgreement } from '../../../../shared/contract/verdicts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import { coefficientsOf, requireFinished } from '../../derived/agreement/figures.ts';
import type { KeyPointLists, Opinion } from './opinion.ts';
import type { Opinions } from './opinions.ts';

/** How the figures are to be computed. */
export interface ComparisonOptions {
  readonly resamples: number;
  readonly seed: number;
}

interface WatchedOptions extends ComparisonOptions {
  readonly watch: ResamplingMonitor;
}

/** An LLM judge against people; who it is the service adds. */
export type JudgeFigures = Omit<JudgeComparison, 'judge'> & { readonly judge: PersonId };
type PeopleFigures = Omit<VerdictAgreement['people'][number], 'judges'> & {
  readonly judges: readonly PersonId[];
};

export interface Comparisons {
  readonly comparisons: readonly JudgeFigures[];
  readonly people: readonly PeopleFigures[];
}

/** A criterion with the values that are compared: key points are, by their number. */
type Choice = Pick<Criterion, 'id' | 'title'> & {
  readonly verdict: Extract<VerdictKind, { kind: 'choice' }>;
};

/** Of two: the one against the other. */
const NOMINAL: readonly CoefficientName[] = ['percent_agreement', 'cohen_kappa', 'gwet_ac1'];
const ORDINAL: readonly CoefficientName[] = [
  'percent_agreement',
  'cohen_kappa',
  'cohen_kappa_quadratic',
  'krippendorff_alpha',
  'gwet_ac1',
  'gwet_ac2',
];
/** Of any number of people. */
const AMONG: readonly CoefficientName[] = ['fleiss_kappa', 'krippendorff_alpha'];

/**
 * Every LLM judge on every criterion against people: before decisions (what people say, where they agree or one is
 * alone), and after them (accepted verdicts, as far as people have a part in them); and people among themselves.
 */
export function comparisonsOf(
  criteria: readonly Criterion[],
  { opinions, silences }: Opinions,
  options: ComparisonOptions,
  progress: (done: number, total: number) => void,
): Comparisons {
  const comparisons: JudgeFigures[] = [];
  const people: PeopleFigures[] = [];
  const byCriterion = Map.groupBy(opinions, ({ criterion }) => criterion);
  const choices = criteria.map((criterion) => comparedBy(criterion, byCriterion.get(criterion.id) ?? []));
  const judgesOf = (criterion: string): PersonId[] => [
    ...new Set([
      ...(byCriterion.get(criterion) ?? []).flatMap(({ models }) => [...models.keys()]),
      ...silences.filter((silence) => silence.criterion === criterion).map(({ judge }) => judge),
    ]),
  ];
  const parts = choices.map((criterion) => ({ criterion, judges: judgesOf(criterion.id).sort() }));
  const total = parts.reduce((sum, { judges }) => sum + judges.length + 1, 0);
  let done = 0;
  const tell = (): void => {
    done += 1;
    progress(done, total);
  };
  const computing: WatchedOptions = { ...options, watch: { progress: () => progress(done, total) } };
  for (const { criterion, judges } of parts) {
    const about = byCriterion.get(criterion.id) ?? [];
    for (const judge of judges) {
      const silent = (outcome: 'unknown' | 'unparsed'): number =>
        silences.find(
          (each) => each.judge === judge && each.criterion === criterion.id && each.outcome === outcome,
        )?.units ?? 0;
      comparisons.push({
        ...comparisonOf(criterion, judge, about, computing),
        unparsed: silent('unparsed'),
        unknown: silent('unknown'),
      });
      tell();
    }
    const among = amongPeople(criterion, about, computing);
    if (among !== null) people.push(among);
    tell();
  }
  return { comparisons, people };
}

function comparedBy({ id, title, verdict }: Criterion, opinions: readonly Opinion[]): Choice {
  if (verdict.kind === 'choice') return { id, title, verdict };
  const most = opinions.reduce(
    (max, { people, models, gold }) => Math.max(max, gold ?? 0, ...people.values(), ...models.values()),
    0,
  );
  const values = Array.from({ length: most + 1 }, (_, value) => ({ value, title: String(value), key: '' }));
  return { id, title, verdict: { kind: 'choice', level: 'ordinal', values } };
}

/** On how many answers a judge's key points are the same passages as the others'; left out by other criteria. */
function samePassages(
  opinions: readonly Opinion[],
  sides: (lists: KeyPointLists) => readonly (readonly [Json, Json])[],
): { readonly units: number; readonly same: number } | null {
  if (!opinions.some(({ lists }) => lists !== null)) return null;
  const pairs = opinions.flatMap(({ lists }) =>
    lists === null ? [] : [{ answer: lists.answer, of: sides(lists) }],
  );
  const met = pairs.filter(({ of }) => of.length > 0);
  return {
    units: met.length,
    same: met.filter(({ answer, of }) => of.every(([a, b]) => sameKeyPoints(a, b, answer))).length,
  };
}

function passagesOf(
  opinions: readonly Opinion[],
  judge: PersonId,
): Pick<JudgeComparison, 'passages'> | undefined {
  const against = (other: (lists: KeyPointLists) => Json | null) =>
    samePassages(opinions, (lists) => {
      const [theirs, own] = [other(lists), lists.models.get(judge) ?? null];
      return theirs === null || own === null ? [] : [[theirs, own]];
    });
  const [before, after] = [against(({ agreed }) => agreed), against(({ gold }) => gold)];
  return before === null || after === null ? undefined : { passages: { before, after } };
}

function comparisonOf(
  criterion: Choice,
  judge: PersonId,
  opinions: readonly Opinion[],
  options: WatchedOptions,
): Omit<JudgeFigures, 'unparsed' | 'unknown'> {
  const { id, title, verdict } = criterion;
  const pairs = (other: (opinion: Opinion) => number | null): (readonly [number, number])[] =>
    opinions.flatMap((opinion) => {
      const [theirs, own] = [other(opinion) ?? -1, opinion.models.get(judge) ?? -1];
      return theirs < 0 || own < 0 ? [] : [[theirs, own] as const];
    });
  const [before, after] = [pairs(({ agreed }) => agreed), pairs(({ gold }) => gold)];
  const decided = opinions.filter(({ models, cause }) => cause !== null && models.has(judge));
  return {
    judge,
    criterion: id,
    title,
    level: verdict.level,
    before: {
      units: before.length,
      coefficients: figuresOf(criterion, ratingsOf(criterion, before), options),
    },
    after: { units: after.length, coefficients: figuresOf(criterion, ratingsOf(criterion, after), options) },
    values: verdict.values.map(({ value }) => valueName(value)),
    ...passagesOf(opinions, judge),
    confusionBefore: confusion(criterion, before),
    confusionAfter: confusion(criterion, after),
    errors: directions(criterion, before),
    errorsAfter: directions(criterion, after),
    causes: VerdictCause.options.flatMap((cause) => {
      const units = decided.filter((opinion) => opinion.cause === cause).length;
      return units === 0 ? [] : [{ cause, units }];
    }),
  };
}

function amongPeople(
  criterion: Choice,
  opinions: readonly Opinion[],
  options: WatchedOptions,
): PeopleFigures | null {
  const judges = [...new Set(opinions.flatMap(({ people }) => [...people.keys()]))].sort();
  if (judges.length < 2) return null;
  const rated = opinions.filter(({ people }) => people.size > 0);
  const codes = new Int32Array(rated.length * judges.length).fill(-1);
  rated.forEach(({ people }, unit) => {
    judges.forEach((judge, at) => (codes[unit * judges.length + at] = people.get(judge) ?? -1));
  });
  const passages = samePassages(opinions, ({ people }) => {
    const [first, ...others] = people;
    return first === undefined ? [] : others.map((other) => [first, other] as const);
  });
  const ratings = {
    items: rated.length,
    raters: judges.length,
    categories: criterion.verdict.values.length,
    codes,
    values: null,
  };
  return {
    criterion: criterion.id,
    title: criterion.title,
    judges,
    units: rated.filter(({ people }) => people.size > 1).length,
    ...(passages !== null && { passages }),
    coefficients: figuresOf(criterion, ratings, options, AMONG),
  };
}

function ratingsOf({ verdict }: Choice, pairs: readonly (readonly [number, number])[]): Ratings {
  return {
    items: pairs.length,
    raters: 2,
    categories: verdict.values.length,
    codes: Int32Array.from(pairs.flat()),
    values: null,
  };
}

function figuresOf(
  { verdict: { level, values } }: Choice,
  ratings: Ratings,
  { resamples, seed, watch }: WatchedOptions,
  more: readonly CoefficientName[] = [],
): Record<string, Coefficient> {
  const coefficients = [
    ...new Set<CoefficientName>([
      ...(level === 'ordinal' ? ORDINAL : NOMINAL),
      ...more,
      // What depends on the number of categories is for two.
      ...(values.length === 2 ? (['pabak'] as const) : []),
    ]),
  ];
  const bootstrap = resamples === 0 ? null : { resamples, seed };
  return coefficientsOf(
    requireFinished(agreementOf({ level, ratings, offered: values.length, coefficients, bootstrap }, watch)),
  );
}

function confusion(criterion: Choice, pairs: readonly (readonly [number, number])[]): number[][] {
  return confusionOf(ratingsOf(criterion, pairs), 0, 1).counts.map((row) => [...row]);
}

/**
 * How often the judge's verdict is the higher and how often the lower. Numbers are compared as such, ordinal values by
 * their order; of nominal ones the first that is offered (YES) is the highest.
 */
function directions(
  { verdict: { level, values } }: Choice,
  pairs: readonly (readonly [number, number])[],
): JudgeComparison['errors'] {
  const rank = (place: number): number => {
    const value = values[place]?.value;
    if (typeof value === 'number') return value;
    return level === 'ordinal' ? place : -place;
  };
  return {
    higher: pairs.filter(([others, judge]) => rank(judge) > rank(others)).length,
    lower: pairs.filter(([others, judge]) => rank(judge) < rank(others)).length,
  };
}

/** A value as tables show it. */
const valueName = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
