import { Suspense } from 'react';
import type { ResultsPartProps } from '../../../benchmarks/parts.ts';
import { benchmarkParts } from '../../../benchmarks/registry.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { useReport } from '../../../ui/figures/shownReport.ts';

/** The benchmark's own part of the results, where it has one. */
export function BenchmarkSection(props: ResultsPartProps) {
  const { report } = useReport();
  const Part = benchmarkParts[report.benchmark]?.ResultsPart;
  if (Part === undefined) return null;
  return (
    <Suspense fallback={<LoadingState label="Loading the benchmark’s own figures" />}>
      <Part {...props} />
    </Suspense>
  );
}
