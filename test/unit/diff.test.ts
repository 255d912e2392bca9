import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyDiff,
  DiffConflict,
  isEmptyDiff,
  makeDiff,
  type RecordsById,
  reverseDiff,
  squashDiffs,
} from '../../shared/base/diff.ts';
import { type Json, sameJson } from '../../shared/base/json.ts';
import { json, objectOf, oddText } from '../helpers/arbitraries.ts';

/** Few ids, so that sets of records overlap; among them those that an object has without having them. */
const id = fc.oneof(fc.constantFrom('a', 'b', 'c', '1', '__proto__', 'constructor', 'toString'), oddText);
const record = fc.oneof(fc.constantFrom<Json>(null, 0, 1, 'x', { x: 1 }, { x: 2 }), json);
const records: fc.Arbitrary<RecordsById<Json>> = fc
  .array(fc.tuple(id, record), { maxLength: 8 })
  .map((entries) => objectOf(entries));

/** Ids and values, so that nothing hides behind a prototype. */
const entriesOf = (set: RecordsById<Json>): [string, Json][] =>
  Object.entries(set).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
const expectSame = (actual: RecordsById<Json>, expected: RecordsById<Json>): void => {
  expect(entriesOf(actual)).toEqual(entriesOf(expected));
};

describe('a diff', () => {
  test('applied makes what it was made for', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        expectSame(applyDiff(before, makeDiff(before, after)), after);
      }),
    );
  });

  test('reversed takes it back', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const diff = makeDiff(before, after);
        expectSame(applyDiff(after, reverseDiff(diff)), before);
        expect(reverseDiff(reverseDiff(diff))).toEqual(diff);
      }),
    );
  });

  test('squashed does what two do one after the other, and no more', () => {
    fc.assert(
      fc.property(records, records, records, (first, second, third) => {
        const squashed = squashDiffs(makeDiff(first, second), makeDiff(second, third));
        expectSame(applyDiff(first, squashed), third);
        expect(squashed).toEqual(makeDiff(first, third));
      }),
    );
  });

  test('squashing is the same whichever two are squashed first', () => {
    fc.assert(
      fc.property(records, records, records, records, (a, b, c, d) => {
        const [ab, bc, cd] = [makeDiff(a, b), makeDiff(b, c), makeDiff(c, d)];
        expect(squashDiffs(squashDiffs(ab, bc), cd)).toEqual(squashDiffs(ab, squashDiffs(bc, cd)));
      }),
    );
  });

  test('and its reverse squash to nothing', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const diff = makeDiff(before, after);
        expect(isEmptyDiff(squashDiffs(diff, reverseDiff(diff)))).toBe(true);
      }),
    );
  });

  test('is empty exactly where nothing differs', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        expect(isEmptyDiff(makeDiff(before, after))).toBe(sameJson(before, after));
        expect(isEmptyDiff(makeDiff(before, before))).toBe(true);
      }),
    );
  });

  test('survives being stored as JSON', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const stored: ReturnType<typeof makeDiff<Json>> = JSON.parse(JSON.stringify(makeDiff(before, after)));
        expectSame(applyDiff(before, stored), after);
      }),
    );
  });

  test('leaves the records given as they are', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const copy = structuredClone(entriesOf(before));
        applyDiff(before, makeDiff(before, after));
        expect(entriesOf(before)).toEqual(copy);
      }),
    );
  });
});

describe('a conflict', () => {
  test('is met wherever the records are not what the diff expects', () => {
    fc.assert(
      fc.property(records, records, records, (before, after, meanwhile) => {
        const diff = makeDiff(before, after);
        const touched = [diff.added, diff.updated, diff.removed].flatMap((part) => Object.keys(part));
        const own = (set: RecordsById<Json>, key: string): Json | undefined =>
          Object.hasOwn(set, key) ? set[key] : undefined;
        const fits = touched.every((key) => sameJson(own(before, key), own(meanwhile, key)));
        if (fits) expect(() => applyDiff(meanwhile, diff)).not.toThrow();
        else expect(() => applyDiff(meanwhile, diff)).toThrow(DiffConflict);
      }),
    );
  });

  test('says which record and what about it', () => {
    const messageOf = (set: RecordsById<Json>, from: RecordsById<Json>, to: RecordsById<Json>): string => {
      try {
        applyDiff(set, makeDiff(from, to));
      } catch (error) {
        if (error instanceof DiffConflict) return `${error.recordId}: ${error.message}`;
        throw error;
      }
      return 'none';
    };
    expect(messageOf({ a: 1 }, {}, { a: 2 })).toBe('a: Record a exists already.');
    expect(messageOf({}, { a: 1 }, {})).toBe('a: Record a no longer exists.');
    expect(messageOf({ a: 3 }, { a: 1 }, { a: 2 })).toBe('a: Record a has changed since.');
  });
});
