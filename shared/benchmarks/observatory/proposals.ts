import { z } from 'zod';
import type { RegionRecord } from '../../domain/document.ts';
import type { Box } from '../../domain/geometry.ts';
import { sameBox } from '../../domain/geometry.ts';
import type { JsonObject } from '../../domain/json.ts';
import { boxOf, cornersOf } from './codec.ts';

/** Under which attribute a box says where a detector put it. */
const PROPOSED = 'proposed';

const ProposedBox = z.object({
  /** The detector's name, or the kind of file that the box came with. */
  by: z.string().min(1),
  x1: z.number(),
  y1: z.number(),
  x2: z.number(),
  y2: z.number(),
});

/** Where a box was proposed, whatever became of it since. */
export interface Proposal {
  readonly by: string;
  readonly box: Box;
}

/** The proposal that a box began as, null where a person drew it. */
export function proposalOf({ attributes }: Pick<RegionRecord, 'attributes'>): Proposal | null {
  const parsed = ProposedBox.safeParse(attributes[PROPOSED]);
  return parsed.success ? { by: parsed.data.by, box: boxOf(parsed.data) } : null;
}

/** The attributes of a box that a detector (or a file of one) proposes; one that says so already keeps its proposal. */
export function proposed(box: Box, by: string, attributes: JsonObject = {}): JsonObject {
  if (proposalOf({ attributes }) !== null) return attributes;
  const { x1, y1, x2, y2 } = cornersOf(box);
  return { ...attributes, [PROPOSED]: { by, x1, y1, x2, y2 } };
}

/** Whether a proposed box is still where it was proposed, to the last digit. */
export function isUntouched(region: RegionRecord): boolean {
  const proposal = proposalOf(region);
  return proposal !== null && sameBox(proposal.box, region);
}
