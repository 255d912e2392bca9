import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { present } from '../helpers/present.ts';
import { choices, rate } from '../helpers/ratedCasebook.ts';
import { found, names, report } from '../helpers/agreementReports.ts';

describe('boxes', () => {
  const box = (x: number, label = 'cup', size = 100) => ({ label, x, y: 50, width: size, height: 100 });
  async function drawn() {
    const open = await freshCasebook('generic');
    const rated = await rate(open, {
      vocabulary: choices({}, ['cup', 'spoon']),
      photographs: 2,
      items: [
        // The same box, and a spoon that only one saw.
        {
          externalId: 'one',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(300, 'spoon'), box(0)] },
            { rater: 'bo', answer: {}, boxes: [box(0)] },
          ],
        },
        // IoU 1/3: matched, and not the same at 0.5.
        {
          externalId: 'two',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(0)] },
            { rater: 'bo', answer: {}, boxes: [box(50)] },
          ],
        },
        {
          externalId: 'three',
          ratings: [
            { rater: 'ana', answer: {} },
            { rater: 'bo', answer: {} },
          ],
        },
        { externalId: 'four', ratings: [{ rater: 'ana', answer: {}, boxes: [box(0, 'spoon')] }] },
      ],
    });
    return { open, rated };
  }

  it('are matched one to one, and measured per label', async () => {
    const { open } = await drawn();
    await using _ = open;
    const figures = await report(open, { field: 'regions' });
    expect(figures).toMatchObject({
      level: 'boxes',
      items: 4,
      pairable: 3,
      ratings: 7,
      categories: ['cup', 'spoon'],
      confusions: [],
    });
    expect(figures.threshold).toBe(0.5);
    // The pair with an IoU of 1/3 does not match at 0.5.
    expect(figures.coefficients['box_mean_iou']?.value).toBe(1);
    // One of the three boxes of ana's and of the two of bo's on items that both rated.
    expect(figures.coefficients['box_f1']?.value).toBeCloseTo(2 / 5, 12);
    expect(figures.coefficients['box_precision']?.value).toBeCloseTo(1 / 2, 12);
    expect(figures.coefficients['box_recall']?.value).toBeCloseTo(1 / 3, 12);
    expect(
      (await report(open, { field: 'regions', threshold: 0.3 })).coefficients['box_f1']?.value,
    ).toBeCloseTo(4 / 5, 12);
    expect(figures.marginals.map(({ counts }) => counts)).toEqual([
      [2, 2],
      [2, 0],
    ]);
    expect(
      figures.perCategory.map(({ category, ratings, coefficients }) => [
        category,
        ratings,
        coefficients['box_f1']?.value,
      ]),
    ).toEqual([
      ['cup', 4, 0.5],
      ['spoon', 2, 0],
    ]);
  });

  it('are all that is compared of polygons, which the report says', async () => {
    const { open } = await drawn();
    await using _ = open;
    expect((await report(open, { field: 'regions' })).shaped).toBeUndefined();
    await using other = await freshCasebook('generic');
    await rate(other, {
      vocabulary: choices({}, ['cup']),
      photographs: 1,
      items: [
        {
          externalId: 'one',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [{ ...box(0), shapes: ['polygon'] }, box(200)] },
            { rater: 'bo', answer: {}, boxes: [{ ...box(0), shapes: ['keypoints'] }] },
          ],
        },
      ],
    });
    expect((await report(other, { field: 'regions' })).shaped).toEqual({
      regions: 3,
      shaped: 1,
      kinds: ['polygon'],
    });
  });

  it('on different images are never the same', async () => {
    await using open = await freshCasebook('generic');
    await rate(open, {
      vocabulary: choices({}, ['cup']),
      photographs: 3,
      items: ['one', 'two'].map((externalId, at) => ({
        externalId,
        images: 2,
        ratings: [
          { rater: 'ana', answer: {}, boxes: [box(0), { ...box(0), image: 1 }] },
          { rater: 'bo', answer: {}, boxes: [{ ...box(0), image: 1 - at }] },
        ],
      })),
    });
    const figures = await report(open, { field: 'regions' });
    expect(figures.coefficients).toMatchObject({
      box_mean_iou: { value: 1 },
      box_precision: { value: 1 },
      box_recall: { value: 0.5 },
    });
    const apart = await found(open, 'regions', { kind: 'disagreement' });
    expect(apart.rows.map(({ disagreement }) => disagreement)).toEqual([
      expect.closeTo(1 / 3, 12),
      expect.closeTo(1 / 3, 12),
    ]);
    await rate(open, {
      items: [
        {
          externalId: 'three',
          images: 2,
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(0)] },
            { rater: 'bo', answer: {}, boxes: [{ ...box(0), image: 1 }] },
          ],
        },
      ],
      photographs: 3,
    });
    const [first] = (await found(open, 'regions', { kind: 'disagreement' })).rows;
    expect([first?.item.externalId, first?.disagreement]).toEqual(['three', 1]);
  });

  it('lead to the items behind their figures', async () => {
    const { open } = await drawn();
    await using _ = open;
    const list = await found(open, 'regions', { kind: 'disagreement' });
    expect(list.rows.map(({ item, disagreement }) => [item.externalId, disagreement])).toEqual([
      ['two', 1],
      ['one', expect.closeTo(1 / 3, 12)],
    ]);
    expect(list.rows[1]?.ratings.map(({ text }) => text).sort()).toEqual(['1 × cup', '1 × spoon, 1 × cup']);
    expect(names(await found(open, 'regions', { kind: 'disagreement' }, { threshold: 0.3 }))).toEqual([
      'one',
    ]);
    expect(names(await found(open, 'regions', { kind: 'category', category: 'spoon' }))).toEqual([
      'one',
      'four',
    ]);
  });

  it('of one item are given side by side, with what found no partner', async () => {
    const { open, rated } = await drawn();
    await using _ = open;
    const itemId = present(rated.items[0]);
    const compared = await open.agreement.boxes(
      { itemId, task: 'annotate', field: 'regions', threshold: 0.5 },
      everything,
    );
    const of = (handle: string) => compared.raters.find(({ rater }) => rater?.handle === handle);
    expect(of('ana')?.categories).toEqual(['spoon', 'cup']);
    const [pair] = compared.pairs;
    const spoon = of('ana')?.regions[0]?.id;
    expect(pair?.matched.map(({ iou }) => iou)).toEqual([1]);
    expect([...(pair?.unmatchedA ?? []), ...(pair?.unmatchedB ?? [])]).toEqual([spoon]);
    expect(pair).toMatchObject({ meanIou: 1, f1: expect.closeTo(2 / 3, 12) });
    expect(compared.images).toHaveLength(1);
  });
});
