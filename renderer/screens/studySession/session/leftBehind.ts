import { z } from 'zod';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { SittingId } from '../../../../shared/domain/ids.ts';
import { StepTiming } from '../../../../shared/domain/study.ts';

const LeftBehind = z.object({
  entry: z.int().nonnegative(),
  step: z.string(),
  answer: StepAnswer.nullable(),
  timing: StepTiming,
  /** The answer was given already, and its arrival not confirmed; whether its time had run out. */
  given: z.object({ timedOut: z.boolean() }).nullable(),
});
/** What the page knew of the step in hand when it went away. */
export type LeftBehind = z.infer<typeof LeftBehind>;

/** Where a page leaves what the next page in the same tab takes up. */
export interface LeavingPlace {
  leave(sitting: SittingId, left: LeftBehind): void;
  find(sitting: SittingId): LeftBehind | null;
  forget(sitting: SittingId): void;
}

/** The tab's own storage: another window, or the next person at this machine, does not get it. */
export const tabStorage: LeavingPlace = {
  leave(sitting, left) {
    try {
      window.sessionStorage.setItem(place(sitting), JSON.stringify(left));
    } catch {
      // No room, or no storage at all: what is kept in the casebook is a second older at most.
    }
  },
  find(sitting) {
    const left = LeftBehind.safeParse(stored(sitting));
    return left.success ? left.data : null;
  },
  forget(sitting) {
    try {
      window.sessionStorage.removeItem(place(sitting));
    } catch {
      // Without storage nothing was left there.
    }
  },
};

const place = (sitting: SittingId): string => `sitting ${sitting}`;

function stored(sitting: SittingId): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(place(sitting)) ?? 'null');
  } catch {
    // Another release wrote it, or there is no storage: the same as nothing.
    return null;
  }
}
