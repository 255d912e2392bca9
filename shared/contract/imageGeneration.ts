import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Seed } from '../domain/randomDraws.ts';
import { ItemId } from '../base/ids.ts';
import { procedure, progressOr } from './base.ts';
import { ItemSelection } from './items.ts';

/** Where images go: into a folder with their list, or into the open casebook. */
export const ImageGenerationTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: z.string().trim().min(1) }),
  z.object({ kind: z.literal('casebook') }),
]);
export type ImageGenerationTarget = z.infer<typeof ImageGenerationTarget>;

/** What there is to make images with. */
export const ImageGenerationChoices = z.object({
  transformations: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** What it is made with, in words. */
      parameters: z.string(),
    }),
  ),
  /** The families that words are set in unless others are named, each with what is there for it; null: nothing. */
  fonts: z.array(z.object({ family: z.string(), used: z.string().nullable() })),
  casings: z.array(z.string()),
  positions: z.array(z.string()),
  /** In degrees, against the clock. */
  rotations: z.array(z.number()),
});
export type ImageGenerationChoices = z.infer<typeof ImageGenerationChoices>;

/** Which words, and how they are drawn. */
export const WordsSetting = z.object({
  /** One word a line, with its category behind a comma; or the file of such a list. */
  words: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('list'), text: z.string().max(2_000_000) }),
    z.object({ kind: z.literal('file'), file: z.string().trim().min(1) }),
  ]),
  /** Only words of these categories; left out: of all. */
  categories: z.array(z.string()).optional(),
  seed: Seed,
  /** Families to set words in; empty: those of the data set. */
  fonts: z.array(z.string().trim().min(1)).max(100).default([]),
  /** Where fonts are looked for before the system's folders. */
  fontFolder: z.string().trim().min(1).optional(),
});
export type WordsSetting = z.input<typeof WordsSetting>;

export const WordsRequest = WordsSetting.extend({
  /** How many images; null: one of each word. */
  count: z.int().positive().max(10_000_000).nullable(),
  target: ImageGenerationTarget,
});
export type WordsRequest = z.input<typeof WordsRequest>;

/** A picture as a data address, small enough to be sent along. */
const Picture = z.string().startsWith('data:image/');
const Left = z.array(z.object({ item: z.string(), reason: z.string() }));

export const WordsPreview = z.object({
  /** How many different words there are, of the categories asked for. */
  words: z.int(),
  /** Every category of the list with its number of words; null: words without one. */
  categories: z.array(z.object({ name: z.string().nullable(), words: z.int() })),
  /** The side of the square images, in pixels. */
  side: z.int(),
  samples: z.array(
    z.object({
      word: z.string(),
      text: z.string(),
      font: z.string(),
      casing: z.string(),
      position: z.string(),
      rotation: z.number(),
      /** The ink's corners, in pixels of the image. */
      box: z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() }),
      picture: Picture,
    }),
  ),
  left_out: Left,
});
export type WordsPreview = z.infer<typeof WordsPreview>;

export const VariantsSetting = z.object({
  /** The items whose originals to use. */
  items: ItemSelection,
  transformations: z.array(z.string()).min(1),
  seed: Seed,
});
export type VariantsSetting = z.infer<typeof VariantsSetting>;

export const VariantsRequest = VariantsSetting.extend({ target: ImageGenerationTarget });
export type VariantsRequest = z.infer<typeof VariantsRequest>;

/** What there would be to do. */
export const VariantsCensus = z.object({
  /** Items with possible variants. */
  originals: z.int(),
  /** Items that are none: questions, and items without an image. */
  others: z.int(),
  /** Variants of these transformations that are there. */
  there: z.int(),
  /** Variants that are not. */
  missing: z.int(),
  /** Items with possible variants whose original has no box. */
  withoutBoxes: z.int(),
});
export type VariantsCensus = z.infer<typeof VariantsCensus>;

export const VariantsPreview = z.object({
  itemId: ItemId,
  title: z.string(),
  /** Of the original, in pixels. */
  width: z.int(),
  height: z.int(),
  original: Picture,
  variants: z.array(
    z.object({
      transformation: z.string(),
      parameters: z.record(z.string(), z.number()),
      picture: Picture,
    }),
  ),
});
export type VariantsPreview = z.infer<typeof VariantsPreview>;

export const ImageGenerationReport = z.object({
  /** Images made. */
  made: z.int(),
  /** Images that were there already. */
  kept: z.int(),
  /** Items that are new to the casebook, and items that got images; zero for a folder. */
  added: z.int(),
  updated: z.int(),
  left_out: Left,
  /** What is to be known of how they were made, in sentences. */
  notes: z.array(z.string()),
});
export type ImageGenerationReport = z.infer<typeof ImageGenerationReport>;

/**
 * Making images: rendered words, and transformed variants of originals. What goes into the casebook comes whole or not at
 * all; closing a stream cancels. A folder keeps what is complete, and the same request goes on from there.
 */
export const imageGeneration = {
  options: procedure.output(ImageGenerationChoices),
  previewWords: procedure.input(WordsSetting).output(WordsPreview),
  words: procedure.input(WordsRequest).output(eventIterator(progressOr(ImageGenerationReport))),
  census: procedure.input(VariantsSetting.omit({ seed: true })).output(VariantsCensus),
  /** Every transformation asked for of one original; null where there is none. */
  previewVariants: procedure.input(VariantsSetting).output(VariantsPreview.nullable()),
  variants: procedure.input(VariantsRequest).output(eventIterator(progressOr(ImageGenerationReport))),
};
