/** After so long a pause the next keystroke begins a step of its own for undo, in milliseconds. */
const STEP_PAUSE = 3000;

/**
 * Gives keystrokes the mark of the step they belong to, so that undo takes back a word, not a letter: a step ends
 * where a new word begins, where typing turns into deleting, where the place changes, with anything pasted.
 */
export interface TypingMarks {
  /** The mark for a change of a text; `place` tells texts of one document apart. */
  next(place: string, before: string, after: string): string;
  /** The next keystroke begins a new step, wherever it is. */
  end(): void;
}

interface Step {
  readonly mark: string;
  readonly place: string;
  readonly deleting: boolean;
  /** Where the next keystroke of this step is expected. */
  readonly caret: number;
  readonly at: number;
}

/** Marks on the given clock (milliseconds). */
export function createTypingMarks(now: () => number, newMark: () => string): TypingMarks {
  let step: Step | null = null;
  return {
    next(place, before, after) {
      const { at, removed, inserted } = changedPart(before, after);
      const deleting = inserted === '';
      const continues =
        step !== null &&
        step.place === place &&
        step.deleting === deleting &&
        now() - step.at < STEP_PAUSE &&
        (deleting ? step.caret === at + removed.length || step.caret === at : step.caret === at) &&
        (deleting ? removed.length === 1 : removed === '' && isCharacter(inserted)) &&
        !beginsWord(after, at, inserted);
      const mark = continues && step !== null ? step.mark : newMark();
      // What was pasted is a step of its own: nothing goes on from it.
      const caret = deleting || isCharacter(inserted) ? at + inserted.length : Number.NaN;
      step = { mark, place, deleting, caret, at: now() };
      return mark;
    },
    end() {
      step = null;
    },
  };
}

/** What differs between two texts: at `at`, `removed` gave way to `inserted`. */
export function changedPart(
  before: string,
  after: string,
): { readonly at: number; readonly removed: string; readonly inserted: string } {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (tail < shorter - at && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return {
    at,
    removed: before.slice(at, before.length - tail),
    inserted: after.slice(at, after.length - tail),
  };
}

function isCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}

function beginsWord(text: string, at: number, inserted: string): boolean {
  const before = text[at - 1];
  return inserted !== '' && !/\s/u.test(inserted) && before !== undefined && /\s/u.test(before);
}
