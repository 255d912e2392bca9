import Flatbush from 'flatbush';
import { area, type Box, encloses, type ImagePoint, type Size } from '../../shared/base/geometry.ts';
import { chooseTags, tagShift } from './drawing/tags.ts';
import { fitsBox, type ForeignPart } from '../../shared/foreign/foreignPart.ts';
import type { CanvasRegion } from './types.ts';

/** How boxes look: those of one label, or those with looks of their own. */
export interface BoxStyle {
  readonly labelId: string;
  readonly name: string;
  readonly color: string;
  readonly halo: string;
  readonly dashed: boolean;
  readonly tagPlace: number;
}

/** What a box came with, to be drawn beside it. */
export interface BoxAttachment {
  readonly part: ForeignPart;
  readonly style: BoxStyle;
  /** Whether the box is still where its file put it. */
  readonly fits: boolean;
  /** Of its box among those of the scene. */
  readonly index: number;
}

/**
 * All boxes of one image, laid out for drawing and finding: flat arrays ordered by style and then from large to
 * small, and a spatial index. Built anew when the boxes change (about a millisecond for 5,000), never while
 * panning, zooming or dragging.
 */
export class RestScene {
  readonly regions: readonly CanvasRegion[];
  readonly styles: readonly BoxStyle[];
  readonly styleOf: Uint16Array;
  readonly bounds: Float64Array;
  /** Room for the drawing to put each box's place on the screen in. */
  readonly placed: Int32Array;
  /** 1 for boxes that are not drawn at rest: hidden ones, and those in hand. */
  readonly skipped: Uint8Array;
  readonly #hidden: Uint8Array;
  readonly #inView: Uint8Array;
  readonly #tagShown: Uint8Array;
  readonly #marks: Uint8Array;
  readonly #carried: readonly BoxAttachment[];
  readonly #image: Size;
  #tagScale = 0;
  #tree: Flatbush | null = null;

  constructor(regions: readonly CanvasRegion[], styleOf: (region: CanvasRegion) => BoxStyle, image: Size) {
    const styles: BoxStyle[] = [];
    const positions = new Map<BoxStyle, number>();
    const count = regions.length;
    const styleAt = new Uint16Array(count);
    const areas = new Float64Array(count);
    for (const [index, region] of regions.entries()) {
      const style = styleOf(region);
      let position = positions.get(style);
      if (position === undefined) {
        position = styles.push(style) - 1;
        positions.set(style, position);
      }
      styleAt[index] = position;
      areas[index] = area(region);
    }
    const order = [...regions.keys()].sort(
      (a, b) => (styleAt[a] ?? 0) - (styleAt[b] ?? 0) || (areas[b] ?? 0) - (areas[a] ?? 0),
    );
    const ordered: CanvasRegion[] = [];
    this.regions = ordered;
    this.styles = styles;
    this.styleOf = new Uint16Array(count);
    this.bounds = new Float64Array(count * 4);
    this.placed = new Int32Array(count * 4);
    this.skipped = new Uint8Array(count);
    this.#hidden = new Uint8Array(count);
    this.#inView = new Uint8Array(count);
    this.#tagShown = new Uint8Array(count);
    this.#marks = new Uint8Array(count);
    this.#image = image;
    const carried: BoxAttachment[] = [];
    this.#carried = carried;
    for (const from of order) {
      const region = regions[from];
      if (region === undefined) continue;
      const index = ordered.push(region) - 1;
      this.styleOf[index] = styleAt[from] ?? 0;
      this.#marks[index] = marksOf(region);
      const style = styles[styleAt[from] ?? 0];
      if (region.foreign !== undefined && region.foreign.shapes.length > 0 && style !== undefined)
        carried.push({ part: region.foreign, style, fits: fitsBox(region.foreign, region), index });
      const at = index * 4;
      this.bounds[at] = region.x;
      this.bounds[at + 1] = region.y;
      this.bounds[at + 2] = region.width;
      this.bounds[at + 3] = region.height;
    }
  }

  get count(): number {
    return this.regions.length;
  }

  /** Says anew which boxes are out of sight, and which are drawn elsewhere because they are in hand. */
  mark(isHidden: (region: CanvasRegion) => boolean, inHand: ReadonlySet<string>): void {
    for (const [index, region] of this.regions.entries()) {
      const hidden = isHidden(region);
      this.#hidden[index] = hidden ? 1 : 0;
      this.skipped[index] = hidden || inHand.has(region.id) ? 1 : 0;
    }
  }

