import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { ParquetImage } from './parquetFile.ts';
import type { PublishedConfiguration, ValueCounts } from './publishedDataSet.ts';
import type { ExportItem } from '../writing/exportItems.ts';

/** Counts the rows of one table of a data set while they are written, by their facets, and their images by licence. */
export class PublishedTally {
  readonly #benchmark: Pick<Benchmark, 'facets' | 'summarize'>;
  readonly #facets;
  readonly #licences = new Map<string | null, { copied: number; withheld: number; absent: number }>();
  #items = 0;

  constructor(benchmark: Pick<Benchmark, 'facets' | 'summarize'>) {
    this.#benchmark = benchmark;
    this.#facets = benchmark.facets.map(({ name, title }) => ({
      name,
      title,
      counts: new Map<string, number>(),
    }));
  }

  count(item: ExportItem, pictures: readonly (ParquetImage | null)[]): void {
    this.#items += 1;
    const own = this.#benchmark.summarize(item.payload).facets;
    for (const { name, counts } of this.#facets) {
      const value = own[name];
      if (value !== undefined && value !== '') addOne(counts, value);
    }
    for (const [at, image] of item.images.entries()) {
      const entry = this.#licences.get(image.licence) ?? { copied: 0, withheld: 0, absent: 0 };
      this.#licences.set(image.licence, entry);
      if (image.redistributable === false) entry.withheld += 1;
      else if ((pictures[at] ?? null) === null) entry.absent += 1;
      else entry.copied += 1;
    }
  }

  result(): Pick<PublishedConfiguration, 'items' | 'facets' | 'images'> {
    const kinds = [...this.#licences].map(([licence, counts]) => ({ licence, ...counts }));
    const total = (of: 'copied' | 'withheld' | 'absent'): number =>
      kinds.reduce((sum, kind) => sum + kind[of], 0);
    return {
      items: this.#items,
      facets: this.#facets.map(({ title, counts }) => ({ title, counts: rankCounts(counts) })),
      images: {
        copied: total('copied'),
        withheld: total('withheld'),
        absent: total('absent'),
        licences: kinds.sort((a, b) => ((a.licence ?? '') < (b.licence ?? '') ? -1 : 1)),
      },
    };
  }
}

/** One more of a value. */
export function addOne<T>(counts: Map<T, number>, value: T): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The most frequent first. */
export function rankCounts<T extends string>(counts: ReadonlyMap<T, number>): ValueCounts<T> {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
