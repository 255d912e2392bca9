import { z } from 'zod';
import { ItemId, type PersonId } from '../../../shared/base/ids.ts';
import { asSet, IN_SET } from '../db/sets.ts';
import { followsAcceptanceRules, noteAcceptanceRules } from '../records/acceptance/acceptanceRules.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { QUEUE_STATE } from '../records/acceptance/queueStates.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { mainTask } from './gold.ts';
import type { ItemWriter } from './itemWriter.ts';
import type { ValidationState } from './validationStatus.ts';

/**
 * Puts accepted items back in review that may not be accepted: disputed, outstanding or outdated in their latest round,
 * or with answers that say something else. Logged as one change. Runs inside the caller's transaction.
 * @param among only these; left out: all
 */
export type ReturnToReview = (by: PersonId | null, among?: readonly ItemId[]) => void;

const Row = z.object({ id: ItemId, sequence: z.int() });

/** SQL: accepted items that are in another state of the validation queue. */
const OF_QUEUE = `SELECT i.id, i.sequence FROM item i JOIN validation_state v ON v.item_id = i.id
  WHERE i.status = 'accepted' AND ${QUEUE_STATE} <> 'accepted'`;

/** SQL: accepted items whose raters differ or are awaited in a task (@task), where items are not validated. */
const OF_RATERS = `SELECT i.id, i.sequence FROM item i WHERE i.status = 'accepted' AND i.id IN (
    SELECT item_id FROM rating_state WHERE task = @task AND state IN ('waiting', 'disputed', 'conflict')
    UNION ALL SELECT s.item_id FROM assignment s WHERE s.task = @task AND s.state = 'open'
      AND NOT EXISTS (SELECT 1 FROM rating_state r WHERE r.item_id = s.item_id AND r.task = s.task))`;

/** Puts items of an open casebook back in review. */
export function createReturnToReview(
  casebook: RecordedCasebook,
  derived: { readonly writer: ItemWriter; readonly validation: ValidationState },
): ReturnToReview {
  const { database, benchmark } = casebook;
  const isValidated = benchmark.validation !== undefined;
  const found = isValidated ? OF_QUEUE : OF_RATERS;
  const task = mainTask(casebook).id;
  return (by, among) => {
    if (isValidated) derived.validation.fill();
    const set = among === undefined ? null : asSet(among);
    const rows = database
      .prepare<[{ task: string; set: string | null }]>(
        `${found} ${set === null ? '' : `AND i.id ${IN_SET.replace('?', '@set')}`} ORDER BY i.sequence`,
      )
      .all({ task, set })
      .map((row) => Row.parse(row));
    if (rows.length === 0) return;
    derived.writer.setStatuses(
      rows.map(({ id }) => id),
      'in_review',
    );
    casebook.records.log({
      kind: 'status',
      personId: by,
      diff: {
        added: {},
        updated: Object.fromEntries(rows.map(({ id }) => [id, ['accepted', 'in_review']])),
        removed: {},
      },
      items: rows.map(({ sequence }) => sequence),
    });
  };
}

/**
 * Puts back in review what earlier versions accepted by other rules, once in the life of a casebook: every change since
 * looks at its own items. Nothing where the casebook can only be read.
 */
export function returnUnacceptable(
  casebook: CasebookFiles,
  derived: { readonly returnToReview: ReturnToReview },
): void {
  const { database } = casebook;
  if (casebook.readOnly !== null || followsAcceptanceRules(database)) return;
  database.transaction(() => {
    derived.returnToReview(null);
    noteAcceptanceRules(database);
  })();
}
