import { z } from 'zod';
import type { GoldSource, ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import type { ParquetImage } from '../../formats/parquetFile.ts';
import type { Counts, PublishedDataSet, RatedRound } from '../../formats/publishedDataSet.ts';
import { isOfCurrentEdition } from '../annotations/edition.ts';
import { mainTask } from '../items/gold.ts';
import type { ExportItem } from './exportItems.ts';
import { mayBeHandedOn } from './imageRights.ts';

const RatingRow = z.object({ round: z.int(), personId: z.string(), current: z.int() });

type Told = Pick<PublishedDataSet, 'title' | 'columns' | 'splits' | 'reliability'>;

/** Counts the items of a data set while they are written, for what is said of it as a whole. */
export function createCensus(casebook: Casebook): {
  count(item: ExportItem, pictures: readonly (ParquetImage | null)[]): void;
  publish(told: Told): PublishedDataSet;
} {
  const { benchmark, database } = casebook;
  const rounds = createRoundCensus(casebook);
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
      rounds.count(item.id);
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
        rounds: rounds.rounds(),
        editions: benchmark.validation === undefined ? null : rounds.editions(),
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

/** Counts who rated the items in which round, and in which edition the items are. */
function createRoundCensus(casebook: Casebook): {
  count(itemId: string): void;
  rounds(): RatedRound[];
  editions(): (readonly [number: number, items: number])[];
} {
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const read = database.prepare<[string, string]>(
    `SELECT DISTINCT round, person_id AS personId, edition_id AS editionId, ${isOfCurrentEdition('annotation')} AS current
     FROM annotation WHERE item_id = ? AND task = ? AND state = 'submitted' AND independent = 1`,
  );
  const number = database
    .prepare<[string], number>(
      'SELECT coalesce((SELECT number FROM edition WHERE id = edition_id), 1) FROM item WHERE id = ?',
    )
    .pluck();
  const rounds = new Map<number, { items: number; people: Set<string>; ratings: number; outdated: number }>();
  const editions = new Map<number, number>();
  return {
    count(itemId) {
      add(editions, number.get(itemId) ?? 1);
      const ratings = read.all(itemId, task).map((raw) => RatingRow.parse(raw));
      for (const { round, personId, current } of ratings) {
        const entry = rounds.get(round) ?? { items: 0, people: new Set<string>(), ratings: 0, outdated: 0 };
        rounds.set(round, entry);
        entry.people.add(personId);
        if (current === 1) entry.ratings += 1;
        else entry.outdated += 1;
      }
      for (const round of new Set(ratings.map((rating) => rating.round))) {
        const entry = rounds.get(round);
        if (entry !== undefined) entry.items += 1;
      }
    },
    rounds: () =>
      [...rounds]
        .sort(([a], [b]) => a - b)
        .map(([round, { people, ...counts }]) => ({ round, people: people.size, ...counts })),
    editions: () => [...editions].sort(([a], [b]) => a - b),
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
