import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../electron/core/db/documents.ts';
import {
  hasOtherValues,
  isLaterRow,
  isLaterValue,
  isOtherRow,
  laterValues,
  valuesToAdopt,
} from '../../electron/core/features/hub/laterChanges.ts';

const content = (row: DocumentContent['row'], changedAt?: number): DocumentContent => ({
  row,
  parts: {},
  ...(changedAt !== undefined && { changedAt }),
});

describe('the later change of a row', () => {
  it.each([
    ['without a time it is not later', content({ name: 'Z' }), 0, null, false],
    ['changed after the one here', content({ name: 'A' }, 5), 4, content({ name: 'Z' }), true],
    ['changed before the one here', content({ name: 'Z' }, 3), 4, null, false],
    ['of one moment, and nothing waits here', content({ name: 'A' }, 4), 4, null, true],
    ['of one moment: the greater text', content({ name: 'B' }, 4), 4, content({ name: 'A' }), true],
    ['of one moment: the smaller text', content({ name: 'A' }, 4), 4, content({ name: 'B' }), false],
    ['of one moment: the same text', content({ name: 'A' }, 4), 4, content({ name: 'A' }), false],
    ['columns that are no part of it', content({ payload: 'Z' }, 4), 4, content({ payload: 'A' }), false],
    ['nothing came in', null, 0, null, false],
  ])('%s', (_name, there, changedAt, waiting, later) => {
    expect(isLaterRow(there, changedAt, waiting)).toBe(later);
  });

  it('goes by these columns in this order, of two of one moment', () => {
    const columns = ['value', 'handle', 'name', 'roles', 'set_aside_at', 'status', 'split'];
    for (const [place, column] of columns.entries()) {
      const rest = (text: string) => Object.fromEntries(columns.slice(place + 1).map((each) => [each, text]));
      const greater = content({ [column]: 'b', ...rest('a') }, 4);
      const smaller = content({ [column]: 'a', ...rest('b') }, 4);
      expect([column, isLaterRow(greater, 4, smaller), isLaterRow(smaller, 4, greater)]).toEqual([
        column,
        true,
        false,
      ]);
    }
  });

  it.each([
    ['another name', 'person', { name: 'A' }, { name: 'B' }, true],
    ['a column that is derived', 'person', { created_at: 1 }, { created_at: 2 }, false],
    ['the same column of another table', 'comment', { created_at: 1 }, { created_at: 2 }, true],
    [
      'JSON with its keys in another order',
      'study',
      { plan: '{"a":1,"b":2}' },
      { plan: '{"b":2,"a":1}' },
      false,
    ],
    ['other JSON', 'study', { plan: '{"a":1}' }, { plan: '{"a":2}' }, true],
    ['text that only looks like JSON', 'study', { plan: '{a' }, { plan: '{b' }, true],
    ['a column that only the one here has', 'person', { name: 'A', version: 'x' }, { name: 'A' }, false],
    ['a row that never changes, counted otherwise', 'annotation', { version: 1 }, { version: 2 }, false],
    ['a row that never changes, with another answer', 'annotation', { answer: 'a' }, { answer: 'b' }, true],
  ] as const)('tells %s', (_name, table, here, there, other) => {
    expect(isOtherRow(table, content(here), content(there))).toBe(other);
  });
});

it.each([
  'status',
  'split',
  'payload',
  'revision',
  'gold_source',
  'gold_annotation_id',
  'gold_fields',
  'updated_at',
  'imported_payload',
  'created_at',
])('an item is no other one by its %s alone, which each casebook has by itself', (column) => {
  expect(isOtherRow('item', content({ [column]: 'a' }), content({ [column]: 'b' }))).toBe(false);
});

describe('the later change of a value', () => {
  it('is the one of the later moment, and of one moment the greater', () => {
    expect(isLaterValue({ at: 2, value: 'a' }, { at: 1, value: 'b' })).toBe(true);
    expect(isLaterValue({ at: 1, value: 'b' }, { at: 2, value: 'a' })).toBe(false);
    expect(isLaterValue({ at: 1, value: 'b' }, { at: 1, value: 'a' })).toBe(true);
    expect(isLaterValue({ at: 1, value: null }, { at: 1, value: 'a' })).toBe(false);
    expect(isLaterValue({ at: 1, value: 'a' }, { at: 1, value: 'a' })).toBe(false);
  });

  it('is kept of each value, in whichever order two come in', () => {
    const a = { status: { at: 3, value: 'ready' }, split: { at: 1, value: 'test' } };
    const b = { status: { at: 2, value: 'draft' }, 'tag:x': { at: 1, value: 'x' } };
    const both = { ...a, 'tag:x': { at: 1, value: 'x' } };
    expect(laterValues(a, b)).toEqual(both);
    expect(laterValues(b, a)).toEqual(both);
  });

  it('is taken, and so is one that is the same; the rest stays', () => {
    const there = {
      status: { at: 2, value: 'ready' },
      split: { at: 1, value: 'test' },
      'tag:x': { at: 1, value: 'x' },
      'tag:new': { at: 1, value: 'new' },
      'tag:again': { at: 1, value: 'again' },
    };
    const here = {
      status: { at: 3, value: 'draft' },
      split: { at: 1, value: 'test' },
      'tag:x': { at: 0, value: null },
      'tag:again': { at: 2, value: 'again' },
    };
    expect(Object.keys(valuesToAdopt(there, here))).toEqual(['split', 'tag:x', 'tag:new']);
  });

  it('is told from what came in by its value and by its time', () => {
    const split = { split: { at: 1, value: 'test' } };
    expect(hasOtherValues(split, split)).toBe(false);
    expect(hasOtherValues(split, { split: { at: 2, value: 'test' } })).toBe(true);
    expect(hasOtherValues(split, { split: { at: 1, value: null } })).toBe(true);
    expect(hasOtherValues({ split: { at: 0, value: null } }, {})).toBe(false);
    expect(hasOtherValues(split, {})).toBe(true);
  });
});
