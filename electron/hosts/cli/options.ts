import type { Command } from 'commander';
import type { TableWidth } from '../../../shared/figures/tableLook.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { alternatives, explained } from './command.ts';

/** What `--status` takes, as help says it. */
export const STATUS = `${alternatives([...ItemStatus.options, 'any'])}; separate several with commas`;

const TABLE_WIDTHS: Readonly<Record<TableWidth, string>> = {
  column: 'one column of a two-column paper',
  columns: 'both',
  page: 'a paper of one column',
};

/** The options of commands that give tables. */
export const withTableOptions = (command: Command): Command =>
  command
    .option('--latex', 'tables for a paper (booktabs, pdfLaTeX)', false)
    .option('--csv', 'tables with every digit, for a spreadsheet or a script', false)
    .option('--markdown', 'tables in Markdown', false)
    .option('--names', 'people’s names in these tables (default: rater-1 and so on, as in exports)', false)
    .option('--table-width <width>', `with --latex: ${explained(TABLE_WIDTHS)}`, 'column')
    .option('--no-intervals', 'with --latex and --markdown: without intervals')
    .option('--no-p', 'with --latex and --markdown: without p')
    .option(
      '--counts',
      'with --latex and --markdown: below each figure what makes it, such as 4 of 14',
      false,
    );
