import type { Metrics, MetricValue } from '../../../../shared/benchmarks/metrics.ts';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CountedAnswers } from '../../derived/metrics/contribution.ts';
import { type Bundle, sumInto, withoutColumns } from './cells.ts';

/** By how much answers would add more or less to what counts. */
export interface CoverageBundles {
  /** Which answers count. */
  readonly counted: CountedAnswers;
  /** All of these are against every answer, absent and unreadable ones as wrong. */
  readonly ifPresentAlone: Bundle;
  readonly ifReadableAlone: Bundle;
  readonly ifAllJudged: Bundle;
  readonly ifJudgedAlone: Bundle;
}

/** What figures rest on. */
export interface FigureCoverage {
  /** What counts, without columns where no answer that needs a judge is judged. */
  readonly bundle: Bundle;
  /** Some of what counts, without these columns. */
  readonly without: (part: Bundle) => Bundle;
  /** How many answers a figure rests on that could be read and are judged, and on how many it could rest. */
  readonly of: (metric: string) => NonNullable<Figure['coverage']>;
  /** Why a figure is not there that would rest on answers alone that need no judge; null where that is not why. */
  readonly explain: (metric: string) => string | null;
}

/**
 * How much of what was answered figures rest on. Answers that tell by themselves that there is nothing need no judge;
 * while none of the others is judged they are a choice among answers, and no figure is made of them.
 */
export function coverageOf(
  metrics: Metrics,
  parameters: JsonObject,
  bundle: Bundle,
  { counted: which, ifPresentAlone, ifReadableAlone, ifAllJudged, ifJudgedAlone }: CoverageBundles,
  columns: number,
): FigureCoverage {
  const sumsOf = (of: Bundle): Float64Array => {
    const sums = new Float64Array(columns);
    sumInto(sums, of);
    return sums;
  };
  const changed = (sums: Float64Array, by: Bundle, times = 1): Float64Array =>
    by.columns.length === 0 ? sums : sumsOf(by).map((value, column) => (sums[column] ?? 0) + times * value);
  const counted = sumsOf(bundle);
  const by = { all: null, present: ifPresentAlone, readable: ifReadableAlone }[which];
  const all = by === null ? counted : changed(counted, by, -1);
  const present = which === 'present' ? counted : changed(all, ifPresentAlone);
  const readable = which === 'readable' ? counted : changed(all, ifReadableAlone);
  const judgedThroughout = changed(all, ifAllJudged);
  const needingJudge = changed(all, ifJudgedAlone);
  const waiting = new Set<number>();
  if (ifAllJudged.size > 0 && ifJudgedAlone.size > 0)
    all.forEach((value, column) => {
      if (value > 0 && needingJudge[column] === 0 && (judgedThroughout[column] ?? 0) > value)
        waiting.add(column);
    });
  const figures = (sums: Float64Array): Readonly<Record<string, MetricValue>> =>
    metrics.figures(sums, parameters);
  const before = figures(all);
  const [ofPresent, ofReadable, ofJudged] = [
    present === all ? before : figures(present),
    readable === all ? before : figures(readable),
    judgedThroughout === all ? before : figures(judgedThroughout),
  ];
  return {
    bundle: withoutColumns(bundle, waiting),
    without: (part) => withoutColumns(part, waiting),
    of(metric) {
      const [n, there, covered, of] = [before, ofPresent, ofReadable, ofJudged].map(
        (found) => found[metric]?.n ?? 0,
      );
      return {
        covered: covered ?? 0,
        of: of ?? 0,
        lacks: [
          ...((there ?? 0) < (n ?? 0) ? (['answers'] as const) : []),
          ...((covered ?? 0) < (there ?? 0) ? (['readable answers'] as const) : []),
          ...((n ?? 0) < (of ?? 0) ? (['verdicts'] as const) : []),
        ],
      };
    },
    explain(metric) {
      const value = before[metric];
      if (waiting.size === 0 || (value?.value ?? null) === null) return null;
      const count = (ofJudged[metric]?.n ?? 0) - (value?.n ?? 0);
      return count === 1
        ? 'No verdict counts yet on the 1 answer that needs a judge here; the others alone give no fair figure.'
        : `No verdict counts yet on any of the ${String(count)} answers that need a judge here; the others alone give no fair figure.`;
    },
  };
}
