import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CheckProblem } from '../../../../shared/contract/projects.ts';
import { Json } from '../../../../shared/domain/json.ts';
import { issuesInWords } from '../../../../shared/domain/issues.ts';
import type { Casebook } from '../../casebook.ts';
import type { Progress } from '../../context.ts';
import { json } from '../merging/columns.ts';
import { editionFaults } from '../merging/editionLines.ts';
import { TABLES } from '../merging/rows.ts';

/** Rows between two looks at whether the check was called off. */
const BATCH = 2000;

/** Accepted verdicts are derived: they travel nowhere and are recomputed where needed. */
const VerdictStateRow = z.object({
  response_id: z.string(),
  criterion: z.string(),
  subject: z.string(),
  value: json(Json).nullable(),
});

const CHECKED: readonly (readonly [table: string, key: readonly string[], schema: z.ZodObject])[] = [
  ['edition', ['id'], TABLES.edition],
  ['study', ['id'], TABLES.study],
  ['session', ['id'], TABLES.session],
  ['response', ['id'], TABLES.response],
  ['exclusion', ['id'], TABLES.exclusion],
  ['judging', ['id'], TABLES.judging],
  ['judge_run', ['id'], TABLES.judge_run],
  ['judge_call', ['id'], TABLES.judge_call],
  ['judgment', ['id'], TABLES.judgment],
  ['verdict_decision', ['id'], TABLES.verdict_decision],
  ['verdict_state', ['response_id', 'criterion', 'subject'], VerdictStateRow],
];

const Row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof Row>;

/**
 * Rows of editions, studies, answers and verdicts that no Casebook could have written: one of them is enough that a screen or a
 * figure which reads it fails.
 */
export async function checkRows(
  { database }: Casebook,
  progress: Progress,
  signal: AbortSignal,
): Promise<CheckProblem[]> {
  const problems: CheckProblem[] = [];
  for (const [place, [table, key, schema]] of CHECKED.entries()) {
    progress('Checking editions, studies, answers and verdicts', place, CHECKED.length);
    const page = database.prepare<(string | number)[]>(
      `SELECT ${Object.keys(schema.shape).join(', ')} FROM ${table}
       WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')}) ORDER BY ${key.join(', ')} LIMIT ?`,
    );
    for (let last: readonly string[] | null = key.map(() => ''); last !== null;) {
      const rows: readonly Row[] = page.all(...last, BATCH).map((raw) => Row.parse(raw));
      for (const row of rows) {
        const parsed = schema.safeParse(row);
        if (parsed.success) continue;
        problems.push({
          where: `database, ${table} ${keyOf(row, key).join(' ').trim()}`,
          what: `Casebook cannot understand it (${issuesInWords(parsed.error)})`,
          severity: 'error',
        });
      }
      const final = rows.at(-1);
      last = rows.length < BATCH || final === undefined ? null : keyOf(final, key);
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  for (const { table, id, what } of editionFaults(database))
    problems.push({ where: `database, ${table} ${id}`, what: `it ${what}`, severity: 'error' });
  return problems;
}

const keyOf = (row: Row, key: readonly string[]): readonly string[] =>
  key.map((column) => String(row[column]));
