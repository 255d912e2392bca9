import type { Casebook } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { blindItems } from '../../access/blindItems.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { statusOfItem } from '../../access/itemQueries.ts';
import { isShort } from '../../records/promotion.ts';
import type { ValidationState } from '../../derived/validationStatus.ts';
import type { ToFix } from './toFix.ts';
import { validationOf } from './validated.ts';

/** What waits on the caller and on the casebook. Counts of items. */
export interface ValidationOverview {
  readonly items: number;
  /** Nobody was given them and nobody has answered. */
  readonly unassigned: number;
  readonly outstanding: number;
  readonly toFix: number;
  readonly disputed: number;
  readonly shortOfPromotion: number;
  readonly ready: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly rounds: number[];
}

/**
 * The overview of an open casebook. What was asked of people is counted of all items; what became of them without those
 * that are blind to the caller, as in the lists that the numbers lead to.
 */
export function createOverview(
  casebook: Casebook,
  state: ValidationState,
  toFix: ToFix,
): (viewpoint: Viewpoint) => ValidationOverview {
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const settings = casebook.records.settings;
  const count = (sql: string): ((...parameters: string[]) => number) => {
    const statement = database.prepare<string[], number>(sql).pluck();
    return (...parameters) => statement.get(...parameters) ?? 0;
  };
  /** The same of rows of items (by this column), without those that are blind to the caller. */
  const seen = (
    rows: string,
    column: string,
  ): ((viewpoint: Viewpoint, ...parameters: string[]) => number) => {
    const all = count(`SELECT count(*) FROM ${rows}`);
    const notBlind = count(`SELECT count(*) FROM ${rows} AND ${column} NOT IN (${blindItems('?')})`);
    return (viewpoint, ...parameters) =>
      viewpoint.person === null || !viewpoint.isBlindAnywhere()
        ? all(...parameters)
        : notBlind(...parameters, viewpoint.person.id);
  };
  const items = count('SELECT count(*) FROM item');
  const unassigned = count(
    `SELECT count(*) FROM item i INDEXED BY item_standing
     WHERE NOT EXISTS (SELECT 1 FROM assignment s WHERE s.item_id = i.id AND s.task = ?)
       AND NOT EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = i.id AND a.task = ? AND a.state = 'submitted')`,
  );
  // Item by item in the order of an index: nothing needs to be sorted.
  const outstanding = count(
    "SELECT count(*) FROM (SELECT item_id FROM assignment WHERE task = ? AND state = 'open' GROUP BY item_id)",
  );
  const disputed = seen("rating_state WHERE task = ? AND state IN ('disputed', 'conflict')", 'item_id');
  const waitsForAcceptance = seen(WAITS_FOR_ACCEPTANCE, 'i.id');
  const withStatus = seen('item INDEXED BY item_standing WHERE status = ?', 'id');
  const rounds = [
    'assignment WHERE task = @task',
    "annotation WHERE independent = 1 AND state = 'submitted' AND task = @task",
  ].map((rows) => database.prepare<{ task: string }, number>(roundsOf(rows)).pluck());

  return (viewpoint) => {
    validationOf(casebook);
    state.fill();
    const short = isShort(settings.current().promotion);
    const waiting = waitsForAcceptance(viewpoint);
    const shortOfPromotion =
      short === '0' ? 0 : seen(`${WAITS_FOR_ACCEPTANCE} AND ${short}`, 'i.id')(viewpoint);
    return {
      items: items(),
      unassigned: unassigned(task, task),
      outstanding: outstanding(task),
      toFix: toFix.count(viewpoint),
      disputed: disputed(viewpoint, task),
      shortOfPromotion,
      ready: waiting - shortOfPromotion,
      accepted: withStatus(viewpoint, 'accepted'),
      rejected: withStatus(viewpoint, 'rejected'),
      rounds: [...new Set(rounds.flatMap((statement) => statement.all({ task })))].sort((a, b) => a - b),
    };
  };
}

/** SQL: items that raters accept, and that nobody has accepted yet. */
const WAITS_FOR_ACCEPTANCE = `validation_state v CROSS JOIN ${statusOfItem('v.item_id')}
  WHERE v.decision = 'accept' AND i.status IN ('draft', 'in_review')`;

/** SQL: the rounds of some rows in order, from one to the next in an index: there are few, of many rows. */
function roundsOf(rows: string): string {
  const next = `SELECT min(round) FROM ${rows} AND round > found.round`;
  return `WITH RECURSIVE found (round) AS (
      SELECT min(round) FROM ${rows} UNION ALL SELECT (${next}) FROM found WHERE round IS NOT NULL)
    SELECT round FROM found WHERE round IS NOT NULL`;
}
