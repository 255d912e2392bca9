import { describe, expect, it } from 'vitest';
import { canvasRegions, withCanvasChange } from '../../renderer/ui/form/regions.ts';
import { describeDiff } from '../../renderer/ui/form/describeDiff.ts';
import { fieldsDiff } from '../../renderer/ui/form/fieldsDiff.ts';
import type { CanvasRegion } from '../../renderer/canvas/types.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  type DocumentRecord,
  fieldRecords,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { regionRecord } from '../helpers/regions.ts';

const imageId = ImageId.parse('01890000-0000-7000-8000-00000000000a');
const first = RegionId.parse('01890000-0000-7000-8000-000000000001');
const second = '01890000-0000-7000-8000-000000000002';
const box: RegionRecord = regionRecord({
  id: first,
  imageId,
  label: 'machine',
  x: 10,
  y: 10,
  width: 20,
  height: 20,
  note: 'A biplane.',
  attributes: { wings: 2 },
  order: 7,
});
const records = toRecords([...fieldRecords({ remark: 'old', indoors: null }), box]);
const shown: CanvasRegion = { ...box, note: 'A biplane.' };
const nothing = { added: [], updated: [], removed: [] };

describe('a gesture on the canvas', () => {
  it('keeps note, answers and place in the order when a box is moved', () => {
    const after = withCanvasChange(records, { ...nothing, updated: [{ ...shown, x: 30 }] }, new Map());
    expect(regionsOf(after)).toEqual([{ ...box, x: 30 }]);
  });

  it('puts a new box last, without answers', () => {
    const added = { ...shown, id: second, note: null, label: 'flower' };
    const after = withCanvasChange(records, { ...nothing, added: [added] }, new Map());
    expect(regionsOf(after)[1]).toMatchObject({ id: second, order: 8, note: '', attributes: {} });
  });

  it('gives a duplicate its original’s note and answers', () => {
    const copy = { ...shown, id: second, x: 26, y: 26 };
    const after = withCanvasChange(records, { ...nothing, added: [copy] }, new Map(), [first]);
    expect(regionsOf(after)[1]).toMatchObject({
      id: second,
      note: 'A biplane.',
      attributes: { wings: 2 },
      order: 8,
    });
  });

  it('keeps what a box came with when it is moved, sized or given another label, and does not copy it', () => {
    const foreign: ForeignPart = {
      format: 'coco',
      source: '{"id":7,"segmentation":[[10,10,30,10,20,30]]}',
      shapes: ['polygon'],
      box: [10, 10, 20, 20],
    };
    const carrying = { ...shown, foreign };
    const carried = toRecords([...fieldRecords({ remark: 'old' }), { ...box, foreign }]);
    expect(canvasRegions([{ ...box, foreign }])[0]?.foreign).toBe(foreign);
    for (const change of [{ x: 30 }, { width: 40 }, { label: 'flower' }]) {
      const updated = [{ ...carrying, ...change }];
      const [after] = regionsOf(withCanvasChange(carried, { ...nothing, updated }, new Map()));
      expect(after).toMatchObject({ ...change, foreign });
    }
    const copy = { ...carrying, id: second, x: 26, y: 26 };
    const [, duplicate] = regionsOf(
      withCanvasChange(carried, { ...nothing, added: [copy] }, new Map(), [first]),
    );
    expect(duplicate).toMatchObject({ note: 'A biplane.', attributes: { wings: 2 } });
    expect(duplicate?.foreign).toBeUndefined();
  });

  it('forgets the answers to another label’s questions', () => {
    const after = withCanvasChange(
      records,
      { ...nothing, updated: [{ ...shown, label: 'flower' }] },
      new Map(),
    );
    expect(regionsOf(after)[0]).toMatchObject({ label: 'flower', attributes: {}, note: 'A biplane.' });
  });

  it('takes boxes away', () => {
    expect(regionsOf(withCanvasChange(records, { ...nothing, removed: [first] }, new Map()))).toEqual([]);
  });
});

describe('an edit of fields', () => {
  it('leaves out what stays as it is', () => {
    expect(fieldsDiff(records, { remark: 'old' })).toEqual({ added: {}, updated: {}, removed: {} });
    expect(Object.keys(fieldsDiff(records, { remark: 'new', extra: 1 }).updated)).toEqual(['field:remark']);
    expect(Object.keys(fieldsDiff(records, { remark: 'new', extra: 1 }).added)).toEqual(['field:extra']);
  });

  it('is put into words', () => {
    const after = withCanvasChange(
      { ...records, 'field:remark': { type: 'field', name: 'remark', value: 'new' } },
      { ...nothing, removed: [first] },
      new Map(),
    );
    const fields = [{ name: 'remark', title: 'Remark', comparison: { level: 'text' } as const }];
    expect(describeDiff(makeDiff<DocumentRecord>(records, after), fields)).toEqual([
      'Remark: old → new',
      '1 box removed',
    ]);
    expect(describeDiff(fieldsDiff(records, { indoors: true, discardReason: '' }), [])).toEqual([
      'Discard reason: nothing',
      'Indoors: nothing → yes',
    ]);
  });
});
