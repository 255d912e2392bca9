import type { ItemId } from '../../../shared/base/ids.ts';
import type { StudyState } from '../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import { type Correspondence, type MergeContext, refuseMerge } from './mergeContext.ts';

/** The title of a study in which participants are being asked about the item here, null where there is none. */
export type OpenStudyTitle = (itemId: ItemId) => string | null;

const RANK: Readonly<Record<StudyState, number>> = { draft: 0, open: 1, closed: 1 };

/**
 * Takes over studies, in the caller's transaction with foreign keys deferred. A study that is open keeps its settings; a
 * draft gives way to what was opened elsewhere. Gives what participants are being asked about by then.
 */
export function mergeStudies(
  { into, source, tally }: MergeContext,
  { leftOut }: Correspondence,
): OpenStudyTitle {
  const underWay = createUnderWay(into.database);
  const byId = rowReader(into.database, 'study', 'WHERE id = ?');
  const insert = rowWriter(into.database, 'study');
  const items = rowReader(source.database, 'study_item', 'WHERE study_id = ?');
  const insertItem = rowWriter(into.database, 'study_item');
  for (const theirs of rowReader(source.database, 'study').all()) {
    const [own] = byId.list(theirs.id);
    const rows = items.list(theirs.id);
    if (own === undefined) insert(theirs);
    else {
      const opened = RANK[theirs.state] > RANK[own.state];
      const same = sameRow(own, theirs, ['title', 'state', 'updated_at']);
      if (!opened && RANK[theirs.state] < RANK[own.state]) continue;
      if (RANK[own.state] > 0 && !same) refuseMerge(`The study "${own.title}" has different settings there.`);
      if (theirs.updated_at <= own.updated_at && !opened) continue;
      into.records.studies.replace(theirs);
      if (!opened) continue;
    }
    if (rows.some(({ item_id: item }) => leftOut.has(item)))
      tally.left.push({
        item: theirs.title,
        reason: 'The study asks about items that are not merged; it lacks them here.',
      });
    for (const row of rows) if (!leftOut.has(row.item_id)) insertItem(row);
  }
  return underWay;
}

/**
 * Studies that are open by now and were so when this was called: of those that come in open, nobody has begun a study
 * session here, and those that come in closed ask nobody any more.
 */
function createUnderWay(database: CasebookDatabase): OpenStudyTitle {
  const open = database.prepare<[], string>("SELECT id FROM study WHERE state = 'open'").pluck().all();
  const asking = database
    .prepare<[string, string], string>(
      `SELECT s.title FROM study s JOIN study_item i ON i.study_id = s.id
       WHERE i.item_id = ? AND s.state = 'open' AND s.id IN (SELECT value FROM json_each(?))
       ORDER BY s.created_at, s.id LIMIT 1`,
    )
    .pluck();
  return (itemId) => asking.get(itemId, JSON.stringify(open)) ?? null;
}
