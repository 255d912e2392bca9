import type { MetricDefinition, MetricValue } from '../../metrics.ts';

/**
 * A figure as a function of tallies: sums over questions, by name, each with its count. It is bound to columns first,
 * as a bootstrap computes every figure thousands of times.
 * @param placeOf where a tally's sum stands among the columns; its count comes next
 */
export type Formula = (placeOf: (tally: string) => number) => BoundFormula;
export type BoundFormula = (sums: ArrayLike<number>) => MetricValue;

/** A figure with its formula. */
export interface OwnMetric {
  readonly definition: MetricDefinition;
  readonly formula: Formula;
}

/** The columns of a tally. */
export const sumColumn = (tally: string): string => `${tally} sum`;
export const countColumn = (tally: string): string => `${tally} count`;

/** The mean of what a tally adds up. */
export const mean =
  (tally: string, nothing: string): Formula =>
  (placeOf) => {
    const place = placeOf(tally);
    const none: MetricValue = { value: null, undefined: nothing, n: 0 };
    return (sums) => {
      const n = sums[place + 1] ?? 0;
      return n === 0 ? none : { value: (sums[place] ?? 0) / n, undefined: null, n };
    };
  };

/** A figure of two others, not defined where one of them is not; `combine` gives why it is not in words. */
export const combineFormulas =
  (first: Formula, second: Formula, combine: (a: number, b: number) => number | string): Formula =>
  (placeOf) => {
    const [ofFirst, ofSecond] = [first(placeOf), second(placeOf)];
    return (sums) => {
      const [a, b] = [ofFirst(sums), ofSecond(sums)];
      const n = a.n + b.n;
      if (a.value === null || b.value === null)
        return { value: null, undefined: a.undefined ?? b.undefined, n };
      const value = combine(a.value, b.value);
      return typeof value === 'string' ? { value: null, undefined: value, n } : { value, undefined: null, n };
    };
  };

/** The greatest of some figures less the least, not defined where one of them is not. */
export const spread =
  (formulas: readonly Formula[]): Formula =>
  (placeOf) => {
    const bound = formulas.map((formula) => formula(placeOf));
    return (sums) => {
      let [greatest, least, n] = [-Infinity, Infinity, 0];
      let missing: string | null = null;
      for (const formula of bound) {
        const { value, undefined: nothing, n: own } = formula(sums);
        n += own;
        if (value === null) missing ??= nothing;
        else [greatest, least] = [Math.max(greatest, value), Math.min(least, value)];
      }
      return missing === null
        ? { value: greatest - least, undefined: null, n }
        : { value: null, undefined: missing, n };
    };
  };

export const difference = (a: number, b: number): number => a - b;
