import type { CasebookDatabase } from '../../db/database.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';

/** Where the casebook says by which rules its accepted items were looked at last. */
const RULES = 'acceptanceRules';
/** 1: what is disputed, outstanding or outdated in the latest round is not accepted. */
const PRESENT = 1;

/** Notes that nothing in the casebook was accepted by earlier rules: opening it then looks at no item. */
export function noteAcceptanceRules(database: CasebookDatabase): void {
  writeMeta(database, RULES, PRESENT);
}

/** Whether the accepted items of a casebook follow the present rules. */
export const followsAcceptanceRules = (database: CasebookDatabase): boolean =>
  readMeta(database, RULES) === PRESENT;
