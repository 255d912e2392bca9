import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cornersOf } from '../../shared/benchmarks/observatory/corners.ts';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import { querySets } from '../../shared/benchmarks/observatory/querySets.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import type { BuiltQuerySets, QueryItem } from '../../shared/benchmarks/querySets.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { present } from '../helpers/present.ts';
import { queryItem } from '../helpers/queryItems.ts';

const KINDS = ['guided', 'semi-guided', 'unguided'] as const;
type Kind = (typeof KINDS)[number];

const build = (items: readonly QueryItem[], kind: string, count: number, seed: number): BuiltQuerySets =>
  querySets.build(items, { kind, count, seed, distances: null });
const questionsOf = ({ sets }: BuiltQuerySets) =>
  sets.map(({ line }) => {
    const query = Query.parse(line);
    if (query.kind !== 'localisation') throw new Error(`${query.id} is none.`);
    return query;
  });

/** An entity that has any boxes, variants and exceptions. */
const anyItem = (id: string): fc.Arbitrary<QueryItem> =>
  fc
    .record({
      domain: fc.constantFrom('CELEB' as const, 'WORD' as const),
      within: fc.integer({ min: 0, max: 4 }),
      ood: fc.integer({ min: 0, max: 3 }),
      boxes: fc.dictionary(
        fc.constantFrom('left_eye', 'right_eye', 'nose', 'mouth', 'word', 'chin'),
        fc
          .tuple(fc.nat(900), fc.nat(900), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
          .map(([x, y, width, height]) => [x, y, x + width + 0.25, y + height] as const),
        { maxKeys: 5 },
      ),
      exceptions: fc.array(fc.nat(6), { maxLength: 4 }),
      missing: fc.option(fc.nat(6), { nil: null }),
    })
    .map(({ domain, within, ood, boxes, exceptions, missing }) => {
      const item = queryItem({ id, domain, entity: `entity ${id}`, within, ood, boxes });
      const { variants } = item.payload;
      return {
        ...item,
        payload: {
          ...item.payload,
          variants: (Array.isArray(variants) ? variants : []).map((variant: JsonObject, at: number) =>
            exceptions.includes(at) ? { ...variant, exception: 'the layout has changed' } : variant,
          ),
        },
        images: item.images.map((image) =>
          image.position === missing ? { ...image, imageId: null, sha256: null } : image,
        ),
      };
    });
const anyItems = fc
  .integer({ min: 0, max: 14 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, at) => anyItem(`e${String(at).padStart(2, '0')}`))),
  );
const anySeed = fc.integer({ min: 0, max: 0xffff_ffff });
const anyCount = fc.integer({ min: 1, max: 8 });

