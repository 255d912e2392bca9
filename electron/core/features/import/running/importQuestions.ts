import { z } from 'zod';

/* What an import in a thread of its own and the main thread say to each other, which has the images and the turns to write. */

export const ImportQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hold'), file: z.string(), link: z.boolean() }),
  z.object({ kind: z.literal('flush') }),
  z.object({ kind: z.literal('looks'), sha256s: z.array(z.string()) }),
  z.object({ kind: z.literal('begin') }),
  z.object({ kind: z.literal('end'), written: z.boolean() }),
]);
export type ImportQuestion = z.infer<typeof ImportQuestion>;

/** What became of a file that was to be taken in. */
export const FileIntakeResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    image: z.object({
      sha256: z.string(),
      facts: z
        .object({
          sha256: z.string(),
          format: z.string(),
          extension: z.string(),
          bytes: z.number(),
          width: z.number(),
          height: z.number(),
          perceptualHash: z.string(),
          frames: z.int().positive(),
        })
        .nullable(),
      file: z.string(),
      link: z.boolean(),
    }),
  }),
  z.object({ kind: z.literal('unreadable'), reason: z.string() }),
]);
export type FileIntakeResult = z.infer<typeof FileIntakeResult>;

/** How images look, by the content of their files. */
export const Looks = z.map(z.string(), z.instanceof(Uint8Array));
