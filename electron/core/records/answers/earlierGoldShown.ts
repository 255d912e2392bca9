import { z } from 'zod';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader } from '../../db/meta.ts';

const Setting = z.object({ showEarlierGold: z.boolean().default(false) }).nullable();

/** Whether adjudicators of a casebook see the earlier gold, the name and the origin of an item before they decide on it. */
export function createEarlierGoldShown(database: CasebookDatabase): () => boolean {
  return createMetaReader(database, 'settings', (stored) => Setting.parse(stored)?.showEarlierGold ?? false);
}
