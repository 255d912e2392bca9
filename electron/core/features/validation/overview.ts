import type { ValidationOverview } from '../../../../shared/contract/validation.ts';
import type { QueueState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { seenQueueState } from '../../access/queueStates.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { statusOfItem } from '../../access/itemQueries.ts';
import type { ValidationState } from '../../derived/validationStatus.ts';
import { validationOf } from './validated.ts';

/** The overview of an open casebook: every item in exactly one state, as `queueStateOf` says. */
export function overviewOf(
  casebook: Casebook,
  state: ValidationState,
  viewpoint: Viewpoint,
): ValidationOverview {
  validationOf(casebook);
  state.fill();
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const rounds = [
    'assignment WHERE task = @task',
    "annotation WHERE independent = 1 AND state = 'submitted' AND task = @task",
  ].flatMap((rows) => database.prepare<{ task: string }, number>(roundsOf(rows)).pluck().all({ task }));
  const seen = seenQueueState(viewpoint);
  const counted = new Map<QueueState, number>();
  const states = database
    .prepare<(string | number)[], QueueState>(
      `SELECT ${seen.sql} FROM validation_state v CROSS JOIN ${statusOfItem('v.item_id')}`,
    )
    .pluck();
  // Counted here: SQLite would sort them all for it.
  for (const each of states.iterate(...seen.parameters)) counted.set(each, (counted.get(each) ?? 0) + 1);
  const of = (each: QueueState): number => counted.get(each) ?? 0;
  return {
    items: database.prepare<[], number>('SELECT count(*) FROM item').pluck().get() ?? 0,
    unassigned: of('unassigned'),
    outstanding: of('outstanding'),
    outdated: of('outdated'),
    disputed: of('disputed'),
    undecided: of('undecided'),
    toFix: of('to_fix'),
    shortOfPromotion: of('short'),
    ready: of('ready'),
    accepted: of('accepted'),
    rejected: of('rejected'),
    rounds: [...new Set(rounds)].sort((a, b) => a - b),
  };
}

/** SQL: the rounds of some rows in order, from one to the next in an index: there are few, of many rows. */
function roundsOf(rows: string): string {
  const next = `SELECT min(round) FROM ${rows} AND round > found.round`;
  return `WITH RECURSIVE found (round) AS (
      SELECT min(round) FROM ${rows} UNION ALL SELECT (${next}) FROM found WHERE round IS NOT NULL)
    SELECT round FROM found WHERE round IS NOT NULL`;
}
