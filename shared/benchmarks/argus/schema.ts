import { z } from 'zod';
import type { JsonObject } from '../../domain/json.ts';
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
export const Payload = SourceItem.partial();
export type Payload = z.infer<typeof Payload>;

export const Verdict = z.enum(['accept', 'fix', 'reject']);
export type Verdict = z.infer<typeof Verdict>;

/** What a reviewer answers of one item: the verdict, and the texts as they should be. */
export const Answer = z.strictObject({
  verdict: Verdict.nullable(),
  reason: z.string(),
  domain: z.string().nullable(),
  topic: z.string(),
  prohibition: z.string(),
  scenario: z.string(),
  trap: z.string(),
  basicQuestion: z.string(),
  deceptiveQuestion: z.string(),
  standardAnswer: z.string(),
});
export type Answer = z.infer<typeof Answer>;

/** The words a project can add to. */
export const Vocabulary = z.looseObject({
  domains: z.array(z.string().min(1)).min(1, 'at least one domain is needed'),
  reasons: z.array(z.string().min(1)),
});
export type Vocabulary = z.infer<typeof Vocabulary>;

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
