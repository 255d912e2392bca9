import type { GoldSource, ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import type { ParquetImage } from '../../formats/parquetFile.ts';
import type { Counts, PublishedDataSet } from '../../formats/publishedDataSet.ts';
import type { ExportItem } from './exportItems.ts';
import { mayBeHandedOn } from './imageRights.ts';

type Told = Pick<PublishedDataSet, 'title' | 'columns' | 'splits' | 'reliability'>;

/** Counts the items of a data set while they are written, for what is said of it as a whole. */
export function createCensus({ benchmark, database }: Casebook): {
  count(item: ExportItem, pictures: readonly (ParquetImage | null)[]): void;
  publish(told: Told): PublishedDataSet;
} {
  const labels = new Map<string, number>();
  const statuses = new Map<ItemStatus, number>();
  const gold = new Map<GoldSource | 'none', number>();
  const facets = benchmark.facets.map(({ name, title }) => ({
    name,
    title,
    counts: new Map<string, number>(),
  }));
  const licences = new Map<string | null, { copied: number; withheld: number; absent: number }>();
  let items = 0;
  let boxes = 0;
  return {
    count(item, pictures) {
      items += 1;
      boxes += item.regions.length;
      const { label, facets: own } = benchmark.summarize(item.payload);
      if (label !== null) add(labels, label);
      for (const { name, counts } of facets) {
        const value = own[name];
        if (value !== undefined && value !== '') add(counts, value);
      }
      add(statuses, item.status);
      add(gold, item.goldSource ?? 'none');
      for (const [at, image] of item.images.entries()) {
        const entry = licences.get(image.licence) ?? { copied: 0, withheld: 0, absent: 0 };
        licences.set(image.licence, entry);
        if (!mayBeHandedOn(image)) entry.withheld += 1;
        else if ((pictures[at] ?? null) === null) entry.absent += 1;
        else entry.copied += 1;
      }
    },
    publish(told) {
      const kinds = [...licences].map(([licence, counts]) => ({ licence, ...counts }));
      const total = (of: 'copied' | 'withheld' | 'absent'): number =>
        kinds.reduce((sum, kind) => sum + kind[of], 0);
      return {
        ...told,
        benchmark,
        changed: changedOn(database),
        items,
        labels: ranked(labels),
        facets: facets.map(({ title, counts }) => ({ title, counts: ranked(counts) })),
        statuses: ranked(statuses),
        gold: ranked(gold),
        images: {
          copied: total('copied'),
          withheld: total('withheld'),
          absent: total('absent'),
          licences: kinds.sort((a, b) => ((a.licence ?? '') < (b.licence ?? '') ? -1 : 1)),
        },
        taskCategories:
          benchmark.baseline !== undefined
            ? ['visual-question-answering']
            : ['image-classification', ...(boxes > 0 ? ['object-detection'] : [])],
      };
    },
  };
}

/** The day of the last change, so that the same casebook gives the same files whenever it is handed out. */
function changedOn(database: Casebook['database']): string {
  const at = database.prepare<[], number | null>('SELECT max(updated_at) FROM item').pluck().get() ?? 0;
  return new Date(at).toISOString().slice(0, 10);
}

function add<T>(counts: Map<T, number>, value: T): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function ranked<T extends string>(counts: ReadonlyMap<T, number>): Counts<T> {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
