import { useState } from 'react';
import { type CanvasImage, sameImages } from '../../canvas/index.ts';
import { useOnScreen } from '../commands/useOnScreen.ts';

/**
 * Shuts the gate until an item's images are on screen; give what it returns to the canvas. Missing or unreadable images
 * are not waited for.
 * @param name names what the images belong to
 * @param isComplete whether `images` are all images of the item: while the sizes of some are being read, they are not
 * @param current names what an answer would change at this moment; left out: what is shown
 */
export function useImagesOnScreen(
  name: string,
  images: readonly CanvasImage[],
  isComplete: boolean,
  current?: () => string,
): () => void {
  const [drawn, setDrawn] = useState<readonly CanvasImage[]>([]);
  useOnScreen({
    name,
    isReady: isComplete && sameImages(drawn, images),
    ...(current !== undefined && { current }),
  });
  return () => setDrawn(images);
}
