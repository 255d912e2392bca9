import type { WordsPreview } from '../../../shared/contract/imageGeneration.ts';
import classes from './ImageGenerationScreen.module.css';

type Corners = WordsPreview['samples'][number]['box'];

/** A box over a picture of a square image with so many pixels a side. */
export function SampleBox({ box, side }: { readonly box: Corners; readonly side: number }) {
  const percent = (pixels: number): string => `${String((100 * pixels) / side)}%`;
  return (
    <div
      className={classes['box']}
      style={{
        left: percent(box.x1),
        top: percent(box.y1),
        width: percent(box.x2 - box.x1),
        height: percent(box.y2 - box.y1),
      }}
    />
  );
}
