import { z } from 'zod';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { Condition } from '../../access/itemFilter.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMetaText } from '../../db/meta.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';
import { FINISHED } from '../../derived/metrics/scoredItems.ts';
import { lastWord } from '../../records/answers/lastWord.ts';
import { MARKS_REFUSAL } from '../../records/verdicts/verdictDetail.ts';

const Row = z.object({ id: PersonId, name: z.string(), refused: z.int(), judged: z.int() });

/** Which verdicts tell of refusals, and on whose answers. */
interface RefusalQuestion {
  /** Null: people's, as far as accepted verdicts confirm them. */
  readonly judge: { readonly id: PersonId } | null;
  /** Of `item AS i`: those that the caller may know of. */
  readonly condition: Condition;
  readonly unfinished: boolean;
  /** Whose answers count; null: everybody's. */
  readonly respondents: ReadonlySet<PersonId> | null;
}

/**
 * How many of a respondent's judged answers are marked as refusals, in words; nothing where none is. A mark counts while
 * the accepted verdict is the one that the refusal counts as: a decision for another verdict takes it back.
 */
export function refusalNotes(database: CasebookDatabase, asked: RefusalQuestion): string[] {
  const marked = `SELECT 1 FROM judgment j WHERE ${MARKS_REFUSAL} LIMIT 1`;
  if (database.prepare(marked).get() === undefined) return [];
  const rows = readRefusals(database, asked).filter(({ id }) => asked.respondents?.has(id) ?? true);
  const some = rows.filter(({ refused }) => refused > 0);
  if (some.length === 0) return [];
  const told = some.map(
    ({ name, refused, judged }) => `${name} ${formatCount(refused)} of ${counted(judged, 'judged answer')}`,
  );
  return [`Refusals: ${told.join(', ')}. A refusal counts as wrong.`];
}

/** By respondent, those with the most refusals first. */
function readRefusals(
  database: CasebookDatabase,
  { judge, condition, unfinished }: RefusalQuestion,
): z.infer<typeof Row>[] {
  const criteria = findBenchmark(readMetaText(database, 'benchmark'))?.judging?.criteria ?? [];
  const asking = criteria.flatMap(({ id, refusal }) => (refusal === undefined ? [] : [id]));
  const [whose, accepted] =
    judge === null
      ? [
          `(SELECT kind FROM person WHERE id = j.person_id) = 'human'`,
          `(SELECT v.value FROM verdict_state v
            WHERE (v.response_id, v.criterion, v.subject) = (j.response_id, j.criterion, j.subject))`,
        ]
      : ['j.person_id = ?', 'j.value'];
  return database
    .prepare<(string | number)[]>(
      `WITH judged AS MATERIALIZED (
         SELECT j.response_id, max(${MARKS_REFUSAL} AND j.value = ${accepted}) AS refused
         FROM counted_judgment j
         WHERE j.outcome = 'given' AND j.criterion IN (SELECT value FROM json_each(?)) AND ${whose}
           AND ${accepted} IS NOT NULL
           AND ${lastWord('counted_judgment')}
         GROUP BY j.response_id)
       SELECT p.id, p.name, sum(judged.refused) AS refused, count(*) AS judged
       FROM judged JOIN response r ON r.id = judged.response_id JOIN item i ON i.id = r.item_id
         JOIN person p ON p.id = r.person_id
       WHERE ${INCLUDED}${unfinished ? '' : ` AND ${FINISHED}`} AND (${condition.sql})
       GROUP BY p.id ORDER BY refused DESC, p.name COLLATE NOCASE, p.id`,
    )
    .all(JSON.stringify(asking), ...(judge === null ? [] : [judge.id]), ...condition.parameters)
    .map((row) => Row.parse(row));
}
