import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { RegionLabel } from '../../../../shared/benchmarks/task.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import {
  fitsBox,
  type ForeignImage,
  type ForeignPart,
  type ReadForeignPart,
} from '../../../../shared/foreign/foreignPart.ts';

/** An image with its boxes, as box formats write it. */
export interface BoxedImage {
  /** Relative path with forward slashes. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly WrittenBox[];
  /** What it came with beside its boxes. */
  readonly foreign: ForeignImage | null;
  /** Left out or null where nobody has said, as for the next. */
  readonly licence?: string | null;
  /** Where it is from. */
  readonly url?: string | null;
}

/** A box in pixels of the upright image, x and y being its top left corner. */
export interface WrittenBox {
  readonly category: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly attributes: JsonObject;
  readonly note: string;
  /** What it came with that is carried, and whether the box is still where its source put it. */
  readonly foreign?: ForeignPart & { readonly isCurrent: boolean };
}

/** Boxes as a format gives them; what it does not know is null. */
export interface ReadImage {
  readonly file: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly boxes: readonly ReadBox[];
  /** Whether the file gives boxes as shares of the image: width and height of a box are then in [0, 1]. */
  readonly relative: boolean;
  /** Set where a part of what the source says of the image could not be read: the rest is no rating of it. */
  readonly isPartial?: true;
  /** The part of the data set that it is in, such as `train`; left out: the source does not say. */
  readonly split?: string;
  /** Who may do what with it, as far as the source says. */
  readonly rights?: ImageRights;
  /** What the source says of the image itself, as text of its format. */
  readonly foreign?: string;
}

/** A box as a format gives it. */
export interface ReadBox extends Omit<WrittenBox, 'foreign'> {
  readonly foreign?: ReadForeignPart;
}

/** A region under the category and with the attributes that its label stands for; null where it has no label. */
export function writtenBox(region: RegionRecord, labels: readonly RegionLabel[]): WrittenBox | null {
  const label = labels.find(({ id }) => id === region.label);
  if (label === undefined) return null;
  const attributes: Record<string, Json> = { ...label.attributes, ...region.attributes };
  const { x, y, width, height, note, foreign } = region;
  const written = { category: label.category, x, y, width, height, attributes, note };
  return foreign === undefined
    ? written
    : { ...written, foreign: { ...foreign, isCurrent: fitsBox(foreign, region) } };
}

/**
 * Numbers categories as they come up.
 * Categories numbered from `first`, beginning with those known beforehand.
 */
export class Categories {
  readonly #first: number;
  readonly names: string[] = [];
  readonly #ids = new Map<string, number>();

  constructor(known: readonly string[], first: number) {
    this.#first = first;
    for (const name of known) this.idOf(name);
  }

  idOf(category: string): number {
    const existing = this.#ids.get(category);
    if (existing !== undefined) return existing;
    const id = this.names.length + this.#first;
    this.#ids.set(category, id);
    this.names.push(category);
    return id;
  }
}
