import { SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel } from '../../../../shared/contract/validation.ts';
import type { StageOutcome } from '../../../../shared/domain/status.ts';
import { useCurates } from '../../../ui/window/applicationState.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { orpc } from '../../../client/index.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import type { FigureSource } from '../../../../shared/figures/fileName.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { ReportBody } from '../../../ui/figures/ReportScreen.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { OUTCOMES } from '../../../ui/validation/validationWords.ts';
import { showInLibrary } from '../showInLibrary.ts';
import { partsOf } from './funnelParts.ts';
import { funnelPlot } from './funnelPlot.ts';
import {
  funnelTable,
  groupColumns,
  groupRows,
  reasonRows,
  reasonsTable,
  stageColumns,
  stageRows,
} from './funnelTables.ts';

/** Others answer and import while one looks, in milliseconds. */
const REFRESH = 15_000;
/** Funnels that are drawn beside each other. */
const PLOTTED = 12;
const ALL: ItemFilter = {};
const WHOLE = ' whole';

/** How far generated items got, and why they got no further. */
export function FunnelView({ benchmark }: { readonly benchmark: Benchmark }) {
  const [by, setBy] = useState<string | null>(null);
  const curates = useCurates();
  const [filtered, setFiltered] = useState(false);
  const library = useListContext(({ filter }) => filter);
  const hasFilter = Object.keys(library).length > 0;
  const base = filtered && hasFilter ? library : ALL;
  const funnel = useQuery({
    ...orpc.validation.funnel.queryOptions({ input: { filter: base, by } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  if (funnel.error !== null) return <ErrorState error={funnel.error} onRetry={() => void funnel.refetch()} />;
  if (funnel.data === undefined) return <LoadingState label="Counting" />;
  return (
    <ScreenPage wide>
      <ReportBody old={funnel.isPlaceholderData}>
        <ScreenHeader
          title="Funnel"
          description="From generated items to the benchmark. Each gate counts the items that failed no earlier gate; the last counts every accepted item."
          actions={
            <>
              {hasFilter && (
                <SegmentedControl
                  aria-label="Items"
                  value={filtered ? 'filtered' : 'all'}
                  onChange={(value) => setFiltered(value === 'filtered')}
                  data={[
                    { value: 'all', label: 'All items' },
                    { value: 'filtered', label: 'As filtered in the Library' },
                  ]}
                />
              )}
              <SegmentedControl
                aria-label="By"
                value={by ?? WHOLE}
                onChange={(value) => setBy(value === WHOLE ? null : value)}
                data={[
                  { value: WHOLE, label: 'All' },
                  ...benchmark.facets.map(({ name, title }) => ({
                    value: name,
                    label: `By ${title.toLowerCase()}`,
                  })),
                ]}
              />
            </>
          }
        />
        {funnel.data.all.generated === 0 ? (
          <EmptyState icon={Filter} title="There are no items to count">
            {base !== ALL
              ? 'No items match the Library’s filter.'
              : curates
                ? 'Import generated items first.'
                : 'You see items here after you have answered them.'}
          </EmptyState>
        ) : (
          <Report
            funnel={funnel.data}
            by={by}
            facet={benchmark.facets.find(({ name }) => name === by)?.title ?? null}
            base={base}
          />
        )}
      </ReportBody>
    </ScreenPage>
  );
}

function Report({
  funnel,
  by,
  facet,
  base,
}: {
  readonly funnel: Funnel;
  readonly by: string | null;
  /** The facet's title. */
  readonly facet: string | null;
  readonly base: ItemFilter;
}) {
  const [outcome, setOutcome] = useState<StageOutcome>('passed');
  const { whole, groups } = useMemo(() => partsOf(funnel, by, base), [funnel, by, base]);
  const source: FigureSource = { topic: 'funnel', of: facet === null ? ['all'] : [`by ${facet}`] };
  const title = facet === null ? 'Items at each gate' : `Items at each gate by ${facet.toLowerCase()}`;
  const drawn = useMemo(() => (groups.length === 0 ? [whole] : groups.slice(0, PLOTTED)), [whole, groups]);
  const draw = useCallback<DrawPlot>(
    (look, width) =>
      funnelPlot(title, drawn, look, width, ({ filter }) => {
        showInLibrary(filter);
      }),
    [title, drawn],
  );
  const open = ({ cell }: { readonly cell: ItemFilter }) => showInLibrary(cell);
  return (
    <>
      <Section
        title={title}
        description="Click a bar, or a number in the table, to open its items in the Library."
        actions={
          <>
            <TableExport name="the funnel" source={source} table={() => funnelTable(whole, groups, facet)} />
            <PlotExport name="the funnel" source={source} part="plot" draw={() => draw} />
          </>
        }
      >
        {groups.length === 0 ? (
          <div className={layoutClasses['beside']}>
            <FigureTable
              label={title}
              corner="Gate"
              columns={stageColumns}
              rows={stageRows(whole)}
              opened={null}
              onOpen={open}
            />
            <PlotFigure draw={draw} />
          </div>
        ) : (
          <Stack gap="lg">
            <PlotFigure draw={draw} widest={1200} />
            {groups.length > PLOTTED && (
              <p className={layoutClasses['foot']}>
                The plot shows the {formatCount(PLOTTED)} with the most items; the table has all.
              </p>
            )}
            <div>
              <SegmentedControl
                aria-label="Counts in the table"
                size="xs"
                mb="xs"
                value={outcome}
                onChange={setOutcome}
                data={(['passed', 'waiting', 'failed'] as const).map((value) => ({
                  value,
                  label: OUTCOMES[value],
                }))}
              />
              <FigureTable
                label={`${title}: ${OUTCOMES[outcome]}`}
                corner={facet ?? ''}
                columns={groupColumns(whole)}
                rows={groupRows([...groups, whole], outcome)}
                opened={null}
                onOpen={open}
              />
            </div>
          </Stack>
        )}
      </Section>
      <Section
        title="Reasons"
        description="Why items were rejected or sent back to be fixed, the most frequent first."
        actions={
          funnel.reasons.length > 0 && (
            <TableExport name="the reasons" source={source} table={() => reasonsTable(funnel)} />
          )
        }
      >
        {funnel.reasons.length === 0 ? (
          <p className={layoutClasses['foot']}>No items were rejected or sent back so far.</p>
        ) : (
          <FigureTable
            label="Reasons"
            corner="Reason"
            columns={['Decision', 'Items']}
            rows={reasonRows(funnel, base)}
            opened={null}
            onOpen={open}
          />
        )}
      </Section>
    </>
  );
}
