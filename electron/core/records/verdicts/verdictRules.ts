import type { CasebookDatabase } from '../../db/database.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';

/** Where the casebook says by which rules its verdicts were computed. */
const RULES = 'verdictRules';
/** 2: lists of key points and figures of whole answers are compared, too; before, the last of them held. */
const PRESENT = 2;

/** Notes in a new casebook that nothing in it was computed by earlier rules: opening it then writes nothing. */
export function noteVerdictRules(database: CasebookDatabase): void {
  writeMeta(database, RULES, PRESENT);
}

/** Whether the verdict statuses of a casebook were computed by the present rules. */
export const followsVerdictRules = (database: CasebookDatabase): boolean =>
  readMeta(database, RULES) === PRESENT;
