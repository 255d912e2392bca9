import { Box, Button, Group, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { JudgeRun } from '../../../../shared/contract/judgeRuns.ts';
import type { JudgeRunId } from '../../../../shared/base/ids.ts';
import { casebookChanged, useMayCurate } from '../../../ui/window/applicationState.ts';
import { client } from '../../../client/index.ts';
import { StateBadge, type StateLook } from '../../../ui/feedback/StateBadge.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import classes from './judgeRuns.module.css';

const STATES: Readonly<Record<JudgeRun['state'], Pick<StateLook, 'title' | 'state'>>> = {
  running: { title: 'Running', state: 'pending' },
  stopped: { title: 'Stopped', state: 'incomplete' },
  interrupted: { title: 'Interrupted', state: 'disputed' },
  done: { title: 'Done', state: 'accepted' },
};

/** Every run, newest first: how far it is, what it cost, and stopping or resuming it. */
export function RunsPart({
  runs,
  seenAt,
  enabled,
  chosen,
  onChoose,
}: {
  readonly runs: readonly JudgeRun[];
  /** When they were, UTC milliseconds. */
  readonly seenAt: number;
  readonly enabled: boolean;
  readonly chosen: JudgeRunId | null;
  readonly onChoose: (id: JudgeRunId) => void;
}) {
  return (
    <section aria-labelledby="judge-runs">
      <h2 id="judge-runs" className={classes['heading']}>
        Runs
      </h2>
      {runs.length === 0 ? (
        <p className={classes['hint']}>
          No runs yet. A run continues when you leave this page and stops when you close the casebook.
          Casebook keeps its verdicts, and you can resume it.
        </p>
      ) : (
        <Table.ScrollContainer minWidth={720}>
          <Table className={classes['runs']} verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Judge</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Verdicts</Table.Th>
                <Table.Th ta="right">Tokens</Table.Th>
                <Table.Th ta="right">Cost</Table.Th>
                <Table.Th>Begun</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.map((run) => (
                <Run
                  key={run.id}
                  run={run}
                  seenAt={seenAt}
                  enabled={enabled}
                  current={run.id === chosen}
                  onChoose={() => onChoose(run.id)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}

function Run({
  run,
  seenAt,
  enabled,
  current,
  onChoose,
}: {
  readonly run: JudgeRun;
  readonly seenAt: number;
  readonly enabled: boolean;
  readonly current: boolean;
  readonly onChoose: () => void;
}) {
  const { judge, settings, state, tokens, cost, createdAt, createdBy } = run;
  const look = STATES[state];
  return (
    <Table.Tr data-current={current || undefined}>
      <Table.Td>
        <div className={classes['judge']}>{judge}</div>
        <div className={classes['hint']}>
          {new URL(settings.endpoint).host}, temperature {settings.temperature}
        </div>
      </Table.Td>
      <Table.Td>
        <StateBadge look={look} />
        {run.reason !== null && <div className={classes['hint']}>{run.reason}</div>}
      </Table.Td>
      <Table.Td>
        <Outcomes run={run} seenAt={seenAt} />
      </Table.Td>
      <Table.Td ta="right" className={classes['number']}>
        {formatCount(tokens.prompt)} + {formatCount(tokens.completion)}
      </Table.Td>
      <Table.Td ta="right" className={classes['number']}>
        {cost === null ? '–' : cost.toFixed(cost < 1 ? 4 : 2)}
      </Table.Td>
      <Table.Td>
        <div className={classes['number']}>{formatDateTime(createdAt)}</div>
        <div className={classes['hint']}>{createdBy}</div>
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Actions run={run} enabled={enabled} />
          <Button variant="default" aria-pressed={current} onClick={onChoose}>
            Requests
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Outcomes({ run, seenAt }: { readonly run: JudgeRun; readonly seenAt: number }) {
  const { decided, unparsed, failed, total, state } = run;
  const rate = useRate(run, seenAt);
  const share = (count: number) => `${String(total === 0 ? 0 : (100 * count) / total)}%`;
  return (
    <Box miw={220}>
      <div
        className={classes['bar']}
        role="progressbar"
        aria-label="Verdicts"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={decided + unparsed + failed}
      >
        <span data-outcome="decided" style={{ width: share(decided) }} />
        <span data-outcome="unparsed" style={{ width: share(unparsed) }} />
        <span data-outcome="failed" style={{ width: share(failed) }} />
      </div>
      <div className={classes['number']}>
        {formatCount(decided)} of {formatCount(total)} decided
        {unparsed > 0 && `, ${formatCount(unparsed)} unparsed`}
        {failed > 0 && `, ${formatCount(failed)} failed`}
        {state === 'running' && rate !== null && `; ${formatCount(Math.round(rate))} a minute`}
      </div>
    </Box>
  );
}

function Actions({ run, enabled }: { readonly run: JudgeRun; readonly enabled: boolean }) {
  const editable = useMayCurate();
  const [busy, setBusy] = useState(false);
  const act = async (what: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      toastFailure(failure, error);
    }
    await casebookChanged();
    setBusy(false);
  };
  if (!editable) return null;
  if (run.state === 'running') {
    return (
      <Button
        variant="default"
        loading={busy}
        onClick={() => void act(() => client.judgeRuns.stop({ id: run.id }), 'The run was not stopped')}
      >
        Stop
      </Button>
    );
  }
  if (run.decided >= run.total) return null;
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!enabled}
      onClick={() => void act(() => client.judgeRuns.resume({ id: run.id }), 'The run could not be resumed')}
    >
      {run.state === 'done' ? 'Try failed again' : 'Resume'}
    </Button>
  );
}

interface Sample {
  readonly at: number;
  readonly over: number;
}

/** What is older says little of how fast it goes now. */
const WINDOW_MS = 30_000;

/**
 * How many things a run gets through a minute, from what was seen of it lately; null until that can be told.
 * @param seenAt when the run was looked at, UTC milliseconds
 */
function useRate({ decided, unparsed, failed, state }: JudgeRun, seenAt: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const last = samples.at(-1);
  if (state === 'running' && last?.at !== seenAt) {
    const over = decided + unparsed + failed;
    setSamples([...samples.filter((each) => seenAt - each.at < WINDOW_MS), { at: seenAt, over }]);
  }
  if (state !== 'running' && samples.length > 0) setSamples([]);
  const [first] = samples;
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null;
  return ((last.over - first.over) * 60_000) / (last.at - first.at);
}
