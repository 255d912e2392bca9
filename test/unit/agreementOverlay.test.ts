import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { overlayOf, overlayRegions } from '../../renderer/screens/agreement/boxes/overlayBoxes.ts';
import type { BoxComparison, Rater } from '../../shared/contract/agreement.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import { ImageId, ItemId, PersonId, RegionId } from '../../shared/base/ids.ts';
import { regionRecord } from '../helpers/regions.ts';

const imageId = ImageId.parse(v7());
const rater = (name: string): Rater => ({
  personId: PersonId.parse(v7()),
  handle: name,
  name,
  kind: 'human',
  ratings: 1,
});
const box = (x: number): RegionRecord =>
  regionRecord({ id: RegionId.parse(v7()), imageId, label: 'b1', x, y: 0, width: 10, height: 10 });

const [ana, ben, carol] = [rater('ana'), rater('ben'), rater('carol')];
const [ofAna, ofBen, loneOfBen, ofCarol] = [box(0), box(2), box(50), box(90)];

/** The core has shuffled the columns. */
const comparison: BoxComparison = {
  itemId: ItemId.parse(v7()),
  images: [imageId],
  raters: [
    { column: 'A', rater: carol, regions: [ofCarol], categories: ['bag'] },
    { column: 'B', rater: ben, regions: [ofBen, loneOfBen], categories: ['bag', 'cup'] },
    { column: 'C', rater: ana, regions: [ofAna], categories: ['bag'] },
  ],
  pairs: [
    {
      a: 'A',
      b: 'B',
      matched: [],
      unmatchedA: [ofCarol.id],
      unmatchedB: [ofBen.id, loneOfBen.id],
      meanIou: null,
      f1: 0,
    },
    { a: 'A', b: 'C', matched: [], unmatchedA: [ofCarol.id], unmatchedB: [ofAna.id], meanIou: null, f1: 0 },
    {
      a: 'B',
      b: 'C',
      matched: [{ a: ofBen.id, b: ofAna.id, iou: 0.666 }],
      unmatchedA: [loneOfBen.id],
      unmatchedB: [],
      meanIou: 0.666,
      f1: 2 / 3,
    },
  ],
};

describe('boxes laid over one another', () => {
  it('have a letter and a colour a rater, the same on every item, however the columns come', () => {
    const { columns, pairs } = overlayOf(comparison, [ana, ben, carol]);
    expect(columns.map((each) => [each.column, each.rater?.name, each.color])).toEqual([
      ['A', 'ana', '#e69f00'],
      ['B', 'ben', '#56b4e9'],
      ['C', 'carol', '#009e73'],
    ]);
    expect(pairs.map(({ a, b }) => `${a}${b}`)).toEqual(['AB', 'AC', 'BC']);
    expect(pairs[0]).toMatchObject({
      matched: [{ a: ofAna.id, b: ofBen.id, iou: 0.666 }],
      unmatchedA: [],
      unmatchedB: [loneOfBen.id],
    });
  });

  it('leave out who is not compared', () => {
    const { columns, pairs } = overlayOf(comparison, [ana, carol]);
    expect(columns.map((each) => `${each.column} ${each.rater?.name ?? ''}`)).toEqual(['A ana', 'B carol']);
    expect(pairs).toHaveLength(1);
  });

  it('stay as they come where it may not be known whose they are', () => {
    const hidden = { ...comparison, raters: comparison.raters.map((each) => ({ ...each, rater: null })) };
    const { columns, pairs } = overlayOf(hidden, [ana, ben, carol]);
    expect(columns.map(({ column, regions }) => [column, regions[0]?.id])).toEqual([
      ['A', ofCarol.id],
      ['B', ofBen.id],
      ['C', ofAna.id],
    ]);
    expect(pairs).toEqual(comparison.pairs);
  });

  it('carry their IoU where they are matched, and are dashed without a partner above the threshold', () => {
    const overlay = overlayOf(comparison, [ana, ben, carol]);
    const looks = (threshold: number) =>
      overlayRegions(overlay, overlay.pairs[0] ?? null, threshold).map(({ id, style }) => [
        id,
        style?.tag,
        style?.dashed,
        style?.tagPlace,
      ]);
    expect(looks(0.5)).toEqual([
      [ofAna.id, 'A 0.67', false, 0],
      [ofBen.id, 'B 0.67', false, 1],
      [loneOfBen.id, 'B', true, 1],
    ]);
    expect(looks(0.7).map(([, , dashed]) => dashed)).toEqual([true, true, true]);
    expect(overlayRegions(overlay, null, 0.5).map(({ style }) => style?.tag)).toEqual(['A', 'B', 'B', 'C']);
    // Anybody who looks at them changes nothing.
    expect(overlayRegions(overlay, null, 0.5).every(({ locked }) => locked === true)).toBe(true);
  });
});
