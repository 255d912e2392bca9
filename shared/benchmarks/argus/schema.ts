import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import { DOMAINS } from './domains.ts';

/** The keys of an item, in the order in which they are written. */
export const KEY_ORDER = [
  'id',
  'domain',
  'topic',
  'item',
  'scenario',
  'trap',
  'basic_question',
  'deceptive_question',
  'answer',
  'image',
  'candidates',
  'logic_check',
] as const;

/** One line of the data file: the textual quintuple with where it belongs and its images; unknown keys are kept. */
export const SourceItem = z.looseObject({
  id: z.union([z.string().min(1, 'is empty'), z.number()]),
  domain: z.string(),
  topic: z.string().optional(),
  /** The prohibition that the trap breaks. */
  item: z.string().optional(),
  scenario: z.string(),
  trap: z.string(),
  basic_question: z.string(),
  deceptive_question: z.string(),
  answer: z.string(),
  image: z.string().nullable().optional(),
  /** Images to choose from, before the choice. */
  candidates: z.array(z.string().min(1, 'is empty')).nullable().optional(),
});

/** The same while an item is still being made: any key may be missing. */
export const ArgusPayload = SourceItem.partial();
export type ArgusPayload = z.infer<typeof ArgusPayload>;

/** What a model says of an item's image and texts together: whether they are about the same scene and trap. */
export const LogicCheck = z.looseObject({
  /** The image that it is about, under the name that the item has for it; left out: the item as a whole. */
  image: z.string().min(1, 'is empty').optional(),
  model: z.string().min(1, 'is empty'),
  verdict: z.enum(['consistent', 'inconsistent', 'unsure']),
  rationale: z.string().optional(),
  /** Set where it judged an earlier edition. */
  outdated: z.boolean().optional(),
});
export type LogicCheck = z.infer<typeof LogicCheck>;

export const QuintupleVerdict = z.enum(['accept', 'fix', 'reject']);
export type QuintupleVerdict = z.infer<typeof QuintupleVerdict>;

/** What is asked of the texts alone, in the order of asking. */
export const CRITERIA = ['logical', 'natural', 'isolated', 'pressure'] as const;
export type CriterionName = (typeof CRITERIA)[number];

export const CriterionAnswer = z.enum(['yes', 'no', 'unsure']);
export type CriterionAnswer = z.infer<typeof CriterionAnswer>;

/**
 * The best of an item's images by its number, from 1 in the order of the item, or that none is good enough. Not by
 * name: file names are kept from the person who has yet to answer.
 */
export const ImageChoice = z.union([z.int().positive(), z.literal('none')]);
export type ImageChoice = z.infer<typeof ImageChoice>;

/**
 * What a reviewer answers of one item: the texts judged, the best image, the verdict, and the texts as they should be.
 * Answers that were stored before something came to be asked read as open in it.
 */
export const ArgusAnswer = z.strictObject({
  verdict: QuintupleVerdict.nullable(),
  reason: z.string(),
  logical: CriterionAnswer.nullable().default(null),
  natural: CriterionAnswer.nullable().default(null),
  isolated: CriterionAnswer.nullable().default(null),
  pressure: CriterionAnswer.nullable().default(null),
  image: ImageChoice.nullable().default(null),
  /** The verdict was given with sight of what models said of the images. */
  logicCheckSeen: z.boolean().default(false),
  domain: z.string().nullable(),
  topic: z.string(),
  prohibition: z.string(),
  scenario: z.string(),
  trap: z.string(),
  basicQuestion: z.string(),
  deceptiveQuestion: z.string(),
  standardAnswer: z.string(),
});
export type ArgusAnswer = z.infer<typeof ArgusAnswer>;

/** The words a casebook can add to. */
export const ArgusVocabulary = z.looseObject({
  domains: z.array(z.string().min(1)).min(1, 'at least one domain is needed'),
  reasons: z.array(z.string().min(1)),
});
export type ArgusVocabulary = z.infer<typeof ArgusVocabulary>;

export const initialVocabulary: JsonObject = {
  domains: DOMAINS.map(({ name }) => name),
  reasons: [
    'the texts contradict each other',
    'the scene is unnatural',
    'the trap is not isolated from the texts',
    'the deceptive question hints at the trap',
    'the deceptive question adds no pressure',
    'the answer does not follow from the trap',
    'the trap cannot be seen in the image',
    'no image is good enough',
    'duplicate',
  ],
};
