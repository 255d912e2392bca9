import { ResponseId } from '../../../shared/domain/ids.ts';
import type { Casebook } from '../records/casebook.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { readMeta, writeMeta } from '../db/meta.ts';
import { createVerdictSettling } from './recomputeVerdicts.ts';

/** Where the casebook says by which rules its verdicts were settled. */
const RULES = 'verdictRules';
/** 2: lists of key points and figures of whole answers are compared, too; before, the last of them held. */
const PRESENT = 2;

/** Notes in a new casebook that nothing in it was settled by earlier rules: opening it then writes nothing. */
export function noteVerdictRules(database: CasebookDatabase): void {
  writeMeta(database, RULES, PRESENT);
}

/**
 * Settles anew what earlier versions settled by other rules. A casebook that can only be read stays as it is: what is
 * computed from it says whose verdicts it rests on all the same.
 */
export function settleAnew(casebook: Casebook): void {
  const { database, benchmark } = casebook;
  const { judging } = benchmark;
  if (judging === undefined || casebook.readOnly !== null || readMeta(database, RULES) === PRESENT) return;
  const compared = [
    ...judging.criteria.filter(({ verdict }) => verdict.kind === 'texts').map(({ id }) => id),
    ...(judging.figures ?? []),
  ];
  database.transaction(() => {
    const responses = database
      .prepare<[string], string>(
        `SELECT DISTINCT response_id FROM verdict_state
         WHERE judges > 1 AND criterion IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(JSON.stringify(compared));
    createVerdictSettling(casebook).settleMany(responses.map((id) => ResponseId.parse(id)));
    noteVerdictRules(database);
  })();
}
