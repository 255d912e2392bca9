import { z } from 'zod';
import { ImageId, ItemId } from '../base/ids.ts';
import { Box } from '../base/geometry.ts';
import { procedure } from './base.ts';

/**
 * An image as a host serves it. `shown`: as participants of a study get it, no matter who asks; only images that they are
 * shown now, in a try-out too.
 */
export type ImageVariant = 'full' | 'thumbnail' | 'shown';

/** How a derived image came from its parent; boxes in the parent's pixels. */
export const Derivation = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('crop'), box: Box }),
  z.object({
    operation: z.literal('redact'),
    regions: z.array(z.object({ box: Box, style: z.enum(['blur', 'pixelate', 'fill']) })).min(1),
  }),
]);
export type Derivation = z.infer<typeof Derivation>;

export const ImageDetail = z.object({
  id: ImageId,
  format: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** The file's name where it came from. */
  origin: z.string().nullable(),
  url: z.string().nullable(),
  /** Of a derived image these are its parent's, where nothing else was noted of it. */
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  /** Whether it may be redistributed; null: nobody has said. */
  redistributable: z.boolean().nullable(),
  derivedFrom: ImageId.nullable(),
  derivation: Derivation.nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.int(),
});
export type ImageDetail = z.infer<typeof ImageDetail>;

/** Image files of items. */
export const images = {
  get: procedure.input(z.object({ ids: z.array(ImageId).max(1000) })).output(z.array(ImageDetail)),
  /** Makes a derived image; the original stays. The Desk then puts it in the item's place as an edit. */
  derive: procedure.input(z.object({ imageId: ImageId, derivation: Derivation })).output(ImageDetail),
  /** Takes a file in as an image; the caller puts it in an item's place as an edit. */
  add: procedure.input(z.object({ path: z.string() })).output(ImageDetail),
  /** Other items whose image is the same or nearly so. */
  similar: procedure
    .input(z.object({ itemId: ItemId }))
    .output(
      z.array(z.object({ itemId: ItemId, externalId: z.string(), imageId: ImageId, distance: z.int() })),
    ),
};
