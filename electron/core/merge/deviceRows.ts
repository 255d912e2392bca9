import { z } from 'zod';
import type { PersonId } from '../../../shared/base/ids.ts';
import { Role } from '../../../shared/domain/status.ts';
import { type AuthorScope, mayWrite, nounOf, writersInWords } from '../../../shared/hub/mayWrite.ts';
import type { HubTable } from '../../../shared/hub/protocol.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { SCHEMA } from '../db/schema.ts';
import { DeviceOwner } from '../records/people/device.ts';
import type { LeftCounts } from './tally.ts';

/*
 * A casebook that is somebody's device brings what that person may write, by the same list as a hub. Temporary views on the
 * source's connection hide its tables and show those rows alone, so that no part of the merge can read the rest.
 */

/** The person whose device a source is, with the roles that they have in the casebook that merges it. */
export interface Writer {
  readonly id: PersonId;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Whose device a casebook is, as far as it says so; null where it does not, or the person is not on this team. */
export function writerOf(source: CasebookDatabase, into: CasebookDatabase): Writer | null {
  const device = new DeviceOwner(source);
  const id = device.owner() ?? device.exchangesFor();
  if (id === null) return null;
  const row = into
    .prepare<[string], { name: string; roles: string }>('SELECT name, roles FROM person WHERE id = ?')
    .get(id);
  return row === undefined ? null : { id, name: row.name, roles: z.array(Role).parse(JSON.parse(row.roles)) };
}

/** Rows that are listed by their kind: how those are named that are not taken. */
interface Kind {
  /** SQL, of a row of `main.TABLE`: whether the writer may bring it, by whose rows they may write. */
  readonly brought: Readonly<Partial<Record<AuthorScope, string>>>;
  /** SQL: what tells whether it is here already. */
  readonly key: string;
  /** SQL: which of the rows would be taken at all. Left out: all. */
  readonly taken?: string;
  /** Whether rows that are here already are read as well: others refer to them. */
  readonly readsKnown?: true;
  /** SQL: its columns, where not all of them are read. */
  readonly columns?: string;
  /** SQL: what a few of them are called in the report. */
  readonly called?: string;
}

const ITEM_HERE = "item_id IN (SELECT id FROM temp.here WHERE tab = 'item')";
const OWN = 'person_id = (SELECT id FROM temp.writer)';
const OWN_ON_ITEM = `${OWN} AND ${ITEM_HERE}`;
const ASKED = `${OWN} AND (item_id, task, round) IN (SELECT item_id, task, round FROM temp.asked)`;
const EDITION_THERE =
  "(edition_id IS NULL OR edition_id IN (SELECT id FROM temp.here WHERE tab = 'edition') OR edition_id IN (SELECT id FROM temp.edition))";
const known = (table: string, column: string): string =>
  `(${column} IS NULL OR ${column} IN (SELECT id FROM temp.here WHERE tab = '${table}'))`;
const JUDGED_HERE = `${OWN} AND ${known('judging', 'judging_id')}`;

/** What an image's rights are, which curators note. */
const RIGHTS = new Set(['url', 'licence', 'attribution', 'redistributable']);

/** In an order in which each can refer to those before it. */
const KINDS: readonly (Kind & { readonly table: HubTable })[] = [
  {
    table: 'person',
    brought: {},
    key: 'id',
    readsKnown: true,
    called: "handle || ' (' || (SELECT group_concat(value, ', ') FROM json_each(roles)) || ')'",
  },
  {
    table: 'image',
    brought: {},
    key: 'sha256',
    readsKnown: true,
    // Nor does it say anything of the rights in those that are here.
    columns: Object.keys(SCHEMA.image.columns)
      .map((column) => (RIGHTS.has(column) ? `NULL AS ${column}` : column))
      .join(', '),
  },
  { table: 'item', brought: {}, key: 'id', readsKnown: true, called: 'external_id' },
  { table: 'edition', brought: { own: OWN_ON_ITEM }, key: 'id' },
  { table: 'guideline', brought: {}, key: 'id', called: 'note' },
  { table: 'assignment', brought: { asked: ASKED }, key: 'id' },
  {
    table: 'annotation',
    brought: { own: `${OWN_ON_ITEM} AND ${EDITION_THERE}`, asked: `${ASKED} AND ${EDITION_THERE}` },
    key: 'id',
    taken: "state = 'submitted'",
  },
  { table: 'adjudication', brought: { own: OWN_ON_ITEM }, key: 'id' },
  { table: 'comment', brought: { own: OWN_ON_ITEM, asked: OWN_ON_ITEM }, key: 'id' },
  { table: 'study', brought: {}, key: 'id', called: 'title' },
  { table: 'session', brought: { asked: `${OWN} AND ${known('session', 'id')}` }, key: 'id' },
  {
    table: 'response',
    brought: { asked: `${OWN} AND session_id IN (SELECT id FROM temp.here WHERE tab = 'session')` },
    key: 'id',
  },
  { table: 'exclusion', brought: {}, key: 'id' },
  { table: 'judging', brought: {}, key: 'id' },
  {
    table: 'judging_assignment',
    brought: { asked: JUDGED_HERE },
    key: "person_id || ' ' || judging_id || ' ' || criterion || ' ' || position",
  },
  { table: 'judge_run', brought: {}, key: 'id' },
  { table: 'judge_call', brought: {}, key: 'id' },
  {
    table: 'judgment',
    brought: { asked: `${JUDGED_HERE} AND ${known('response', 'response_id')}` },
    key: 'id',
  },
  {
    table: 'verdict_decision',
    brought: { own: `${OWN} AND ${known('response', 'response_id')}` },
    key: 'id',
  },
];

/** How many rows of a kind are named. */
const NAMED = 5;
const Found = z.object({ count: z.int(), names: z.array(z.string()) });

/** Notes in the source's connection what is here already. */
function noteHere(source: CasebookDatabase, into: CasebookDatabase): void {
  source.exec('CREATE TEMP TABLE here (tab TEXT, id TEXT, PRIMARY KEY (tab, id)) WITHOUT ROWID');
  const note = source.prepare<[string, string]>('INSERT OR IGNORE INTO temp.here VALUES (?, ?)');
  for (const { table, key } of KINDS)
    for (const id of into.prepare<[], string>(`SELECT ${key} FROM ${table}`).pluck().iterate())
      note.run(table, id);
}

const isHere = ({ table, key }: (typeof KINDS)[number]): string =>
  `(${key}) IN (SELECT id FROM temp.here WHERE tab = '${table}')`;

/** Rows of a kind that are not here and that a condition does not let in: how many, and what the first of them are called. */
function others(source: CasebookDatabase, kind: (typeof KINDS)[number], condition: string) {
  const where = `NOT coalesce((${condition}), 0) AND NOT coalesce(${isHere(kind)}, 0) AND (${kind.taken ?? '1'})`;
  return Found.parse({
    count: source.prepare<[], number>(`SELECT count(*) FROM main.${kind.table} WHERE ${where}`).pluck().get(),
    names:
      kind.called === undefined
        ? []
        : source
            .prepare<[], string>(
              `SELECT coalesce(${kind.called}, '') FROM main.${kind.table} WHERE ${where} LIMIT ${String(NAMED)}`,
            )
            .pluck()
            .all(),
  });
}

function inWords({ count, names }: z.infer<typeof Found>): string {
  if (names.length === 0) return String(count);
  return `${String(count)} (${names.join(', ')}${count > names.length ? ', …' : ''})`;
}

/**
 * Limits what a merge reads of a source to what its writer may write, and lists the rest, kind by kind.
 * Nothing where the writer may write everything.
 */
export function holdBackRows(
  source: CasebookDatabase,
  into: CasebookDatabase,
  { id, name, roles }: Writer,
): LeftCounts {
  if (roles.includes('curator')) return [];
  noteHere(source, into);
  source.exec(
    'CREATE TEMP TABLE writer (id TEXT); CREATE TEMP TABLE asked (item_id TEXT, task TEXT, round INTEGER)',
  );
  source.prepare<[string]>('INSERT INTO temp.writer VALUES (?)').run(id);
  const ask = source.prepare<[string, string, number]>('INSERT INTO temp.asked VALUES (?, ?, ?)');
  for (const asked of into
    .prepare<[string], { item_id: string; task: string; round: number }>(
      'SELECT item_id, task, round FROM assignment WHERE person_id = ?',
    )
    .all(id))
    ask.run(asked.item_id, asked.task, asked.round);
  const left: LeftCounts = [];
  for (const kind of KINDS) {
    const { table } = kind;
    const whose = mayWrite(roles, table);
    const condition = whose === null ? '0' : (kind.brought[whose] ?? '0');
    const held = others(source, kind, condition);
    if (held.count > 0)
      left.push({
        item: nounOf(table),
        reason: `${inWords(held)} not merged. This casebook is ${name}’s device. ${whose === null ? writersInWords(table) : 'It brings only what is in their own name and what they were asked for.'}`,
      });
    source.exec(
      `CREATE TEMP VIEW ${table} AS SELECT ${kind.columns ?? '*'} FROM main.${table} WHERE ${kind.readsKnown === true ? isHere(kind) : condition}`,
    );
  }
  // Tags and deletions are of items: they come from curators.
  for (const table of ['item_tag', 'deleted_item'])
    source.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table} WHERE 0`);
  return left;
}

/** What only curators write, and answers: what a casebook of unknown origin is asked about. */
const ASKED_ABOUT = new Set<HubTable>(['person', 'guideline', 'study', 'assignment', 'annotation']);

/** In words, the new rows of a source that a curator should look at. */
export function broughtBy(source: CasebookDatabase, into: CasebookDatabase): readonly string[] {
  noteHere(source, into);
  return KINDS.filter(({ table }) => ASKED_ABOUT.has(table)).flatMap((kind) => {
    const found = others(source, kind, '0');
    return found.count === 0 ? [] : [`${nounOf(kind.table)}: ${inWords(found)}`];
  });
}
