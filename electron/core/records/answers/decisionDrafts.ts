import type { CasebookDatabase } from '../../db/database.ts';
import type { DocumentKey } from './annotationTable.ts';
import type { AnnotationRow } from './annotations.ts';

/** Whether a version of somebody's document is a decision between raters, or the draft of one. */
export function createIsOfDecision(
  database: CasebookDatabase,
): (key: DocumentKey, row: AnnotationRow) => boolean {
  const isDecision = database
    .prepare<[string], number>("SELECT 1 FROM adjudication WHERE annotation_id = ? AND kind = 'decision'")
    .pluck();
  const isBegun = database
    .prepare<[string, string, string, string], number>(
      `SELECT 1 FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ?`,
    )
    .pluck();
  return (key, row) =>
    row.state === 'submitted'
      ? isDecision.get(row.id) !== undefined
      : !row.independent && isBegun.get(key.itemId, key.task, key.personId, row.id) !== undefined;
}