describe('questions of localisation', () => {
  it('have the entity’s own boxes, on an image on which they hold, and give what their kind gives', () => {
    fc.assert(
      fc.property(
        anyItems,
        anySeed,
        anyCount,
        fc.constantFrom(...KINDS),
        (items, seed, count, kind: Kind) => {
          const byId = new Map(items.map((item) => [item.externalId, item]));
          for (const { line, images, collage } of build(items, kind, count, seed).sets) {
            expect(observatory.parseItem(line)).toMatchObject({ ok: true });
            const query = present(
              questionsOf({ sets: [{ line, images, collage }], leftOut: [], record: {} })[0],
            );
            const item = present(byId.get(query?.item ?? ''));
            const original = item.images.find(({ position }) => position === 0)?.imageId;
            const gold = Object.fromEntries(
              item.regions
                .filter(({ imageId }) => imageId === original)
                .map((region) => [region.label, cornersOf(region)]),
            );
            expect(query.boxes).toEqual(gold);
            const all = Object.keys(gold).sort();
            const hint = query.hint === null ? [] : [query.hint];
            expect({ given: Object.keys(query.given).sort(), asked: [...query.attributes].sort() }).toEqual(
              {
                guided: { given: all, asked: all },
                'semi-guided': { given: hint, asked: all.filter((attribute) => attribute !== query.hint) },
                unguided: { given: [], asked: all },
              }[kind],
            );
            for (const [attribute, box] of Object.entries(query.given)) expect(box).toEqual(gold[attribute]);
            const [only] = Object.values(gold);
            expect(query.given_corner).toEqual(
              kind === 'semi-guided' && query.domain === 'WORD' ? { x1: only?.x1, y1: only?.y1 } : null,
            );
            expect(query.hint === null).toBe(query.domain === 'WORD');
            // What is shown is there, and the boxes hold on it.
            const [shown, support] = images;
            expect(support).toEqual({ item: item.externalId, position: 0 });
            expect(item.images.find(({ position }) => position === shown?.position)?.imageId).not.toBeNull();
            const variants: unknown = item.payload['variants'];
            const variant: unknown = Array.isArray(variants)
              ? variants[(shown?.position ?? 0) - 1]
              : undefined;
            expect(query.family === 'Org').toBe(shown?.position === 0);
            if (query.family !== 'Org') {
              expect(variant).toMatchObject({
                image: query.image,
                family: query.family,
                transformation: query.transformation,
              });
              expect(variant).not.toHaveProperty('exception');
            } else expect(query.image).toBe(query.support.image);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ask about the same images with the same hint in all kinds of one seed, so that they compare', () => {
    fc.assert(
      fc.property(anyItems, anySeed, anyCount, (items, seed, count) => {
        const [guided = [], ...others] = KINDS.map((kind) =>
          questionsOf(build(items, kind, count, seed)).map(
            ({ item, image, support, hint, side, boxes, family, id }) => ({
              item,
              image,
              support,
              hint,
              side,
              boxes,
              family,
              number: id.split('-').at(-1),
            }),
          ),
        );
        for (const other of others) expect(other).toEqual(guided);
      }),
    );
  });

  it('are the same bytes for the same seed, whatever the order of items and boxes, and whatever questions there are already', () => {
    fc.assert(
      fc.property(anyItems, anySeed, anyCount, fc.constantFrom(...KINDS), (items, seed, count, kind) => {
        const once = build(items, kind, count, seed);
        const turned = items.toReversed().map((item) => ({ ...item, regions: item.regions.toReversed() }));
        const asked: QueryItem[] = once.sets.map(({ line }) => ({
          externalId: Query.parse(line).id,
          payload: line,
          images: [],
          regions: [],
        }));
        expect(JSON.stringify(build([...asked, ...turned], kind, count, seed))).toBe(JSON.stringify(once));
      }),
    );
  });

  it('take the families in turn, and say the seed in their names', () => {
    const boxes = { left_eye: [1, 1, 5, 5], nose: [6, 6, 9, 9] } as const;
    const items = Array.from({ length: 12 }, (_, at) =>
      queryItem({ id: `c${String(at)}`, domain: 'CELEB', entity: `p${String(at)}`, boxes }),
    );
    for (const kind of KINDS) {
      const asked = questionsOf(build(items, kind, 9, 77));
      expect(asked.map(({ id }) => id)).toEqual(
        Array.from({ length: 9 }, (_, at) => `${kind}-77-000${String(at + 1)}`),
      );
      const families = Map.groupBy(asked, ({ family }) => family);
      expect([...families.values()].map((list) => list.length)).toEqual([3, 3, 3]);
    }
    expect(build(items, 'guided', 9, 78).sets).not.toEqual(build(items, 'guided', 9, 77).sets);
  });

  it('pass over whom they cannot ask about, name them, and ask about others instead', () => {
    const two = { left_eye: [1, 1, 5, 5], nose: [6, 6, 9, 9] } as const;
    const faces = ['a', 'b', 'c', 'd'].map((id) =>
      queryItem({ id, domain: 'CELEB', entity: id, boxes: two }),
    );
    const bare = queryItem({ id: 'bare', domain: 'CELEB', entity: 'bare' });
    const single = queryItem({
      id: 'single',
      domain: 'CELEB',
      entity: 'single',
      boxes: { nose: [1, 1, 2, 2] },
    });
    const moved = queryItem({ id: 'twice', domain: 'CELEB', entity: 'twice', boxes: two });
    const items = [
      ...faces,
      bare,
      single,
      { ...moved, regions: [...moved.regions, ...moved.regions.slice(0, 1)] },
      queryItem({
        id: 'words',
        domain: 'WORD',
        entity: 'words',
        boxes: { word: [1, 1, 2, 2], other: [3, 3, 4, 4] },
      }),
    ];
    const built = build(items, 'semi-guided', 4, 1);
    expect(
      questionsOf(built)
        .map(({ item = '' }) => item)
        .sort((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['a', 'b', 'c', 'd']);
    const reasons = Object.fromEntries(
      build(items, 'semi-guided', 9, 1).leftOut.map(({ item, reason }) => [item ?? reason, reason]),
    );
    expect(reasons).toMatchObject({
      bare: 'It has no boxes on its original.',
      single: expect.stringMatching(/^It has only one box/u),
      twice: 'It has several boxes for "left_eye": one is to be kept.',
      words: expect.stringMatching(/^It has 2 boxes; of a word one/u),
      'WORD: only 0 of 9 entities can be asked about; there are 1.': expect.anything(),
    });
  });

  it('leave out variants on which the boxes do not hold, and say why', () => {
    const item = queryItem({
      id: 'w',
      domain: 'WORD',
      entity: 'cat',
      within: 2,
      ood: 0,
      boxes: { word: [1, 1, 9, 9] },
    });
    const variants = Array.isArray(item.payload['variants']) ? item.payload['variants'] : [];
    const excepted = {
      ...item,
      payload: {
        ...item.payload,
        variants: variants.map((variant: JsonObject, at: number) =>
          at === 0 ? { ...variant, exception: 'the word is gone' } : variant,
        ),
      },
    };
    const others = Array.from({ length: 3 }, (_, at) =>
      queryItem({
        id: `v${String(at)}`,
        domain: 'WORD',
        entity: `v${String(at)}`,
        within: 1,
        ood: 0,
        boxes: { word: [1, 1, 9, 9] },
      }),
    );
    for (let seed = 0; seed < 8; seed += 1) {
      const built = build([excepted, ...others], 'guided', 4, seed);
      const asked = questionsOf(built).find(({ item: id }) => id === 'w');
      expect(asked?.image).not.toBe('variants/w_gaussian_blur.png');
      if (asked?.family === 'ID')
        expect(built.leftOut).toContainEqual({
          item: 'w',
          reason: 'The boxes do not hold on variants/w_gaussian_blur.png: the word is gone.',
        });
    }
  });

  it('tell by the boxes whose left is meant', () => {
    const side = (left: number, right: number): string | undefined =>
      questionsOf(
        build(
          [
            queryItem({
              id: 'c',
              domain: 'CELEB',
              entity: 'c',
              boxes: { left_eye: [left, 0, left + 2, 2], right_eye: [right, 0, right + 2, 2] },
            }),
          ],
          'guided',
          1,
          1,
        ),
      )[0]?.side;
    expect(side(10, 50)).toBe('image');
    expect(side(50, 10)).toBe('person');
  });
});
