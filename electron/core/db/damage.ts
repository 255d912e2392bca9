import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CasebookError } from '../../../shared/base/errors.ts';
import { asCasebookError, damagedError, errorCode } from '../base/errors.ts';
import type { CasebookDatabase } from './database.ts';

/** Beside a database that was found to be damaged: the next program that opens it looks it through. */
const MARK = 'casebook.damaged';

/** What is wrong with a database as a file, in words; null where its structure is sound. */
export function damageOf(database: CasebookDatabase): CasebookError | null {
  try {
    const found = database.pragma('quick_check(1)', { simple: true });
    if (found === 'ok') return null;
    // The first of what can be a long list, below its heading.
    const first = String(found)
      .split('\n')
      .find((line) => line.trim() !== '' && !line.startsWith('***'));
    return damagedError(`is damaged (${first?.trim() ?? 'its structure is broken'})`);
  } catch (error) {
    const known = asCasebookError(error);
    if (known.code !== 'damaged') throw error;
    return known;
  }
}

/** Remembers with the casebook that damage was found. */
export function markDamage(folder: string): void {
  try {
    writeFileSync(join(folder, MARK), '');
  } catch (error) {
    // On a full disk or a read-only one it is found again.
    if (errorCode(error) === null) throw error;
  }
}

/** Whether damage was found and nothing sound since. */
export const isMarkedDamaged = (folder: string): boolean => existsSync(join(folder, MARK));

/** Takes the mark away: what is there now is sound. */
export const clearDamage = (folder: string): void => rmSync(join(folder, MARK), { force: true });
