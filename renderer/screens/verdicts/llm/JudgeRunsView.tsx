import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { JudgeRun } from '../../../../shared/contract/judgeRuns.ts';
import type { JudgeRunId } from '../../../../shared/base/ids.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { CallsPart } from './CallsPart.tsx';
import { EndpointPart } from './EndpointPart.tsx';
import { readForm, useJudgeForm } from './form.ts';
import classes from './judgeRuns.module.css';
import { RunsPart } from './RunsPart.tsx';
import { SettingsPart } from './SettingsPart.tsx';
import { StartPart } from './StartPart.tsx';

/** How often a run that is under way is looked at. */
const LOOK_EVERY_MS = 1000;

const isRunning = ({ state }: JudgeRun): boolean => state === 'running';

/** LLM judges that run: where they are asked, what with, how far they are, and every request with its reply. */
export function JudgeRunsView() {
  const { path, benchmark } = useCasebook();
  const criteria = findBenchmark(benchmark)?.judging?.criteria ?? [];
  const runs = useQuery(
    orpc.judgeRuns.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? LOOK_EVERY_MS : false),
    }),
  );
  const [form, change] = useJudgeForm(path, runs.data?.[0]);
  const state = useQuery(orpc.judgeRuns.state.queryOptions({ input: { endpoint: form.endpoint } }));
  const [chosen, setChosen] = useState<JudgeRunId | null>(null);
  if (runs.error !== null) return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />;
  if (runs.data === undefined) return <LoadingState label="Loading the runs" />;
  const offered = criteria.map(({ id }) => id);
  const { settings, problems } = readForm(form, offered);
  const shown = runs.data.find(({ id }) => id === chosen) ?? runs.data[0];
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="LLM judge"
        description="Asks a language model at your endpoint for the verdicts that people give on the Judge screen. Casebook keeps every request and reply; a reply in the wrong form does not count."
      />
      <div className={classes['setup']}>
        <EndpointPart form={form} change={change} state={state.data} problem={problems['endpoint']} />
        <SettingsPart form={form} change={change} criteria={criteria} problems={problems} />
      </div>
      <StartPart
        settings={settings}
        enabled={state.data?.enabled === true}
        onStarted={({ id }) => setChosen(id)}
      />
      <RunsPart
        runs={runs.data}
        seenAt={runs.dataUpdatedAt}
        enabled={state.data?.enabled === true}
        chosen={shown?.id ?? null}
        onChoose={setChosen}
      />
      {shown !== undefined && <CallsPart key={shown.id} run={shown} criteria={criteria} />}
    </ScreenPage>
  );
}
