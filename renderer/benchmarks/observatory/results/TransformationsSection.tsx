import { benchmarkTitle, figureColumn, figureColumns } from '../../../../shared/figures/resultsTables.ts';
import { Button, Select, Stack } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { ORIGINAL } from '../../../../shared/benchmarks/observatory/queries/entities.ts';
import { transformationTitle } from '../../../../shared/benchmarks/observatory/transformationTitles.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { resultsNotes } from '../../../../shared/figures/resultsNotes.ts';
import type { MetricsReport, MetricsRequest, MetricsRow } from '../../../../shared/contract/metrics.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { coveredCell, rowColor, sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import type { ExportColumn, ExportTable } from '../../../../shared/figures/exportTable.ts';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { renamedMetrics, renamedRows } from '../../../../shared/figures/renamed.ts';
import layout from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import type { ResultsPartProps } from '../../parts.ts';
import { transformationPlot } from './transformationPlot.ts';
import {
  byTransformation,
  type FigureByTransformation,
  FIGURES,
  type Reference,
  referencesOf,
  type TransformationFigures,
  transformedFilter,
} from './transformations.ts';
import { client } from '../../../client/index.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

const TITLE = 'By transformation';
const DESCRIPTION =
  'Accuracy, mIoU and transfer retention on each transformation’s variants, ID and OOD, against the originals. Click a figure to open its questions in the Library.';
const FACET = 'transformation';

/** What each transformation does to a figure. */
export function TransformationsSection({ request, ready }: ResultsPartProps) {
  const { path } = useCasebook();
  const { report } = useReport();
  const isDivided = report.stratum?.name === FACET;
  const { answered, state, again, cancel } = useByTransformation(
    path,
    ready && !isDivided ? { ...request, stratum: FACET } : null,
  );
  const divided = isDivided ? report : (answered?.report ?? null);
  if (divided !== null) return <Transformations divided={divided} />;
  const stopped = state.status === 'cancelled' || state.status === 'failed';
  return (
    <Section title={TITLE} description={DESCRIPTION}>
      {stopped || state.status === 'running' ? (
        <>
          <WorkProgress
            state={state}
            onCancel={cancel}
            cancelled="No figures by transformation were computed."
          />
          {stopped && (
            <Button mt="sm" onClick={again}>
              Compute by transformation again
            </Button>
          )}
        </>
      ) : (
        <LoadingState label="Waiting for the figures above" />
      )}
    </Section>
  );
}

function Transformations({ divided }: { readonly divided: MetricsReport }) {
  const { report, rows } = useReport();
  const [wanted, setWanted] = useState<string | null>(null);
  const there = useMemo(
    () => FIGURES.filter((figure) => byTransformation(divided, rows, figure).length > 0),
    [divided, rows],
  );
  const figure = there.find(({ id }) => id === wanted) ?? there[0] ?? null;
  const shown = useMemo(
    () => (figure === null ? null : shownOf(divided, rows, figure)),
    [divided, rows, figure],
  );
  const drawn = useCallback(
    (called: FigureSelection | null): DrawPlot =>
      (look, width) =>
        transformationPlot(
          {
            label: `${figure?.title ?? ''} by transformation`,
            axis: figure?.axis ?? '',
            reference: figure?.metric === null ? '1, as on the originals' : 'originals',
          },
          called?.transformed ?? [],
          (called?.respondents ?? []).map((respondent) => ({
            ...respondent,
            color: rowColor(report, respondent.key),
          })),
          look,
          width,
        ),
    [figure, report],
  );
  const draw = useMemo(() => drawn(shown), [drawn, shown]);
  if (figure === null || shown === null) return null;
  const source = sourceOf(report);
  const name = `${figure.title} by transformation`;
  const leaving = (naming: Naming) => shownOf(divided, renamedRows(rows, report, naming), figure);
  return (
    <Section
      title={TITLE}
      description={DESCRIPTION}
      actions={
        <>
          <Select
            aria-label="Figure by transformation"
            w={260}
            allowDeselect={false}
            data={there.map(({ id, title }) => ({ value: id, label: title }))}
            value={figure.id}
            onChange={setWanted}
          />
          <TableExport
            name="figures by transformation"
            source={source}
            people
            table={(naming) => tableOf(leaving(naming), figure, name, renamedMetrics(report, naming))}
          />
          <PlotExport
            name="figures by transformation"
            source={source}
            part={name}
            people
            draw={(naming) => drawn(leaving(naming))}
          />
        </>
      }
    >
      <Stack gap="lg">
        <PlotFigure draw={draw} widest={1200} />
        <FigureTable<ItemFilter>
          label={name}
          corner="Transformation"
          columns={['Family', ...shown.respondents.map((respondent) => respondent.name)]}
          rows={rowsOf(shown, figure)}
          opened={null}
          onOpen={({ cell }) => {
            useListContext.getState().setFilter(cell);
            goTo(places.library);
          }}
        />
        {shown.transformed.some(({ group }) => group === 'Other') && (
          <p className={layout['foot']}>
            Other: a transformation that the parameters list under neither family.
          </p>
        )}
      </Stack>
    </Section>
  );
}

