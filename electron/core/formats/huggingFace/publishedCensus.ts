import { z } from 'zod';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { createShapeCount } from '../../../../shared/foreign/comparedByBoxes.ts';
import type { ItemStatus, PartSource } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ParquetImage } from './parquetFile.ts';
import type { PublishedDataSet, PublishedRound } from './publishedDataSet.ts';
import { readAhead } from '../../base/readAhead.ts';
import { readMeta } from '../../db/meta.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { mainTask } from '../../derived/gold.ts';
import type { ExportGoldSource } from '../writing/exportedGold.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { addOne, PublishedTally, rankCounts } from './publishedTally.ts';

const RatingRow = z.object({ itemId: z.string(), round: z.int(), personId: z.string(), current: z.int() });

type CensusSource = Pick<
  PublishedDataSet,
  'name' | 'folder' | 'title' | 'columns' | 'splits' | 'reliability' | 'questions' | 'companions'
> &
  Partial<Pick<PublishedDataSet, 'statuses'>>;

/** Counts the items of a data set while they are written, for what is said of it as a whole. */
export class Census {
  readonly #casebook: Casebook;
  readonly #rounds;
  readonly #labels = new Map<string, number>();
  readonly #statuses = new Map<ItemStatus, number>();
  readonly #gold = new Map<ExportGoldSource | 'none', number>();
  readonly #goldFields = new Map<string, Map<PartSource | 'none', number>>();
  readonly #tally;
  readonly #fields;
  #boxes = 0;
  readonly #shapes;

  constructor(casebook: Casebook, order: readonly string[]) {
    this.#casebook = casebook;
    const { benchmark, database } = casebook;
    this.#rounds = new RoundCensus(casebook, order);
    this.#tally = new PublishedTally(benchmark);
    this.#fields = mainTask(casebook).fields(JsonObject.parse(readMeta(database, 'vocabulary')));
    this.#shapes = createShapeCount();
  }

  count(item: ExportItem, pictures: readonly (ParquetImage | null)[]): void {
    this.#tally.count(item, pictures);
    this.#rounds.count(item.id);
    this.#boxes += item.regions.length;
    for (const region of item.regions) this.#shapes.add(region);
    const { label } = this.#casebook.benchmark.summarize(item.payload);
    if (label !== null) addOne(this.#labels, label);
    addOne(this.#statuses, item.status);
    addOne(this.#gold, item.goldSource ?? 'none');
    for (const { field, source } of item.goldFields) {
      const counts = this.#goldFields.get(field) ?? new Map<PartSource | 'none', number>();
      this.#goldFields.set(field, counts);
      addOne(counts, source ?? 'none');
    }
  }

  publish(told: CensusSource): PublishedDataSet {
    return {
      ...this.#tally.result(),
      benchmark: this.#casebook.benchmark,
      changed: changedOn(this.#casebook.database),
      labels: rankCounts(this.#labels),
      statuses: rankCounts(this.#statuses),
      ...told,
      gold: rankCounts(this.#gold),
      goldFields: [...this.#goldFields].map(([field, sources]) => ({
        title: pathTitle(field, this.#fields),
        sources: rankCounts(sources),
      })),
      rounds: this.#rounds.rounds(),
      shaped: this.#shapes.counted(),
      editions: this.#casebook.benchmark.validation === undefined ? null : this.#rounds.editions(),
      taskCategories:
        this.#casebook.benchmark.baseline !== undefined
          ? ['visual-question-answering']
          : [
              ...(this.#boxes > 0 ? ['object-detection'] : []),
              ...(this.#boxes === 0 ||
              this.#labels.size > 0 ||
              told.columns.some(({ type }) => type === 'class')
                ? ['image-classification']
                : []),
            ],
    };
  }
}

/** Counts who rated the items in which round, and in which edition the items are. */
class RoundCensus {
  readonly #numberOf;
  readonly #ratingsOf;
  readonly #rounds = new Map<
    number,
    { items: number; people: Set<string>; ratings: number; outdated: number }
  >();
  readonly #editions = new Map<number, number>();

  constructor(casebook: Casebook, order: readonly string[]) {
    const { database } = casebook;
    const task = mainTask(casebook).id;
    const read = database.prepare<[string, string]>(
      `SELECT DISTINCT item_id AS itemId, round, person_id AS personId, edition_id AS editionId, ${isOfCurrentEdition('annotation')} AS current
     FROM annotation WHERE item_id ${IN_SET} AND task = ? AND state = 'submitted' AND independent = 1`,
    );
    const numbers = database.prepare<[string], { id: string; number: number }>(
      `SELECT id, coalesce((SELECT number FROM edition WHERE id = edition_id), 1) AS number FROM item WHERE id ${IN_SET}`,
    );
    this.#numberOf = readAhead(
      order,
      (ids) => new Map(numbers.all(asSet(ids)).map(({ id, number }) => [id, number])),
    );
    this.#ratingsOf = readAhead(order, (ids) =>
      Map.groupBy(
        read.all(asSet(ids), task).map((raw) => RatingRow.parse(raw)),
        ({ itemId }) => itemId,
      ),
    );
  }

  count(itemId: string): void {
    addOne(this.#editions, this.#numberOf(itemId) ?? 1);
    const ratings = this.#ratingsOf(itemId) ?? [];
    for (const { round, personId, current } of ratings) {
      const entry = this.#rounds.get(round) ?? {
        items: 0,
        people: new Set<string>(),
        ratings: 0,
        outdated: 0,
      };
      this.#rounds.set(round, entry);
      entry.people.add(personId);
      if (current === 1) entry.ratings += 1;
      else entry.outdated += 1;
    }
    for (const round of new Set(ratings.map((rating) => rating.round))) {
      const entry = this.#rounds.get(round);
      if (entry !== undefined) entry.items += 1;
    }
  }

  rounds(): PublishedRound[] {
    return [...this.#rounds]
      .sort(([a], [b]) => a - b)
      .map(([round, { people, ...counts }]) => ({ round, people: people.size, ...counts }));
  }

  editions(): (readonly [number: number, items: number])[] {
    return [...this.#editions].sort(([a], [b]) => a - b);
  }
}

/** The day of the last change, so that the same casebook gives the same files at every export. */
function changedOn(database: Casebook['database']): string {
  const at = database.prepare<[], number | null>('SELECT max(updated_at) FROM item').pluck().get() ?? 0;
  return new Date(at).toISOString().slice(0, 10);
}
