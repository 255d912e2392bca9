import type { MetricDefinition, MetricValue } from '../../metrics.ts';

/** Sums over questions, by the name of what was added up, with how often something was. */
export interface Tallies {
  sum(tally: string): number;
  count(tally: string): number;
}

/** How a figure follows from the tallies. */
export type Formula = (tallies: Tallies) => MetricValue;

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
  (tallies) => {
    const n = tallies.count(tally);
    return n === 0
      ? { value: null, undefined: nothing, n: 0 }
      : { value: tallies.sum(tally) / n, undefined: null, n };
  };

/** A figure of two others, not defined where one of them is not; `combine` gives why it is not in words. */
export const combined =
  (first: Formula, second: Formula, combine: (a: number, b: number) => number | string): Formula =>
  (tallies) => {
    const [a, b] = [first(tallies), second(tallies)];
    const n = a.n + b.n;
    if (a.value === null || b.value === null)
      return { value: null, undefined: a.undefined ?? b.undefined, n };
    const value = combine(a.value, b.value);
    return typeof value === 'string' ? { value: null, undefined: value, n } : { value, undefined: null, n };
  };

/** The greatest of some figures less the least, not defined where one of them is not. */
export const spread =
  (formulas: readonly Formula[]): Formula =>
  (tallies) => {
    let [greatest, least, n] = [-Infinity, Infinity, 0];
    let missing: string | null = null;
    for (const formula of formulas) {
      const { value, undefined: nothing, n: own } = formula(tallies);
      n += own;
      if (value === null) missing ??= nothing;
      else [greatest, least] = [Math.max(greatest, value), Math.min(least, value)];
    }
    return missing === null
      ? { value: greatest - least, undefined: null, n }
      : { value: null, undefined: missing, n };
  };

export const difference = (a: number, b: number): number => a - b;
