import type { CheckProblem } from '../../../../shared/contract/casebooks.ts';
import { earlierAdvice, earlierInWords } from '../../../../shared/hub/earlierRows.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { Progress } from '../../base/work.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { namesOfEarlier } from '../../records/sharing/earlier.ts';

/** What devices sent to the hub before it checked roles, until somebody marks it as looked at. */
export function checkEarlier(
  { database, records }: Casebook,
  _progress: Progress,
  _signal: AbortSignal,
  viewpoint: Viewpoint,
): CheckProblem[] {
  const told = records.earlier.told();
  if (told === null) return [];
  if (told.entries === null)
    return [
      {
        where: 'hub',
        what: 'The hub is too old to tell what devices sent before it checked roles. Ask the person who runs it to upgrade it.',
        severity: 'warning',
      },
    ];
  return told.entries
    .filter(({ lookedAt }) => lookedAt === null)
    .map((entry) => {
      const names = namesOfEarlier(entry, (id) => readRow(database, id, viewpoint)?.externalId ?? null);
      return {
        where: 'hub',
        what: `${earlierInWords(entry, names)} ${earlierAdvice(entry.table)} Then mark it as looked at on the Team screen.`,
        severity: 'warning',
      };
    });
}
