import { z } from 'zod';
import { pathTitle } from '../../../shared/benchmarks/valueLines.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import { createShapeCount } from '../../../shared/foreign/comparedByBoxes.ts';
import type { ItemStatus, PartSource } from '../../../shared/domain/status.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { ParquetImage } from './parquetFile.ts';
import type { PublishedDataSet, RatedRound } from './publishedDataSet.ts';
import { readAhead } from '../base/readAhead.ts';
import { readMeta } from '../db/meta.ts';
import { IN_SET, asSet } from '../db/sets.ts';
import { isOfCurrentEdition } from '../records/edition.ts';
import { mainTask } from '../derived/gold.ts';
import type { ExportGoldSource, ExportItem } from './exportItems.ts';
import { addOne, createTally, ranked } from './publishedTally.ts';

const RatingRow = z.object({ itemId: z.string(), round: z.int(), personId: z.string(), current: z.int() });

type Told = Pick<
  PublishedDataSet,
  'name' | 'folder' | 'title' | 'columns' | 'splits' | 'reliability' | 'questions' | 'companions'
> &
  Partial<Pick<PublishedDataSet, 'statuses'>>;

/** Counts the items of a data set while they are written, for what is said of it as a whole. */
export function createCensus(
  casebook: Casebook,
  order: readonly string[],
): {
  count(item: ExportItem, pictures: readonly (ParquetImage | null)[]): void;
  publish(told: Told): PublishedDataSet;
} {
  const { benchmark, database } = casebook;
  const rounds = createRoundCensus(casebook, order);
  const labels = new Map<string, number>();
  const statuses = new Map<ItemStatus, number>();
  const gold = new Map<ExportGoldSource | 'none', number>();
  const goldFields = new Map<string, Map<PartSource | 'none', number>>();
  const tally = createTally(benchmark);
  const fields = mainTask(casebook).fields(JsonObject.parse(readMeta(database, 'vocabulary')));
  let boxes = 0;
  const shapes = createShapeCount();
  return {
    count(item, pictures) {
      tally.count(item, pictures);
      rounds.count(item.id);
      boxes += item.regions.length;
      for (const region of item.regions) shapes.add(region);
      const { label } = benchmark.summarize(item.payload);
      if (label !== null) addOne(labels, label);
      addOne(statuses, item.status);
      addOne(gold, item.goldSource ?? 'none');
      for (const { field, source } of item.goldFields) {
        const counts = goldFields.get(field) ?? new Map<PartSource | 'none', number>();
        goldFields.set(field, counts);
        addOne(counts, source ?? 'none');
      }
    },
    publish(told) {
      return {
        ...tally.result(),
        benchmark,
        changed: changedOn(database),
        labels: ranked(labels),
        statuses: ranked(statuses),
        ...told,
        gold: ranked(gold),
        goldFields: [...goldFields].map(([field, sources]) => ({
          title: pathTitle(field, fields),
          sources: ranked(sources),
        })),
        rounds: rounds.rounds(),
        shaped: shapes.counted(),
        editions: benchmark.validation === undefined ? null : rounds.editions(),
        taskCategories:
          benchmark.baseline !== undefined
            ? ['visual-question-answering']
            : [
                ...(boxes > 0 ? ['object-detection'] : []),
                ...(boxes === 0 || labels.size > 0 || told.columns.some(({ type }) => type === 'class')
                  ? ['image-classification']
                  : []),
              ],
      };
    },
  };
}

/** Counts who rated the items in which round, and in which edition the items are. */
function createRoundCensus(
  casebook: Casebook,
  order: readonly string[],
): {
  count(itemId: string): void;
  rounds(): RatedRound[];
  editions(): (readonly [number: number, items: number])[];
} {
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const read = database.prepare<[string, string]>(
    `SELECT DISTINCT item_id AS itemId, round, person_id AS personId, edition_id AS editionId, ${isOfCurrentEdition('annotation')} AS current
     FROM annotation WHERE item_id ${IN_SET} AND task = ? AND state = 'submitted' AND independent = 1`,
  );
  const numbers = database.prepare<[string], { id: string; number: number }>(
    `SELECT id, coalesce((SELECT number FROM edition WHERE id = edition_id), 1) AS number FROM item WHERE id ${IN_SET}`,
  );
  const numberOf = readAhead(
    order,
    (ids) => new Map(numbers.all(asSet(ids)).map(({ id, number }) => [id, number])),
  );
  const ratingsOf = readAhead(order, (ids) =>
    Map.groupBy(
      read.all(asSet(ids), task).map((raw) => RatingRow.parse(raw)),
      ({ itemId }) => itemId,
    ),
  );
  const rounds = new Map<number, { items: number; people: Set<string>; ratings: number; outdated: number }>();
  const editions = new Map<number, number>();
  return {
    count(itemId) {
      addOne(editions, numberOf(itemId) ?? 1);
      const ratings = ratingsOf(itemId) ?? [];
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
