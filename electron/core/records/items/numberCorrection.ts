import { z } from 'zod';
import { asCasebookError } from '../../base/errors.ts';
import type { CorePorts } from '../../base/ports.ts';
import { rotateBackup } from '../../db/backup.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import { type NumberFault, numberFaults, repairNumbers } from '../../db/numberFaults.ts';

/** The bounds that a casebook was looked through by: grows when they become narrower. */
const BOUNDS = 1;
const CHECKED = 'numbersChecked';
const CORRECTED = 'numbersCorrected';

const Correction = z.object({ at: z.int(), numbers: z.int(), backup: z.string() });
/** That numbers were corrected: when, how many, and the backup from before. */
export type Correction = z.infer<typeof Correction>;

/** Where a casebook is, and where its backups go. */
interface Place {
  readonly file: string;
  readonly backups: string;
}

/** Notes that everything in a new casebook is within the bounds: nothing else comes in. */
export const noteNumbersChecked = (database: CasebookDatabase): void => writeMeta(database, CHECKED, BOUNDS);

/** The last correction of a casebook's numbers; null where there was none. */
export function lastNumberCorrection(database: CasebookDatabase): Correction | null {
  const parsed = Correction.safeParse(readMeta(database, CORRECTED));
  return parsed.success ? parsed.data : null;
}

/** Corrects every number beyond its bounds, after a backup. Gives what was corrected. */
export async function correctNumbers(
  database: CasebookDatabase,
  { file, backups }: Place,
  ports: Pick<CorePorts, 'now'>,
): Promise<readonly NumberFault[]> {
  if (numberFaults(database).length === 0) return [];
  const now = ports.now();
  const backup = await rotateBackup(file, backups, 'before-correcting-numbers', now);
  const corrected = repairNumbers(database, now);
  writeMeta(database, CORRECTED, { at: now, numbers: corrected.length, backup });
  return corrected;
}

/**
 * Looks through the numbers of a casebook that was not looked through yet, and corrects them. A failure must not keep anybody
 * from their work; it is logged, and the next opening tries again.
 */
export async function correctNumbersOnce(
  database: CasebookDatabase,
  place: Place,
  ports: CorePorts,
  intent: 'write' | 'once',
): Promise<void> {
  if (readMeta(database, CHECKED) === BOUNDS) return;
  try {
    const corrected = await correctNumbers(database, place, ports);
    if (corrected.length > 0)
      ports.logger.warn('Numbers that were out of range were corrected.', { numbers: corrected.length });
    // Who opens it for one command leaves the file alone where nothing is wrong.
    if (corrected.length > 0 || intent === 'write') noteNumbersChecked(database);
  } catch (error) {
    ports.logger.error('Numbers that are out of range could not be corrected.', {
      reason: asCasebookError(error).message,
    });
  }
}
