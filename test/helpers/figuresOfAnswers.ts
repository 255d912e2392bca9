import { bundleOf, CellsBuilder } from '../../electron/core/features/metrics/cells.ts';
import { computeFigures, type FiguresJob } from '../../electron/core/features/metrics/figures.ts';
import { metrics } from '../../shared/benchmarks/caughtcheating/metrics.ts';
import type { Figure } from '../../shared/contract/metrics.ts';

export const columns = metrics.columns({});

/** Every answer can be read and is judged. */
const NO_CHANGE = bundleOf(new CellsBuilder().close());
export const ALL_COVERED = {
  counted: 'all' as const,
  ifPresentAlone: NO_CHANGE,
  ifReadableAlone: NO_CHANGE,
  ifAllJudged: NO_CHANGE,
  ifJudgedAlone: NO_CHANGE,
};

/** What one item adds: whether it is clued, and whether it was answered rightly. */
export interface Given {
  readonly clued: boolean;
  readonly right: boolean;
}

export const valuesOf = ({ clued, right }: Given): number[] =>
  columns.map((column) => {
    if (column === (clued ? 'clued' : 'unclued')) return 1;
    return column === (clued ? 'clued_hits' : 'unclued_hits') && right ? 1 : 0;
  });

export function figuresOf(
  given: readonly Given[],
  single: boolean,
  resamples = 400,
  seed = 7,
  more: Partial<FiguresJob> = {},
): Record<string, Figure> {
  const cells = new CellsBuilder();
  given.forEach((item, place) => cells.add(place, 0, valuesOf(item)));
  const [figures] = computeFigures(
    metrics,
    {},
    [{ bundle: bundleOf(cells.close()), single, coverage: ALL_COVERED, ...more }],
    { resamples, seed },
    () => undefined,
  );
  return figures ?? {};
}

export const answers = (hits: number, clued: number, rightlyNone: number, unclued: number): Given[] => [
  ...Array.from({ length: clued }, (_, at) => ({ clued: true, right: at < hits })),
  ...Array.from({ length: unclued }, (_, at) => ({ clued: false, right: at < rightlyNone })),
];
