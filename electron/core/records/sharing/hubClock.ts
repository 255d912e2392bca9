import { CLOCK_TOLERANCE_MS } from '../../../../shared/domain/clock.ts';
import { CLOCK_AHEAD } from '../../db/changes.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { deleteMeta, readMeta, writeMeta } from '../../db/meta.ts';
import type { CasebookFiles } from '../casebook.ts';

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
    if (ahead === null) deleteMeta(database, CLOCK_AHEAD);
    else writeMeta(database, CLOCK_AHEAD, ahead);
  })();
  return true;
}

/** The time by the hub's clock, where this computer's is known to be off. */
export const rightTime = (database: CasebookDatabase, now: number): number =>
  now - (clockAheadHere(database) ?? 0);

/** The time of a row that is written now and travels: by the hub's clock, where this computer's is known to be off. */
export const timeOfWriting = ({ database, ports }: Pick<CasebookFiles, 'database' | 'ports'>): number =>
  rightTime(database, ports.now());
