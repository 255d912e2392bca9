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
 * When merged answers were submitted: by the hub's clock if either casebook knows that, so that all copies agree; else
 * by their own time. A time after `now` comes from a wrong clock and wins over no other answer.
 */
export function answerTimes(into: CasebookDatabase, source: CasebookDatabase, now: number): TimeOf {
  const [here, there] = [hubTimes(into), hubTimes(source)];
  return ({ id, submitted_at: own }) => {
    const at = there(id) ?? here(id) ?? own ?? 0;
    return isInFuture(at, now) ? 0 : at;
  };
}
