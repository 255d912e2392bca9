import { counted, formatCount } from '../../../../shared/base/counts.ts';
import {
  benchmarkTitle,
  figureColumn,
  figureColumns,
  rowName,
} from '../../../../shared/figures/resultsTables.ts';
import { useCallback, useMemo } from 'react';
import { facetValueTitle } from '../../../../shared/benchmarks/facetTitles.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { resultsNotes } from '../../../../shared/figures/resultsNotes.ts';
import type { MetricsRow } from '../../../../shared/contract/metrics.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { pInWords } from '../../../../shared/statistics/probability.ts';
import { type ExportColumn, type ExportTable, figureText } from '../../../../shared/figures/exportTable.ts';
import { coverageText } from '../../../../shared/statistics/coverage.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { smallMultiples } from '../plots/smallMultiples.ts';
import {
  metricCell,
  renamedShown,
  rowColor,
  type ShownReport,
  sourceOf,
  titleOnPlot,
  useReport,
} from '../../../ui/figures/shownReport.ts';
import type { BehindTarget } from '../behind.ts';
import classes from './sections.module.css';

/** Panels that are drawn. */
const PLOTTED = 24;

type Stratum = NonNullable<ShownReport['report']['stratum']>;

/** One figure among the items of each scene, partner, domain, version. */
export function StrataSection({ onOpen }: { readonly onOpen: (behind: BehindTarget) => void }) {
  const { benchmark } = useCasebook();
  const shown = useReport();
  const { report, rows, column } = shown;
  const { stratum } = report;
  const definition = report.metrics.find(({ id }) => id === column.metric);
  const title = definition?.title ?? column.title;
  const titleOf = useCallback(
    (name: string, value: string | null) =>
      value === null ? 'none' : facetValueTitle(benchmark, name, value),
    [benchmark],
  );
  const drawn = useCallback(
    (called: readonly MetricsRow[]): DrawPlot =>
      (look, width) =>
        smallMultiples(
          {
            label: `${title} by ${stratum?.title ?? ''}`,
            axis: titleOnPlot(report, title),
            chance: definition?.chance ?? null,
          },
          (stratum?.values ?? []).slice(0, PLOTTED).map(({ value, items, rows: figures }) => ({
            title: `${titleOf(stratum?.name ?? '', value)} (${formatCount(items)})`,
            figures: called.flatMap((row) => {
              const figure = figures[row.key]?.[column.metric];
              return figure === undefined
                ? []
                : [{ name: rowName(row), figure, color: rowColor(report, row.key) }];
            }),
          })),
          look,
          width,
        ),
    [report, stratum, column, title, definition, titleOf],
  );
  const draw = useMemo(() => drawn(rows), [drawn, rows]);
  if (stratum === null) return null;
  const tableRows: TableRow<BehindTarget>[] = stratum.values.map(({ value, items, rows: figures }) => {
    const filter = filterOf(stratum.name, value);
    const head = titleOf(stratum.name, value);
    const opens =
      filter === null || items === 0 ? undefined : { cell: { filter }, title: `${stratum.title}: ${head}` };
    return {
      key: JSON.stringify(value),
      head,
      cells: [
        {
          text: formatCount(items),
          label: `${stratum.title} ${head}: ${counted(items, 'item')}, show in Library`,
          ...(opens !== undefined && { opens }),
        },
        {
          text: coverageText(
            rows.flatMap((row) => {
              const figure = figures[row.key]?.[column.metric];
              return figure === undefined ? [] : [{ ...figure, title: rowName(row) }];
            }),
          ),
          isWords: true,
        },
        ...rows.map((row) => {
          const figure = figures[row.key]?.[column.metric];
          const behind: BehindTarget = {
            figure: {
              metric: column.metric,
              sides: [{ row: row.key, condition: null }],
              part: { name: stratum.name, value },
            },
          };
          return metricCell<BehindTarget>(
            figure,
            column.print,
            (figure?.value ?? null) === null
              ? undefined
              : { cell: behind, title: `${stratum.title} ${head}, ${rowName(row)}` },
          );
        }),
      ],
    };
  });
  return (
    <Section
      title={`${title} by ${stratum.title.toLowerCase()}`}
      description="The figure for the items with each value. Click a number to open its items in the Library."
      actions={
        <>
          <TableExport
            name="figures by stratum"
            source={sourceOf(report)}
            people
            table={(naming) => strataTable(renamedShown(shown, naming), stratum, titleOf)}
          />
          <PlotExport
            name="figures by stratum"
            source={sourceOf(report)}
            part={`${column.title} by ${stratum.title} plot`}
            people
            draw={(naming) => drawn(renamedShown(shown, naming).rows)}
          />
        </>
      }
    >
      <div className={classes['tables']}>
        <FigureTable
          label={`${title} by ${stratum.title}`}
          corner={stratum.title}
          columns={['Items', 'Coverage', ...rows.map(rowName)]}
          rows={tableRows}
          opened={null}
          onOpen={({ cell }) => onOpen(cell)}
        />
        <PlotFigure draw={draw} widest={1200} />
      </div>
      {spreadLines(shown, stratum).map((line) => (
        <p key={line} className={layoutClasses['foot']}>
          {line}
        </p>
      ))}
      {stratum.values.length > PLOTTED && (
        <p className={layoutClasses['foot']}>The plot shows the first {PLOTTED}; the table has all.</p>
      )}
    </Section>
  );
}

/** How far the values lie apart, beside what chance alone would give; for shares, and of values that divide the items. */
function spreadLines({ rows, column }: ShownReport, { title, spreads }: Stratum): readonly string[] {
  return rows.flatMap((row) => {
    const found = spreads.find((each) => each.row === row.key && each.metric === column.metric);
    return found === undefined
      ? []
      : [
          `${rowName(row)}: highest less lowest ${title.toLowerCase()} ${figureText(found.spread, column.print)}; by chance alone it would be ${figureText(found.byChance, column.print)} on average (${pInWords(found.p)}).`,
        ];
  });
}

/** The Library's filter for the items of a value; null where it has none. */
function filterOf(name: string, value: string | null): ItemFilter | null {
  if (name === 'label') return { label: [value] };
  if (name === 'condition' || value === null) return null;
  return { facets: { [name]: [value] } };
}

function strataTable(
  { report, rows, column }: ShownReport,
  { name, title, values }: Stratum,
  titleOf: (stratum: string, value: string | null) => string,
): ExportTable {
  const headsWith = (nameOf: (value: string | null) => string): readonly ExportColumn[] => [
    { kind: 'text', title, cells: values.map(({ value }) => nameOf(value)) },
    { kind: 'count', title: 'Items', cells: values.map(({ items }) => items) },
  ];
  const figures = rows.map((row) => ({
    title: rowName(row),
    cells: values.map(({ rows: ofValue }) => ofValue[row.key]?.[column.metric] ?? null),
  }));
  return {
    part: `${column.title} by ${title}`,
    caption: `${benchmarkTitle(report.benchmark)}: ${column.title} by ${title.toLowerCase()}.`,
    notes: resultsNotes(
      report,
      values.map(({ value }) => titleOf(name, value)),
      figures,
    ),
    columns: [
      ...headsWith((value) => titleOf(name, value)),
      ...figures.map((figure) => figureColumn({ ...figure, print: column.print })),
    ],
    everything: [
      ...headsWith((value) => value ?? 'none'),
      ...figures.flatMap(({ title: of, cells }) => figureColumns(of, cells)),
    ],
  };
}
