import { z } from 'zod';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../items/filter.ts';
import { COUNTS } from '../verdicts/counting.ts';
import { countAnsweredItems } from './scoredItems.ts';
import type { MetricsTable } from './table.ts';

const Excluded = z.object({ name: z.string(), reason: z.string() });

/** So many names are said, then how many more. */
const NAMED = 5;

interface Counted {
  readonly judge: { readonly name: string } | null;
  /** Of `item AS i`: those that whoever asks may know of. */
  readonly condition: Condition;
}

/** What was left out of the figures and why, in words, with counts. */
export function notesOf(database: CasebookDatabase, table: MetricsTable, counting: Counted): string[] {
  return [
    ...leftOutOf(database, counting),
    ...[...table.missing].map(([reason, of]) => {
      const total = [...of.values()].reduce((sum, count) => sum + count, 0);
      const names = [...of].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${String(count)}`);
      return `${counted(total, 'answered item')} left out where that is needed: ${reason.replace(/\.$/u, '')} (${listed(names)}).`;
    }),
  ];
}

/** Which answers and items take no part whatever is asked, in words, with counts. */
export function leftOutOf(database: CasebookDatabase, { judge, condition }: Counted): string[] {
  const hidden = countAnsweredItems(database) - countAnsweredItems(database, condition);
  return [
    ...(judge === null ? [] : [`Only the verdicts of ${judge.name} count.`]),
    ...(hidden === 0
      ? []
      : [
          `${counted(hidden, 'item')} left out: you have yet to answer ${hidden === 1 ? 'it' : 'them'} yourself.`,
        ]),
    ...excludedParticipants(database),
    ...excludedAnswers(database),
    ...rejectedItems(database),
    ...earlierEditions(database),
    ...earlierWordings(database),
    ...(judge === null ? undecided(database) : []),
  ];
}

function excludedParticipants(database: CasebookDatabase): string[] {
  const excluded = database
    .prepare(
      `SELECT p.name, e.reason FROM session s JOIN person p ON p.id = s.person_id JOIN exclusion e ON e.id =
         (SELECT id FROM exclusion WHERE session_id = s.id AND response_id IS NULL
          ORDER BY created_at DESC, id DESC LIMIT 1)
       WHERE e.kind = 'exclusion' AND s.number > 0 ORDER BY s.created_at, s.id`,
    )
    .all()
    .map((row) => Excluded.parse(row));
  if (excluded.length === 0) return [];
  const names = excluded.map(({ name, reason }) => `${name}: ${reason}`);
  return [
    `${counted(excluded.length, 'participant')} excluded (${listed(names)}): their answers count nowhere.`,
  ];
}

function excludedAnswers(database: CasebookDatabase): string[] {
  const answers = numberOf(
    database,
    `SELECT count(*) FROM response r WHERE r.purpose = 'main' AND r.session_id IS NOT NULL AND
       (SELECT kind FROM exclusion WHERE session_id = r.session_id AND response_id = r.id
        ORDER BY created_at DESC, id DESC LIMIT 1) = 'exclusion'`,
  );
  return answers === 0 ? [] : [`${counted(answers, 'single answer')} excluded.`];
}

function rejectedItems(database: CasebookDatabase): string[] {
  const items = numberOf(
    database,
    `SELECT count(*) FROM item i WHERE i.status = 'rejected'
       AND EXISTS (SELECT 1 FROM response WHERE item_id = i.id AND purpose = 'main')`,
  );
  return items === 0 ? [] : [`Answers on ${counted(items, 'rejected item')} count nowhere.`];
}

function earlierEditions(database: CasebookDatabase): string[] {
  const answers = numberOf(
    database,
    `SELECT count(*) FROM response r JOIN item i ON i.id = r.item_id
     WHERE r.purpose = 'main' AND i.status <> 'rejected' AND r.edition_id IS NOT i.edition_id
       AND (r.session_id IS NULL OR (SELECT number FROM session WHERE id = r.session_id) > 0)
       AND NOT EXISTS (SELECT 1 FROM response later WHERE later.replaces = r.id)`,
  );
  return answers === 0
    ? []
    : [
        `${counted(answers, 'answer')} about an earlier edition of ${answers === 1 ? 'its item, which was' : 'their items, which were'} fixed since: ${answers === 1 ? 'it counts' : 'they count'} nowhere.`,
      ];
}

/** What was asked may have been another question: whoever reads the figures has to know. */
function earlierWordings(database: CasebookDatabase): string[] {
  const answers = numberOf(
    database,
    `SELECT count(*) FROM response r JOIN item i ON i.id = r.item_id
     WHERE r.session_id IS NOT NULL AND r.item_revision < i.revision AND ${COUNTS}`,
  );
  return answers === 0
    ? []
    : [
        `${counted(answers, 'answer')} of participants given before their item was changed; they are held against what it says now.`,
      ];
}

function undecided(database: CasebookDatabase): string[] {
  const units = numberOf(
    database,
    `SELECT count(*) FROM verdict_state WHERE state IN ('disputed', 'conflict') AND value IS NULL`,
  );
  return units === 0
    ? []
    : [`Judges differ on ${counted(units, 'verdict')} that nobody has decided yet: none holds until then.`];
}

function numberOf(database: CasebookDatabase, sql: string): number {
  return database.prepare<[], number>(sql).pluck().get() ?? 0;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(', ');
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
