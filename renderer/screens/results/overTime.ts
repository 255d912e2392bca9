import type { MetricsReport } from '../../../shared/contract/metrics.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { wilsonInterval } from '../../../shared/statistics/proportions.ts';

export type ParticipantAnswer = NonNullable<MetricsReport['people']>['answers'][number];

/** A stretch of the order in which participants answered, with what they made of it. */
export interface TimeStretch {
  /** Positions, from 1. */
  readonly first: number;
  readonly last: number;
  readonly answers: number;
  /** Mean of the answers that are judged, with its 95 % interval. */
  readonly correct: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly n: number;
  } | null;
  /** Seconds: the middle answer, and the quarters beside it. */
  readonly seconds: { readonly median: number; readonly low: number; readonly high: number } | null;
  readonly itemIds: readonly ItemId[];
}

/** How many stretches there are, each with the same number of answers as far as positions allow. */
const STRETCHES = 10;

/** The kinds of steps that were answered: `p_sub_ins` of `p_sub_ins/0`. */
export function stepKinds(answers: readonly ParticipantAnswer[]): readonly string[] {
  return [...new Set(answers.map(({ step }) => stepKind(step)))].sort();
}

export function stepKind(step: string): string {
  return step.split('/')[0] ?? step;
}

/** Answers in the order in which they were given, divided into stretches: learning and fatigue. */
export function stretchesOf(answers: readonly ParticipantAnswer[]): readonly TimeStretch[] {
  const sorted = answers.toSorted((a, b) => a.position - b.position);
  const stretches: ParticipantAnswer[][] = [];
  for (const answer of sorted) {
    const last = stretches.at(-1);
    const full = last !== undefined && last.length >= sorted.length / STRETCHES;
    // Answers of one position stay together.
    if (last === undefined || (full && last.at(-1)?.position !== answer.position)) stretches.push([answer]);
    else last.push(answer);
  }
  return stretches.map((stretch) => ({
    first: (stretch[0]?.position ?? 0) + 1,
    last: (stretch.at(-1)?.position ?? 0) + 1,
    answers: stretch.length,
    correct: meanOf(stretch.flatMap(({ correct }) => correct ?? [])),
    seconds: quartersOf(stretch.flatMap(({ seconds }) => seconds ?? [])),
    itemIds: [...new Set(stretch.map(({ itemId }) => itemId))],
  }));
}

/** Wilson's interval where every value is 0 or 1, else the mean more or less 1.96 standard errors, within 0 and 1. */
function meanOf(values: readonly number[]): TimeStretch['correct'] {
  const n = values.length;
  if (n === 0) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = sum / n;
  if (values.every((value) => value === 0 || value === 1)) {
    const interval = wilsonInterval(sum, n);
    return interval.defined ? { mean, low: interval.low, high: interval.high, n } : null;
  }
  const variance = n < 2 ? 0 : values.reduce((all, value) => all + (value - mean) ** 2, 0) / (n - 1);
  const half = 1.96 * Math.sqrt(variance / n);
  return { mean, low: Math.max(0, mean - half), high: Math.min(1, mean + half), n };
}

function quartersOf(values: readonly number[]): TimeStretch['seconds'] {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)] ?? 0;
    const above = sorted[Math.ceil(place)] ?? below;
    return below + (place - Math.floor(place)) * (above - below);
  };
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}
