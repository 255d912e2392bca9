import { z } from 'zod';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';

const Name = z.string().trim().min(1, 'is empty').max(200, 'is longer than 200 characters');
const Version = z.string().max(200, 'is longer than 200 characters').nullish();
const Temperature = z.number().min(0).max(100).nullish();
const Settings = JsonObject.refine(
  (settings) => JSON.stringify(settings).length <= 10_000,
  'is longer than 10,000 characters',
).nullish();
const Kind = z.enum(['human', 'model']).nullish();
const Item = z.union([z.string().min(1), z.number()]).transform(String);

/** One line of `answers-jsonl`. */
export const AnswerLine = z.looseObject({
  item: Item,
  respondent: Name.nullish(),
  step: z.string().min(1),
  answer: z.union(
    [z.string(), z.looseObject({ kind: z.string() }), z.null()],
    'is not a text, an answer of a known kind or null (no answer)',
  ),
  condition: z.string().nullish(),
  version: Version,
  temperature: Temperature,
  settings: Settings,
  respondent_kind: Kind,
  images: z.array(z.string()).nullish(),
});
export type AnswerLine = z.output<typeof AnswerLine>;

/**
 * One line of `verdicts-jsonl`: a verdict, a decision between judges, or an accepted verdict, which follows from the others and is
 * not read.
 */
export const VerdictLine = z.looseObject({
  record: z.enum(['verdict', 'decision', 'holds']).nullish(),
  item: Item,
  respondent: Name,
  criterion: z.string().min(1),
  value: Json.nullish(),
  judge: Name.nullish(),
  rationale: z.string().nullish(),
  step: z.string().nullish(),
  subject: z.union([z.string(), z.number()]).transform(String).nullish(),
  condition: z.string().nullish(),
  outcome: z.enum(['given', 'unknown', 'unparsed']).nullish(),
  refusal: z.boolean().nullish(),
  judge_kind: Kind,
  judge_version: Version,
  judge_settings: Settings,
  instruction_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/iu, 'is not a SHA-256')
    .nullish(),
  temperature: Temperature,
  respondent_kind: Kind,
  respondent_version: Version,
  respondent_temperature: Temperature,
  respondent_settings: Settings,
  cause: VerdictCause.nullish(),
});
export type VerdictLine = z.output<typeof VerdictLine>;
