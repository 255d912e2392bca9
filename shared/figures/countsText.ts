import type { Figure } from '../contract/metrics.ts';
import { formatCount } from '../base/counts.ts';
import { decimalText } from '../base/decimals.ts';

/** What makes a figure: "4 of 14" of a share, "n = 14" of any other; null where there is no figure. */
export function countsText(figure: Pick<Figure, 'value' | 'n' | 'hits'> | null | undefined): string | null {
  if (figure === null || figure === undefined || figure.value === null) return null;
  const { hits, n } = figure;
  if (hits === undefined) return `n = ${formatCount(n)}`;
  return `${Number.isInteger(hits) ? formatCount(hits) : decimalText(hits, 1)} of ${formatCount(n)}`;
}
