import { sameBox } from '../../shared/base/geometry.ts';
import type { ForeignSets } from '../../shared/foreign/foreignPart.ts';
import { boxOf } from './tools/moving.ts';
import { type CanvasProps, type CanvasRegion, sameImages } from './types.ts';

/** The owner's props, with the shapes that boxes carry from foreign files. */
export type EngineProps = CanvasProps & { readonly foreignSets: ForeignSets };

/** The props that change what the canvas shows. */
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
 * Which visible props changed: all of them the first time. Equal images in a new list are loaded already, so they do not
 * count as other images. Gestures end when the images change or the canvas becomes read-only.
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

/** Whether a box has been removed, moved or given another label since a gesture took hold of it. */
export function isAnotherBox(before: CanvasRegion | undefined, now: CanvasRegion | undefined): boolean {
  if (before === undefined || now === undefined) return true;
  return !sameBox(boxOf(before), boxOf(now)) || now.label !== before.label;
}
