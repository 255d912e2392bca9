import type { Box } from '../../base/geometry.ts';
import type { CornerBox } from './schema.ts';

/** A box by its corners as one by its top left corner and its sides, in pixels. */
export const boxOf = ({ x1, y1, x2, y2 }: CornerBox): Box => ({
  x: x1,
  y: y1,
  width: x2 - x1,
  height: y2 - y1,
});

/** A box by its corners, as the prompts give it. */
export const cornersOf = ({
  x,
  y,
  width,
  height,
}: Box): { x1: number; y1: number; x2: number; y2: number } => ({
  x1: x,
  y1: y,
  x2: x + width,
  y2: y + height,
});
