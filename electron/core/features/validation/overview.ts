import type { Casebook } from '../../casebook.ts';
import { mainTask } from '../items/gold.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import { createProjectService } from '../projects/service.ts';
import { isShort } from './promotion.ts';
import type { ValidationState } from './state.ts';
import type { ToFix } from './toFix.ts';
import { validationOf } from './validated.ts';

/** What waits on the caller and on the project. Counts of items. */
export interface ValidationOverview {
  readonly items: number;
  /** Nobody was given them and nobody has answered. */
  readonly unassigned: number;
  readonly outstanding: number;
  readonly toFix: number;
  readonly disputed: number;
  readonly shortOfPromotion: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly rounds: number[];
}

/** The overview of an open casebook: how many, of all items; which ones they are is for the lists to say, or not. */
export function createOverview(
  casebook: Casebook,
  state: ValidationState,
  toFix: ToFix,
): (viewpoint: Viewpoint) => ValidationOverview {
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const project = createProjectService(casebook);
  const count = (sql: string): ((...parameters: string[]) => number) => {
    const statement = database.prepare<string[], number>(sql).pluck();
    return (...parameters) => statement.get(...parameters) ?? 0;
  };
  const items = count('SELECT count(*) FROM item');
  const known = count(
    `SELECT count(*) FROM (SELECT item_id FROM assignment WHERE task = ?
       UNION SELECT item_id FROM annotation WHERE task = ? AND state = 'submitted')`,
  );
  const outstanding = count(
    "SELECT count(DISTINCT item_id) FROM assignment WHERE task = ? AND state = 'open'",
  );
  const disputed = count(
    "SELECT count(*) FROM rating_state WHERE task = ? AND state IN ('disputed', 'conflict')",
  );
  const withStatus = count('SELECT count(*) FROM item WHERE status = ?');
  const rounds = database
    .prepare<[string, string], number>(
      `SELECT round FROM assignment WHERE task = ? UNION SELECT round FROM annotation WHERE task = ? AND state = 'submitted'
       ORDER BY 1`,
    )
    .pluck();

  return (viewpoint) => {
    validationOf(casebook);
    state.fill();
    const short = isShort(project.settings().promotion);
    const all = items();
    return {
      items: all,
      unassigned: all - known(task, task),
      outstanding: outstanding(task),
      toFix: toFix.count(viewpoint),
      disputed: disputed(task),
      shortOfPromotion:
        short === '0'
          ? 0
          : count(
              `SELECT count(*) FROM validation_state v JOIN item i ON i.id = v.item_id
               WHERE v.decision = 'accept' AND i.status IN ('draft', 'in_review') AND ${short}`,
            )(),
      accepted: withStatus('accepted'),
      rejected: withStatus('rejected'),
      rounds: rounds.all(task, task),
    };
  };
}
