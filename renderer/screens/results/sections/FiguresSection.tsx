import { formatCount } from '../../../../shared/base/counts.ts';
import {
  answeredOf,
  figureOf,
  figuresTable,
  rowName,
  type ShownLayout,
} from '../../../../shared/figures/resultsTables.ts';
import { coverageNote } from '../../../../shared/figures/resultsNotes.ts';
import { Select, Switch } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { MetricsRow } from '../../../../shared/contract/metrics.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableCell, TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import {
  intervalNotes,
  majorityNote,
  metricCell,
  renamedShown,
  rowColor,
  rowCoverage,
  type ShownReport,
  sourceOf,
  titleOnPlot,
  useReport,
} from '../../../ui/figures/shownReport.ts';
import type { BehindTarget } from '../behind.ts';
import classes from './sections.module.css';

/** From this number of columns on, the plot is below the table. */
const WIDE = 7;
/** Lines that a plot still shows legibly. */
const PLOTTED = 60;

/** A table of the papers: people, their majority and models, with one of its figures as a plot. */
export function FiguresSection({
  onMetric,
  onOpen,
}: {
  readonly onMetric: (metric: string) => void;
  readonly onOpen: (behind: BehindTarget) => void;
}) {
  const shown = useReport();
  const { report, layout, rows, column } = shown;
  const published = usePublished(shown);
  const [withPublished, setWithPublished] = useState(false);
  const definition = report.metrics.find(({ id }) => id === column.metric);
  const drawn = useCallback(
    (called: readonly MetricsRow[]): DrawPlot =>
      (look, width) =>
        intervalPlot(
          {
            label: `${definition?.title ?? column.title} of people and models`,
            axis: `${titleOnPlot(report, definition?.title ?? column.title)}${column.print.factor === 100 ? ' (%)' : ''}`,
            factor: column.print.factor,
            line: '95% interval',
            reference:
              definition === undefined || definition.chance === null
                ? null
                : { name: 'chance', value: definition.chance },
          },
          called.slice(0, PLOTTED).flatMap((row) => {
            const figure = figureOf(row, layout, column.metric);
            return figure === undefined
              ? []
              : [{ name: rowName(row), figure, color: rowColor(report, row.key) }];
          }),
          look,
          width,
        ),
    [report, layout, column, definition],
  );
  const draw = useMemo(() => drawn(rows), [drawn, rows]);
  const ownRows: TableRow<BehindTarget>[] = rows.map((row) => ({
    key: row.key,
    head: rowName(row),
    cells: [
      itemsCell(row, layout),
      { text: rowCoverage(row, layout), isWords: true },
      ...layout.columns.map(({ metric, title, print }) => {
        const figure = figureOf(row, layout, metric);
        const opens = { cell: behindOf(row, layout, metric), title: `${rowName(row)}, ${title}` };
        return metricCell<BehindTarget>(figure, print, (figure?.value ?? null) === null ? undefined : opens);
      }),
    ],
  }));
  const shownPublished = withPublished ? (published?.rows ?? []) : [];
  const tableRows: TableRow<BehindTarget>[] = [
    ...ownRows,
    ...shownPublished.map(({ name, texts }) => ({
      key: `published ${name}`,
      head: `${name} (paper)`,
      cells: [{ text: '' }, { text: '' }, ...texts.map((text) => ({ text }))],
    })),
  ];
  return (
    <Section
      title={layout.condition === null ? layout.title : `${layout.title}: ${layout.condition}`}
      description={[
        ...(definition === undefined ? [] : [`${definition.title}: ${definition.explanation}`]),
        coverageNote(report),
        ...(withPublished && published !== null
          ? [
              `Rows of the paper as it prints them (${published.source}); they are not computed here.`,
              ...(published.note === undefined ? [] : [published.note]),
            ]
          : []),
      ].join(' ')}
      actions={
        <>
          {published !== null && (
            <Switch
              size="xs"
              label="Published rows"
              title={published.source}
              checked={withPublished}
              onChange={(event) => setWithPublished(event.currentTarget.checked)}
            />
          )}
          <Select
            aria-label="Figure of the plots"
            w={180}
            allowDeselect={false}
            data={layout.columns.map(({ metric }) => ({
              value: metric,
              label: report.metrics.find(({ id }) => id === metric)?.title ?? metric,
            }))}
            value={column.metric}
            onChange={(metric) => {
              if (metric !== null) onMetric(metric);
            }}
          />
          <TableExport
            name="the figures"
            source={sourceOf(report)}
            people
            table={(naming) => figuresTable(renamedShown(shown, naming))}
          />
          <PlotExport
            name="the figures"
            source={sourceOf(report)}
            part={`${definition?.title ?? column.title} plot`}
            people
            draw={(naming) => drawn(renamedShown(shown, naming).rows)}
          />
        </>
      }
    >
      <div className={layout.columns.length > WIDE ? classes['tables'] : layoutClasses['beside']}>
        <FigureTable
          label={layout.title}
          corner="Respondent"
          columns={['Items', 'Coverage', ...layout.columns.map(({ title }) => title)]}
          rows={tableRows}
          opened={null}
          onOpen={({ cell }) => onOpen(cell)}
          lastStays={layout.columns.length > WIDE}
        />
        <PlotFigure draw={draw} />
      </div>
      {intervalNotes(shown).map((line) => (
        <p key={line} className={layoutClasses['foot']}>
          {line}
        </p>
      ))}
      {rows.length > PLOTTED && (
        <p className={layoutClasses['foot']}>The plot shows the first {PLOTTED}; the table has all.</p>
      )}
    </Section>
  );
}

/** The rows that the paper prints in the table shown, in the columns shown; null where there are none. */
function usePublished({ layout }: ShownReport) {
  const { benchmark } = useCasebook();
  return useMemo(() => {
    const printed = findBenchmark(benchmark)?.metrics?.layout.find(
      ({ title, condition }) => title === layout.title && (condition ?? null) === layout.condition,
    );
    if (printed?.published === undefined) return null;
    const { source, note, rows } = printed.published;
    return {
      source,
      note,
      rows: rows.map(([name, ...values]) => ({
        name,
        texts: layout.columns.map(({ metric }) => {
          const place = printed.columns.findIndex((each) => each.metric === metric);
          const value = values[place] ?? null;
          return value === null ? '' : value.toFixed(printed.columns[place]?.digits ?? 1);
        }),
      })),
    };
  }, [benchmark, layout]);
}

/** The items that a figure of a row rests on; without one, those that it answered. */
const behindOf = (row: MetricsRow, { condition }: ShownLayout, metric: string | null): BehindTarget => ({
  figure: { metric, sides: [{ row: row.key, condition }] },
});

function itemsCell(row: MetricsRow, layout: ShownLayout): TableCell<BehindTarget> {
  const note = majorityNote(row, layout);
  const { items } = answeredOf(row, layout);
  return {
    text: formatCount(items),
    ...(items > 0 && { opens: { cell: behindOf(row, layout, null), title: `${rowName(row)}, items` } }),
    ...(note !== undefined && { note }),
  };
}
