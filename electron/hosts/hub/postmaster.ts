import { existsSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { isRunning } from '../../core/base/processes.ts';
import { errorCode } from '../../core/base/errors.ts';
import { one, openHubDatabase } from './database.ts';

/** A server that runs on a data folder, as its `postmaster.pid` says. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const FILE = 'postmaster.pid';
/** A server that was killed with much to write again takes its time before it answers. */
const STARTING_MS = 60_000;
const STOPPING_MS = 60_000;
const LOOK_MS = 100;

/** What a `postmaster.pid` says: the process in its first line, the port in its fourth; null where it does not say both. */
export function parsePostmaster(text: string): Postmaster | null {
  const lines = text.split(/\r?\n/u);
  const parsed = z
    .object({ pid: z.coerce.number().int().positive(), port: z.coerce.number().int().min(1).max(65_535) })
    .safeParse({ pid: lines[0], port: lines[3] });
  return parsed.success ? parsed.data : null;
}

/**
 * The server that still runs on a data folder after its program was killed; null if none does. A leftover file does not
 * count. Throws `busy` if a server has the folder and does not answer.
 * @param urlOf the address of a database of a server of this folder at a port, with its own password
 */
export async function runningOn(
  data: string,
  urlOf: (port: number) => string,
  patience = STARTING_MS,
): Promise<Postmaster | null> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await readPostmaster(data);
    if (found === null || !isRunning(found.pid)) return null;
    if (await servesFrom(data, urlOf(found.port))) return found;
    if (!(await isServerOf(found.pid, data))) {
      // Another program has the number of one that was killed: PostgreSQL would take it for a server.
      await rm(join(data, FILE), { force: true });
      return null;
    }
    if (performance.now() > end) {
      throw new CasebookError(
        'busy',
        `PostgreSQL runs in ${data} (process ${String(found.pid)}), but does not answer.`,
        `Nothing was changed. Wait until it has started or stopped, or end process ${String(found.pid)}; then try again.`,
      );
    }
    await after(LOOK_MS);
  }
}

/** Stops a server that another program started; what was committed stays. */
export async function stopServer(data: string, { pid }: Postmaster): Promise<void> {
  process.kill(pid, 'SIGINT');
  const end = performance.now() + STOPPING_MS;
  while (existsSync(join(data, FILE)) && isRunning(pid)) {
    if (performance.now() > end)
      throw new CasebookError(
        'busy',
        `PostgreSQL in ${data} (process ${String(pid)}) does not stop.`,
        'Nothing was lost. It stops once its last connection ends.',
      );
    await after(LOOK_MS);
  }
}

async function readPostmaster(data: string): Promise<Postmaster | null> {
  try {
    return parsePostmaster(await readFile(join(data, FILE), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the server at an address answers to the folder's password and keeps its data there. */
async function servesFrom(data: string, url: string): Promise<boolean> {
  const sql = openHubDatabase(url, 'owner', 1);
  try {
    const { place } = await one(
      sql`SELECT current_setting('data_directory') AS place`,
      z.object({ place: z.string() }),
    );
    return (await realpath(place)) === (await realpath(data));
  } catch {
    // Nobody answers there, or somebody else does.
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Whether a process is a PostgreSQL of this folder; where the system does not tell, it is taken for one. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const command = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8');
    return command.includes('postgres') && command.split('\0').includes(data);
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ESRCH';
  }
}
