import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CheckProblem } from '../../../../shared/contract/casebooks.ts';
import { issuesInWords } from '../../../../shared/base/issues.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import { numberFaults } from '../../db/numberFaults.ts';
import { rowForm, SCHEMA, tablesWhere } from '../../db/schema.ts';
import { lastNumberCorrection } from '../../records/items/numberCorrection.ts';
import { editionFaults } from '../../records/answers/editionLines.ts';

/** Rows between two looks at whether the check was called off. */
const BATCH = 2000;

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
  const problems: CheckProblem[] = numberProblems(database);
  const known = new Set(problems.map(({ where }) => where));
  const tables = tablesWhere(({ checked }) => checked);
  for (const [place, table] of tables.entries()) {
    progress('Checking editions, studies, answers and verdicts', place, tables.length);
    const form = rowForm(table);
    const { key } = SCHEMA[table];
    const page = database.prepare<(string | number)[]>(
      `SELECT ${Object.keys(form.shape).join(', ')} FROM ${table}
       WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')}) ORDER BY ${key.join(', ')} LIMIT ?`,
    );
    for (let last: readonly string[] | null = key.map(() => ''); last !== null;) {
      const rows: readonly Row[] = page.all(...last, BATCH).map((raw) => Row.parse(raw));
      for (const row of rows) {
        const parsed = form.safeParse(row);
        const where = `database, ${table} ${keyOf(row, key).join(' ').trim()}`;
        if (parsed.success || known.has(where)) continue;
        problems.push({
          where,
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

/** Numbers that are out of range, and how many such numbers were corrected. */
function numberProblems(database: Casebook['database']): CheckProblem[] {
  const correction = lastNumberCorrection(database);
  return [
    ...numberFaults(database).map(({ table, key, column, value }) => ({
      where: `database, ${table} ${key}`,
      what: `${column} is ${String(value)}, which is out of range; \`casebook check --repair\` makes a backup and corrects it`,
      severity: 'error' as const,
    })),
    ...(correction === null
      ? []
      : [
          {
            where: 'database',
            what: `${correction.numbers === 1 ? '1 number that was out of range was' : `${String(correction.numbers)} numbers that were out of range were`} corrected; the backup made before is ${correction.backup}`,
            severity: 'warning' as const,
          },
        ]),
  ];
}

const keyOf = (row: Row, key: readonly string[]): readonly string[] =>
  key.map((column) => String(row[column]));
