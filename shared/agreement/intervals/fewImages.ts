import { whyTooFewItems } from './enoughItems.ts';

/** Items with the images or entities that they are about: those that share one are no independent items. */
export interface ItemsWithImages {
  readonly items: number;
  readonly images: number;
}

/**
 * Why items are too few, and what to do; null if they are enough. If items share images or entities, these are counted.
 * @param fewest how many it takes
 * @param takes what takes them
 */
export function tooFewImages(
  { items, images }: ItemsWithImages,
  fewest: number,
  takes = 'An interval takes',
): string | null {
  if (images >= fewest) return null;
  if (images >= items) return whyTooFewItems(items, fewest);
  const shown =
    images === 1
      ? `The ${String(items)} items show the same image or entity, so they count as one.`
      : `The ${String(items)} items show ${String(images)} different images or entities; items that share one count as one.`;
  return `${shown} ${takes} at least ${String(fewest)} different ones: add items with other images.`;
}
