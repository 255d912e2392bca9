import type { RegionRecord } from '../../domain/document.ts';
import { type Box, sameBox } from '../../base/geometry.ts';
import { type JsonObject, sameJson } from '../../base/json.ts';
import type { Proposal, Proposals, RejectedProposal } from '../proposals.ts';
import { boxOf, cornersOf } from './codec.ts';
import { ObservatoryAnswer, ProposedBox } from './schema.ts';

/** Under which attribute a box says where a detector put it. */
const PROPOSED = 'proposed';

/** The proposal that a box began as, null where a person drew it. */
export function proposalOf({ attributes }: Pick<RegionRecord, 'attributes'>): Proposal | null {
  const parsed = ProposedBox.safeParse(attributes[PROPOSED]);
  return parsed.success ? { by: parsed.data.by, box: boxOf(parsed.data) } : null;
}

/** The attributes of a box that a detector (or a file of one) proposes; one that says so already keeps its proposal. */
export function withProposal(box: Box, by: string, attributes: JsonObject = {}): JsonObject {
  if (proposalOf({ attributes }) !== null) return attributes;
  return { ...attributes, [PROPOSED]: proposedBox({ by, box }) };
}

/** Whether a proposed box is still where it was proposed, to the last digit. */
export function isUntouched(region: RegionRecord): boolean {
  const proposal = proposalOf(region);
  return proposal !== null && sameBox(proposal.box, region);
}

/** What answers keep of proposals beside the boxes themselves. */
export const proposals: Proposals = {
  proposalOf,
  isVerified: (answer) => ObservatoryAnswer.safeParse(answer).data?.verified ?? false,
  rejected: (answer) =>
    (ObservatoryAnswer.safeParse(answer).data?.rejected ?? []).map(({ label, ...proposal }) => ({
      label,
      by: proposal.by,
      box: boxOf(proposal),
    })),
  afterBoxes(answer, before, after) {
    const noted = proposals.rejected(answer);
    const remaining = labelled(after);
    const gone = [...noted, ...labelled(before)].filter(
      (each, place, all) =>
        !remaining.some((other) => isSame(each, other)) &&
        all.findIndex((other) => isSame(each, other)) === place,
    );
    const rejected = gone.map(({ label, ...proposal }): JsonObject => ({ label, ...proposedBox(proposal) }));
    const changed: JsonObject = { rejected };
    return sameJson(rejected, answer['rejected'] ?? []) ? {} : changed;
  },
};

function labelled(regions: readonly RegionRecord[]): readonly RejectedProposal[] {
  return regions.flatMap((region) => {
    const proposal = proposalOf(region);
    return proposal === null ? [] : [{ label: region.label, ...proposal }];
  });
}

function isSame(one: RejectedProposal, other: RejectedProposal): boolean {
  return one.label === other.label && one.by === other.by && sameBox(one.box, other.box);
}

function proposedBox({ by, box }: Proposal): { by: string; x1: number; y1: number; x2: number; y2: number } {
  const { x1, y1, x2, y2 } = cornersOf(box);
  return { by, x1, y1, x2, y2 };
}
