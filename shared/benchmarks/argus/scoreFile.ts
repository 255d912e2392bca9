import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json.ts';
import { BASIC, DECEPTIVE, DESCRIPTION_STEP, QUESTION_STEP } from './baseline.ts';

/*
 * Responses of models and a judge's scores of them, one object a line: `id, version, model, description, response, d, x,
 * y`. A score that is null or left out was not given.
 */

const Score = z.number().nullish();

/** One line of such a file. */
export const ScoreLine = z.looseObject({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  version: z.enum([BASIC, DECEPTIVE]),
  model: z.string().trim().min(1).max(200),
  description: z.string().nullish(),
  response: z.string().nullish(),
  d: Score,
  x: Score,
  y: Score,
});
export type ScoreLine = z.infer<typeof ScoreLine>;

/** The texts of a line by the steps that they answer, null where the line has none. */
export function textsOf({
  description,
  response,
}: ScoreLine): readonly [step: string, text: string | null][] {
  return [
    [DESCRIPTION_STEP, description ?? null],
    [QUESTION_STEP, response ?? null],
  ];
}

/** The scores of a line that are given, with the step that each is about. */
export function scoresOf({
  d,
  x,
  y,
}: ScoreLine): readonly { readonly step: string; readonly criterion: string; readonly value: number }[] {
  const scores = [
    { step: DESCRIPTION_STEP, criterion: 'd', value: d },
    { step: QUESTION_STEP, criterion: 'x', value: x },
    { step: QUESTION_STEP, criterion: 'y', value: y },
  ];
  return scores.flatMap(({ value, ...rest }) =>
    value === null || value === undefined ? [] : [{ ...rest, value }],
  );
}

/** A line, its keys in the format's order. */
export function scoreLine(
  payload: JsonObject,
  who: { readonly externalId: string; readonly version: string; readonly model: string },
  textOf: (step: string) => string | null,
  scoreOf: (step: string, criterion: string) => Json | null,
): JsonObject {
  const { id } = payload;
  return {
    id: typeof id === 'number' ? id : who.externalId,
    version: who.version,
    model: who.model,
    description: textOf(DESCRIPTION_STEP),
    response: textOf(QUESTION_STEP),
    d: scoreOf(DESCRIPTION_STEP, 'd'),
    x: scoreOf(QUESTION_STEP, 'x'),
    y: scoreOf(QUESTION_STEP, 'y'),
  };
}
