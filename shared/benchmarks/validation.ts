import type { JsonObject } from '../base/json.ts';
import type { ValidationDecision } from '../domain/status.ts';
import type { ParseResult, Problem } from './problems.ts';

/** How a benchmark's generated items are validated: its main task is the form, this is what the core makes of it. */
export interface Validation {
  /** What an answer to the main task decides, null where nothing yet; the reason is '' where none is given. */
  decisionOf(answer: JsonObject): { readonly decision: ValidationDecision | null; readonly reason: string };
  /** The part of an answer that says so. */
  readonly decidingPart: string;
  /** The wording of an item, which people answer about and a fix can change, in the order of reading. */
  texts(payload: JsonObject): readonly EditableText[];
  /** What else a fix can change: where the item belongs, its evidence. Left out where there is nothing. */
  details?(payload: JsonObject): readonly EditableText[];
  /**
   * The payload with these texts (by field) instead of its own; what is not named stays to the letter. Refused where it
   * is no item any more (an unknown field, an empty option, a gold letter that names nothing).
   */
  withTexts(payload: JsonObject, texts: Readonly<Record<string, string>>): ParseResult<JsonObject>;
  /** The texts that an answer proposes, by field: all that differ from the payload's. */
  proposed(payload: JsonObject, answer: JsonObject): Readonly<Record<string, string>>;
  /**
   * The payload in which machines' judgements of another edition than this number are marked outdated: no gate counts
   * them, and readers see the mark. Left out by benchmarks whose items no machine judges.
   * @param answer what people answered about the current edition: it replaces what machines said of the same
   */
  marked?(payload: JsonObject, edition: number, answer?: JsonObject): JsonObject;
  /** What came with the item of gates that machines keep; null where nothing did. */
  gates(payload: JsonObject): { readonly shortcut: GateOutcome | null; readonly audit: GateOutcome | null };
  /** What can be said of an item without understanding it. */
  hints(payload: JsonObject): readonly AutomaticHint[];
  /**
   * What machines said of the item (auditors' scores, a classification, checks), for people to compare with once they
   * have answered; never part of `Benchmark.stimulus`. `source`: the record as imported, without answers. Left out if
   * items come with nothing of the kind.
   */
  machines?(payload: JsonObject, source: JsonObject): JsonObject;
  /**
   * Whether anybody who has answered so far is shown them before submitting, because a last step of the task rests on them.
   * Left out: never.
   */
  needsMachines?(answer: JsonObject, payload: JsonObject): boolean;
}

export type GateOutcome = 'passed' | 'failed';

/** A text of an item. */
export interface EditableText {
  /** Stable name, unique within the item. */
  readonly field: string;
  /** What people call it. */
  readonly title: string;
  readonly text: string;
  /** The texts to choose from, where it is no free text (the gold letter). */
  readonly choices?: readonly string[];
  /** Whether it may be empty. */
  readonly isOptional?: true;
}

/** All that a fix can change of an item: its wording, then its details. */
export const fixableTexts = (validation: Validation, payload: JsonObject): readonly EditableText[] => [
  ...validation.texts(payload),
  ...(validation.details?.(payload) ?? []),
];

/** A hint, never a verdict. */
export interface AutomaticHint {
  /** Stable name of the kind of hint, for scripts. */
  readonly kind: string;
  /** The field it is about. */
  readonly field: string;
  readonly message: string;
  /** So often true of a whole set that Health says it once; an item's own form, an import and the check leave it out. */
  readonly isOfSet?: true;
}

/** The hints at one item that its rules do not give in the same words already, without those that are about a whole set. */
export function hintsBeside(
  validation: Validation | undefined,
  payload: JsonObject,
  problems: readonly Problem[],
): readonly AutomaticHint[] {
  const told = new Set(problems.map(({ message }) => message));
  return (validation?.hints(payload) ?? []).filter(
    ({ message, isOfSet }) => isOfSet !== true && !told.has(message),
  );
}
