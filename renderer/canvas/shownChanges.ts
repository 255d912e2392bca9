import { sameBox } from '../../shared/base/geometry.ts';
import type { ForeignSets } from '../../shared/foreign/foreignPart.ts';
import { boxOf } from './tools/moving.ts';
import { sameImages, type CanvasProps, type CanvasRegion } from './types.ts';

/** What the owner gives the canvas, and what it stands in. */
export type EngineProps = CanvasProps & { readonly foreignSets: ForeignSets };

/** What is to be seen of what the owner says. */
const SHOWN = [
  'images',
  'labels',
  'regions',
  'points',
  'foreignSets',
  'selection',
  'viewOptions',
  'readOnly',
  'say',
] as const;

/**
 * What differs in what is to be seen, all of it at first; whether the images are others, since equal ones in a new list
 * are loaded already; and whether gestures under way end, as they do on other images and once nothing may change.
 */
export function shownChanges(
  before: EngineProps | null,
  now: EngineProps,
): {
  readonly changed: ReadonlySet<(typeof SHOWN)[number]>;
  readonly hasOtherImages: boolean;
  readonly endsGestures: boolean;
} {
  const changed = new Set(SHOWN.filter((name) => before === null || before[name] !== now[name]));
  const hasOtherImages = before === null || !sameImages(before.images, now.images);
  const isLocked = now.readOnly === true && before?.readOnly !== true;
  return { changed, hasOtherImages, endsGestures: hasOtherImages || isLocked };
}

/** Whether a box that was taken in hand is gone by now, or another one. */
export function isAnotherBox(before: CanvasRegion | undefined, now: CanvasRegion | undefined): boolean {
  if (before === undefined || now === undefined) return true;
  return !sameBox(boxOf(before), boxOf(now)) || now.label !== before.label;
}
