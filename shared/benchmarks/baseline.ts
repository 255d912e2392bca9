import type { BaselineStep, ImageNote, StepAnswer } from '../domain/baseline.ts';
import type { Exclusive } from '../domain/exclusive.ts';
import type { JsonObject } from '../base/json.ts';

/**
 * A text as participants read it: as it is written, or in the language of their study.
 * @param field names it among the item's own texts, stable over time; null: the benchmark's words, the same everywhere
 */
export type Translate = (text: string, field: string | null) => string;

export const asWritten: Translate = (text) => text;

/** How people are asked about the items of a benchmark. */
export interface Baseline {
  /** The versions in which an item can be met, and a participant gets one of them; one where there is but one. */
  readonly conditions: readonly { readonly id: string; readonly title: string }[];
  /** Texts that a study starts from. */
  readonly texts: {
    readonly consent: string;
    readonly instructions: string;
    readonly thanks: string;
  };
  /**
   * The questions after an item's first one, where a study can ask them in a second pass. Left out where an item's
   * questions belong together.
   */
  readonly followUps?: {
    /** What they are called. */
    readonly title: string;
    /** What participants learn from them for later items, where each item's come right after its first question. */
    readonly why: string;
    /** The instructions of a study that asks them in a second pass; `texts` has those of the other way. */
    readonly instructions: string;
  };
  /** Which items a study asks about to begin with, by the values of their facets; left out: all of them. */
  readonly startingFacets?: Readonly<Record<string, readonly string[]>>;
  /**
   * Whether an item can be asked about, with the reason where it cannot (in words that name what is missing).
   */
  usable(payload: JsonObject): { readonly ok: true } | { readonly ok: false; readonly reason: string };
  /**
   * Which items a participant must not meet together, as one tells the answer of another: those of one key and different
   * kinds. Null where an item goes with every other; left out where all do.
   */
  exclusive?(payload: JsonObject): Exclusive | null;
  /**
   * The payload with nothing in it but what {@link steps} needs: what travels to a participant. The same steps follow
   * from it.
   */
  forParticipant(payload: JsonObject): JsonObject;
  /**
   * An item's steps in a condition, in order. Each is locked once answered, before the next is shown.
   * @param translate is given every text of the item that a participant reads, and none that they do not: ids, kinds and
   *   order never follow from what it gives. Left out: as they are written.
   */
  steps(payload: JsonObject, condition: string, translate?: Translate): readonly BaselineStep[];
  /**
   * What practice tells after an item's last step: whether each answer was as expected (null: cannot be told without
   * a judge) and the expected one in words. Needs the whole payload.
   */
  feedback(
    payload: JsonObject,
    condition: string,
    answers: Readonly<Record<string, StepAnswer>>,
  ): readonly {
    readonly step: string;
    readonly correct: boolean | null;
    readonly expected: string;
    /** What is said of each image there, in place of the step's own notes; left out where those hold. */
    readonly notes?: readonly ImageNote[];
  }[];
  /**
   * What an answer in words, as those of models come in, says in the step's own kind; null where it says nothing of the
   * kind. Left out where words are not read.
   */
  read?(payload: JsonObject, step: BaselineStep, words: string): StepAnswer | null;
}
