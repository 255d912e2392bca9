import { z } from 'zod';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader } from '../../db/meta.ts';

const Setting = z.object({ decideOwn: z.boolean().default(false) }).nullable();

/** Whether adjudicators of a casebook may decide cases that they rated or judged themselves. */
export function createOwnDecisions(database: CasebookDatabase): () => boolean {
  return createMetaReader(database, 'settings', (stored) => Setting.parse(stored)?.decideOwn ?? false);
}
