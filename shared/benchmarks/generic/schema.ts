import { z } from 'zod';
import { JsonObject } from '../../base/json.ts';
import { conditionProblems } from './conditions.ts';
import { keyProblems } from './optionKeys.ts';

/** When a question is asked: where another one of the same list has one of these answers; of yes or no, `yes` and `no`. */
const Condition = z.object({
  attribute: z.string(),
  values: z.array(z.string()).min(1, 'needs at least one answer'),
});

const AttributeBase = {
  // What raters elsewhere called a question is its id here; `__proto__` is no key that every library keeps.
  id: z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'holds control characters')
    .refine((id) => id !== '__proto__', 'is no name'),
  name: z.string().min(1, 'has no words yet'),
  /** Left out: always. */
  askedIf: Condition.optional(),
};

/** The letters that choose options, by option; of yes or no, `yes` and `no`. */
const Keys = {
  keys: z.record(z.string(), z.string().regex(/^[a-z]$/u, 'is no letter from a to z')).optional(),
};

/** A question about an image or about a box, with the kind of answer it takes. */
export const AttributeDefinition = z.discriminatedUnion('kind', [
  z.object({
    ...AttributeBase,
    kind: z.literal('choice'),
    options: z.array(z.string().min(1, 'is empty')).min(1, 'needs at least one option'),
    required: z.boolean(),
    ...Keys,
  }),
  // Options in their order, from least to most.
  z.object({
    ...AttributeBase,
    kind: z.literal('scale'),
    options: z.array(z.string().min(1, 'is empty')).min(1, 'needs at least one option'),
    required: z.boolean(),
    ...Keys,
  }),
  // Any number of the options.
  z.object({
    ...AttributeBase,
    kind: z.literal('set'),
    options: z.array(z.string().min(1, 'is empty')).min(1, 'needs at least one option'),
    required: z.boolean(),
    ...Keys,
  }),
  z.object({
    ...AttributeBase,
    kind: z.literal('number'),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    required: z.boolean(),
  }),
  z.object({ ...AttributeBase, kind: z.literal('text'), required: z.boolean() }),
  z.object({ ...AttributeBase, kind: z.literal('yesno'), required: z.boolean(), ...Keys }),
]);
export type AttributeDefinition = z.infer<typeof AttributeDefinition>;

/** A label that boxes carry, with the attributes asked of each such box. */
export const LabelDefinition = z.object({
  id: z.string().min(1),
  name: z.string().min(1, 'has no name yet'),
  attributes: z.array(AttributeDefinition),
});
export type LabelDefinition = z.infer<typeof LabelDefinition>;

/** A casebook's label set, by its shape. */
const LabelSetShape = z.looseObject({
  imageAttributes: z.array(AttributeDefinition).refine(distinct, 'two attributes have the same id'),
  labels: z.array(LabelDefinition).refine(distinct, 'two labels have the same id'),
});

/** A casebook's label set. */
export const LabelSet = LabelSetShape.superRefine(({ imageAttributes, labels }, context) => {
  const report = (path: readonly (string | number)[], problems: readonly string[]): void => {
    for (const message of problems) context.addIssue({ code: 'custom', path: [...path], message });
  };
  report(['imageAttributes'], [...conditionProblems(imageAttributes), ...keyProblems(imageAttributes)]);
  labels.forEach(({ attributes }, place) => {
    const path = ['labels', place, 'attributes'];
    report(path, [...conditionProblems(attributes), ...keyProblems(attributes, imageAttributes)]);
  });
});
export type LabelSet = z.infer<typeof LabelSet>;

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
export const GenericPayload = SourceItem.partial();

/** What an annotator says of an item: a value for each image attribute, by the attribute's id. */
export const GenericAnswer = JsonObject;
export type GenericAnswer = JsonObject;

function distinct(definitions: readonly { id: string }[]): boolean {
  return new Set(definitions.map((definition) => definition.id)).size === definitions.length;
}
