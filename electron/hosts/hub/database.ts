import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { networkFault, networkReason } from '../../core/base/networkReason.ts';
import { CasebookError } from '../../../shared/base/errors.ts';

/** A pool of connections to the hub's database. */
export type HubDatabase = postgres.Sql;
/** One transaction of it. */
export type HubTransaction = postgres.TransactionSql;

/** The role as which the hub answers requests: it reads and adds, changes nothing, and sees what row security lets it. */
export const HUB_ROLE = 'casebook_hub';

/** `server_version_num` of the oldest PostgreSQL with everything that the hub's tables use. */
const OLDEST_SERVER = 150_000;
const CONNECTIONS = 10;
const SECONDS_TO_CONNECT = 10;
const MS_A_STATEMENT = 60_000;

const migrations = readdirSync(join(import.meta.dirname, 'sql'))
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({
    number: Number(name.slice(0, 4)),
    name,
    sql: readFileSync(join(import.meta.dirname, 'sql', name), 'utf8'),
  }));
const LATEST = migrations.at(-1)?.number ?? 0;

/** How a connection is used: as the owner of the tables, or, when answering requests, as the role that may do little. */
export type HubUse = 'owner' | 'requests';

/**
 * Opens a pool. Nothing is connected until the first query; then it throws what {@link inHubWords} puts into words.
 * Throws `invalid_input` where the address is none of a PostgreSQL database.
 */
export function openHubDatabase(url: string, use: HubUse, connections = CONNECTIONS): HubDatabase {
  requireDatabaseAddress(url);
  return postgres(url, {
    max: connections,
    connect_timeout: SECONDS_TO_CONNECT,
    // A laptop's network changes and a server's restarts are noticed, not waited out.
    keep_alive: 30,
    onnotice: () => undefined,
    connection: {
      application_name: 'casebook hub',
      // An index over a large hub takes its time; a request does not.
      ...(use === 'requests'
        ? {
            role: HUB_ROLE,
            statement_timeout: MS_A_STATEMENT,
            idle_in_transaction_session_timeout: MS_A_STATEMENT,
          }
        : {}),
    },
  });
}

/** Throws `invalid_input` where this is no address of a PostgreSQL database; the words hold no password. */
function requireDatabaseAddress(url: string): void {
  const authority = /^postgres(?:ql)?:\/\/(?<authority>[^/?]*)/u.exec(url)?.groups?.['authority'];
  if (authority !== undefined) {
    // Several hosts can stand for one that answers.
    const hosts = authority.slice(authority.lastIndexOf('@') + 1);
    const [first = ''] = hosts.split(',');
    if (URL.canParse(url.replace(hosts, first))) return;
  }
  throw new CasebookError(
    'invalid_input',
    '--database is not the address of a PostgreSQL database.',
    'Nothing was changed. Write postgres://USER:PASSWORD@HOST:PORT/NAME, with signs such as @ and / in the password as %40 and %2F; or "embedded".',
  );
}

/** Makes the hub's schema and role in a database; nothing else in it is touched. Gives the migrations that were applied. */
export async function initHub(sql: HubDatabase): Promise<readonly string[]> {
  await requireServer(sql);
  const { tables } = await one(
    sql`SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'casebook'`,
    z.object({ tables: z.int() }),
  );
  if (tables > 0 && (await versionOf(sql)) === null) {
    throw new CasebookError(
      'conflict',
      'This database has a schema "casebook" that is not a hub’s.',
      'Nothing was changed. Use another database, or rename that schema.',
    );
  }
  await sql.unsafe(
    `DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${HUB_ROLE}') THEN
        CREATE ROLE ${HUB_ROLE} NOLOGIN NOINHERIT;
      END IF;
      -- From version 16 on, somebody who made a role may not yet act as it.
      IF current_setting('server_version_num')::int >= 160000 THEN
        IF NOT pg_has_role(current_user, '${HUB_ROLE}', 'SET') THEN
          EXECUTE format('GRANT ${HUB_ROLE} TO %I WITH SET TRUE, INHERIT FALSE', current_user);
        END IF;
      ELSIF NOT pg_has_role(current_user, '${HUB_ROLE}', 'MEMBER') THEN
        EXECUTE format('GRANT ${HUB_ROLE} TO %I', current_user);
      END IF;
    END $$`,
  );
  return applyMigrations(sql);
}

/** Brings a hub's tables up to date. Throws `not_found` where there is no hub, `newer_version` where it is too new. */
export async function migrateHub(sql: HubDatabase): Promise<readonly string[]> {
  await requireServer(sql);
  if ((await versionOf(sql)) === null) throw noHub();
  return applyMigrations(sql);
}

async function applyMigrations(sql: HubDatabase): Promise<readonly string[]> {
  return sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(hashtext('casebook.migrate'))`;
    await transaction`CREATE SCHEMA IF NOT EXISTS casebook`;
    await transaction`CREATE TABLE IF NOT EXISTS casebook.migration (
      number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
    await transaction`GRANT USAGE ON SCHEMA casebook TO ${transaction(HUB_ROLE)}`;
    await transaction`GRANT SELECT ON casebook.migration TO ${transaction(HUB_ROLE)}`;
    const from = (await versionOf(transaction)) ?? 0;
    requireKnown(from);
    const pending = migrations.filter(({ number }) => number > from);
    for (const { number, name, sql: text } of pending) {
      await transaction.unsafe(text);
      await transaction`INSERT INTO casebook.migration (number, name) VALUES (${number}, ${name})`;
    }
    return pending.map(({ name }) => name);
  });
}

