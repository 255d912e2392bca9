import { parse } from 'yaml';
import { z } from 'zod';
import { Json } from '../../../../shared/base/json.ts';
import type { ForeignSets } from '../../../../shared/foreign/foreignPart.ts';

const CocoCategory = z.object({
  id: Json,
  name: z.string().optional().catch(undefined),
  keypoints: z.array(z.string()).optional().catch(undefined),
  skeleton: z.array(z.array(z.number())).optional().catch(undefined),
});

/** What names a COCO file's labels and keypoints; an invalid category is left empty. */
const CocoNames = z.object({ categories: z.array(CocoCategory.nullable().catch(null)) });

/** What does so in a data set of YOLO. */
const YoloNames = z.object({
  names: Json.optional(),
  kpt_shape: Json.optional(),
  kpt_names: Json.optional(),
});

/**
 * What a window needs of what files said of their data sets: the names of labels and keypoints. Titles, people, addresses and
 * folders stay here: they would tell those who work blind where an item is from.
 */
export function shownSets({ coco, yolo }: ForeignSets): ForeignSets {
  return {
    ...reduced('coco', CocoNames, coco, (text) => JSON.parse(text)),
    ...reduced('yolo', YoloNames, yolo, (text) => parse(text)),
  };
}

/** A text that says nothing of the kind is left out: then there is nothing to name. */
function reduced(
  format: 'coco' | 'yolo',
  shape: z.ZodType,
  text: string | undefined,
  read: (text: string) => unknown,
): ForeignSets {
  if (text === undefined) return {};
  try {
    return { [format]: JSON.stringify(shape.parse(read(text))) };
  } catch {
    return {};
  }
}
