import { z } from 'zod';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { SittingId } from '../../../../shared/domain/ids.ts';
import { StepTiming } from '../../../../shared/domain/study.ts';
import { tabEntry, type TabEntry } from '../../../save/tabStorage.ts';

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

/** The tab's own storage. Without it, what is kept in the casebook is a second older at most. */
export const tabStorage: LeavingPlace = {
  leave: (sitting, left) => {
    entryOf(sitting).keep(left);
  },
  find: (sitting) => entryOf(sitting).read(),
  forget: (sitting) => {
    entryOf(sitting).keep(null);
  },
};

const entryOf = (sitting: SittingId): TabEntry<LeftBehind> => tabEntry(`sitting ${sitting}`, LeftBehind);
