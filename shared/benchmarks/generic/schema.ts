import { z } from 'zod';
import { JsonObject } from '../../domain/json.ts';

const AttributeBase = {
  // What raters elsewhere called a question is its id here; `__proto__` is no key that every library keeps.
  id: z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'holds control characters')
    .refine((id) => id !== '__proto__', 'is no name'),
  name: z.string().min(1),
};

/** A question about an image or about a box, with the kind of answer it takes. */
export const AttributeDefinition = z.discriminatedUnion('kind', [
  z.object({
    ...AttributeBase,
    kind: z.literal('choice'),
    options: z.array(z.string().min(1)).min(1),
    required: z.boolean(),
  }),
  // Options in their order, from least to most.
  z.object({
    ...AttributeBase,
    kind: z.literal('scale'),
    options: z.array(z.string().min(1)).min(1),
    required: z.boolean(),
  }),
  // Any number of the options.
  z.object({
    ...AttributeBase,
    kind: z.literal('set'),
    options: z.array(z.string().min(1)).min(1),
    required: z.boolean(),
  }),
  z.object({
    ...AttributeBase,
    kind: z.literal('number'),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    required: z.boolean(),
  }),
  z.object({ ...AttributeBase, kind: z.literal('text'), required: z.boolean() }),
  z.object({ ...AttributeBase, kind: z.literal('yesno'), required: z.boolean() }),
]);
export type AttributeDefinition = z.infer<typeof AttributeDefinition>;

/** A label that boxes carry, with the attributes asked of each such box. */
export const LabelDefinition = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  attributes: z.array(AttributeDefinition),
});
export type LabelDefinition = z.infer<typeof LabelDefinition>;

/** A casebook's label set. */
export const Vocabulary = z.looseObject({
  imageAttributes: z.array(AttributeDefinition).refine(distinct, 'two attributes have the same id'),
  labels: z.array(LabelDefinition).refine(distinct, 'two labels have the same id'),
});
export type Vocabulary = z.infer<typeof Vocabulary>;

export const initialVocabulary: JsonObject = {
  imageAttributes: [],
  labels: [{ id: 'object', name: 'object', attributes: [] }],
};

/** An item of a casebook of its own kind; unknown keys are kept. */
export const SourceItem = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  image: z.string().optional(),
  images: z.array(z.string()).optional(),
  text: z.string().optional(),
  attributes: JsonObject.optional(),
});
export const Payload = SourceItem.partial();

/** What an annotator says of an item: a value for each image attribute, by the attribute's id. */
export const Answer = JsonObject;
export type Answer = JsonObject;

function distinct(definitions: readonly { id: string }[]): boolean {
  return new Set(definitions.map((definition) => definition.id)).size === definitions.length;
}
