import { findBenchmark } from './registry.ts';

/** What a value of a facet is called, for people: itself where the benchmark says nothing else. */
export function facetValueTitle(benchmark: string, facet: string, value: string): string {
  const named = findBenchmark(benchmark)?.facets.find(({ name }) => name === facet);
  return named?.valueTitle?.(value) ?? value;
}
