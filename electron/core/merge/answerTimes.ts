import { isInFuture } from '../../../shared/domain/clock.ts';
import type { CasebookDatabase } from '../db/database.ts';
import type { TimeOf } from '../records/sharing/forks.ts';

/** Reads when an answer was submitted by a hub's clock; undefined where a casebook never learned it. */
const hubTimes = (database: CasebookDatabase): ((id: string) => number | undefined) => {
  const read = database
    .prepare<[string], number>("SELECT changed_at FROM hub_change WHERE tab = 'annotation' AND id = ?")
    .pluck();
  return (id) => read.get(id);
};

/**
 * When answers were submitted that are merged from one casebook into another: by the hub's clock where either knows that, so that
 * a copy comes to the same as every other; else as they say themselves. A time in the future of `now` was written by a wrong
 * clock: it wins over no other answer.
 */
export function answerTimes(into: CasebookDatabase, source: CasebookDatabase, now: number): TimeOf {
  const [here, there] = [hubTimes(into), hubTimes(source)];
  return ({ id, submitted_at: own }) => {
    const at = there(id) ?? here(id) ?? own ?? 0;
    return isInFuture(at, now) ? 0 : at;
  };
}
