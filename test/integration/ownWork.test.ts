import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { Person } from '../../shared/contract/application.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';

const STATES = ['open', 'submitted', 'skipped'] as const;
/** Further than a list is walked along before it is looked up where to begin. */
const MANY = 5300;
const FEW = 8;

interface Given {
  readonly item: number;
  readonly task: string;
  readonly round: number;
  readonly position: number;
  readonly state: (typeof STATES)[number];
}

const folder = temporaryFolder();
let open: Services;
let items: readonly ItemId[];
let annotator: Person;
let reviewer: Person;

beforeAll(async () => {
  const ports = testPorts(folder.path);
  open = createServices(
    await createCasebook(folder.join('a.casebook'), { benchmark: 'generic', title: 'A' }, ports),
  );
  const writer = open.casebook.derived.items;
  items = open.casebook.database.transaction(() =>
    writer.together(() =>
      Array.from(
        { length: MANY },
        (_, at) =>
          writer.insert({ externalId: `item-${String(at)}`, payload: {}, images: [], imported: false }).id,
      ),
    ),
  )();
  annotator = open.people.add({ handle: 'ann', name: '', roles: ['annotator'] }, null);
  reviewer = open.people.add({ handle: 'rex', name: '', roles: ['reviewer'] }, null);
});

afterAll(async () => {
  await open.close();
  folder[Symbol.dispose]();
});

/** Assigns just these. */
function give(person: Person, given: readonly Given[]): void {
  const { database, ports } = open.casebook;
  const insert = database.prepare<(string | number)[]>(
    'INSERT INTO assignment (id, person_id, item_id, task, round, position, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0)',
  );
  database.transaction(() => {
    database.prepare('DELETE FROM assignment').run();
    for (const { item, task, round, position, state } of given)
      insert.run(ports.newId(), person.id, items[item] ?? '', task, round, position, state);
  })();
}

/** The same list in plain code: each item by its latest assignment. */
function expected(given: readonly Given[], states: readonly string[]): number[] {
  const latest = new Map<number, Given>();
  for (const each of given.toSorted((a, b) => a.round - b.round || (a.task < b.task ? 1 : -1)))
    latest.set(each.item, each);
  return [...latest.values()]
    .filter(({ state }) => states.includes(state))
    .sort((a, b) => a.round - b.round || a.position - b.position || a.item - b.item)
    .map(({ item }) => item);
}

const placesOf = (rows: readonly { readonly id: ItemId }[]): number[] =>
  rows.map(({ id }) => items.indexOf(id));

const assignments = fc.uniqueArray(
  fc.record({
    item: fc.nat({ max: FEW - 1 }),
    task: fc.constantFrom('annotate', 'other'),
    round: fc.integer({ min: 1, max: 3 }),
    position: fc.nat({ max: 3 }),
    state: fc.constantFrom(...STATES),
  }),
  { selector: ({ item, task, round }) => `${String(item)} ${task} ${String(round)}`, maxLength: 20 },
);

describe('a person’s own work', () => {
  it('is each item by its latest assignment, round by round in the order given, and walked from any of them', () => {
    fc.assert(
      fc.property(
        assignments,
        fc.boolean(),
        fc.subarray([...STATES]),
        fc.boolean(),
        fc.boolean(),
        fc.nat({ max: 3 }),
        (drawn, oneTask, states, descending, overseer, around) => {
          const person = overseer ? reviewer : annotator;
          const given = oneTask ? drawn.filter(({ task }) => task === 'annotate') : drawn;
          give(person, given);
          const viewpoint = open.viewpoint(person);
          const filter: ItemFilter = { assignment: states };
          const sort = { by: 'assignment', descending } as const;
          const inOrder = expected(given, states);
          const all = descending ? inOrder.toReversed() : inOrder;
          const list = open.items.list(filter, sort, around, 4, viewpoint);
          expect([list.total, placesOf(list.rows)]).toEqual([all.length, all.slice(around, around + 4)]);
          for (let item = 0; item < FEW; item += 1) {
            const near = open.items.neighbours(present(items[item]), filter, sort, around, viewpoint);
            const at = all.indexOf(item);
            const first = Math.max(0, at - around);
            expect({ ...near, rows: placesOf(near.rows) }).toEqual({
              position: at < 0 ? null : at,
              total: all.length,
              first,
              rows: all.slice(first, first + 2 * around + 1),
            });
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('is the same far down a long list, where several share a place', () => {
    const given = items.map((_, item): Given => ({
      item,
      task: 'annotate',
      round: item % 3 === 0 ? 2 : 1,
      position: Math.floor(item / 5),
      state: item % 7 === 0 ? 'submitted' : 'open',
    }));
    give(annotator, given);
    const viewpoint = open.viewpoint(annotator);
    const all = expected(given, STATES);
    for (const descending of [false, true]) {
      const sort = { by: 'assignment', descending } as const;
      const inOrder = descending ? all.toReversed() : all;
      for (const offset of [5001, 5002, 5003, MANY - 2, MANY]) {
        const { total, rows } = open.items.list({}, sort, offset, 5, viewpoint);
        expect([total, placesOf(rows)]).toEqual([MANY, inOrder.slice(offset, offset + 5)]);
      }
    }
  });
});
