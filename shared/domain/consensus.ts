import { decimalText } from '../base/decimals.ts';
import { z } from 'zod';

/** The figures shown beside boxes that several raters have in common. */
export const ConsensusFigures = z.object({
  raters: z.int().min(2),
  /** Mean intersection over union of the boxes that were put together, 0 to 1. */
  iou: z.number().min(0).max(1),
});
export type ConsensusFigures = z.infer<typeof ConsensusFigures>;

/** "consensus of 2, IoU 0.81" */
export const consensusInWords = ({ raters, iou }: ConsensusFigures): string =>
  `consensus of ${String(raters)}, IoU ${decimalText(iou, 2)}`;
