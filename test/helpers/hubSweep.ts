import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { newSecret } from '../../electron/core/features/hub/client.ts';
import { all, HUB_ROLE, type HubTransaction } from '../../electron/hosts/hub/database.ts';
import type { TestHub } from './hub.ts';
import { textsOf } from './hubRows.ts';

/** What is asked of functions: ids of rows and of answers, and contents of images, that are there. */
export interface Wanted {
  readonly casebook: string;
  readonly ids: readonly string[];
  readonly answers: readonly { readonly id: string; readonly person: string }[];
  readonly images: readonly string[];
}

/**
 * How each function that the role may use is called. One that is neither here nor among the owner's fails the sweep:
 * anybody who adds a function says here how it could give something away.
 */
const CALLS: Readonly<
  Record<string, (wanted: Wanted, secret: string) => readonly [string, readonly unknown[]]>
> = {
  here: () => ['here()', []],
  me: () => ['me()', []],
  my_device: () => ['my_device()', []],
  my_role: () => ['my_role()', []],
  i_oversee: () => ['i_oversee()', []],
  i_curate: () => ['i_curate()', []],
  my_roles: () => ['my_roles()', []],
  my_tables: () => ["my_tables('own')", []],
  i_send_images: () => ['i_send_images()', []],
  is_asked_to_judge: ({ ids }) => ['is_asked_to_judge($1)', [ids[0]]],
  is_asked_for_verdict: ({ ids }) => ["is_asked_for_verdict($1, 'cue_match')", [ids[0]]],
  resolving: ({ ids }) => ["resolving($1, (SELECT array_agg('{}'::text) FROM unnest($1::text[])))", [ids]],
  hidden: () => ['hidden()', []],
  is_invited: () => ['is_invited(NULL)', []],
  note_exchange: () => ['note_exchange()', []],
  known_era: () => ['known_era()', []],
  present_era: () => ['present_era()', []],
  enter: (_, secret) => ['enter($1)', [secret]],
  look: ({ casebook }, secret) => ['look($1::uuid, $2, $3)', [casebook, newSecret(), secret]],
  settings_for: ({ casebook }) => ['settings_for($1::uuid, $2)', [casebook, newSecret()]],
  join: ({ casebook }, secret) => [
    "join($1::uuid, $2, $3, '', NULL, '', '', '')",
    [casebook, newSecret(), secret],
  ],
  is_deactivated: (_, secret) => ['is_deactivated($1)', [secret]],
  keep_late: (_, secret) => ["keep_late($1, '{}', '{}', '{}', '{}')", [secret]],
  was_asked: ({ ids }) => ["was_asked($1::uuid, 'curate', 1, NULL)", [ids[0] ?? null]],
  items: ({ ids }) => ['items($1::text[])', [ids]],
  unknown_images: ({ ids }) => ['unknown_images($1::text[])', [ids]],
  stored_images: ({ images }) => ['stored_images($1::text[])', [images]],
  // As if somebody else's answers were one's own to send.
  outcomes: ({ answers }) => [
    `outcomes((SELECT array_agg('annotation'::text) FROM unnest($1::text[])), $1, $2::uuid[],
      (SELECT array_agg(NULL::uuid) FROM unnest($1)), (SELECT array_agg(''::text) FROM unnest($1)),
      (SELECT array_agg(''::text) FROM unnest($1)))`,
    [answers.map(({ id }) => id), answers.map(({ person }) => person)],
  ],
};
/** What only other functions use. */
const OWNERS: ReadonlySet<string> = new Set([
  'casebook_roles',
  'deactivated_device',
  'device',
  'hub_role',
  'invited_roles',
  'lift',
  'note_asked',
  'note_deactivated',
  'note_roles',
  'present_mark',
  'role_of',
  'writing_roles',
]);
/** Tables that say nothing of anybody. */
const OF_NOBODY: ReadonlySet<string> = new Set(['migration']);
/** Columns that say when something was added and by which device, under which chance number, and what it hashes to. */
const BESIDE: ReadonlySet<string> = new Set(['tx', 'seq', 'version', 'hash', 'device', 'roles', 'upload']);

