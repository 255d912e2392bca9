import { newId } from '../../../client/newId.ts';
import type { FaceRegion } from '../../../../shared/benchmarks/observatory/faceRegions.ts';
import { withProposal } from '../../../../shared/benchmarks/observatory/proposals.ts';
import {
  type DocumentRecords,
  recordId,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../../../shared/domain/document.ts';
import { type ImageId, RegionId } from '../../../../shared/base/ids.ts';
import { FACE_MESH } from '../../../ui/faces/faceDetector.ts';

/** The records with proposals for what has no box yet, and how many those are. */
export interface ProposedRecords {
  readonly records: DocumentRecords;
  readonly added: number;
}

/**
 * Adds a box, marked as proposed, for each of the `wanted` attributes that has none on the image; what anybody drew, or
 * was proposed before, stays as it is. New proposals have to be looked at: the answer is verified no longer.
 */
export function withProposals(
  records: DocumentRecords,
  imageId: ImageId,
  regions: readonly FaceRegion[],
  wanted: readonly string[],
): ProposedRecords {
  const there = regionsOf(records);
  const boxed = new Set(there.flatMap((each) => (each.imageId === imageId ? [each.label] : [])));
  const first = there.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
  const added = regions
    .filter(({ attribute }) => wanted.includes(attribute) && !boxed.has(attribute))
    .map(({ attribute, box }, index): RegionRecord => ({
      type: 'region',
      id: RegionId.parse(newId()),
      imageId,
      label: attribute,
      ...box,
      note: '',
      attributes: withProposal(box, FACE_MESH),
      order: first + index,
    }));
  if (added.length === 0) return { records, added: 0 };
  const unverified = { type: 'field', name: 'verified', value: false } as const;
  return {
    records: { ...records, ...toRecords(added), [recordId(unverified)]: unverified },
    added: added.length,
  };
}
