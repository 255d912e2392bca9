import { z } from 'zod';
import type { CasebookDatabase } from './database.ts';

/**
 * A text that is another one after each change of a casebook, whichever connection made it: an import and an exchange have
 * their own. It counts rows, reads no table, and means nothing once the casebook was closed.
 */
export function changesOf(database: CasebookDatabase): string {
  const own = z.int().parse(database.prepare('SELECT total_changes()').pluck().get());
  return `${String(own)} ${String(database.pragma('data_version', { simple: true }))}`;
}
