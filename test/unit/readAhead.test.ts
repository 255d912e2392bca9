import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAhead } from '../../electron/core/base/readAhead.ts';

/** Twice each number that is known: the even ones. */
const load = (ids: readonly string[]): Map<string, number> =>
  new Map(ids.filter((id) => Number(id) % 2 === 0).map((id) => [id, Number(id) * 2]));

test('whatever is asked for, in turn or not, gets what belongs to it', () => {
  const ids = fc.uniqueArray(fc.nat(50).map(String), { maxLength: 30 });
  const asked = fc.array(fc.nat(50).map(String), { maxLength: 60 });
  fc.assert(
    fc.property(ids, asked, fc.integer({ min: 1, max: 8 }), (order, outOfTurn, atATime) => {
      const read = readAhead(order, load, atATime);
      for (const id of [...order, ...outOfTurn, ...order]) expect(read(id)).toBe(load([id]).get(id));
    }),
  );
});

test('what is asked for in turn is read some at a time, each once', () => {
  const order = Array.from({ length: 10 }, (_, index) => String(index));
  const sets: string[][] = [];
  const read = readAhead(
    order,
    (ids) => {
      sets.push([...ids]);
      return load(ids);
    },
    4,
  );
  for (const id of order) {
    read(id);
    read(id);
  }
  expect(sets).toEqual([
    ['0', '1', '2', '3'],
    ['4', '5', '6', '7'],
    ['8', '9'],
  ]);
});
