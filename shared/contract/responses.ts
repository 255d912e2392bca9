import { z } from 'zod';
import { StepAnswer } from '../domain/baseline.ts';
import { ItemId, PersonId, ResponseId } from '../base/ids.ts';
import { JsonObject } from '../base/json.ts';
import { procedure } from './base.ts';

/** Somebody or something that answered. */
export const Respondent = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
  temperature: z.number().nullable(),
  settings: JsonObject.nullable(),
  /** Answers that count (no practice, no attention checks, nothing replaced, nothing excluded). */
  responses: z.int(),
  items: z.int(),
  conditions: z.array(z.string()),
  /** Things to be judged in these answers, and how many of them have an accepted verdict. */
  targets: z.int(),
  settled: z.int(),
});
export type Respondent = z.infer<typeof Respondent>;

export const ResponseRow = z.object({
  id: ResponseId,
  itemId: ItemId,
  item: z.string(),
  respondent: z.string(),
  condition: z.string(),
  step: z.string(),
  question: z.string(),
  answer: StepAnswer,
  /** The answer in words. */
  text: z.string(),
  answeredAt: z.int().nullable(),
  activeMilliseconds: z.int().nullable(),
  excluded: z.boolean(),
});
export type ResponseRow = z.infer<typeof ResponseRow>;

/** Answers of people and models. For curators. */
export const responses = {
  respondents: procedure.output(z.array(Respondent)),
  list: procedure
    .input(
      z.object({
        respondents: z.array(PersonId).optional(),
        itemId: ItemId.optional(),
        step: z.string().optional(),
        offset: z.int().nonnegative(),
        limit: z.int().positive().max(500),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(ResponseRow) })),
};
