import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { benchmarkTitle, figureColumn, figureColumns } from '../../../../shared/figures/resultsTables.ts';
import { SegmentedControl, Select, Stack } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { ImageCondition } from '../../../../shared/benchmarks/observatory/queries/entities.ts';
import { DOMAINS } from '../../../../shared/benchmarks/observatory/metrics/names.ts';
import type { Domain } from '../../../../shared/benchmarks/observatory/schema.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { resultsNotes } from '../../../../shared/figures/resultsNotes.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { coveredCell, sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { pInWords } from '../../../../shared/statistics/probability.ts';
import { type ExportColumn, type ExportTable, figureText } from '../../../../shared/figures/exportTable.ts';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { renamedMetrics, renamedRows } from '../../../../shared/figures/renamed.ts';
import layout from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { CELL_NAMES, type CellPanel, cellPanels, FAMILIES, gridFilter } from './cells.ts';
import { cellsPlot } from './cellsPlot.ts';

const PERCENT = { factor: 100, digits: 1 };

/** Grids that the plot draws. */
const PLOTTED = 24;

/** Whether an answer is right more often in one corner than in another: position bias. */
export function CellsSection() {
  const { rows } = useReport();
  const [wanted, setWanted] = useState<Domain | null>(null);
  const domains = DOMAINS.filter((each) => cellPanels(rows, each, null).length > 0);
  const domain = domains.find((each) => each === wanted) ?? domains[0];
  return domain === undefined ? null : <Cells domain={domain} domains={domains} onDomain={setWanted} />;
}

function Cells({
  domain,
  domains,
  onDomain,
}: {
  readonly domain: Domain;
  readonly domains: readonly Domain[];
  readonly onDomain: (domain: Domain | null) => void;
}) {
  const { report, rows } = useReport();
  const [family, setFamily] = useState<ImageCondition | null>(null);
  const panels = useMemo(() => cellPanels(rows, domain, family), [rows, domain, family]);
  const name = `Grid pointing by cell, ${domain}${family === null ? '' : `, ${family}`}`;
  const drawn = useCallback(
    (called: readonly CellPanel[]): DrawPlot =>
      (look, width) =>
        cellsPlot(name, called.slice(0, PLOTTED), look, width),
    [name],
  );
  const draw = useMemo(() => drawn(panels), [drawn, panels]);
  const leaving = (naming: Naming) => cellPanels(renamedRows(rows, report, naming), domain, family);
  const source = sourceOf(report);
  const filter = gridFilter(domain, family);
  return (
    <Section
      title="Grid pointing by cell"
      description="Accuracy by the original’s cell in the collage. The spread is the highest of the four minus the lowest; beside it, how large it would be by chance alone, and p: how often chance gives as much. Click a number of questions to open them in the Library."
      actions={
        <>
          {domains.length > 1 && (
            <Select
              aria-label="Domain of grid pointing"
              w={110}
              allowDeselect={false}
              data={[...domains]}
              value={domain}
              onChange={(value) => onDomain(domains.find((each) => each === value) ?? null)}
            />
          )}
          <SegmentedControl
            aria-label="Family of images in grid pointing"
            size="xs"
            data={FAMILIES.map((each) => ({ value: each ?? 'all', label: each ?? 'All' }))}
            value={family ?? 'all'}
            onChange={(value) => setFamily(FAMILIES.find((each) => each === value) ?? null)}
          />
          <TableExport
            name="grid pointing by cell"
            source={source}
            people
            table={(naming) => cellsTable(leaving(naming), name, renamedMetrics(report, naming))}
          />
          <PlotExport
            name="grid pointing by cell"
            source={source}
            part={name}
            people
            draw={(naming) => drawn(leaving(naming))}
          />
        </>
      }
    >
      {panels.length === 0 ? (
        <p className={layout['foot']}>Nobody has answered a question about {family} images.</p>
      ) : (
        <Stack gap="lg">
          <PlotFigure draw={draw} widest={1200} />
          {panels.length > PLOTTED && (
            <p className={layout['foot']}>The plot shows the first {PLOTTED}; the table has all.</p>
          )}
          <FigureTable<ItemFilter>
            label={name}
            corner="Respondent"
            columns={['Questions', ...CELL_NAMES, 'Spread']}
            rows={panels.map((panel) => rowOf(panel, filter))}
            opened={null}
            onOpen={({ cell }) => {
              useListContext.getState().setFilter(cell);
              goTo(places.library);
            }}
          />
        </Stack>
      )}
    </Section>
  );
}

/** What chance alone would do to four cells of as many questions. */
function spreadDetail({ byChance }: CellPanel['spread']): { readonly detail?: string } {
  return byChance === undefined
    ? {}
    : { detail: `chance ${figureText(byChance.value, PERCENT)}, ${pInWords(byChance.p)}` };
}

function rowOf({ key, name, cells, spread, n }: CellPanel, filter: ItemFilter): TableRow<ItemFilter> {
  return {
    key,
    head: name,
    cells: [
      {
        text: formatCount(n),
        label: `${name}: ${counted(n, 'answer')}, show the questions in Library`,
        opens: { cell: filter, title: name },
      },
      ...cells.map((figure) => coveredCell(figure, PERCENT)),
      { ...coveredCell(spread, PERCENT), ...spreadDetail(spread) },
    ],
  };
}

function cellsTable(panels: readonly CellPanel[], part: string, report: MetricsReport): ExportTable {
  const heads: readonly ExportColumn[] = [
    { kind: 'text', title: 'Respondent', cells: panels.map(({ name }) => name) },
    { kind: 'count', title: 'n', cells: panels.map(({ n }) => n) },
  ];
  const figures = [
    ...CELL_NAMES.map((title, place) => ({ title, cells: panels.map(({ cells }) => cells[place] ?? null) })),
    { title: 'Spread', cells: panels.map(({ spread }) => spread) },
  ];
  return {
    part,
    caption: `${benchmarkTitle(report.benchmark)}: ${part}.`,
    notes: resultsNotes(
      report,
      panels.map(({ name }) => name),
      figures,
    ),
    columns: [...heads, ...figures.map((column) => figureColumn({ ...column, print: PERCENT }))],
    everything: [...heads, ...figures.flatMap(({ title, cells }) => figureColumns(title, cells))],
  };
}
