import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';

/** The claim's subject; the photographer's gender follows (boyfriend: male). */
export const Partner = z.enum(['boyfriend', 'girlfriend']);
export type Partner = z.infer<typeof Partner>;

/** The keys of `data_info.json` in the data set's own order. */
export const KEY_ORDER = [
  'data_path',
  'label',
  'scene',
  'target_partner',
  'main_ins',
  'detm_cue',
  'non_detm_cue',
  'p_sub_ins',
  'p_sub_ans',
  'r_sub_ins',
  'r_sub_ans',
  'url',
] as const;

/** The keys that only a clued item has, by the field of the answer that they hold. */
export const CLUED_KEYS = {
  clues: ['detm_cue', 'non_detm_cue'],
  perception: ['p_sub_ins', 'p_sub_ans'],
  reasoning: ['r_sub_ins', 'r_sub_ans'],
} as const;

/** One object of `data_info.json`; unknown keys are kept. */
export const SourceItem = z.looseObject({
  data_path: z.string().min(1, 'is empty'),
  label: z.boolean(),
  scene: z.string(),
  target_partner: z.string(),
  main_ins: z.string(),
  detm_cue: z.string().optional(),
  non_detm_cue: z.array(z.string()).optional(),
  p_sub_ins: z.array(z.string()).optional(),
  p_sub_ans: z.array(z.string()).optional(),
  r_sub_ins: z.array(z.string()).optional(),
  r_sub_ans: z.array(z.string()).optional(),
  url: z.string().optional(),
});

/** The same while an item is still being made: any key may be missing. */
export const CaughtCheatingPayload = SourceItem.partial();
export type CaughtCheatingPayload = z.infer<typeof CaughtCheatingPayload>;

export const Clue = z.object({ id: z.string().min(1), text: z.string(), deterministic: z.boolean() });
export type Clue = z.infer<typeof Clue>;

export const DecomposedQuestion = z.object({ question: z.string(), answer: z.string() });
export type DecomposedQuestion = z.infer<typeof DecomposedQuestion>;

export const Triage = z.enum(['keep', 'discard', 'needs_crop', 'needs_redaction']);
export type Triage = z.infer<typeof Triage>;

/** What an annotator answers of one item: the fields of the Desk's form. */
export const CaughtCheatingAnswer = z.strictObject({
  triage: Triage.nullable(),
  discardReason: z.string(),
  label: z.boolean().nullable(),
  scene: z.string().nullable(),
  partner: Partner.nullable(),
  scenario: z.string(),
  claim: z.string(),
  clues: z.array(Clue),
  perception: z.array(DecomposedQuestion),
  reasoning: z.array(DecomposedQuestion),
  noPersonalInformation: z.boolean(),
});
export type CaughtCheatingAnswer = z.infer<typeof CaughtCheatingAnswer>;

/** The words a casebook can add to. */
export const CaughtCheatingVocabulary = z.looseObject({
  scenes: z.array(z.string().min(1)).min(1, 'at least one scene is needed'),
  discardReasons: z.array(z.string().min(1)),
  minimumSide: z.int().positive(),
});
export type CaughtCheatingVocabulary = z.infer<typeof CaughtCheatingVocabulary>;

export const initialVocabulary: JsonObject = {
  scenes: ['hotel', 'dining', 'karaoke bar'],
  discardReasons: [
    'not taken by the partner',
    'several clues of equal weight',
    'clue not visible at this size',
    'personal information cannot be removed',
    'duplicate',
    'poor quality',
  ],
  minimumSide: 256,
};
