import { z } from 'zod';
import { Json, type JsonObject } from '../../base/json.ts';
import { chainFaults } from './chainFaults.ts';
import { findTask } from './families.ts';
import { Descriptions, GoldMatching, whyNotMatching } from './matching.ts';
import { LETTERS, placeOf } from './options.ts';
import { CHAIN_ERRORS, OPERATORS, RELATIONS } from './taxonomy.ts';

/** The keys of an item, in the order in which they are written. */
export const KEY_ORDER = [
  'id',
  'task',
  'variant',
  'level',
  'domain',
  'concept',
  'definition',
  'attributes',
  'confusing_concepts',
  'image',
  'images',
  'question',
  'descriptions',
  'options',
  'answer',
  'matching',
  'strategy',
  'references',
  'evidence',
  'rc_breakdown',
  'rc_items',
  'pr',
  'op_primary',
  'op_secondary',
  'rationale',
  'relations_edition',
  'audit',
] as const;

const FiveTexts = z.array(z.string().regex(/\S/u, 'is empty')).length(5, 'is not a list of five texts');

const Name = z.string().min(1, 'is empty');

/** An image of an item: its path, or the path with where it comes from. */
const SourceImage = z.union([Name, z.looseObject({ file: Name })]);

/** A fact or observation: its text, or an object with it; further keys (kind, references) are kept. */
const Evidence = z.union([z.string(), z.looseObject({ text: z.string() })]);

/** A reference: an address or title, or an object that holds them. */
const Reference = z.union([z.string(), z.looseObject({})]);

const ChainShape = z.looseObject({
  question: z.string(),
  options: FiveTexts,
  answer: z.string(),
  /** One for each faulty chain, in their order; or one for each chain, null for the gold one. */
  error_type: z.array(z.string().nullable()).min(4).max(5).nullable().optional(),
});

/** One probe of the integrity overlay: which chain justifies the answer? */
export const ChainItem = ChainShape.superRefine((item, context) => {
  for (const { path, message } of chainFaults(item))
    context.addIssue({ code: 'custom', path: [...path], message });
});
export type ChainItem = z.infer<typeof ChainItem>;

const Shape = z.looseObject({
  id: z.union([z.string().min(1, 'is empty'), z.number()]),
  task: z.string().refine((name) => findTask(name) !== undefined, 'is none of the seven tasks'),
  variant: z.string().nullable().optional(),
  level: z.enum(['L1', 'L2', 'L3', 'L4']).nullable().optional(),
  domain: z.string().nullable().optional(),
  concept: z.string().nullable().optional(),
  definition: z.string().nullable().optional(),
  attributes: Json.optional(),
  confusing_concepts: z.array(z.string()).nullable().optional(),
  image: z.string().nullable().optional(),
  images: z.array(SourceImage).nullable().optional(),
  question: z.string(),
  /** What is to be matched to images, and which belongs to which. */
  descriptions: Descriptions.nullable().optional(),
  options: FiveTexts,
  answer: z.string(),
  matching: GoldMatching.nullable().optional(),
  strategy: Json.optional(),
  references: z.array(Reference).nullable().optional(),
  evidence: z.array(Evidence).nullable().optional(),
  rc_breakdown: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .optional(),
  rc_items: z.array(ChainItem).max(3, 'holds more than three').nullable().optional(),
  pr: z
    .array(z.enum(RELATIONS.map(({ id }) => id)))
    .nullable()
    .optional(),
  op_primary: z
    .enum(OPERATORS.map(({ id }) => id))
    .nullable()
    .optional(),
  op_secondary: z
    .enum(OPERATORS.map(({ id }) => id))
    .nullable()
    .optional(),
});

/** One line of the data file: a generated item with its concept, images and evidence; unknown keys are kept. */
export const SourceItem = Shape.superRefine((source, context) => {
  if (placeOf(source.answer, source.options) === null)
    context.addIssue({
      code: 'custom',
      path: ['answer'],
      message: 'is neither a letter from A to E nor one of the options',
    });
  const reason = whyNotMatching(source, source.images?.length ?? 1);
  if (reason !== null) context.addIssue({ code: 'custom', path: ['matching'], message: reason });
});

