import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { raterName } from '../../../../shared/figures/agreementTables.ts';
import { Select } from '@mantine/core';
import type { AgreementCell, AgreementReport } from '../../../../shared/contract/agreement.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableCell, TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { sourceOf, useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import classes from '../../../ui/figures/layout.module.css';

/** More categories than this are in the exported table, not on the screen. */
const SHOWN = 24;

/** What two raters said of the same items, category against category. */
export function ConfusionSection({
  pair: chosen,
  onPair,
}: {
  readonly pair: string | null;
  readonly onPair: (pair: string) => void;
}) {
  const { report, opened, onOpen } = useReport();
  const pairs = report.pairs.flatMap((pair, index) => {
    const counts = report.confusions[index];
    if (counts === undefined || counts.length === 0) return [];
    return [{ ...pair, counts, key: `${pair.a} ${pair.b}` }];
  });
  const pair = pairs.find(({ key }) => key === chosen) ?? pairs[0];
  if (pair === undefined) return null;
  const [a, b] = [raterName(report, pair.a), raterName(report, pair.b)];
  const used = usedCategories(report.categories, pair.counts);
  const shown = used.slice(0, SHOWN).toSorted((first, second) => first - second);
  const categories = shown.map((index) => report.categories[index] ?? '');
  const rows: TableRow<AgreementCell>[] = shown.map((row) => {
    const counts = pair.counts[row] ?? [];
    const total = counts.reduce((sum, count) => sum + count, 0);
    const rowName = report.categories[row] ?? '';
    return {
      key: String(row),
      head: rowName,
      cells: [
        ...shown.map((column): TableCell<AgreementCell> => {
          const count = counts[column] ?? 0;
          if (count === 0) return { text: '·', agreeing: row === column };
          const columnName = report.categories[column] ?? '';
          const words = `${a} “${rowName}”, ${b} “${columnName}”`;
          return {
            text: formatCount(count),
            heat: count / total,
            agreeing: row === column,
            label: `${words}: ${counted(count, 'item')}`,
            opens: {
              cell: { kind: 'confusion', a: pair.a, b: pair.b, row: rowName, column: columnName },
              title: words,
            },
          };
        }),
        { text: formatCount(total) },
      ],
    };
  });
  const totals = [...shown, null].map((column): TableCell<AgreementCell> => {
    const inColumn = pair.counts.map((row) =>
      column === null ? row.reduce((sum, count) => sum + count, 0) : (row[column] ?? 0),
    );
    return { text: formatCount(inColumn.reduce((sum, count) => sum + count, 0)) };
  });
  return (
    <Section
      title="Confusion of two raters"
      description={`Rows: what ${a} said. Columns: what ${b} said about the same items. The tint is a cell’s share of its row.`}
      actions={
        <>
          {pairs.length > 1 && (
            <Select
              aria-label="Two raters"
              w={220}
              allowDeselect={false}
              data={pairs.map((each) => ({
                value: each.key,
                label: `${raterName(report, each.a)} × ${raterName(report, each.b)}`,
              }))}
              value={pair.key}
              onChange={(key) => {
                if (key !== null) onPair(key);
              }}
            />
          )}
          <TableExport
            name="the confusion of two raters"
            source={sourceOf(report)}
            people
            table={(naming) => confusionTable(renamedAgreement(report, naming), pair)}
          />
        </>
      }
    >
      <FigureTable
        label={`Confusion of ${a} and ${b}`}
        corner={`${a} \\ ${b}`}
        columns={[...categories, 'All']}
        rows={[...rows, { key: 'all', head: 'All', cells: totals }]}
        opened={opened}
        onOpen={onOpen}
      />
      {used.length > shown.length && (
        <p className={classes['foot']}>
          The {formatCount(shown.length)} most frequent of {formatCount(used.length)} values; the exported
          table has all.
        </p>
      )}
    </Section>
  );
}

/** Places of the categories that either of the two used, the most frequent first. */
function usedCategories(
  categories: readonly string[],
  counts: readonly (readonly number[])[],
): readonly number[] {
  const uses = categories.map((_, index) =>
    counts.reduce(
      (sum, row, at) =>
        sum + (row[index] ?? 0) + (at === index ? row.reduce((all, each) => all + each, 0) : 0),
      0,
    ),
  );
  const all = [...categories.keys()];
  // Up to a handful, what nobody used is worth seeing as well.
  const wanted = categories.length <= SHOWN ? all : all.filter((index) => (uses[index] ?? 0) > 0);
  return wanted.toSorted((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0));
}

function confusionTable(
  report: AgreementReport,
  pair: { readonly a: PersonId; readonly b: PersonId; readonly counts: readonly (readonly number[])[] },
): ExportTable {
  const { categories } = report;
  const { counts } = pair;
  const [a, b] = [raterName(report, pair.a), raterName(report, pair.b)];
  return {
    part: `confusion ${a} ${b}`,
    caption: `Ratings of ${a} (rows) and ${b} (columns) on “${report.title}”, in items.`,
    columns: [
      { kind: 'text', title: `${a} \\ ${b}`, cells: categories },
      ...categories.map((category, column) => ({
        kind: 'count' as const,
        title: category,
        cells: categories.map((_, row) => counts[row]?.[column] ?? 0),
      })),
    ],
  };
}
