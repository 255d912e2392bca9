import type { Size } from '../../shared/base/geometry.ts';
import type { ForeignPart, ForeignSets } from '../../shared/foreign/foreignPart.ts';
import { viewForeignPart } from '../../shared/foreign/foreignView.ts';
import type { ForeignView } from '../../shared/foreign/foreignShape.ts';

interface CachedViews {
  readonly set: string | null;
  readonly width: number;
  readonly height: number;
  readonly view: ForeignView;
}

/** Parts never change once they are made: each is read once, however often it is drawn. */
const known = new WeakMap<ForeignPart, CachedViews>();

/** What a carried part shows on an image of this size. */
export function viewCarried(part: ForeignPart, { width, height }: Size, sets: ForeignSets): ForeignView {
  const set = sets[part.format] ?? null;
  const before = known.get(part);
  if (before?.set === set && before.width === width && before.height === height) return before.view;
  const view = viewForeignPart(part, { width, height }, set);
  known.set(part, { set, width, height, view });
  return view;
}
