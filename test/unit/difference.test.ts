import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../shared/benchmarks/task.ts';
import { validate as quintuples } from '../../shared/benchmarks/argus/task.ts';
import {
  difference,
  fieldDifferences,
  meanDifference,
  overallDifference,
  SAME_BOX,
} from '../../shared/benchmarks/difference.ts';
import type { FieldRating, RatedBox } from '../../shared/benchmarks/fieldRating.ts';
import { validate as options } from '../../shared/benchmarks/mcsbench/task.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../shared/base/json.ts';
import { present } from '../helpers/present.ts';

const images = [ImageId.parse(v7()), ImageId.parse(v7())];

const box: fc.Arbitrary<RatedBox> = fc
  .record({
    image: fc.nat({ max: 1 }),
    category: fc.constantFrom('clue', 'other'),
    x: fc.nat({ max: 30 }),
    y: fc.nat({ max: 30 }),
    width: fc.integer({ min: 1, max: 30 }),
    height: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ image, category, ...place }) => boxOf(category, place, image));

function boxOf(
  category: string,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  image = 0,
): RatedBox {
  const imageId = present(images[image]);
  return {
    category,
    region: {
      type: 'region',
      id: RegionId.parse(v7()),
      imageId,
      label: category,
      note: '',
      attributes: {},
      order: 0,
      ...place,
    },
  };
}

const value = (of: string | number | boolean): FieldRating => ({ kind: 'value', value: of });
const set = (...members: string[]): FieldRating => ({ kind: 'set', members });
const boxes = (...drawn: RatedBox[]): FieldRating => ({ kind: 'boxes', boxes: drawn });

const optional = (rating: fc.Arbitrary<FieldRating>): fc.Arbitrary<FieldRating | null> =>
  fc.option(rating, { freq: 5 });
const scale = [1, 2, 3, 4, 5];
const compared: fc.Arbitrary<[Comparison, FieldRating | null, FieldRating | null]> = fc.oneof(
  ...(
    [
      [{ level: 'nominal' }, fc.constantFrom<string | boolean>('a', 'b', true, false).map(value)],
      [{ level: 'ordinal', order: scale }, fc.constantFrom(...scale, 9).map(value)],
      [{ level: 'interval', range: [0, 10] }, fc.double({ min: -5, max: 15, noNaN: true }).map(value)],
      [{ level: 'interval' }, fc.integer().map(value)],
      [{ level: 'set' }, fc.subarray(['a', 'b', 'c']).map((members) => set(...members))],
      [{ level: 'boxes' }, fc.array(box, { maxLength: 5 }).map((drawn) => boxes(...drawn))],
      [{ level: 'text' }, fc.constant(null)],
    ] satisfies [Comparison, fc.Arbitrary<FieldRating | null>][]
  ).map(([comparison, rating]) => {
    const one = fc.oneof(rating, fc.constant(null));
    return fc.tuple(fc.constant<Comparison>(comparison), one, one);
  }),
);

