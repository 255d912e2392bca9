import type { RegionRecord } from '../domain/document.ts';
import type { Box } from '../base/geometry.ts';
import type { JsonObject } from '../base/json.ts';

/** Where a box was proposed, whatever became of it since. */
export interface Proposal {
  /** The detector's name, or the kind of file that the box came with. */
  readonly by: string;
  readonly box: Box;
}

/** A proposal that no box is left of. */
export interface RejectedProposal extends Proposal {
  readonly label: string;
}

/** How answers to a benchmark's main task keep boxes that detectors propose and people verify. */
export interface Proposals {
  /** The proposal that a box began as, null where a person drew it. */
  proposalOf(region: Pick<RegionRecord, 'attributes'>): Proposal | null;
  /** Whether somebody has looked at the proposals of an answer. */
  isVerified(answer: JsonObject): boolean;
  /** The proposals that were rejected, by what the answer notes; one whose box is there again is among them, too. */
  rejected(answer: JsonObject): readonly RejectedProposal[];
  /**
   * The fields of an answer that change with its boxes, so that a proposal leaves a trace when its box is deleted or gets
   * another label; the trace goes once the box is back.
   */
  afterBoxes(answer: JsonObject, before: readonly RegionRecord[], after: readonly RegionRecord[]): JsonObject;
}