const Column = z.object({ table: z.string(), name: z.string(), may: z.boolean(), secured: z.boolean() });
const Routine = z.object({ name: z.string(), may: z.boolean() });

/** The objects of the hub's schema that the test has to know; throws where there is another. */
export async function inventory({ owner }: TestHub) {
  const columns = await all(
    owner`SELECT c.relname AS table, a.attname AS name, c.relrowsecurity AND c.relforcerowsecurity AS secured,
        has_column_privilege(${HUB_ROLE}, c.oid, a.attnum, 'SELECT') AS may
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'casebook'::regnamespace AND c.relkind NOT IN ('i', 'I', 'S', 't', 'c')
      ORDER BY 1, a.attnum`,
    Column,
  );
  const tables = [...Map.groupBy(columns, ({ table }) => table)].filter(([table]) => !OF_NOBODY.has(table));
  const open = tables.filter(([, own]) => own.some(({ secured }) => !secured)).map(([table]) => table);
  if (open.length > 0) throw new Error(`Without row level security: ${open.join(', ')}.`);
  const routines = await all(
    owner`SELECT proname AS name, has_function_privilege(${HUB_ROLE}, oid, 'EXECUTE') AS may FROM pg_proc
      WHERE pronamespace = 'casebook'::regnamespace ORDER BY 1`,
    Routine,
  );
  const unknown = routines.filter(({ name, may }) => (may ? CALLS[name] === undefined : !OWNERS.has(name)));
  if (unknown.length > 0)
    throw new Error(`Nobody says how these are called: ${unknown.map(({ name }) => name).join(', ')}.`);
  return {
    tables: tables.map(([table, own]) => ({
      table,
      columns: own.map(({ name }) => name),
      readable: own.filter(({ may }) => may).map(({ name }) => name),
    })),
    routines: routines.filter(({ may }) => may).map(({ name }) => name),
  };
}

/** Every text that tables and functions give in a transaction; of what is true, that it is. */
export async function sweep(
  hub: TestHub,
  transaction: HubTransaction,
  wanted: Wanted,
  secret = newSecret(),
): Promise<Set<string>> {
  const { tables, routines } = await inventory(hub);
  const told = new Set<string>();
  const note = (rows: readonly unknown[]): void =>
    void textsOf(JSON.parse(JSON.stringify(rows, telling)), told);
  for (const { table, readable } of tables) {
    const columns = readable.filter((name) => !BESIDE.has(name) && !name.endsWith('_at'));
    if (columns.length > 0)
      note(await transaction`SELECT ${transaction(columns)} FROM casebook.${transaction(table)}`);
  }
  for (const name of routines) {
    const [call = '', values = []] = CALLS[name]?.(wanted, secret) ?? [];
    note(
      await transaction.unsafe(
        `SELECT * FROM casebook.${call} AS x`,
        z.array(z.custom<string>()).parse(values),
      ),
    );
  }
  // Nothing, and counts.
  return new Set([...told].filter((text) => !/^\d*$/u.test(text)));
}

const HASH_BYTES = 32;
const Bytes = z.object({ type: z.literal('Buffer'), data: z.array(z.int()) });

/** Bytes as their hash where they are none, and what is true as a text; times and numbers are no texts. */
function telling(_key: string, value: unknown): unknown {
  const bytes = Bytes.safeParse(value);
  if (!bytes.success) return value === true ? 'true' : value;
  const content = Buffer.from(bytes.data.data);
  return content.length === HASH_BYTES
    ? content.toString('hex')
    : createHash('sha256').update(content).digest('hex');
}

/** Makes somebody who may be the hub's role, and nobody else; gives the database's address for them. */
export async function asRole({ owner, database }: TestHub): Promise<string> {
  const login = `hub_${randomBytes(8).toString('hex')}`;
  await owner.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'word' IN ROLE ${HUB_ROLE}`);
  const url = new URL(database);
  [url.username, url.password] = [login, 'word'];
  return url.href;
}
