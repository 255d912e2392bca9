import type { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Something wrong, with the field it is wrong in (a dotted path; null: the whole item). */
export interface Problem {
  readonly field: string | null;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** It keeps the item out and is just what was decided ("has to be fixed"): nothing of the answer is left open. */
  readonly isDecided?: true;
  /** Nobody has answered yet, which is so of every item that has just come in: an import does not warn of it. */
  readonly isUnanswered?: true;
}

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly warnings?: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** zod's issues as problems, each with its dotted path. */
export function problemsOf(error: z.ZodError): readonly Problem[] {
  return error.issues.map((issue) => ({
    field: issue.path.length > 0 ? issue.path.join('.') : null,
    message: issue.message,
    severity: 'error',
  }));
}

/** A broken rule that keeps an item out of accepted exports. */
export const brokenRule = (field: string | null, message: string): Problem => ({
  field,
  message,
  severity: 'error',
});

/** A broken rule that its answerer has decided on: it does not prevent submitting. */
export const markDecided = (problem: Problem): Problem => ({ ...problem, isDecided: true });

/** What waits for an answer, in an item that has just come in as in any other. */
export const markUnanswered = (problem: Problem): Problem => ({ ...problem, isUnanswered: true });

/** Whether something is to be put right before the answer can be submitted. */
export const isInTheWay = ({ severity, isDecided }: Problem): boolean =>
  severity === 'error' && isDecided !== true;

/** Something to look at that does not keep an item out. */
export const doubt = (field: string | null, message: string): Problem => ({
  field,
  message,
  severity: 'warning',
});

/**
 * The value itself where the schema accepts it. Not zod's copy: that would lose a key named `__proto__`, and
 * what comes in has to go out again to the letter.
 */
export function acceptObject(schema: z.ZodType, value: Json): ParseResult<JsonObject> {
  if (!isJsonObject(value)) return { ok: false, problems: [brokenRule(null, 'is not an object')] };
  const parsed = schema.safeParse(value);
  return parsed.success ? { ok: true, value } : { ok: false, problems: problemsOf(parsed.error) };
}

/** An answer as a schema reads it: keys that it does not know are gone. */
export function parseBy<T>(schema: z.ZodType<T>, value: JsonObject): ParseResult<T> {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problems: problemsOf(parsed.error) };
}

/** The problems of a verdict on a generated item that does not reject it: none has been given yet, or the item needs fixing. */
export function checkVerdict({
  verdict,
  reason,
}: {
  readonly verdict: string | null;
  readonly reason: string;
}): readonly Problem[] {
  if (verdict === null)
    return [
      markUnanswered(brokenRule('verdict', 'Nobody has accepted, sent back or rejected the item yet.')),
    ];
  if (verdict === 'accept') return [];
  return [
    markDecided(brokenRule('verdict', 'The item still needs fixing.')),
    ...(reason.trim() === '' ? [brokenRule('reason', 'Say what needs fixing.')] : []),
  ];
}

/** What tells a problem from the others of its answer. */
export const problemKey = ({ field, message }: Problem): string => `${field ?? ''} ${message}`;

/** The problem that was visited last, and the list that it was visited in. */
export interface ProblemVisit {
  readonly problems: readonly Problem[];
  readonly at: Problem | null;
}

/**
 * The problem to visit next: the one after the last, although that one and others may have been solved meanwhile; the
 * first after the end of the list; null where none is left.
 */
export function nextProblem(
  problems: readonly Problem[],
  { problems: former, at }: ProblemVisit,
): Problem | null {
  const open = new Map(problems.map((problem) => [problemKey(problem), problem]));
  const last = at === null ? -1 : former.findIndex((problem) => problemKey(problem) === problemKey(at));
  const following = former.slice(last + 1).find((problem) => open.has(problemKey(problem)));
  return (following && last >= 0 ? open.get(problemKey(following)) : problems[0]) ?? null;
}
