/** After a pause of this many milliseconds the next keystroke begins its own step for undo. */
const STEP_PAUSE = 3000;

/** The step of undo that the last keystroke belongs to. */
interface TypingStep {
  readonly mark: string;
  readonly place: string;
  readonly deleting: boolean;
  /** Where the next keystroke of this step is expected. */
  readonly caret: number;
  readonly at: number;
}

/**
 * Gives keystrokes the mark of the step they belong to, so that undo takes back a word, not a letter: a step ends
 * where a new word begins, where typing turns into deleting, where the place changes, with anything pasted.
 */
export class TypingMarks {
  readonly #now: () => number;
  readonly #newMark: () => string;
  #step: TypingStep | null = null;

  /** Marks on the given clock (milliseconds). */
  constructor(now: () => number, newMark: () => string) {
    this.#now = now;
    this.#newMark = newMark;
  }

  /** The mark for a change of a text; `place` tells texts of one document apart. */
  next(place: string, before: string, after: string): string {
    const at = this.#now();
    const change = changedPart(before, after);
    const step = this.#step;
    const goesOn =
      step !== null && step.place === place && at - step.at < STEP_PAUSE && continues(step, change, after);
    const mark = goesOn ? step.mark : this.#newMark();
    this.#step = { mark, place, at, deleting: change.inserted === '', caret: caretAfter(change) };
    return mark;
  }

  /** The next keystroke begins a new step, wherever it is. */
  end(): void {
    this.#step = null;
  }
}

/** A change of a text: at `at`, `removed` gave way to `inserted`. */
export interface TextChange {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** What differs between two texts. */
export function changedPart(before: string, after: string): TextChange {
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

/** Whether a change goes on where a step is: one character typed or deleted at its caret, and no new word. */
function continues(step: TypingStep, { at, removed, inserted }: TextChange, after: string): boolean {
  const deleting = inserted === '';
  if (step.deleting !== deleting) return false;
  if (deleting) return removed.length === 1 && (step.caret === at + removed.length || step.caret === at);
  return removed === '' && step.caret === at && isCharacter(inserted) && !beginsWord(after, at, inserted);
}

/** Where the next keystroke is expected. What was pasted is a step of its own: nothing goes on from it. */
const caretAfter = ({ at, inserted }: TextChange): number =>
  inserted === '' || isCharacter(inserted) ? at + inserted.length : Number.NaN;

function isCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}

function beginsWord(text: string, at: number, inserted: string): boolean {
  const before = text[at - 1];
  return !/\s/u.test(inserted) && before !== undefined && /\s/u.test(before);
}
