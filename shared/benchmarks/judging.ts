import type { StepAnswer } from '../domain/baseline.ts';
import type { Json, JsonObject } from '../base/json.ts';

/** How answers about the items of a benchmark are judged, by people and by LLM judges alike. */
export interface JudgingScheme {
  /** In the order in which an answer is judged: later ones may build on earlier ones. */
  readonly criteria: readonly Criterion[];
  /**
   * Figures of a whole answer that evaluation scripts keep where they throw single verdicts away, by name. They come
   * from files alone; nobody is asked for them.
   */
  readonly figures?: readonly string[];
  /** What there is to judge in the answer to one step of an item; nothing where the step needs no verdict. */
  targets(payload: JsonObject, condition: string, step: string): readonly JudgingTarget[];
  /** The verdict that follows from the answer itself, null where a judge is needed. */
  exact(payload: JsonObject, target: JudgingTarget, answer: StepAnswer): Json | null;
}

export interface Criterion {
  /** As the benchmark's papers and files call it: `cue_match`. */
  readonly id: string;
  readonly title: string;
  /** The question in one line, for the person who judges. */
  readonly question: string;
  readonly verdict: VerdictKind;
  /** How a person marks an answer that declines to answer; left out where the criterion does not ask for it. */
  readonly refusal?: RefusalMark;
  /** The judge's instructions to the letter of the paper, placeholders included. */
  readonly instruction: { readonly system: string; readonly user: string };
  /** The request to an LLM judge: the instruction with its placeholders filled in. */
  ask(subject: AnsweredQuestion): { readonly system: string; readonly user: string };
  /** The verdict in an LLM judge's reply, null for anything but the expected one: it is never guessed. */
  readReply(reply: string): Json | null;
}

/** What a verdict is. */
export type VerdictKind =
  | {
      readonly kind: 'choice';
      readonly level: 'nominal' | 'ordinal';
      /** From least to most where they are ordinal. Keys are single characters. */
      readonly values: readonly { readonly value: Json; readonly title: string; readonly key: string }[];
    }
  /** A list of passages of the answer (key points). */
  | { readonly kind: 'texts' };

/** The mark of an answer that declines to answer ("I can't help with that"): a state of its own beside the verdict. */
export interface RefusalMark {
  /** The verdict that it counts as in figures and agreement: wrong. */
  readonly value: Json;
  readonly title: string;
  /** A single character, none of those of the verdicts. */
  readonly key: string;
}

/** An answer is judged as refused with this key, by every criterion that has the mark. */
export const refusedAs = (value: Json): RefusalMark => ({ value, title: 'Refused', key: 'r' });

/** One thing to judge in an answer. */
export interface JudgingTarget {
  readonly criterion: string;
  /** Which of several things of one kind (the index of a clue); else empty. */
  readonly subject: string;
  /** What the answer is held against, each with what it is: a clue, an expected answer. */
  readonly reference: readonly { readonly title: string; readonly text: string }[];
  /** The criterion of the same judge's verdict on the same answer that this one needs first (key points). */
  readonly after: string | null;
}

export interface AnsweredQuestion {
  /** The question that was answered. */
  readonly question: string;
  readonly answer: string;
  readonly reference: JudgingTarget['reference'];
  /** The same judge's verdict that the target comes after. */
  readonly earlier: Json | null;
}
