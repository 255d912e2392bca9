import { tableAsCsv } from '../../../shared/figures/csv.ts';
import { pseudonymsFor, withNames, type Naming } from '../../../shared/figures/naming.ts';
import type { Services } from '../../core/app/services.ts';
import type { ExportTable } from '../../../shared/figures/exportTable.ts';
import { tableAsLatex } from '../../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../../shared/figures/markdown.ts';
import { WrongUsage } from './usage.ts';

/** The form in which tables are asked for, to be pasted into a paper or read by a script. */
export interface TableOptions {
  readonly latex: boolean;
  readonly csv: boolean;
  readonly markdown: boolean;
  /** Whether people have their names in these tables, in place of pseudonyms. */
  readonly names: boolean;
}

/** What people are called in tables that are asked for in a form. */
export const namingOf = ({ people }: Pick<Services, 'people'>, { names }: TableOptions): Naming =>
  names ? withNames : pseudonymsFor(people.pseudonyms());

/**
 * The tables in the form asked for, a blank line between two; null where none is asked for. Throws for several forms.
 * @param topic the kind of figures, for LaTeX's labels
 */
export function tableLines(
  { latex, csv, markdown }: TableOptions,
  topic: string,
  tables: () => readonly ExportTable[],
): string[] | null {
  const forms = [
    ...(latex ? [(table: ExportTable) => tableAsLatex(table, topic)] : []),
    ...(csv ? [tableAsCsv] : []),
    ...(markdown ? [tableAsMarkdown] : []),
  ];
  if (forms.length > 1) throw new WrongUsage('Choose one of --latex, --csv and --markdown.');
  const [form] = forms;
  if (form === undefined) return null;
  return tables()
    .map((table) => form(table).trimEnd())
    .join('\n\n')
    .split('\n');
}
