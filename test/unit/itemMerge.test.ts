import { expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { mergeItem, splitAfter } from '../../electron/core/features/import/sources/itemMerge.ts';

const never = (): boolean => false;

it.each<{ of: string; mine: JsonObject; theirs: JsonObject; payload?: JsonObject }>([
  { of: 'the source says what it said', mine: { a: 2 }, theirs: { a: 1 } },
  { of: 'the source changed it', mine: { a: 1 }, theirs: { a: 2 }, payload: { a: 2 } },
  { of: 'the source added to it', mine: { a: 2 }, theirs: { a: 1, b: 1 }, payload: { a: 2, b: 1 } },
  { of: 'both changed it', mine: { a: 3 }, theirs: { a: 2 }, payload: { a: 3 } },
])('merges an item where $of', ({ mine, theirs, payload }) => {
  expect(mergeItem({ a: 1 }, mine, theirs, never)?.payload).toEqual(payload);
});

it('names what was changed on both sides', () => {
  expect(mergeItem({ a: 1 }, { a: 3 }, { a: 2 }, never)?.conflicts).toEqual(['a']);
});

it('keeps wording that people have answered, and takes the rest', () => {
  const merged = mergeItem(
    { q: 'old', b: 1 },
    { q: 'old', b: 1 },
    { q: 'new', b: 2 },
    ({ q }) => q === 'new',
  );
  expect(merged).toMatchObject({ held: ['q'], payload: { q: 'old', b: 2 }, theirs: { q: 'new', b: 2 } });
});

it.each([
  { own: null, former: null, source: null, becomes: 'same' },
  { own: 'test', former: null, source: null, becomes: 'same' },
  { own: 'test', former: null, source: 'test', becomes: 'same' },
  { own: null, former: null, source: 'test', becomes: 'new' },
  { own: 'train', former: 'train', source: 'test', becomes: 'new' },
  { own: 'train', former: null, source: 'test', becomes: 'stays' },
] as const)('a split $own, once $former, where the source says $source: $becomes', (row) => {
  expect(splitAfter(row.own, row.former, row.source)).toBe(row.becomes);
});
