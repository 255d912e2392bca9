import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyDiff, makeDiff } from '../../shared/base/diff.ts';
import {
  answerOf,
  DocumentDiff,
  DocumentRecord,
  fieldRecords,
  imagesOf,
  recordId,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { isJsonObject, isList, type Json, JsonObject, sameJson } from '../../shared/base/json.ts';
import { json, jsonObject, oddText, withKeysReversed } from '../helpers/arbitraries.ts';

const field = fc
  .tuple(
    oddText.filter((name) => name !== ''),
    json,
  )
  .map(([name, value]): DocumentRecord => ({ type: 'field', name, value }));
const length = fc.double({ min: 0, max: 5000, noNaN: true }).map((value) => (value === 0 ? 0 : value));
const region = fc
  .record({
    id: fc.uuid({ version: 7 }).map((value) => RegionId.parse(value)),
    imageId: fc.uuid({ version: 7 }).map((value) => ImageId.parse(value)),
    label: oddText,
    x: length,
    y: length,
    width: length.map((value) => value + 1),
    height: length.map((value) => value + 1),
    note: oddText,
    attributes: jsonObject,
    order: fc.integer({ min: 0, max: 3 }),
  })
  .map((values): DocumentRecord => ({ type: 'region', ...values }));
const image = fc
  .record({
    position: fc.nat(4),
    role: oddText,
    name: oddText,
    imageId: fc.option(fc.uuid({ version: 7 }).map((value) => ImageId.parse(value))),
  })
  .map((values): DocumentRecord => ({ type: 'image', ...values }));
const document = fc.array(fc.oneof(field, region, image), { maxLength: 10 }).map(toRecords);

describe('a document', () => {
  test('finds every record under its id, the last of the same id', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(field, region, image), { maxLength: 10 }), (list) => {
        const records = toRecords(list);
        expect(Object.keys(records).sort()).toEqual([...new Set(list.map(recordId))].sort());
        for (const record of list) {
          expect(records[recordId(record)]).toEqual(
            list.findLast((each) => recordId(each) === recordId(record)),
          );
        }
      }),
    );
  });

  test('gives back the answer that its fields were made of, whatever the fields are called', () => {
    fc.assert(
      fc.property(jsonObject, (answer) => {
        const back = answerOf(toRecords(fieldRecords(answer)));
        expect(Object.keys(back).sort()).toEqual(Object.keys(answer).sort());
        expect(sameJson(back, answer)).toBe(true);
      }),
    );
  });

  test('is changed by diffs as any records are, also after a trip through JSON and the schema', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const diff = makeDiff(before, after);
        const stored = DocumentDiff.parse(JSON.parse(JSON.stringify(diff)));
        expect(sameJson(applyDiff(before, stored), after)).toBe(true);
      }),
    );
  });

  test('lists boxes by their order, boxes of one order by their ids, and images by position', () => {
    fc.assert(
      fc.property(document, (records) => {
        const regions = regionsOf(records);
        expect(regions).toHaveLength(Object.values(records).filter(({ type }) => type === 'region').length);
        regions.slice(1).forEach((later, index) => {
          const earlier = regions[index];
          if (earlier === undefined) return;
          expect(
            earlier.order < later.order || (earlier.order === later.order && earlier.id < later.id),
          ).toBe(true);
        });
        const positions = imagesOf(records).map(({ position }) => position);
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
      }),
    );
  });

  test('refuses boxes outside of what a box can be', () => {
    const box = {
      type: 'region',
      id: '01900000-0000-7000-8000-000000000001',
      imageId: '01900000-0000-7000-8000-000000000002',
      label: '',
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      note: '',
      attributes: {},
      order: 0,
    };
    expect(DocumentRecord.safeParse(box).success).toBe(true);
    for (const wrong of [{ x: -1 }, { width: 0.5 }, { height: 0 }, { y: Number.NaN }, { id: 'x' }]) {
      expect(DocumentRecord.safeParse({ ...box, ...wrong }).success).toBe(false);
    }
  });
});

describe('JSON values', () => {
  test('are equal to themselves with keys in another order, and to their copies', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(sameJson(value, withKeysReversed(value))).toBe(true);
        const copy: Json = JSON.parse(JSON.stringify(value));
        expect(sameJson(copy, value)).toBe(true);
      }),
    );
  });

  test('are equal exactly where their canonical texts are', () => {
    const canonical = (value: Json): string =>
      isList(value)
        ? `[${value.map(canonical).join(',')}]`
        : isJsonObject(value)
          ? `{${Object.entries(value)
              .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
              .sort()
              .join(',')}}`
          : JSON.stringify(value);
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(sameJson(a, b)).toBe(canonical(a) === canonical(b));
        expect(sameJson(b, a)).toBe(sameJson(a, b));
      }),
    );
  });

  test('tell apart what looks alike', () => {
    expect(sameJson([], {})).toBe(false);
    expect(sameJson(null, {})).toBe(false);
    expect(sameJson(0, '0')).toBe(false);
    expect(sameJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(sameJson(undefined, null)).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__": 1}'), {})).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__": {}}'), { toString: {} })).toBe(false);
  });

  test('of every kind are read as objects by the schema to the letter', () => {
    fc.assert(
      fc.property(jsonObject, (value) => {
        expect(JsonObject.safeParse(value).success).toBe(true);
      }),
    );
  });
});

test('what is no JSON value is refused: no number, a hole, a thing with a class, without end', () => {
  const endless: Record<string, unknown> = {};
  endless['self'] = endless;
  const holed: unknown[] = [1];
  holed.length = 2;
  for (const wrong of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    [undefined],
    holed,
    new Date(0),
    endless,
  ]) {
    expect(JsonObject.safeParse({ value: wrong }).success).toBe(false);
  }
  expect(JsonObject.safeParse([]).success).toBe(false);
  expect(JsonObject.safeParse(null).success).toBe(false);
});
