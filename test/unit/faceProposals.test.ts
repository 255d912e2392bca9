import { expect, test } from 'vitest';
import { withProposals } from '../../renderer/benchmarks/observatory/faceMesh/proposedRecords.ts';
import type { FaceRegion } from '../../shared/benchmarks/observatory/faceRegions.ts';
import { proposalOf } from '../../shared/benchmarks/observatory/proposals.ts';
import { type RegionRecord, regionsOf, toRecords } from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { regionRecord } from '../helpers/regions.ts';

const ORIGINAL = ImageId.parse('019308a4-91a5-7000-8000-000000000001');
const OTHER = ImageId.parse('019308a4-91a5-7000-8000-000000000002');

const FOUND: readonly FaceRegion[] = [
  { attribute: 'left_eye', box: { x: 10, y: 10, width: 8, height: 4 } },
  { attribute: 'right_eye', box: { x: 30, y: 10, width: 8, height: 4 } },
  { attribute: 'nose', box: { x: 20, y: 12, width: 8, height: 12 } },
  { attribute: 'mouth', box: { x: 16, y: 30, width: 16, height: 6 } },
];

function drawn(label: string, imageId: ImageId, order: number): RegionRecord {
  return regionRecord({
    id: RegionId.parse(`019308a4-91a5-7000-8000-0000000001${String(order).padStart(2, '0')}`),
    imageId,
    label,
    x: 1,
    y: 2,
    width: 3,
    height: 4,
    order,
  });
}

test('what has no box gets a proposed one; what somebody drew stays', () => {
  const nose = drawn('nose', ORIGINAL, 7);
  const elsewhere = drawn('mouth', OTHER, 3);
  const verified = { type: 'field', name: 'verified', value: true } as const;
  const before = toRecords([nose, elsewhere, verified]);
  const { records, added } = withProposals(before, ORIGINAL, FOUND, ['left_eye', 'nose', 'mouth']);
  expect(added).toBe(2);
  const regions = regionsOf(records);
  expect(regions).toContainEqual(nose);
  expect(regions).toContainEqual(elsewhere);
  const fresh = regions.filter((region) => proposalOf(region) !== null);
  expect(fresh.map(({ label, order }) => [label, order])).toEqual([
    ['left_eye', 8],
    ['mouth', 9],
  ]);
  for (const region of fresh) {
    const { x, y, width, height } = region;
    expect(proposalOf(region)).toEqual({ by: 'MediaPipe Face Mesh', box: { x, y, width, height } });
  }
  // Nobody has looked at the new ones yet.
  expect(records['field:verified']).toEqual({ ...verified, value: false });
});

test('proposing again changes nothing', () => {
  const wanted = FOUND.map(({ attribute }) => attribute);
  const once = withProposals({}, ORIGINAL, FOUND, wanted);
  expect(once.added).toBe(4);
  const again = withProposals(once.records, ORIGINAL, FOUND, wanted);
  expect(again).toEqual({ records: once.records, added: 0 });
  expect(again.records).toBe(once.records);
});
