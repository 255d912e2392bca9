import { z } from 'zod';
import { counted } from '../../../../shared/base/counts.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';
import type { Basis } from './basis.ts';
import { basisNotes } from './basisNotes.ts';
import type { CountingRule, Unread } from '../../derived/metrics/contribution.ts';
import { countAnsweredItems, FINISHED } from '../../derived/metrics/scoredItems.ts';
import { refusalNotes } from './refusals.ts';
import type { AnswerReference, MetricsTable } from './table.ts';

const Unfinished = z.object({ id: PersonId, name: z.string(), answers: z.int() });
const Excluded = z.object({ name: z.string(), reason: z.string() });

/** How many names a note lists before it counts the rest. */
const NAMED = 5;

interface NotesQuestion {
  readonly judge: { readonly id: PersonId; readonly name: string } | null;
  /** Of `item AS i`: those that the caller may know of. */
  readonly condition: Condition;
  readonly unfinished: boolean;
  /** Whose answers count; null: everybody's. */
  readonly respondents?: ReadonlySet<PersonId> | null;
}

/** What the figures are of, what was left out and why, in words, with counts. */
export function notesOf(
  database: CasebookDatabase,
  { missing, unread }: MetricsTable,
  basis: Basis,
  counting: NotesQuestion & CountingRule,
): string[] {
  const kept = (of: readonly AnswerReference[]): AnswerReference[] =>
    of.filter(({ item, condition }) => basis.keep(item, condition) || basis.keepIn(item, condition));
  return [
    ...basisNotes(basis),
    ...leftOutOf(database, counting),
    ...refusalNotes(database, { respondents: null, ...counting }),
    ...unreadNotes(new Map([...unread].map(([why, of]) => [why, namesOf(kept(of))])), counting),
    ...[...missing].flatMap(([reason, all]) => {
      const of = kept(all);
      return of.length === 0
        ? []
        : [
            `${counted(of.length, 'answered item')} left out of some figures: ${reason.replace(/\.$/u, '')} (${listed(tallied(namesOf(of)))}).`,
          ];
    }),
  ];
}

/** Whose answers say nothing that can be scored, by why: a name for each. */
export type UnreadNames = ReadonlyMap<Unread | 'cut off', readonly string[]>;

/** What becomes of answers that cannot be read or are missing, in words, with counts. */
export function unreadNotes(unread: UnreadNames, { unreadable: how, absent }: CountingRule): string[] {
  const said = (why: Unread | 'cut off', what: (n: number) => string): string[] => {
    const names = unread.get(why) ?? [];
    return names.length === 0
      ? []
      : [`${counted(names.length, 'answer')} ${what(names.length)} (${listed(tallied(names))}).`];
  };
  const fate = (n: number, fated = how): string =>
    fated === 'wrong'
      ? `: ${n === 1 ? 'it counts' : 'they count'} as wrong`
      : ` and ${n === 1 ? 'is' : 'are'} left out`;
  const notes = [
    ...said('unreadable', (n) => `cannot be read${fate(n)}`),
    ...said('timed out', (n) => `${n === 1 ? 'is' : 'are'} missing because time ran out${fate(n)}`),
    ...said('not given', (n) => `${n === 1 ? 'was' : 'were'} not given${fate(n)}`),
    ...said(
      'absent',
      (n) =>
        `${n === 1 ? 'is' : 'are'} absent from items that are answered otherwise${fate(n, how === 'left_out' ? how : absent)}`,
    ),
  ];
  const cut = said('cut off', (n) =>
    n === 1
      ? 'was entered but not submitted when time ran out, and counts'
      : 'were entered but not submitted when time ran out, and count',
  );
  return how === 'wrong'
    ? [...notes, ...cut]
    : ['The figures cover only readable answers.', ...notes, ...cut];
}

const namesOf = (of: readonly AnswerReference[]): readonly string[] => of.map(({ called }) => called);

/** Names with how often they are there, the most frequent first. */
function tallied(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]): readonly [string, number] => [name, length])
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${String(count)}`);
}

/** Which answers and items take no part whatever is asked, in words, with counts. */
export function leftOutOf(
  database: CasebookDatabase,
  { judge, condition, unfinished, respondents = null }: NotesQuestion,
): string[] {
  const hidden = countAnsweredItems(database) - countAnsweredItems(database, condition);
  return [
    ...(judge === null ? [] : [`Only the verdicts of ${judge.name} count.`]),
    ...(hidden === 0
      ? []
      : [`${counted(hidden, 'item')} left out: you have not answered ${hidden === 1 ? 'it' : 'them'} yet.`]),
    ...excludedParticipants(database),
    ...excludedAnswers(database),
    ...unfinishedNotes(database, unfinished, respondents),
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
    `${counted(excluded.length, 'participant')} excluded (${listed(names)}): no figure includes their answers.`,
  ];
}

/** Whose answers are there though they have not come to the end, with what becomes of these. */
export function unfinishedNotes(
  database: CasebookDatabase,
  included: boolean,
  respondents: ReadonlySet<PersonId> | null = null,
): string[] {
  const people = database
    .prepare(
      `SELECT p.id, p.name, count(*) AS answers FROM response r JOIN person p ON p.id = r.person_id
       WHERE ${INCLUDED} AND NOT ${FINISHED} GROUP BY p.id ORDER BY count(*) DESC, p.id`,
    )
    .all()
    .map((row) => Unfinished.parse(row))
    .filter(({ id }) => respondents?.has(id) ?? true);
  if (people.length === 0) return [];
  const total = people.reduce((sum, { answers }) => sum + answers, 0);
  const names = people.map(({ name, answers }) => `${name} ${String(answers)}`);
  return [
    `${counted(people.length, 'participant')} ${people.length === 1 ? 'has' : 'have'} not finished: ${counted(total, 'answer')} ${
      included ? `${total === 1 ? 'counts' : 'count'} anyway` : `${total === 1 ? 'is' : 'are'} left out`
    } (${listed(names)}).`,
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
  return items === 0 ? [] : [`Answers on ${counted(items, 'rejected item')} do not count.`];
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
        `${counted(answers, 'answer')} about an earlier edition of ${answers === 1 ? 'its item, which was' : 'their items, which were'} fixed since: ${answers === 1 ? 'it does' : 'they do'} not count.`,
      ];
}

/** Something else may have been asked: readers of the figures have to know. */
function earlierWordings(database: CasebookDatabase): string[] {
  const answers = numberOf(
    database,
    `SELECT count(*) FROM response r JOIN item i ON i.id = r.item_id
     WHERE r.session_id IS NOT NULL AND r.item_revision < i.revision AND ${INCLUDED}`,
  );
  return answers === 0
    ? []
    : [
        `${counted(answers, 'answer')} of participants ${answers === 1 ? 'is' : 'are'} from before a change to the item; Casebook compares ${answers === 1 ? 'it' : 'them'} with the current text.`,
      ];
}

function undecided(database: CasebookDatabase): string[] {
  const units = numberOf(
    database,
    `SELECT count(*) FROM verdict_state WHERE state IN ('disputed', 'conflict') AND value IS NULL`,
  );
  return units === 0
    ? []
    : [
        `Judges differ on ${counted(units, 'verdict')} that nobody has decided yet: these have no accepted verdict.`,
      ];
}

function numberOf(database: CasebookDatabase, sql: string): number {
  return database.prepare<[], number>(sql).pluck().get() ?? 0;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(', ');
}
