import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import type { OpenedCell } from '../choices.ts';
import { figureText, intervalText, noteLetter } from '../export/exportTable.ts';

/** A cell as the screen shows it. */
export interface TableCell {
  readonly text: string;
  /** A second line, smaller: an interval, a count. */
  readonly detail?: string;
  /** Why there is no figure: written under the table. */
  readonly reason?: string;
  /** How strongly it is tinted, 0 to 1. */
  readonly heat?: number;
  /** Raters agree here. */
  readonly agreeing?: boolean;
  /** The items behind it; left out where there are none. */
  readonly opens?: OpenedCell;
  /** What a screen reader says of the button, where the text alone does not tell. */
  readonly label?: string;
}

export interface TableRow {
  readonly key: string;
  readonly head: string;
  readonly cells: readonly TableCell[];
}

const NOTHING: TableCell = { text: '' };

/** A figure with its interval (the bootstrap's where there is one), or word that there is none. */
export function figureCell(
  coefficient: Coefficient | undefined,
  rest: Omit<TableCell, 'text' | 'reason'> = {},
): TableCell {
  if (coefficient === undefined) return NOTHING;
  const { value, undefined: reason, ci95, ci95_bootstrap: bootstrap } = coefficient;
  if (value === null) return { ...rest, text: 'undefined', reason: reason ?? 'There is no figure.' };
  const interval = bootstrap ?? ci95;
  return {
    ...(interval !== null && { detail: intervalText(interval) }),
    heat: Math.min(1, Math.max(0, value)),
    ...rest,
    text: figureText(value),
  };
}

/** The reasons of a table’s cells, each once, with the letter that stands for it. */
export function footnotes(rows: readonly TableRow[]): ReadonlyMap<string, string> {
  const reasons = new Set(
    rows.flatMap(({ cells }) => cells.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))),
  );
  return new Map([...reasons].map((reason, index) => [reason, noteLetter(index)]));
}

/** What a cell says aloud. */
export function cellLabel(row: TableRow, column: string, cell: TableCell): string {
  const what = cell.label ?? `${row.head}, ${column}: ${cell.text}`;
  return [what, cell.detail, cell.reason].filter((part) => part !== undefined && part !== '').join(', ');
}
