import { ClipboardCheck, Lock } from 'lucide-react';
import { useParams } from 'wouter';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { AnnotationId, ItemId } from '../../../shared/base/ids.ts';
import { useCasebook, useCurates, useOversees } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { validateCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PartsScreen, ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { ConsistencyView } from './consistency/ConsistencyView.tsx';
import { FixPage } from './fix/FixPage.tsx';
import { ToFixView } from './fix/ToFixView.tsx';
import { FunnelView } from './funnel/FunnelView.tsx';
import { OverviewView } from './overview/OverviewView.tsx';

/** Validating generated items: what waits, what is to be fixed, how far items got, how steady answers are. */
export default function ValidateScreen() {
  const { benchmark } = useCasebook();
  const oversees = useOversees();
  const known = findBenchmark(benchmark);
  if (known?.validation === undefined)
    return (
      <>
        <ScreenTitle>Validate</ScreenTitle>
        <EmptyState icon={ClipboardCheck} title="This benchmark needs no validation">
          {known === undefined
            ? `This version of Casebook does not know the benchmark “${benchmark}”.`
            : `The items of “${known.title}” are not generated.`}
        </EmptyState>
      </>
    );
  if (!oversees)
    return (
      <>
        <ScreenTitle>Validate</ScreenTitle>
        <EmptyState icon={Lock} title="For curators, reviewers and adjudicators">
          Curators, reviewers and adjudicators validate here. A curator assigns these roles on the Team
          screen.
        </EmptyState>
      </>
    );
  return <Validate benchmark={known} />;
}

function Validate({ benchmark }: { readonly benchmark: Benchmark }) {
  const curates = useCurates();
  const params = useParams();
  const itemId = ItemId.safeParse(params['itemId']);
  const proposal = AnnotationId.safeParse(params['proposal']);
  const part = itemId.success ? 'fix' : params['part'];
  const go = (to: Parameters<typeof places.validatePart>[0]) => () => goTo(places.validatePart(to));
  useCommands('validate', [
    { ...validateCommands.toFix, run: go('fix') },
    { ...validateCommands.funnel, run: go('funnel') },
    { ...validateCommands.consistency, enabled: () => curates, run: go('consistency') },
  ]);
  return (
    <PartsScreen
      title="Validate"
      parts={PARTS.filter((each) => curates || !('curates' in each))}
      current={part}
    >
      {itemId.success ? (
        <FixPage key={itemId.data} itemId={itemId.data} proposal={proposal.success ? proposal.data : null} />
      ) : part === 'fix' ? (
        <ToFixView benchmark={benchmark} />
      ) : part === 'funnel' ? (
        <FunnelView benchmark={benchmark} />
      ) : part === 'consistency' && curates ? (
        <ConsistencyView />
      ) : (
        <OverviewView />
      )}
    </PartsScreen>
  );
}

const PARTS = [
  { part: undefined, title: 'Queue', path: places.validate },
  { part: 'fix', title: 'To fix', path: places.validatePart('fix') },
  { part: 'funnel', title: 'Funnel', path: places.validatePart('funnel') },
  { part: 'consistency', title: 'Consistency', path: places.validatePart('consistency'), curates: true },
] as const;
