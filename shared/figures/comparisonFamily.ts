import { decimalText } from '../base/decimals.ts';
import type { PairedComparison } from '../contract/metrics.ts';
import { pInWords } from '../statistics/probability.ts';
import { holm } from '../statistics/proportions.ts';

/** A comparison with its p after Holm's correction over the family it is shown in. */
export interface FamilyMember extends PairedComparison {
  readonly pHolm: number | null;
  /** How many tests it is adjusted for. */
  readonly tests: number;
}

/** Where somebody stands among those compared. */
export interface Rank {
  readonly key: string;
  readonly name: string;
  /** 1 has the highest figure. */
  readonly rank: number;
  /** The 95 % interval of the rank. */
  readonly low: number;
  readonly high: number;
}

/** Below this an adjusted p speaks for a difference. */
const LEVEL = 0.05;

/**
 * The comparisons that are shown together, or of them only those with one respondent, each with its p adjusted for
 * being one of several tests (Holm 1979).
 */
export function comparisonFamily(
  pairs: readonly PairedComparison[],
  against: string | null = null,
): readonly FamilyMember[] {
  const shown = pairs
    .filter(({ first, second }) => against === null || first === against || second === against)
    .map((pair) => (pair.second === against && pair.first !== against ? turned(pair) : pair));
  const tested = shown.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(tested.map((pair, place) => [pair, adjusted[place] ?? null]));
  return shown.map((pair) => ({ ...pair, pHolm: adjustedOf.get(pair) ?? null, tests: tested.length }));
}

/** The same comparison with its two sides exchanged. */
function turned(pair: PairedComparison): PairedComparison {
  const { first, second, firstName, secondName, conditions, values, difference, ci95 } = pair;
  return {
    ...pair,
    first: second,
    second: first,
    firstName: secondName,
    secondName: firstName,
    conditions: conditions === null ? null : [conditions[1], conditions[0]],
    values: values === null ? null : [values[1], values[0]],
    difference: difference === null ? null : -difference,
    ci95: ci95 === null ? null : [-ci95[1], -ci95[0]],
  };
}

const isReliable = ({ pHolm }: FamilyMember): boolean => pHolm !== null && pHolm < LEVEL;

/**
 * The ranks of all who are compared with each other, the highest figure first, with simultaneous 95 % intervals: at best
 * behind those who are reliably ahead, at worst ahead of those who are reliably behind (Mogstad, Romano, Shaikh and
 * Wilhelm 2024, from Holm-adjusted pairs). Null where some were not compared with all others.
 */
export function ranksOf(family: readonly FamilyMember[]): readonly Rank[] | null {
  const names = new Map(
    family.flatMap(({ first, firstName, second, secondName }) => [
      [first, firstName] as const,
      [second, secondName] as const,
    ]),
  );
  const all = names.size;
  if (all < 2 || family.length !== (all * (all - 1)) / 2) return null;
  if (family.some(({ difference }) => difference === null)) return null;
  const lead = (key: string, member: FamilyMember): number =>
    (member.first === key ? 1 : member.second === key ? -1 : 0) * (member.difference ?? 0);
  return [...names]
    .map(([key, name]): Rank => {
      const count = (test: (member: FamilyMember) => boolean): number => family.filter(test).length;
      return {
        key,
        name,
        rank: 1 + count((member) => lead(key, member) < 0),
        low: 1 + count((member) => lead(key, member) < 0 && isReliable(member)),
        high: all - count((member) => lead(key, member) > 0 && isReliable(member)),
      };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** How a figure is printed. */
export interface PrintFormat {
  readonly factor: number;
  readonly digits: number;
}

/**
 * "A is higher than B by 5.1 points [1.2, 9.0], p = 0.012 after Holm." The interval belongs to the p before Holm's
 * correction: where the two would seem to differ, the sentence says what was adjusted, and for how many tests.
 */
export function comparisonSentence(member: FamilyMember, { factor, digits }: PrintFormat): string {
  const { difference, ci95, p, pHolm, tests } = member;
  const [one, other] = sidesOf(member);
  if (difference === null) return `${one} and ${other}: ${member.undefined ?? 'there is no comparison.'}`;
  const print = (value: number): string => decimalText(value, Math.min(digits, 3), factor);
  const unit = factor === 100 ? ' points' : '';
  const up = difference >= 0;
  const size = `${print(Math.abs(difference))}${unit}${intervalText(ci95, up, print)}`;
  if (p === null || pHolm === null)
    return `${one} less ${other}: ${print(difference)}${unit}; there is no test. ${member.noInterval ?? ''}`.trimEnd();
  const holm = `${pInWords(pHolm)} after Holm`;
  if (Number(print(difference)) === 0) return `${one} and ${other} are level: ${size}, ${holm}.`;
  const [ahead, behind] = up ? [one, other] : [other, one];
  const is = member[up ? 'first' : 'second'] === 'people' ? 'are' : 'is';
  if (isReliable(member)) return `${ahead} ${is} higher than ${behind} by ${size}, ${holm}.`;
  const lead = `${ahead} ${is} ahead of ${behind} by ${size}`;
  return p < LEVEL
    ? `${lead}: reliable as the only comparison (${pInWords(p)}), but not as one of ${String(tests)} (${holm}).`
    : `${lead}, but these items leave the order open: ${holm}.`;
}

/** The ends of a difference's interval, seen from the one that is ahead. */
function intervalText(
  ci95: FamilyMember['ci95'],
  isFirstAhead: boolean,
  print: (value: number) => string,
): string {
  if (ci95 === null) return '';
  const [low, high] = isFirstAhead ? ci95 : ([-ci95[1], -ci95[0]] as const);
  return ` [${print(low)}, ${print(high)}]`;
}

/** The two that are compared, each with its condition where they have several. */
function sidesOf({ firstName, secondName, conditions }: FamilyMember): readonly [string, string] {
  return conditions === null
    ? [firstName, secondName]
    : [`${firstName} (${conditions[0]})`, `${secondName} (${conditions[1]})`];
}

/** What each test is, in a sentence that a first-year student understands. */
export const TEST_SENTENCES: Readonly<Record<NonNullable<PairedComparison['test']>, string>> = {
  mcnemar: 'McNemar: counts the items that only one of the two has right, as if coins were tossed for them.',
  t: 't: the difference beside its standard error over items (and people, where they are several).',
};

/** How intervals and p belong together. */
export const ONE_MODEL_SENTENCE =
  'An interval and its p come from one test: before rounding, the interval excludes 0 exactly where p is below 0.05. Both are of this comparison alone; only p after Holm is adjusted for the other tests.';

export const TEST_WORDS: Readonly<Record<NonNullable<PairedComparison['test']>, string>> = {
  mcnemar: 'McNemar',
  t: 't',
};
