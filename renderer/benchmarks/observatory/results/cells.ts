import { rowName } from '../../../../shared/figures/resultsTables.ts';
import { KINDS } from '../../../../shared/benchmarks/observatory/queries/kinds.ts';
import {
  CONDITIONS,
  type ImageCondition,
} from '../../../../shared/benchmarks/observatory/queries/entities.ts';
import { CELLS } from '../../../../shared/benchmarks/observatory/queries/gridPointing.ts';
import { cellName, familyName, taskName } from '../../../../shared/benchmarks/observatory/metrics/names.ts';
import type { Domain } from '../../../../shared/benchmarks/observatory/schema.ts';
import type { Figure, MetricsRow } from '../../../../shared/contract/metrics.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';

/** One respondent's accuracy by the cell that the original is in. */
export interface CellPanel {
  readonly key: string;
  readonly name: string;
  /** In the order of {@link CELLS}. */
  readonly cells: readonly Figure[];
  readonly spread: Figure;
  /** Questions answered. */
  readonly n: number;
}

/** What cells are called, in their order. */
export const CELL_NAMES = ['Top left', 'Top right', 'Bottom left', 'Bottom right'] as const;

/** Families that the figures can be looked at by; null: all together. */
export const FAMILIES: readonly (ImageCondition | null)[] = [null, ...CONDITIONS];

/** Those of the lines that answered grid pointing in the domain, on images of the family. */
export function cellPanels(
  rows: readonly MetricsRow[],
  domain: Domain,
  family: ImageCondition | null,
): readonly CellPanel[] {
  const name = taskName(domain, 'grid');
  return rows.flatMap((row): CellPanel[] => {
    const cells = CELLS.flatMap((cell) => row.figures[familyName(cellName(name, cell), family)] ?? []);
    const spread = row.figures[familyName(`${name}_spread`, family)];
    if (cells.length < CELLS.length || spread === undefined) return [];
    const n = cells.reduce((sum, figure) => sum + figure.n, 0);
    return n === 0 ? [] : [{ key: row.key, name: rowName(row), cells, spread, n }];
  });
}

/** The Library's filter for the questions that the figures are about. */
export function gridFilter(domain: Domain, family: ImageCondition | null): ItemFilter {
  const kind = KINDS.find(({ id }) => id === 'grid')?.title ?? '';
  return { facets: { kind: [kind], domain: [domain], ...(family !== null && { family: [family] }) } };
}
