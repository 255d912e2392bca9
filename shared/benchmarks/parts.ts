import { z } from 'zod';
import type { Json, JsonObject } from '../base/json.ts';

/**
 * The parts of an answer that a rater was asked for and answered; null: everything. What an answer holds beside them is
 * where the rater started from, and no rating. A part is a top-level key of the answer, or the field of its boxes.
 */
export const AskedParts = z.array(z.string().min(1).max(200)).max(10_000).nullable();
export type AskedParts = readonly string[] | null;

/** Whether the rater was asked for this part (a field of the task, or another key of its answer) and answered it. */
export function isAnswered(asked: AskedParts, part: string): boolean {
  return asked === null || asked.includes(part);
}

/** `before` with what `answer` says in the parts that were asked for; the answer itself where everything was. */
export function withParts(before: JsonObject, answer: JsonObject, asked: AskedParts): JsonObject {
  if (asked === null) return answer;
  const values = new Map<string, Json>(Object.entries(before));
  for (const part of asked) {
    const value = Object.hasOwn(answer, part) ? answer[part] : undefined;
    if (value === undefined) values.delete(part);
    else values.set(part, value);
  }
  return Object.fromEntries(values);
}

/** Whether two of these raters were asked for the same, so that they can be compared at all. */
export function haveCommonParts(raters: readonly AskedParts[]): boolean {
  if (raters.length < 2 || raters.includes(null)) return raters.length > 1;
  const parts = raters.flatMap((asked) => asked ?? []);
  return new Set(parts).size < parts.length;
}