interface FigureSelection {
  readonly transformed: readonly TransformationFigures[];
  /** Those who answered any of it. */
  readonly respondents: readonly Reference[];
}

function shownOf(
  divided: MetricsReport,
  rows: readonly MetricsRow[],
  figure: FigureByTransformation,
): FigureSelection {
  const transformed = byTransformation(divided, rows, figure);
  return {
    transformed,
    respondents: referencesOf(rows, figure).filter(({ key }) =>
      transformed.some(({ figures }) => figures.has(key)),
    ),
  };
}

function rowsOf(
  { transformed, respondents }: FigureSelection,
  figure: FigureByTransformation,
): TableRow<ItemFilter>[] {
  const opening = (name: string, respondent: string) => ({
    cell: transformedFilter(figure, name),
    title: `${respondent}, ${transformationTitle(name)}`,
  });
  return [
    ...(figure.metric === null
      ? []
      : [
          {
            key: 'originals',
            head: 'Originals',
            cells: [
              { text: ORIGINAL },
              ...respondents.map(({ name, figure: on }) =>
                coveredCell(on, figure.print, opening(ORIGINAL, name)),
              ),
            ],
          },
        ]),
    ...transformed.map(({ name, title, group, figures }) => ({
      key: `of ${name}`,
      head: title,
      cells: [
        { text: group },
        ...respondents.map((respondent) => {
          const own = figures.get(respondent.key);
          return coveredCell(own, figure.print, opening(name, respondent.name));
        }),
      ],
    })),
  ];
}

function tableOf(
  { transformed, respondents }: FigureSelection,
  figure: FigureByTransformation,
  part: string,
  report: MetricsReport,
): ExportTable {
  const hasOriginals = figure.metric !== null;
  const headsWith = (nameOf: (each: TransformationFigures) => string): readonly ExportColumn[] => [
    {
      kind: 'text',
      title: 'Transformation',
      cells: [...(hasOriginals ? ['Originals'] : []), ...transformed.map(nameOf)],
    },
    {
      kind: 'text',
      title: 'Family',
      cells: [...(hasOriginals ? [ORIGINAL] : []), ...transformed.map(({ group }) => group)],
    },
  ];
  const columns = respondents.map(({ key, name, figure: on }) => ({
    title: name,
    cells: [
      ...(hasOriginals ? [on ?? null] : []),
      ...transformed.map(({ figures }) => figures.get(key) ?? null),
    ],
  }));
  return {
    part,
    caption: `${benchmarkTitle(report.benchmark)}: ${part}.`,
    notes: resultsNotes(
      report,
      [...(hasOriginals ? ['Originals'] : []), ...transformed.map(({ title }) => title)],
      columns,
    ),
    columns: [
      ...headsWith(({ title }) => title),
      ...columns.map((column) => figureColumn({ ...column, print: figure.print })),
    ],
    // A script knows them by the names that they have in files.
    everything: [
      ...headsWith(({ name }) => name),
      ...columns.flatMap(({ title, cells }) => figureColumns(title, cells)),
    ],
  };
}

/** The same figures divided by transformation, whatever the screen divides them by. */
const useByTransformation = createReportsHook<MetricsRequest, MetricsReport>(
  (request, signal) => client.metrics.report(request, { signal }),
  renamedMetrics,
);
