import { describe, expect, it } from 'vitest';
import { mergePayload } from '../../shared/base/mergeJson.ts';

describe('a changed source and an item that was edited here', () => {
  it('come together key by key: either side’s change counts, and of two different ones the edit stays', () => {
    const base = { source: 1, edit: 1, both: 1, alike: 1, neither: [1] };
    const mine = { source: 1, edit: 2, both: 2, alike: 2, neither: [1] };
    const theirs = { source: 3, edit: 1, both: 3, alike: 2, neither: [1] };
    expect(mergePayload(base, mine, theirs)).toEqual({
      payload: { source: 3, edit: 2, both: 2, alike: 2, neither: [1] },
      changes: [{ key: 'source', from: 1, to: 3 }],
      conflicts: ['both'],
    });
  });

  it('a key that the source took out goes; one that was edited here stays, and is named', () => {
    expect(mergePayload({ gone: 1, edited: 1 }, { gone: 1, edited: 2 }, {})).toEqual({
      payload: { edited: 2 },
      changes: [{ key: 'gone', from: 1, to: undefined }],
      conflicts: ['edited'],
    });
  });

  it('a key that was taken out here stays out, unless the source changed it: that is named', () => {
    expect(mergePayload({ same: 1, changed: 1 }, {}, { same: 1, changed: 2 })).toEqual({
      payload: {},
      changes: [],
      conflicts: ['changed'],
    });
  });

  it('a key that both added counts once where it is the same, else the casebook’s does', () => {
    expect(mergePayload({}, { same: { a: 1 }, other: 1 }, { same: { a: 1 }, other: 2 })).toEqual({
      payload: { same: { a: 1 }, other: 1 },
      changes: [],
      conflicts: ['other'],
    });
  });

  it('null is a value, and a name that every object inherits is a key like any other', () => {
    const base = { empty: 1 };
    const theirs = JSON.parse('{"empty": null, "toString": "theirs", "__proto__": {"own": true}}');
    const { payload, changes, conflicts } = mergePayload(base, base, theirs);
    expect(JSON.stringify(payload)).toBe('{"empty":null,"toString":"theirs","__proto__":{"own":true}}');
    expect(changes.map(({ key, from }) => [key, from])).toEqual([
      ['empty', 1],
      ['toString', undefined],
      ['__proto__', undefined],
    ]);
    expect(conflicts).toEqual([]);
  });

  it('are in the order of the source where it has every key, else in the item’s own with new keys last', () => {
    const keys = (mine: object, theirs: object): string[] =>
      Object.keys(mergePayload({}, { ...mine }, { ...theirs }).payload);
    expect(keys({ b: 1, a: 1 }, { a: 1, c: 1, b: 1 })).toEqual(['a', 'c', 'b']);
    expect(keys({ b: 1, own: 1, a: 1 }, { a: 1, c: 1, b: 1 })).toEqual(['b', 'own', 'a', 'c']);
    // As many keys, but others.
    expect(mergePayload({ gone: 1 }, { own: 1 }, { gone: 1 }).payload).toEqual({ own: 1 });
  });
});
