import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';

/** The keys of an item, in the order in which they are written. */
export const KEY_ORDER = [
  'id',
  'domain',
  'entity',
  'gender',
  'category',
  'image',
  'boxes',
  'not_visible',
  'rendering',
  'variants',
] as const;

/** What an entity is: a face, or a rendered word. */
export const Domain = z.enum(['CELEB', 'WORD']);
export type Domain = z.infer<typeof Domain>;

/** Which variants a transformation makes: within what models were trained on, or stylised beyond it. */
const Family = z.enum(['ID', 'OOD']);

/** A box as the prompts give it: two opposite corners in pixels of the image, whole or fractions. */
export const CornerBox = z
  .looseObject({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() })
  .refine(({ x1, x2 }) => x2 > x1, { message: 'is not to the right of x1', path: ['x2'] })
  .refine(({ y1, y2 }) => y2 > y1, { message: 'is not below y1', path: ['y2'] });
export type CornerBox = z.infer<typeof CornerBox>;

const name = z.string().min(1, 'is empty');

/** Where a box was proposed, as boxes and answers keep it. */
export const ProposedBox = z.object({
  /** The detector's name, or the kind of file that the box came with. */
  by: name,
  x1: z.number(),
  y1: z.number(),
  x2: z.number(),
  y2: z.number(),
});

/** An image made from the original, with the transformation that made it. */
export const Variant = z.looseObject({
  image: name,
  transformation: name,
  family: Family,
  parameters: z.record(z.string(), z.unknown()).optional(),
  seed: z.number().optional(),
  /** Why the original's boxes do not hold on it; left out where they do. */
  exception: z.string().optional(),
});

const fields = {
  id: z.union([name, z.number()]),
  domain: Domain,
  /** The person's name, or the word. */
  entity: name,
  gender: z.enum(['male', 'female']).nullable().optional(),
  category: z.string().nullable().optional(),
  image: name,
  boxes: z.record(z.string(), CornerBox).optional(),
  not_visible: z.array(name).optional(),
  rendering: z.record(z.string(), z.unknown()).optional(),
  variants: z.array(Variant).optional(),
};

/** One line of the data file: an entity with its original and variants; unknown keys are kept. */
export const SourceItem = z.looseObject(fields).superRefine(({ image, variants = [] }, context) => {
  const seen = new Set([image]);
  for (const [index, variant] of variants.entries()) {
    if (seen.has(variant.image))
      context.addIssue({
        code: 'custom',
        path: ['variants', index, 'image'],
        message: 'is the name of another image of the item',
      });
    seen.add(variant.image);
  }
});

/** The same while an item is still being made: any key may be missing. */
export const ObservatoryPayload = z.looseObject(fields).partial();
export type ObservatoryPayload = z.infer<typeof ObservatoryPayload>;

/**
 * What an annotator says of an entity beside the boxes on its original. Exceptions are named by the variant's number,
 * from 1 in the order of the item, not by file names: those are kept from the person who has yet to answer.
 */
export const ObservatoryAnswer = z.strictObject({
  /** Which attributes are asked about. */
  domain: Domain,
  /** Attributes that cannot be seen, by their label. */
  notVisible: z.array(z.string()),
  /** Why the original's boxes do not hold on a variant. */
  exceptions: z.record(z.string().regex(/^[1-9]\d*$/u, 'is no number of a variant'), z.string()),
  /** Variants on which somebody saw that the original's boxes hold, by their numbers. */
  confirmed: z.array(z.string()).default([]),
  /** Proposed boxes were looked at. */
  verified: z.boolean(),
  /** Where a proposed box is gone. */
  rejected: z.array(ProposedBox.extend({ label: z.string() })).default([]),
  /** The item is a question, not an entity: nothing on it is to be labelled. */
  query: z.literal(true).optional(),
});
export type ObservatoryAnswer = z.infer<typeof ObservatoryAnswer>;

/** Whose left "left" is: as seen in the image, or of the person shown. */
export const SideConvention = z.enum(['image', 'person']);
export type SideConvention = z.infer<typeof SideConvention>;

const Attributes = z.array(name).refine((names) => new Set(names).size === names.length, 'holds one twice');

/** The words a casebook sets itself. */
export const ObservatoryVocabulary = z.looseObject({
  side: SideConvention,
  /** The labels that an original of the domain must have. */
  attributes: z.object({ CELEB: Attributes, WORD: Attributes }),
  /** Why boxes may not hold on a variant. */
  exceptions: z.array(name),
});
export type ObservatoryVocabulary = z.infer<typeof ObservatoryVocabulary>;

/** The attributes that an original must have boxes for, by domain. */
export const initialAttributes = {
  CELEB: ['left_eye', 'right_eye', 'nose', 'mouth'],
  WORD: ['word'],
} as const;

export const initialVocabulary: JsonObject = {
  side: 'image',
  attributes: initialAttributes,
  exceptions: ['the layout has changed', 'an attribute is gone', 'the image is not the entity’s'],
};
