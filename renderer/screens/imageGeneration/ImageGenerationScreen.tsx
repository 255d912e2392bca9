import { Blocks } from 'lucide-react';
import { useParams } from 'wouter';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PartsScreen, type ScreenPart, ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { QuestionsPart } from './QuestionsPart.tsx';
import { VariantsPart } from './VariantsPart.tsx';
import { WordsPart } from './WordsPart.tsx';

/** Making what a benchmark consists of: rendered words, variants of originals, questions out of both. */
export default function ImageGenerationScreen() {
  const { benchmark } = useCasebook();
  const known = findBenchmark(benchmark);
  const requested = useParams()['part'];
  const images: readonly ScreenPart[] = [
    { part: undefined, title: 'Render words', path: places.imageGeneration },
    { part: 'variants', title: 'Make variants', path: places.imageGenerationPart('variants') },
  ];
  const parts = [
    ...(known?.imageGeneration === undefined ? [] : images),
    ...(known?.querySets === undefined
      ? []
      : [{ part: 'questions', title: 'Build questions', path: places.imageGenerationPart('questions') }]),
  ];
  const current = parts.find(({ part }) => part === requested) ?? parts[0];
  if (current === undefined)
    return (
      <>
        <ScreenTitle>Image generation</ScreenTitle>
        <EmptyState icon={Blocks} title="This benchmark generates no images">
          This benchmark’s items are made elsewhere. Import them.
        </EmptyState>
      </>
    );
  return (
    <PartsScreen title="Image generation" parts={parts} current={current.part}>
      <ScreenPage wide>
        <Part part={current.part} />
      </ScreenPage>
    </PartsScreen>
  );
}

function Part({ part }: { readonly part: string | undefined }) {
  if (part === 'variants') return <VariantsPart />;
  return part === 'questions' ? <QuestionsPart /> : <WordsPart />;
}
