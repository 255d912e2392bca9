import type { ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../records/casebook.ts';
import type {
  ResponseRow as Response,
  SessionRow as Session,
  StudyRow as Study,
} from '../../records/baselineRows.ts';
import { ResponseRow, SessionRow, StudyRow } from '../../records/baselineRows.ts';
import { rowReader } from '../../records/travellingRows.ts';

/** One participant's sittings as they travel. */
export interface PackedSittings {
  readonly studies: readonly Study[];
  readonly sessions: readonly Session[];
  readonly responses: readonly Response[];
  /** The items that are asked about, in the order of the plans; practice items come back with their answers. */
  readonly items: ReadonlyMap<ItemId, 'practice' | 'main'>;
}

/**
 * Gathers somebody's sittings of studies that are open, with what they answered so far. What the studies' filters were
 * and who made them stays here.
 */
export function packSittings({ database }: Casebook, personId: PersonId): PackedSittings {
  const sessions = rowReader(
    database,
    'session',
    SessionRow,
    `WHERE person_id = ? AND number > 0 AND withdrawn_at IS NULL
       AND study_id IN (SELECT id FROM study WHERE state = 'open') ORDER BY created_at, id`,
  ).list(personId);
  const studyById = rowReader(database, 'study', StudyRow, 'WHERE id = ?');
  const answers = rowReader(
    database,
    'response',
    ResponseRow,
    'WHERE session_id = ? ORDER BY created_at, id',
  );
  const items = new Map<ItemId, 'practice' | 'main'>();
  for (const { plan } of sessions)
    for (const entry of plan)
      // What one study practises on, another may ask in earnest.
      if (entry.kind === 'item' && items.get(entry.itemId) !== 'main') items.set(entry.itemId, entry.purpose);
  return {
    sessions,
    studies: sessions
      .flatMap(({ study_id: id }) => studyById.list(id))
      .map((study) => ({
        ...study,
        created_by: personId,
        settings: { ...study.settings, items: { filter: {}, sample: null } },
      })),
    responses: sessions.flatMap(({ id }) => answers.list(id)),
    items,
  };
}
