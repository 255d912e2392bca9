import { tableAsCsv } from '../../../shared/figures/csv.ts';
import { type Naming, pseudonymsFor, withNames } from '../../../shared/figures/naming.ts';
import type { Services } from '../../core/app/services.ts';
import type { ExportTable } from '../../../shared/figures/exportTable.ts';
import { tableAsLatex } from '../../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../../shared/figures/markdown.ts';
import { TABLE_WIDTHS, type TableLook } from '../../../shared/figures/tableLook.ts';
import type { FigureSource } from '../../../shared/figures/fileName.ts';
import { WrongUsage } from './usage.ts';

/** The form in which tables are asked for, to be pasted into a paper or read by a script. */
export interface TableOptions {
  readonly latex: boolean;
  readonly csv: boolean;
  readonly markdown: boolean;
  /** One of {@link TABLE_WIDTHS}. */
  readonly tableWidth: string;
  /** Whether intervals, numbers of items and p are in tables for a text. */
  readonly intervals: boolean;
  readonly counts: boolean;
  readonly p: boolean;
  /** Whether people have their names in these tables, in place of pseudonyms. */
  readonly names: boolean;
}

/** What people are called in tables that are asked for in a form. */
export const namingOf = ({ people }: Pick<Services, 'people'>, { names }: TableOptions): Naming =>
  names ? withNames : pseudonymsFor(people.pseudonyms());

/** What is chosen about tables for a text. Throws for an invalid width. */
function lookOf({ tableWidth, intervals, counts, p }: TableOptions): TableLook {
  const width = TABLE_WIDTHS.find((each) => each === tableWidth);
  if (width === undefined) throw new WrongUsage(`--table-width: choose one of ${TABLE_WIDTHS.join(', ')}.`);
  const chosen = { intervals, n: counts, p };
  return { width, shows: new Set((['intervals', 'n', 'p'] as const).filter((each) => chosen[each])) };
}

/**
 * The tables in the form asked for, a blank line between two; null where none is asked for. Throws for several forms.
 * @param source the kind of figures and what they are of, for LaTeX's labels
 */
export function tableLines(
  options: TableOptions,
  source: FigureSource,
  tables: () => readonly ExportTable[],
): string[] | null {
  const { latex, csv, markdown } = options;
  const look = lookOf(options);
  const forms = [
    ...(latex ? [(table: ExportTable) => tableAsLatex(table, source, look)] : []),
    ...(csv ? [tableAsCsv] : []),
    ...(markdown ? [(table: ExportTable) => tableAsMarkdown(table, look)] : []),
  ];
  if (forms.length > 1) throw new WrongUsage('Choose one of --latex, --csv and --markdown.');
  const [form] = forms;
  if (form === undefined) return null;
  return tables()
    .map((table) => form(table).trimEnd())
    .join('\n\n')
    .split('\n');
}
