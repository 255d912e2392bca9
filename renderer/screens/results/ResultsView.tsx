import { counted } from '../../../shared/base/counts.ts';
import { basisSentences } from '../../../shared/figures/resultsNotes.ts';
import { Button } from '@mantine/core';
import { ChartNoAxesCombined } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { MetricsReport, MetricsRequest } from '../../../shared/contract/metrics.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { resultsCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EarlierFigures, ReportBody, ReportScreen } from '../../ui/figures/ReportScreen.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { type AvailableResults, choose, countingOf, type ResultsChoices, useChoices } from './choices.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { type BehindTarget, openBehind } from './behind.ts';
import { ChoicesPanel } from './ChoicesPanel.tsx';
import { ItemsSection } from './items/ItemsSection.tsx';
import { ParametersSection } from './sections/ParametersSection.tsx';
import { AgreementSection } from './sections/AgreementSection.tsx';
import { BenchmarkSection } from './sections/BenchmarkSection.tsx';
import { ComparisonsSection } from './sections/ComparisonsSection.tsx';
import { FiguresSection } from './sections/FiguresSection.tsx';
import { NotesSection } from './sections/NotesSection.tsx';
import { PeopleSection } from './sections/PeopleSection.tsx';
import { PairwiseSection } from './sections/PairwiseSection.tsx';
import { StrataSection } from './sections/StrataSection.tsx';
import { ReportContext, shownOf } from '../../ui/figures/shownReport.ts';
import { renamedMetrics } from '../../../shared/figures/renamed.ts';
import { client } from '../../client/index.ts';
import { createReportsHook } from '../../ui/figures/useReports.ts';

/** The choices and the report they lead to. */
export function ResultsView({ available }: { readonly available: AvailableResults }) {
  const { path } = useCasebook();
  const choices = useChoices(path);
  const [panel, setPanel] = useState(true);
  const set = (change: Partial<ResultsChoices>) => choose(path, change);
  const stratum = available.strata.find(({ name }) => name === choices.stratum)?.name;
  const results = useResults(path, {
    judge: available.judges.some(({ personId }) => personId === choices.judge) ? choices.judge : null,
    bootstrap: choices.bootstrap,
    seed: choices.seed,
    items: choices.items,
    without: [...choices.without],
    undecided: choices.undecidedIsWrong ? 'wrong' : 'left_out',
    ...countingOf(choices),
    ...(stratum !== undefined && { stratum }),
  });
  const { answered, old, state } = results;
  return (
    <ReportScreen
      title="Results"
      description={
        answered === null
          ? 'The benchmark’s own figures for people and models, side by side.'
          : describe(answered.report)
      }
      reports={results}
      commands={resultsCommands}
      choices={
        <ChoicesPanel
          available={available}
          report={answered?.report ?? null}
          choices={choices}
          onChange={set}
        />
      }
      choicesShown={panel}
      onChoicesShown={setPanel}
    >
      {answered === null && state.status === 'running' && <LoadingState label="Computing the figures" />}
      {answered !== null && (
        <Report
          report={answered.report}
          request={answered.request}
          old={old}
          choices={choices}
          stratum={stratum}
          onChange={set}
          onParameters={results.again}
        />
      )}
    </ReportScreen>
  );
}

function describe(report: MetricsReport): string {
  const { rows, judge } = report;
  const people = rows.filter(({ kind }) => kind === 'human').length;
  const models = rows.filter(({ kind }) => kind === 'model' || kind === 'source').length;
  const verdicts = judge === null ? 'accepted verdicts' : `the verdicts of ${judge}`;
  return `${counted(people, 'participant')} and ${counted(models, 'model')}, by ${verdicts}. ${basisSentences(report).join(' ')}`.trim();
}

function Report({
  report,
  request: { stratum: _stratum, ...request },
  old,
  choices,
  stratum,
  onChange,
  onParameters,
}: {
  readonly report: MetricsReport;
  readonly request: MetricsRequest;
  readonly old: boolean;
  readonly choices: ResultsChoices;
  readonly stratum: string | undefined;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
  readonly onParameters: () => void;
}) {
  const shown = useMemo(() => shownOf(report, choices), [report, choices]);
  const open = (behind: BehindTarget): void => {
    openBehind(behind, request).catch((error: unknown) => {
      toastFailure('The items were not opened', error);
    });
  };
  if (report.rows.length === 0) return <NobodyAnswered notes={report.notes} />;
  return (
    <ReportContext value={shown}>
      <ReportBody old={old}>
        {old && <EarlierFigures />}
        <NotesSection onWithout={(without) => onChange({ without })} />
        <FiguresSection onOpen={open} onMetric={(metric) => onChange({ metric })} />
        <BenchmarkSection request={request} ready={!old} />
        <StrataSection onOpen={open} />
        <PairwiseSection request={request} ready={!old} onOpen={open} />
        <ComparisonsSection />
        <Suspense fallback={<LoadingState label="Loading the parameters" />}>
          <ParametersSection onSaved={onParameters} />
        </Suspense>
        <PeopleSection step={choices.step} onStep={(step) => onChange({ step })} />
        <AgreementSection ready={!old} stratum={stratum} choices={choices} onChange={onChange} />
        <ItemsSection ready={!old} choices={choices} onChange={onChange} />
      </ReportBody>
    </ReportContext>
  );
}

function NobodyAnswered({ notes }: { readonly notes: readonly string[] }) {
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title="Nobody has answered anything yet"
      actions={
        <>
          <Button onClick={() => goTo(places.studies)}>Set up a baseline</Button>
          <Button variant="default" onClick={() => goTo(places.verdicts)}>
            Go to Verdicts
          </Button>
        </>
      }
    >
      Run a baseline with people, or import models’ answers (Ctrl+I). Then people or an LLM judge can judge
      them, or import verdicts. {notes.join(' ')}
    </EmptyState>
  );
}

/** Computes the benchmark's figures that are asked for, anew whenever the question changes. */
const useResults = createReportsHook<MetricsRequest, MetricsReport>(
  (request, signal) => client.metrics.report(request, { signal }),
  renamedMetrics,
);
