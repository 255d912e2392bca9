import { Box, Button, Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type {
  ProposalsCell,
  ProposalsReport,
  ProposalsRequest,
} from '../../../../shared/contract/proposals.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import layout from '../../../ui/figures/layout.module.css';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import type { AgreementChoices } from '../choices.ts';
import { LONGEST_LIST } from '../items/useRatedItems.ts';
import { filterOf } from '../question.ts';
import {
  COLUMNS,
  detectorRows,
  exportedTable,
  labelRows,
  plotted,
  type RowsBy,
  shareText,
  tableRows,
} from './proposalTables.ts';
import classes from './ProposalsSection.module.css';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

const TITLE = 'Detector proposals';
const DESCRIPTION =
  'How far people kept a detector’s boxes: mean IoU of proposed and verified boxes over verified items. Rejected: deleted or redrawn.';

/** How boxes that detectors proposed were verified; nothing for a benchmark without such boxes. */
export function ProposalsSection({ choices }: { readonly choices: AgreementChoices }) {
  const { benchmark } = useCasebook();
  if (findBenchmark(benchmark)?.proposals === undefined) return null;
  return <Proposals choices={choices} />;
}

function Proposals({ choices: { scope, bootstrap, seed } }: { readonly choices: AgreementChoices }) {
  const { path } = useCasebook();
  const request: ProposalsRequest = { filter: filterOf(scope), bootstrap, seed };
  const { answered, state, again, cancel } = useProposals(path, request);
  const stopped = state.status === 'cancelled' || state.status === 'failed';
  return (
    <div className={classes['part']}>
      <Section title={TITLE} description={DESCRIPTION}>
        {(stopped || answered === null) && (
          <WorkProgress
            state={state}
            onCancel={cancel}
            cancelled={answered === null ? 'Nothing was computed.' : 'The earlier figures stay on screen.'}
          />
        )}
        {stopped && (
          <Button my="sm" onClick={again}>
            Compute proposals again
          </Button>
        )}
        {answered !== null && <Report report={answered.report} request={answered.request} />}
      </Section>
    </div>
  );
}

function Report({
  report,
  request,
}: {
  readonly report: ProposalsReport;
  readonly request: ProposalsRequest;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { proposed, verified, detectors, rows, compared } = report;
  const detector = detectors.length > 1 && chosen !== null && detectors.includes(chosen) ? chosen : null;
  const open = (cell: ProposalsCell): void => {
    showItems(request, cell).catch((error: unknown) => {
      toastFailure('The Library was not opened', error);
    });
  };
  if (proposed === 0)
    return (
      <Box component="p" maw="80ch" c="dimmed">
        These items have no proposed boxes. Detectors propose boxes at the Desk, or import a COCO, YOLO or VOC
        file.
      </Box>
    );
  const sole = detectors[0];
  return (
    <>
      <dl className={layout['basis']}>
        <Figure
          label="Items with proposals"
          text={formatCount(proposed)}
          count={proposed}
          verified={null}
          onOpen={open}
        />
        <Figure
          label="Verified"
          text={shareText(verified, proposed)}
          count={verified}
          verified
          onOpen={open}
        />
        <Figure
          label="Waiting"
          text={formatCount(proposed - verified)}
          count={proposed - verified}
          verified={false}
          onOpen={open}
        />
        {detectors.length === 1 && sole !== undefined && (
          <div>
            <dt>Detector</dt>
            <dd>{sole}</dd>
          </div>
        )}
      </dl>
      {compared.begun > 0 && (
        <Box maw="80ch" mb="md">
          <Notice
            state="pending"
            title={`${formatCount(compared.begun)} of the ${counted(compared.answers, 'answer')} compared in round ${String(compared.round)} began from proposals.`}
          >
            Correcting shared proposals inflates agreement. Say so wherever you report it.
          </Notice>
        </Box>
      )}
      {rows.length === 0 ? (
        <Box component="p" maw="80ch" c="dimmed">
          Nobody has verified a proposal yet. At the Desk, press Y to accept an item’s boxes and continue.
        </Box>
      ) : (
        <>
          {detectors.length > 1 && (
            <Select
              className={classes['choice']}
              label="Detector"
              w={260}
              allowDeselect={false}
              data={[{ value: '', label: 'All detectors' }, ...detectors]}
              value={detector ?? ''}
              onChange={(value) => setChosen(value === '' ? null : value)}
            />
          )}
          <Table report={report} by={detector} rows="label" onOpen={open} />
          {detectors.length > 1 && <Table report={report} by={null} rows="detector" onOpen={open} />}
        </>
      )}
    </>
  );
}

function Figure({
  label,
  text,
  count,
  verified,
  onOpen,
}: {
  readonly label: string;
  readonly text: string;
  readonly count: number;
  readonly verified: boolean | null;
  readonly onOpen: (cell: ProposalsCell) => void;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {count === 0 ? (
          text
        ) : (
          <button
            type="button"
            className={classes['figure']}
            title="Show these items in the Library"
            onClick={() => onOpen({ kind: 'items', verified })}
          >
            {text}
          </button>
        )}
      </dd>
    </div>
  );
}

const SOURCE = { topic: 'proposals', of: [] };

function Table({
  report,
  by,
  rows,
  onOpen,
}: {
  readonly report: ProposalsReport;
  readonly by: string | null;
  readonly rows: RowsBy;
  readonly onOpen: (cell: ProposalsCell) => void;
}) {
  const shown = useMemo(
    () => (rows === 'detector' ? detectorRows(report) : labelRows(report, by)),
    [report, by, rows],
  );
  const name = rows === 'detector' ? 'proposals by detector' : 'proposals by label';
  const draw = useCallback<DrawPlot>(
    (look, width) =>
      intervalPlot(
        { label: `Mean IoU of verified and proposed boxes by ${rows}`, axis: 'IoU of kept boxes' },
        plotted(report, shown, rows),
        look,
        width,
      ),
    [report, shown, rows],
  );
  return (
    <div className={classes['table']}>
      <div className={classes['tools']}>
        <h3>{rows === 'detector' ? 'By detector' : 'By label'}</h3>
        <TableExport name={name} source={SOURCE} table={() => exportedTable(report, shown, rows)} />
        <PlotExport name={name} source={SOURCE} part={`by ${rows} plot`} draw={() => draw} />
      </div>
      <div className={layout['beside']}>
        <FigureTable
          label={rows === 'detector' ? 'Proposals by detector' : 'Proposals by label'}
          corner={rows === 'detector' ? 'Detector' : 'Label'}
          columns={COLUMNS}
          rows={tableRows(report, shown, rows)}
          opened={null}
          onOpen={({ cell }) => onOpen(cell)}
        />
        <PlotFigure draw={draw} />
      </div>
    </div>
  );
}

/** Opens the Library on the items behind a figure. */
async function showItems({ filter }: ProposalsRequest, cell: ProposalsCell): Promise<void> {
  const { total, ids } = await client.proposals.items({
    ...(filter !== undefined && { filter }),
    cell,
    limit: LONGEST_LIST,
  });
  useListContext.getState().setFilter({ ids });
  goTo(places.library);
  if (ids.length < total) toast(`The ${counted(ids.length, 'item')} whose boxes were moved most are shown.`);
}

/** Computes how proposals were verified, anew whenever the question changes; null asks for nothing. */
const useProposals = createReportsHook<ProposalsRequest, ProposalsReport>(
  (request, signal) => client.proposals.report(request, { signal }),
  (report) => report,
);
