import { ResponseId } from '../../../shared/base/ids.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { followsVerdictRules, noteVerdictRules } from '../records/verdicts/verdictRules.ts';
import type { VerdictRecomputer } from './recomputeVerdicts.ts';

/**
 * Recomputes what earlier versions computed by other rules. A casebook that can only be read stays as it is: what is
 * computed from it says whose verdicts it rests on all the same.
 */
export function recomputeByNewRules(
  casebook: CasebookFiles,
  derived: { readonly verdicts: VerdictRecomputer },
): void {
  const { database, benchmark } = casebook;
  const { judging } = benchmark;
  if (judging === undefined || casebook.readOnly !== null || followsVerdictRules(database)) return;
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
    derived.verdicts.recomputeMany(responses.map((id) => ResponseId.parse(id)));
    noteVerdictRules(database);
  })();
}
