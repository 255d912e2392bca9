import { z } from 'zod';
import type { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import type { Viewpoint } from './viewpoint.ts';

/**
 * A list of items that holds what was asked of the caller and nothing else: what somebody at work walks along. It is read
 * off the index of their assignments, in its order, and so does not have to look at every item to find the next one.
 */
interface OwnWork {
  readonly personId: string;
  /** The states of the caller's latest assignment of an item. */
  readonly states: readonly string[];
}

/** An item's place in the list. */
interface Place {
  readonly round: number;
  readonly position: number;
  readonly sequence: number;
}

const ALL_STATES = ['open', 'submitted', 'skipped'] as const;

/**
 * The caller's own work, where a filter asks for that alone; null where it asks for anything else, or where they were
 * asked to do more than one task.
 */
export function ownWorkOf(
  database: CasebookDatabase,
  { assignment, ...others }: ItemFilter,
  { person, seesEverything }: Viewpoint,
): OwnWork | null {
  if (person === null || Object.values(others).some((part) => part !== undefined)) return null;
  if (assignment === undefined && seesEverything) return null;
  const tasks = 'FROM assignment INDEXED BY assignment_by_person WHERE person_id = ?';
  const isOneTask = database
    .prepare<[string, string], number>(`SELECT (SELECT min(task) ${tasks}) IS (SELECT max(task) ${tasks})`)
    .pluck()
    .get(person.id, person.id);
  return isOneTask === 1 ? { personId: person.id, states: assignment ?? ALL_STATES } : null;
}

/** Whether a list is in the order in which it was asked of the caller. */
export function isInOwnOrder({ by }: ItemSort, { person, seesEverything }: Viewpoint): boolean {
  return person !== null && (by === 'assignment' || (by === 'imported' && !seesEverything));
}

/** How many items the list holds. */
export function countOwnWork(database: CasebookDatabase, { personId, states }: OwnWork): number {
  const count = database.prepare<string[]>(`SELECT count(*) ${latestOf(states)}`).pluck();
  return z.int().parse(count.get(personId, ...states));
}

/** So far into the list one gets to by walking; beyond, finding the place first is faster. */
const WALKED = 5000;

/** Items of the list from `offset` on. */
export function pageOfOwnWork(
  database: CasebookDatabase,
  own: OwnWork,
  descending: boolean,
  offset: number,
  limit: number,
): ItemId[] {
  const { personId, states } = own;
  const from = offset > WALKED ? keyAt(database, own, descending, offset) : null;
  if (from === undefined) return [];
  const bound = from === null ? '' : `AND (s.round, s.position) ${descending ? '<=' : '>='} (?, ?)`;
  const key = from === null ? [] : [from.round, from.position];
  return database
    .prepare<(string | number)[], string>(
      `SELECT s.item_id ${walkOf(states)} ${bound} ${inOrder(descending)} LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(personId, ...states, ...key, limit, from === null ? offset : from.skip)
    .map((id) => ItemId.parse(id));
}

/** More than anybody is given in a round. */
const MOST_POSITIONS = 2 ** 32;

/** The round and position at an offset, and how many items with the same stand before it; undefined beyond the end. */
function keyAt(
  database: CasebookDatabase,
  { personId, states }: OwnWork,
  descending: boolean,
  offset: number,
): { readonly round: number; readonly position: number; readonly skip: number } | undefined {
  const keys = Float64Array.from(
    database
      .prepare<string[], number>(
        `SELECT s.round * ${String(MOST_POSITIONS)} + s.position ${latestOf(states)}`,
      )
      .pluck()
      .all(personId, ...states),
  ).sort();
  if (descending) keys.reverse();
  const key = keys[offset];
  if (key === undefined) return undefined;
  const round = Math.floor(key / MOST_POSITIONS);
  return { round, position: key - round * MOST_POSITIONS, skip: offset - keys.indexOf(key) };
}

/** The item's place in the list (null where it does not hold it) and, from `first` on, its neighbours. */
interface NearInOwnWork {
  readonly position: number | null;
  readonly total: number;
  readonly first: number;
  readonly ids: readonly ItemId[];
}

const Counts = z.object({ total: z.int(), before: z.int() });

/** An item's place, `around` items before it and as many after it; from the beginning where the list does not hold it. */
export function ownWorkNear(
  database: CasebookDatabase,
  own: OwnWork,
  descending: boolean,
  id: string,
  around: number,
): NearInOwnWork {
  const { personId, states } = own;
  const size = 2 * around + 1;
  const place = placeIn(database, own, id);
  if (place === undefined) {
    const ids = pageOfOwnWork(database, own, descending, 0, size);
    return { position: null, total: countOwnWork(database, own), first: 0, ids };
  }
  const { round, position, sequence } = place;
  const key = [round, position, round, position, sequence];
  const counts = database.prepare<(string | number)[]>(
    `SELECT count(*) AS total, sum(${isBeyond(descending ? '>' : '<')}) AS before ${latestOf(states)}`,
  );
  const { total, before: at } = Counts.parse(counts.get(...key, personId, ...states));
  const walk = (beyond: '<' | '>' | '<=' | '>=', limit: number): ItemId[] =>
    database
      .prepare<(string | number)[], string>(
        // The bound by round and position is the index's.
        `SELECT s.item_id ${walkOf(states)} AND (s.round, s.position) ${beyond.startsWith('<') ? '<=' : '>='} (?, ?)
           AND (${isBeyond(beyond)}) ${inOrder(beyond.startsWith('<'))} LIMIT ?`,
      )
      .pluck()
      .all(personId, ...states, round, position, ...key, limit)
      .map((found) => ItemId.parse(found));
  const before = walk(descending ? '>' : '<', around).toReversed();
  const after = walk(descending ? '<=' : '>=', size - before.length);
  return { position: at, total, first: at - before.length, ids: [...before, ...after] };
}

function placeIn(database: CasebookDatabase, { personId, states }: OwnWork, id: string): Place | undefined {
  const place = database
    .prepare<[string, string], Place & { state: string }>(
      `SELECT s.round, s.position, s.state, i.sequence FROM assignment s JOIN item i ON i.id = s.item_id
       WHERE s.person_id = ? AND s.item_id = ? ORDER BY s.round DESC LIMIT 1`,
    )
    .get(personId, id);
  return place !== undefined && states.includes(place.state) ? place : undefined;
}

/** SQL: somebody's latest assignments as `s`, item by item in the order of an index. Parameters: the person, the states. */
function latestOf(states: readonly string[]): string {
  return `FROM (SELECT item_id, max(round) AS round, position, state
      FROM assignment INDEXED BY assignment_own WHERE person_id = ? GROUP BY item_id) s
    WHERE s.state IN (${marks(states)})`;
}

/** SQL: the same in the order of the list, for a few of them: each is looked up for a later round. */
function walkOf(states: readonly string[]): string {
  return `FROM assignment s INDEXED BY assignment_order
    WHERE s.person_id = ? AND s.state IN (${marks(states)}) AND NOT EXISTS (
      SELECT 1 FROM assignment later INDEXED BY assignment_own
      WHERE later.person_id = s.person_id AND later.item_id = s.item_id AND later.round > s.round)`;
}

/** SQL: the order of import, which only decides between equal places; casebooks that were merged have such. */
const SEQUENCE = '(SELECT sequence FROM item WHERE id = s.item_id)';

/** SQL: whether a row stands before or after a place. Parameters: its round and position, twice, and its sequence. */
function isBeyond(beyond: '<' | '>' | '<=' | '>='): string {
  return `(s.round, s.position) ${beyond.slice(0, 1)} (?, ?)
    OR ((s.round, s.position) = (?, ?) AND ${SEQUENCE} ${beyond} ?)`;
}

function inOrder(descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY ${['s.round', 's.position', SEQUENCE].map((key) => `${key} ${direction}`).join(', ')}`;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
