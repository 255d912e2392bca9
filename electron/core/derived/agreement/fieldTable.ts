import { z } from 'zod';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { type FieldRating, fieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { type Rating, RatingsReader } from '../../records/answers/ratings.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { UNDECIDED } from '../../access/undecided.ts';
import { ITEM_GROUP } from '../itemGroup.ts';
import { readMeta } from '../../db/meta.ts';
import { type BoxContent, type CategoryContent, createSheet } from './sheets.ts';

/** Which ratings to read. Plain data: it is handed to a worker thread. */
export interface TableQuestion {
  readonly benchmark: string;
  readonly task: string;
  readonly field: string;
  readonly round: number;
  /** Null: everybody who rated. */
  readonly raters: readonly PersonId[] | null;
  /** Of `item AS i`. */
  readonly condition: Condition;
  /** Whether the caller is to decide between raters, and must not know who said what until they have. */
  readonly hidesRaters: boolean;
  /** A facet, `label` or `split`. */
  readonly stratum: string | null;
}

/** The ratings of one field: items in the order of import, raters in the order asked for or of the casebook. */
export interface FieldTable {
  readonly field: TaskField;
  /** `item.sequence` of the items with at least one rating. */
  readonly items: Int32Array;
  /** 1 where the caller must not know yet who said what. */
  readonly hidden: Uint8Array;
  readonly raters: readonly PersonId[];
  readonly content: CategoryContent | BoxContent;
  /** The strata by their values, null last, and the one of each item; null where none were asked for. */
  readonly strata: { readonly values: readonly (string | null)[]; readonly of: Int32Array } | null;
  /** Of each item the number of the image or entity that it shares with others. */
  readonly groups: Int32Array;
  /** How many ratings are left out, being about an earlier edition of their item alone. */
  readonly outdated: number;
}

const ItemRow = z.tuple([z.string(), z.int(), z.int(), z.int(), z.string().nullable(), z.string()]);

/** After how many items the work reports its progress. */
const BREATH = 5000;

/** The task and the field of a question. Throws where there is none: who asks has looked before. */
function fieldOf(
  question: Pick<TableQuestion, 'benchmark' | 'task' | 'field'>,
  vocabulary: JsonObject,
): { task: Task; field: TaskField } {
  const task = findBenchmark(question.benchmark)?.tasks.find(({ id }) => id === question.task);
  const field = task?.fields(vocabulary).find(({ name }) => name === question.field);
  if (task === undefined || field === undefined) throw new Error(`There is no field ${question.field}.`);
  return { task, field };
}

/** Reads ratings into arrays, item by item: what is held is the numbers (and boxes), not the answers. */
export function readFieldTable(
  database: CasebookDatabase,
  question: TableQuestion,
  progress: (done: number, total: number) => void,
): FieldTable {
  // One transaction: nobody changes half of what is read.
  return database.transaction(() => read(database, question, progress))();
}

function read(
  database: CasebookDatabase,
  question: TableQuestion,
  progress: (done: number, total: number) => void,
): FieldTable {
  const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
  const { task, field } = fieldOf(question, vocabulary);
  const reader = new RatingsReader(database);
  const writer = new TableWriter(field, raterOrder(database, question.raters), question.raters !== null);
  const total = countItems(database);
  const items = itemsOf(database, question);
  try {
    let done = 0;
    let item = items.next().value;
    const ratingOf = ratedIn(task, field, vocabulary);
    for (const rating of reader.all(question.task, question.round)) {
      // Both come in the order of import, and every rated item is among them.
      while (item !== undefined && item.id !== rating.itemId) {
        item = items.next().value;
        done += 1;
        if (done % BREATH === 0) progress(done, total);
      }
      if (item === undefined || !item.chosen || !writer.wants(rating.personId)) continue;
      const regions = field.comparison.level === 'boxes' ? reader.regions(rating.annotationId) : [];
      writer.add(item, rating.personId, ratingOf(rating, regions));
    }
  } finally {
    // A statement left half-way would keep the transaction from ending.
    items.return(undefined);
  }
  return { ...writer.close(question.stratum !== null), outdated: countOutdated(database, question) };
}

/** What ratings say in a field; those that share their answer, and have no boxes, are looked at once. */
function ratedIn(
  task: Task,
  field: TaskField,
  vocabulary: JsonObject,
): (rating: Rating, regions: readonly RegionRecord[]) => FieldRating | null {
  const known = new WeakMap<
    JsonObject,
    { readonly asked: AskedParts; readonly rating: FieldRating | null }
  >();
  return ({ answer, asked }, regions) => {
    const before = regions.length === 0 ? known.get(answer) : undefined;
    if (before?.asked === asked) return before.rating;
    const rating = fieldRating(task, field, { answer, asked, regions }, vocabulary);
    if (regions.length === 0) known.set(answer, { asked, rating });
    return rating;
  };
}

/** Whether a rater rated an item, both by their places. */
export function hasRated({ content, raters }: FieldTable, item: number, rater: number): boolean {
  const at = item * raters.length + rater;
  return content.kind === 'boxes'
    ? (content.ratings.boxes[at] ?? null) !== null
    : (content.ratings.codes[at] ?? -1) >= 0;
}

/** The raters with how many ratings each gave. */
export function ratersOf(table: FieldTable): { personId: PersonId; ratings: number }[] {
  return table.raters.map((personId, rater) => {
    let ratings = 0;
    for (let item = 0; item < table.items.length; item += 1) if (hasRated(table, item, rater)) ratings += 1;
    return { personId, ratings };
  });
}

interface ChosenItem {
  readonly id: string;
  readonly sequence: number;
  readonly chosen: boolean;
  readonly hidden: boolean;
  readonly stratum: string | null;
  readonly group: string;
}

function* itemsOf(
  database: CasebookDatabase,
  { condition, hidesRaters, stratum }: TableQuestion,
): Generator<ChosenItem, undefined> {
  const hidden = hidesRaters
    ? `EXISTS (SELECT 1 FROM rating_state s WHERE s.item_id = i.id AND s.state IN (${UNDECIDED}))`
    : '0';
  const values = stratumColumn(stratum);
  const rows = database
    .prepare<(string | number)[]>(
      `SELECT i.id, i.sequence, (${condition.sql}) AS chosen, ${hidden}, ${values.sql}, ${ITEM_GROUP} FROM item i ORDER BY i.sequence`,
    )
    .raw()
    .iterate(...condition.parameters, ...values.parameters);
  for (const row of rows) {
    const [id, sequence, chosen, isHidden, value, group] = ItemRow.parse(row);
    yield { id, sequence, chosen: chosen !== 0, hidden: isHidden !== 0, stratum: value, group };
  }
  return undefined;
}

function stratumColumn(stratum: string | null): Condition {
  if (stratum === null) return { sql: 'NULL', parameters: [] };
  if (stratum === 'label' || stratum === 'split') return { sql: `i.${stratum}`, parameters: [] };
  return {
    sql: '(SELECT value FROM item_facet WHERE item = i.sequence AND name = ? LIMIT 1)',
    parameters: [stratum],
  };
}

function countItems(database: CasebookDatabase): number {
  return database.prepare<[], number>('SELECT count(*) FROM item').pluck().get() ?? 0;
}

/** Each person's rating of an item counts once, and not where they rated it again since it was fixed. */
function countOutdated(
  database: CasebookDatabase,
  { task, round, raters, condition }: TableQuestion,
): number {
  // Nothing is outdated where nothing was fixed: asking rating by rating takes seconds.
  if (database.prepare('SELECT 1 FROM edition LIMIT 1').get() === undefined) return 0;
  const rated = (of: string): string =>
    `SELECT a.item_id, a.person_id FROM annotation a
     WHERE a.independent = 1 AND a.state = 'submitted' AND a.task = ? AND a.round = ? AND ${of}`;
  const isCurrent = isOfCurrentEdition('a');
  return (
    database
      .prepare<(string | number | null)[], number>(
        `SELECT count(*) FROM (${rated(`NOT (${isCurrent})`)} EXCEPT ${rated(isCurrent)}) o JOIN item i ON i.id = o.item_id
         WHERE (? IS NULL OR o.person_id IN (SELECT value FROM json_each(?))) AND (${condition.sql})`,
      )
      .pluck()
      .get(
        task,
        round,
        task,
        round,
        raters === null ? null : 'asked',
        JSON.stringify(raters ?? []),
        ...condition.parameters,
      ) ?? 0
  );
}

/** Places of raters: as they were asked for, else in the order in which people came. */
function raterOrder(database: CasebookDatabase, asked: readonly PersonId[] | null): readonly PersonId[] {
  if (asked !== null) return asked;
  return database
    .prepare<[], string>('SELECT id FROM person ORDER BY created_at, id')
    .pluck()
    .all()
    .map((id) => PersonId.parse(id));
}

/** Collects cells in the order in which they come, and lays them out once it is known how many there are. */
class TableWriter {
  readonly #field: TaskField;
  readonly #order: readonly PersonId[];
  readonly #placeOf;
  readonly #seen;
  readonly #sequences;
  readonly #hidden;
  readonly #stratumCodes;
  readonly #groupCodes;
  readonly #groups = new Map<string, number>();
  readonly #strata = new Map<string | null, number>();
  readonly #cells: { readonly item: number[]; readonly rater: number[] } = { item: [], rater: [] };
  readonly #sheet;

  constructor(field: TaskField, order: readonly PersonId[], keepAll: boolean) {
    this.#field = field;
    this.#order = order;
    this.#placeOf = new Map(order.map((person, place) => [person, place]));
    this.#seen = new Set<number>(keepAll ? this.#placeOf.values() : []);
    const [sequences, hidden, stratumCodes, groupCodes]: [number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    this.#sequences = sequences;
    this.#hidden = hidden;
    this.#stratumCodes = stratumCodes;
    this.#groupCodes = groupCodes;
    this.#sheet = createSheet(field.comparison);
  }

  wants(person: PersonId): boolean {
    return this.#placeOf.has(person);
  }

  add(item: ChosenItem, person: PersonId, rating: FieldRating | null): void {
    const place = this.#placeOf.get(person);
    if (place === undefined || rating === null || !this.#sheet.add(rating, item.sequence)) return;
    if (this.#sequences.at(-1) !== item.sequence) {
      this.#sequences.push(item.sequence);
      this.#hidden.push(item.hidden ? 1 : 0);
      const stratum = this.#strata.get(item.stratum) ?? this.#strata.size;
      this.#strata.set(item.stratum, stratum);
      this.#stratumCodes.push(stratum);
      const group = this.#groups.get(item.group) ?? this.#groups.size;
      this.#groups.set(item.group, group);
      this.#groupCodes.push(group);
    }
    this.#seen.add(place);
    this.#cells.item.push(this.#sequences.length - 1);
    this.#cells.rater.push(place);
  }

  close(withStrata: boolean): Omit<FieldTable, 'outdated'> {
    const places = [...this.#order.keys()].filter((place) => this.#seen.has(place));
    const columnOf = new Map(places.map((place, column) => [place, column]));
    const at = (cell: number): number =>
      (this.#cells.item[cell] ?? 0) * places.length + (columnOf.get(this.#cells.rater[cell] ?? -1) ?? 0);
    return {
      field: this.#field,
      items: Int32Array.from(this.#sequences),
      hidden: Uint8Array.from(this.#hidden),
      raters: places.flatMap((place) => this.#order[place] ?? []),
      content: this.#sheet.close(this.#sequences.length, places.length, at),
      groups: Int32Array.from(this.#groupCodes),
      strata: withStrata ? sorted(this.#strata, this.#stratumCodes) : null,
    };
  }
}

function sorted(
  strata: ReadonlyMap<string | null, number>,
  codes: readonly number[],
): NonNullable<FieldTable['strata']> {
  const values = [...strata.keys()].sort((a, b) =>
    a === null || b === null
      ? Number(a === null) - Number(b === null)
      : a.localeCompare(b, 'en', { numeric: true }),
  );
  const places = new Int32Array(values.length);
  values.forEach((value, place) => (places[strata.get(value) ?? 0] = place));
  return { values, of: Int32Array.from(codes, (code) => places[code] ?? 0) };
}