/**
 * The same while an item is still being made, and as it goes out to a participant: any key may be missing, and what a
 * probe's answer is ('' then).
 */
export const McsBenchPayload = Shape.extend({
  task: z.string(),
  options: z.array(z.string()),
  rc_items: z
    .array(ChainShape.extend({ answer: z.string().default('') }))
    .max(3, 'holds more than three')
    .nullable(),
}).partial();
export type McsBenchPayload = z.infer<typeof McsBenchPayload>;

export const ItemVerdict = z.enum(['accept', 'fix', 'reject']);
export type ItemVerdict = z.infer<typeof ItemVerdict>;
export const YesNo = z.enum(['yes', 'no']);
export const Judgement = z.enum(['yes', 'no', 'unsure']);
export type Judgement = z.infer<typeof Judgement>;
const Score = z.int().min(1).max(5);

const judgement = Judgement.nullable();
const chainError = z.enum(CHAIN_ERRORS.map(({ id }) => id)).nullable();

/** What a reviewer answers of one item: the whole form, and the texts as they should be. */
export const McsBenchAnswer = z.strictObject({
  verdict: ItemVerdict.nullable(),
  reason: z.string(),
  shortcut: YesNo.nullable(),
  /** The option that was chosen before the image was shown; answers from before this was asked have none. */
  blindOption: z.enum(LETTERS).nullable().default(null),
  goldCorrect: judgement,
  goldOptimal: judgement,
  plausibleA: judgement,
  plausibleB: judgement,
  plausibleC: judgement,
  plausibleD: judgement,
  plausibleE: judgement,
  incorrectA: judgement,
  incorrectB: judgement,
  incorrectC: judgement,
  incorrectD: judgement,
  incorrectE: judgement,
  answerable: YesNo.nullable(),
  clear: YesNo.nullable(),
  quality: Score.nullable(),
  factualCorrectness: Score.nullable(),
  distractorCorrectness: Score.nullable(),
  imageDependency: Score.nullable(),
  selfContainedness: Score.nullable(),
  relations: z.array(z.enum(RELATIONS.map(({ id }) => id))),
  operator: z.enum(OPERATORS.map(({ id }) => id)).nullable(),
  secondOperator: z.enum(OPERATORS.map(({ id }) => id)).nullable(),
  chainSufficient: judgement,
  chainCorrect: judgement,
  chainSound: judgement,
  chain1F: chainError,
  chain1G: chainError,
  chain1H: chainError,
  chain1I: chainError,
  chain1J: chainError,
  chain2F: chainError,
  chain2G: chainError,
  chain2H: chainError,
  chain2I: chainError,
  chain2J: chainError,
  chain3F: chainError,
  chain3G: chainError,
  chain3H: chainError,
  chain3I: chainError,
  chain3J: chainError,
  question: z.string(),
  optionA: z.string(),
  optionB: z.string(),
  optionC: z.string(),
  optionD: z.string(),
  optionE: z.string(),
  gold: z.enum(LETTERS).nullable(),
});
export type McsBenchAnswer = z.infer<typeof McsBenchAnswer>;

/** The words a casebook can add to. */
export const McsBenchVocabulary = z.looseObject({ reasons: z.array(z.string().min(1)) });
export type McsBenchVocabulary = z.infer<typeof McsBenchVocabulary>;

export const initialVocabulary: JsonObject = {
  reasons: [
    'the gold option is wrong',
    'another option is as good',
    'a distractor is implausible',
    'a distractor is correct too',
    'the question cannot be answered from the image',
    'the question is unclear',
    'it can be answered without the image',
    'the question gives the concept away',
    'the evidence does not support the answer',
    'the reasoning chain is faulty',
    'the image is unsuitable',
    'duplicate',
  ],
};
