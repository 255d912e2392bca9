import type { QueryFigure } from '../../querySets.ts';

export type SetFigure = Pick<QueryFigure, 'metric' | 'of' | 'value' | 'undefined' | 'n'>;

/** The mean of numbers, or why there is none. */
export function meanFigure(
  metric: string,
  of: string | null,
  values: readonly number[],
  nothing: string,
): SetFigure {
  return values.length === 0
    ? { metric, of, value: null, undefined: nothing, n: 0 }
    : {
        metric,
        of,
        value: values.reduce((sum, value) => sum + value, 0) / values.length,
        undefined: null,
        n: values.length,
      };
}

/** A figure worked out of two others, not defined where one of them is not. */
export function combineFigures(
  metric: string,
  of: string | null,
  [first, second]: readonly [SetFigure, SetFigure],
  combine: (a: number, b: number) => number | string,
): SetFigure {
  const n = first.n + second.n;
  if (first.value === null || second.value === null)
    return { metric, of, value: null, undefined: first.undefined ?? second.undefined, n };
  const value = combine(first.value, second.value);
  return typeof value === 'string'
    ? { metric, of, value: null, undefined: value, n }
    : { metric, of, value, undefined: null, n };
}

/** What is less in the second. */
export const difference = (a: number, b: number): number => a - b;
