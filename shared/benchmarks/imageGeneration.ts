import type { JsonObject } from '../base/json.ts';

/** That images are made for a benchmark's items: rendered words, and transformed variants of originals. */
export interface ImageGeneration {
  /** The format of a list of variants of items that are there: its id in the list of formats. */
  readonly variants: string;
  /** Which of an item's images variants are made of, by its position; null where none are made of it. */
  original(payload: JsonObject): number | null;
  /** The pixel-level transformations with a variant of the item. */
  transformationsOf(payload: JsonObject): readonly string[];
}