  /** One flag per box: drawn at rest and touching the view. The array is reused by the next call. */
  inView(view: Box): Uint8Array {
    const flags = this.#inView;
    const wholeImage = encloses(view, { x: 0, y: 0, width: this.#image.width, height: this.#image.height });
    if (wholeImage || this.count === 0) {
      for (let index = 0; index < flags.length; index += 1) flags[index] = this.skipped[index] === 1 ? 0 : 1;
      return flags;
    }
    flags.fill(0);
    for (const index of this.#search(view.x, view.y, view.x + view.width, view.y + view.height)) {
      flags[index] = this.skipped[index] === 1 ? 0 : 1;
    }
    return flags;
  }

  /**
   * One flag per box: its tag is shown at this scale (CSS pixels per image pixel). Kept until the scale changes.
   * `widths` are those of each style's tag, by its marks.
   */
  tagsAt(scale: number, widths: readonly (readonly number[])[]): Uint8Array {
    if (scale === this.#tagScale) return this.#tagShown;
    this.#tagScale = scale;
    chooseTags(
      this.count,
      (index, into) => {
        const at = index * 4;
        const position = this.styleOf[index] ?? 0;
        into.x = (this.bounds[at] ?? 0) + tagShift(this.styles[position]?.tagPlace ?? 0) / scale;
        into.y = this.bounds[at + 1] ?? 0;
        into.width = this.bounds[at + 2] ?? 0;
        into.height = this.bounds[at + 3] ?? 0;
        into.tagWidth = widths[position]?.[this.#marks[index] ?? 0] ?? 0;
      },
      scale,
      this.#image.width,
      this.#image.height,
      this.#tagShown,
    );
    return this.#tagShown;
  }

  /** What tags of these boxes can be marked with: as many as {@link marksOf} can tell apart. */
  get markings(): number {
    return this.#carried.length === 0 ? 2 : 6;
  }

  /** What the boxes that are not hidden came with, as far as it is in view; also of boxes in hand, which it stays behind. */
  carriedIn(view: Box): readonly BoxAttachment[] {
    return this.#carried.filter(
      ({ index, part: { box } }) =>
        this.#hidden[index] === 0 &&
        box[0] <= view.x + view.width &&
        box[1] <= view.y + view.height &&
        box[0] + box[2] >= view.x &&
        box[1] + box[3] >= view.y,
    );
  }

  /**
   * The visible boxes under a point, smallest first: a box inside a box is found before the one around it. Of boxes
   * about the same thing one that can be changed comes before locked ones.
   */
  stackAt(point: ImagePoint, tolerance: number): CanvasRegion[] {
    const found = this.#visible(
      point.x - tolerance,
      point.y - tolerance,
      point.x + tolerance,
      point.y + tolerance,
    );
    return found.sort((a, b) => reachOf(a) - reachOf(b));
  }

  /** The visible boxes that lie wholly in an area. */
  within(box: Box): CanvasRegion[] {
    return this.#visible(box.x, box.y, box.x + box.width, box.y + box.height).filter((region) =>
      encloses(box, region),
    );
  }

  /** Places of the boxes that touch an area. Their index is built when it is first asked: drawing can do without. */
  #search(left: number, top: number, right: number, bottom: number): readonly number[] {
    if (this.count === 0) return [];
    if (this.#tree === null) {
      this.#tree = new Flatbush(this.count);
      for (const { x, y, width, height } of this.regions) this.#tree.add(x, y, x + width, y + height);
      this.#tree.finish();
    }
    return this.#tree.search(left, top, right, bottom);
  }

  #visible(left: number, top: number, right: number, bottom: number): CanvasRegion[] {
    const found: CanvasRegion[] = [];
    for (const index of this.#search(left, top, right, bottom)) {
      const region = this.regions[index];
      if (region !== undefined && this.#hidden[index] === 0) found.push(region);
    }
    return found;
  }
}

/** Boxes that cover half of each other at least are at most this many times as large as one another. */
const SAME_THING = 2;

/** What a box is sorted by for finding it. */
function reachOf(region: CanvasRegion): number {
  return area(region) * (region.locked === true ? SAME_THING : 1);
}

/** What a region's tag is marked with: 1 for a note, 2 for shapes that fit its box, 4 for shapes that no longer do. */
export function marksOf({ note, foreign, ...box }: CanvasRegion): number {
  const noted = note !== null && note.trim() !== '' ? 1 : 0;
  if (foreign === undefined || foreign.shapes.length === 0) return noted;
  return noted + (fitsBox(foreign, box) ? 2 : 4);
}