describe('the difference of two raters', () => {
  it('is between 0 and 1, the same both ways, and 0 against oneself', () => {
    fc.assert(
      fc.property(compared, ([comparison, a, b]) => {
        const between = difference(comparison, a, b, SAME_BOX);
        expect(between).toBeGreaterThanOrEqual(0);
        expect(between).toBeLessThanOrEqual(1);
        expect(difference(comparison, b, a, SAME_BOX)).toBeCloseTo(between, 12);
        expect(difference(comparison, a, a, SAME_BOX)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('is 0 in values exactly where they are the same, null included', () => {
    const nominal: Comparison = { level: 'nominal' };
    const rating = optional(fc.constantFrom<string | number | boolean>('a', '1', 1, true, 'true').map(value));
    fc.assert(
      fc.property(rating, rating, (a, b) => {
        const same =
          a === null || b === null
            ? a === b
            : a.kind === 'value' && b.kind === 'value' && sameJson(a.value, b.value);
        expect(difference(nominal, a, b, SAME_BOX)).toBe(same ? 0 : 1);
      }),
    );
  });

  it.each<[string, Comparison, FieldRating | null, FieldRating | null, number]>([
    ['two steps of four', { level: 'ordinal', order: scale }, value(2), value(4), 0.5],
    ['a value outside the order', { level: 'ordinal', order: scale }, value(2), value(9), 1],
    ['a quarter of the range', { level: 'interval', range: [0, 20] }, value(5), value(10), 0.25],
    ['without a range, any difference', { level: 'interval' }, value(5), value(5.5), 1],
    ['one of three members shared', { level: 'set' }, set('a', 'b'), set('b', 'c'), 2 / 3],
    ['two empty sets', { level: 'set' }, set(), set(), 0],
    ['an answer against none', { level: 'boxes' }, boxes(), null, 1],
    ['no boxes on both sides', { level: 'boxes' }, boxes(), boxes(), 0],
    ['texts, which are not compared', { level: 'text' }, null, null, 0],
  ])('is as the definition says: %s', (_name, comparison, a, b, expected) => {
    expect(difference(comparison, a, b, SAME_BOX)).toBeCloseTo(expected, 12);
  });

  it('matches boxes one to one, within an image and a category, from half an overlap on', () => {
    const comparison: Comparison = { level: 'boxes' };
    const place = { x: 0, y: 0, width: 10, height: 10 };
    const here = boxOf('clue', place);
    expect(difference(comparison, boxes(here), boxes(boxOf('clue', { ...place, x: 3 })), SAME_BOX)).toBe(0);
    expect(difference(comparison, boxes(here), boxes(boxOf('clue', { ...place, x: 4 })), SAME_BOX)).toBe(1);
    expect(difference(comparison, boxes(here), boxes(boxOf('other', place)), SAME_BOX)).toBe(1);
    expect(difference(comparison, boxes(here), boxes(boxOf('clue', place, 1)), SAME_BOX)).toBe(1);
    expect(difference(comparison, boxes(here), boxes(here, boxOf('clue', place)), SAME_BOX)).toBeCloseTo(
      1 / 3,
      12,
    );
  });
});

describe('the disagreement of an item’s raters', () => {
  it('is the mean over all pairs', () => {
    const nominal: Comparison = { level: 'nominal' };
    expect(meanDifference(nominal, [value('a'), value('a'), value('b')], { sameBox: SAME_BOX })).toBeCloseTo(
      2 / 3,
      12,
    );
    expect(meanDifference(nominal, [value('a'), null, null], { sameBox: SAME_BOX })).toBeCloseTo(2 / 3, 12);
    expect(meanDifference(nominal, [value('a')], { sameBox: SAME_BOX })).toBe(0);
  });

  it('is over all fields the mean of those that differ', () => {
    const field = (disagreement: number | null) => ({ field: 'f', title: 'F', disagreement });
    expect(overallDifference([field(0), field(1), field(0.5), field(null)])).toBe(0.75);
    expect(overallDifference([field(0), field(null)])).toBe(0);
  });
});

describe('what somebody left open who rejects an item or sends it back', () => {
  const answered = {
    verdict: 'accept',
    goldCorrect: 'yes',
    clear: 'yes',
    relations: ['PR1'],
    operator: 'OP1',
  };
  const differing = (...given: readonly JsonObject[]): readonly string[] =>
    fieldDifferences(
      options,
      given.map((answer) => ({
        answer: { ...options.initialAnswer({}), ...answer },
        regions: [],
        asked: null,
      })),
      {},
      { sameBox: SAME_BOX },
    ).flatMap(({ field, disagreement }) => (disagreement !== null && disagreement > 0 ? [field] : []));

  it.each(['reject', 'fix'])(
    'is no difference: %s against accept differs in the verdict alone',
    (verdict) => {
      expect(differing(answered, { verdict })).toEqual(['verdict']);
      expect(differing({ verdict }, answered)).toEqual(['verdict']);
    },
  );

  it('says nothing of what was filled in', () => {
    expect(differing(answered, { verdict: 'reject', clear: 'no' })).toEqual(['verdict', 'clear']);
    expect(differing({ verdict: 'fix', clear: 'no' }, { verdict: 'fix', clear: 'yes' })).toEqual(['clear']);
  });

  it('leaves two who reject, or send back, unanimous', () => {
    expect(differing({ verdict: 'reject' }, { verdict: 'reject', clear: 'no' })).toEqual([]);
  });

  it('is a difference between those who accept, anybody who rejects beside them', () => {
    const short = { ...answered, clear: null, relations: [] };
    expect(differing(answered, short)).toEqual(['clear', 'relations']);
    expect(differing(answered, { verdict: 'reject' }, short)).toEqual(['verdict', 'clear', 'relations']);
  });

  it('holds for quintuples as well', () => {
    const base = quintuples.initialAnswer({});
    const apart = fieldDifferences(
      quintuples,
      [
        { answer: { ...base, verdict: 'accept', logical: 'yes', natural: 'yes' }, regions: [], asked: null },
        { answer: { ...base, verdict: 'fix' }, regions: [], asked: null },
      ],
      { domains: ['home'], reasons: [] },
      { sameBox: SAME_BOX },
    ).filter(({ disagreement }) => (disagreement ?? 0) > 0);
    expect(apart.map(({ field }) => field)).toEqual(['verdict']);
  });
});
