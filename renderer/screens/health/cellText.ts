import { pText } from '../../../shared/statistics/probability.ts';

/** A cell of a finding's table as it is read: p values in their own way, other figures as `figureText` has them. */
export function cellText(
  column: string | undefined,
  cell: string | number,
  figureText: (value: number) => string = String,
): string {
  if (typeof cell === 'string') return cell;
  return column !== undefined && /\bp$/u.test(column) ? pText(cell) : figureText(cell);
}