/** Throws unless the database is a hub of the present version, and the hub's role is as small as it has to be. */
export async function requireHub(sql: HubDatabase): Promise<void> {
  await requireServer(sql);
  const version = await versionOf(sql);
  if (version === null) throw noHub();
  requireKnown(version);
  if (version < LATEST) {
    throw new CasebookError(
      'older_version',
      'The hub’s tables are of an earlier Casebook.',
      'Nothing was changed. Back the database up, then run casebook hub migrate.',
    );
  }
  const role = await one(
    sql`SELECT rolsuper OR rolbypassrls AS passes FROM pg_roles WHERE rolname = ${HUB_ROLE}`,
    z.object({ passes: z.boolean() }),
  );
  if (role.passes) {
    throw new CasebookError(
      'forbidden',
      `The role ${HUB_ROLE} can bypass row level security, so the hub would show everything to everybody.`,
      `Nothing is served. Run: ALTER ROLE ${HUB_ROLE} NOSUPERUSER NOBYPASSRLS;`,
    );
  }
}

async function requireServer(sql: HubDatabase): Promise<void> {
  const { version, shown } = await one(
    sql`SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown`,
    z.object({ version: z.int(), shown: z.string() }),
  );
  if (version >= OLDEST_SERVER) return;
  throw new CasebookError(
    'older_version',
    `The server is PostgreSQL ${shown}; a hub needs 15 or newer.`,
    'Nothing was changed. Upgrade the server, or name another one.',
  );
}

function requireKnown(version: number): void {
  if (version <= LATEST) return;
  throw new CasebookError(
    'newer_version',
    `The hub was set up by a newer Casebook (tables ${String(version)}; this version knows up to ${String(LATEST)}).`,
    'Nothing was changed. Install the newest Casebook on the server.',
  );
}

/** The number of the latest migration that was applied; null where there is no hub. */
async function versionOf(sql: HubDatabase | HubTransaction): Promise<number | null> {
  const { known } = await one(
    sql`SELECT to_regclass('casebook.migration') IS NOT NULL AS known`,
    z.object({ known: z.boolean() }),
  );
  if (!known) return null;
  const { version } = await one(
    sql`SELECT coalesce(max(number), 0) AS version FROM casebook.migration`,
    z.object({ version: z.int() }),
  );
  return version;
}

const noHub = (): CasebookError =>
  new CasebookError(
    'not_found',
    'There is no hub in this database.',
    'Nothing was changed. Run casebook hub init first.',
  );

/** The only row of a query, checked. */
export async function one<T>(query: PromiseLike<readonly unknown[]>, form: z.ZodType<T>): Promise<T> {
  return form.parse((await query)[0]);
}

/** The rows of a query, checked. */
export async function all<T>(query: PromiseLike<readonly unknown[]>, form: z.ZodType<T>): Promise<T[]> {
  return z.array(form).parse(await query);
}

/** What PostgreSQL, or the way to it, said, in the words of a person who runs a hub; other errors as they are. */
export function inHubWords(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const words = (known: ConstructorParameters<typeof CasebookError>[0], what: string, hint: string) =>
    new CasebookError(known, what, hint, { cause: error });
  const fault = networkFault(error);
  if (
    ['closed', 'unknown_name', 'no_way', 'timeout', 'forbidden', 'no_tls', 'untrusted', 'expired'].includes(
      fault,
    )
  )
    return words(
      'missing',
      networkReason(error, 'database'),
      'Nothing was changed. Check that PostgreSQL runs and that --database names it.',
    );
  if (['28P01', '28000'].includes(code))
    return words(
      'forbidden',
      `The database refused the user (${message}).`,
      'Nothing was changed. Check the name and the password in --database.',
    );
  if (code === '3D000')
    return words('missing', `${message}.`, 'Nothing was changed. Create the database first: createdb NAME.');
  if (code === '42501')
    return words(
      'forbidden',
      `The database user may not do this (${message}).`,
      'Nothing was changed. Use a user who owns the database and may create roles, or ask an administrator to run: CREATE ROLE casebook_hub NOLOGIN; GRANT casebook_hub TO USER;',
    );
  if (['53100', '53200', '54000'].includes(code))
    return words(
      'disk_full',
      `The database server is out of room (${message}).`,
      'Nothing of this request was saved. Free some space on the server; casebooks keep what waits and send it again.',
    );
  if (
    fault === 'cut' ||
    ['57P01', '57P02', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'].includes(code)
  )
    return words('busy', 'The connection to the database broke off.', 'Try again in a moment.');
  if (code === '57P03')
    return words('busy', 'The database is starting or stopping.', 'Try again in a moment.');
  if (code === '53300')
    return words('busy', 'The database has no room for another connection.', 'Try again in a moment.');
  return error;
}
