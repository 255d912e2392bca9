import type { ItemId, PersonId } from '../../../shared/base/ids.ts';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';

/** One participant's study sessions as they travel. */
export interface PackedStudySessions {
  readonly studies: readonly RowOf<'study'>[];
  readonly sessions: readonly RowOf<'session'>[];
  readonly responses: readonly RowOf<'response'>[];
  /** The items that are asked about, in the order of the plans; practice items have their answers with them. */
  readonly items: ReadonlyMap<ItemId, 'practice' | 'main'>;
}

/**
 * Gathers somebody's study sessions of studies that are open, with what they answered so far.
 */
export function packStudySessions({ database }: Casebook, personId: PersonId): PackedStudySessions {
  const sessions = rowReader(
    database,
    'session',
    `WHERE person_id = ? AND number > 0 AND withdrawn_at IS NULL
       AND study_id IN (SELECT id FROM study WHERE state = 'open') ORDER BY created_at, id`,
  ).list(personId);
  const studyById = rowReader(database, 'study', 'WHERE id = ?');
  const answers = rowReader(database, 'response', 'WHERE session_id = ? ORDER BY created_at, id');
  const studies = sessions.flatMap(({ study_id: id }) => studyById.list(id));
  const items = new Map<ItemId, 'practice' | 'main'>();
  for (const { plan } of sessions)
    for (const entry of plan)
      // What one study practises on, another may ask in earnest.
      if (entry.kind === 'item' && items.get(entry.itemId) !== 'main') items.set(entry.itemId, entry.purpose);
  for (const { settings } of studies)
    for (const { image } of settings.attention.checks)
      if (image !== undefined && !items.has(image)) items.set(image, 'main');
  return {
    sessions,
    studies,
    responses: sessions.flatMap(({ id }) => answers.list(id)),
    items,
  };
}
