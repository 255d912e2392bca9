import { CLOCK_TOLERANCE_MS } from '../../../shared/domain/clock.ts';
import { CLOCK_AHEAD } from '../db/changes.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { readMeta, writeMeta } from '../db/meta.ts';

/** How far this computer's clock is ahead of the hub's, as last heard, in milliseconds; null: it is right, or nobody knows. */
export function clockAheadHere(database: CasebookDatabase): number | null {
  const ahead = readMeta(database, CLOCK_AHEAD);
  return typeof ahead === 'number' ? ahead : null;
}

/**
 * Notes how far this computer's clock is ahead: changes from then on are timed by the hub's clock. Gives whether it is another
 * figure than before.
 */
export function noteClockAhead(database: CasebookDatabase, ahead: number | null): boolean {
  const before = clockAheadHere(database);
  if (before === ahead) return false;
  if (before !== null && ahead !== null && Math.abs(before - ahead) < CLOCK_TOLERANCE_MS) return false;
  database.transaction(() => {
    if (ahead === null) database.prepare('DELETE FROM meta WHERE key = ?').run(CLOCK_AHEAD);
    else writeMeta(database, CLOCK_AHEAD, ahead);
  })();
  return true;
}

/** Changes that a wrong clock timed in the future were made by `now`, the hub's time: else they would win over everything later. */
export function bringChangesBack(database: CasebookDatabase, now: number): void {
  const future = database
    .prepare<[number], number>('SELECT 1 FROM hub_change WHERE changed_at > ? LIMIT 1')
    .pluck();
  const latest = now + CLOCK_TOLERANCE_MS;
  if (future.get(latest) === undefined) return;
  database.transaction(() => {
    database.prepare('UPDATE hub_change SET changed_at = ? WHERE changed_at > ?').run(now, latest);
  })();
}

/** The time by the hub's clock, where this computer's is known to be off. */
export const rightTime = (database: CasebookDatabase, now: number): number =>
  now - (clockAheadHere(database) ?? 0);
