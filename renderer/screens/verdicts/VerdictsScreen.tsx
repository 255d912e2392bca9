import { Lock, MessageSquareQuote } from 'lucide-react';
import { useParams } from 'wouter';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { VerdictUnit } from '../../../shared/contract/verdicts.ts';
import { ResponseId } from '../../../shared/base/ids.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PartsScreen, ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { JudgeRunsView } from './llm/JudgeRunsView.tsx';
import { EffectView } from './effect/EffectView.tsx';
import { JudgingView } from './judging/JudgingView.tsx';
import { QueueView } from './queue/QueueView.tsx';
import { TrustView } from './trust/TrustView.tsx';

/** Where judges of answers differ: deciding, how far each can be trusted, what follows for the figures. */
export default function VerdictsScreen() {
  const { roles } = usePerson();
  const { benchmark } = useCasebook();
  const params = useParams();
  const known = findBenchmark(benchmark);
  if (known?.judging === undefined)
    return (
      <>
        <ScreenTitle>Verdicts</ScreenTitle>
        <EmptyState icon={MessageSquareQuote} title="This benchmark has no judging">
          {known === undefined
            ? `This version of Casebook does not know the benchmark “${benchmark}”.`
            : `“${known.title}” has no criteria for judging answers.`}
        </EmptyState>
      </>
    );
  const curates = roles.includes('curator');
  if (!curates && !roles.includes('adjudicator'))
    return (
      <>
        <ScreenTitle>Verdicts</ScreenTitle>
        <EmptyState icon={Lock} title="Adjudicators decide here">
          An adjudicator decides where judges differ. A curator assigns that role on the Team screen.
        </EmptyState>
      </>
    );
  const part = params['part'];
  return (
    <PartsScreen title="Verdicts" parts={curates ? PARTS : []} current={part}>
      {curates && part === 'trust' ? (
        <TrustView />
      ) : curates && part === 'effect' ? (
        <EffectView />
      ) : curates && part === 'judging' ? (
        <JudgingView isAssigning={params['action'] === 'assign'} />
      ) : curates && part === 'llm' ? (
        <JudgeRunsView />
      ) : (
        <QueueView unit={unitOf(params)} />
      )}
    </PartsScreen>
  );
}

const PARTS = [
  { part: undefined, title: 'Queue', path: places.verdicts },
  { part: 'trust', title: 'Trust', path: places.verdictsPart('trust') },
  { part: 'effect', title: 'Effect', path: places.verdictsPart('effect') },
  { part: 'judging', title: 'Judging', path: places.verdictsPart('judging') },
  { part: 'llm', title: 'LLM judge', path: places.verdictsPart('llm') },
] as const;

function unitOf(params: Readonly<Record<string | number, string | undefined>>): VerdictUnit | null {
  const response = ResponseId.safeParse(params['response']);
  const criterion = params['criterion'];
  if (!response.success || criterion === undefined) return null;
  return { response: response.data, criterion, subject: params['subject'] ?? '' };
}
