import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { asCasebookError, errorCode } from '../core/base/errors.ts';
import { createNewId } from '../core/base/newId.ts';
import { closeToOthers, makePrivateFolder } from '../core/files/privateFiles.ts';
import type { CorePorts, Dialogs, SecretStore } from '../core/base/ports.ts';
import { secretsInMemory } from './secrets.ts';
import { Log } from './log.ts';
import { userFolders } from './userFolders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const STAGED_FOR_MS = 7 * DAY_MS;

/** What a host knows and the core does not. */
export interface HostPortsOptions {
  readonly host: CorePorts['host'];
  /** Left out: the host is no desktop program. */
  readonly electron?: CorePorts['electron'];
  /** The log's name: two programs must not rotate one file. */
  readonly log: 'desktop' | 'browser' | 'network' | 'command-line';
  /** Null, or left out, where the host has no native dialogs. */
  readonly dialogs?: Dialogs | null;
  /** Left out: keys come from the environment, or are kept in memory until the program ends. */
  readonly secrets?: (settings: string, logger: CorePorts['logger']) => SecretStore;
  /** The folder with package.json; left out: the repository's. */
  readonly root?: string;
  /** Left out: `resources` of the root. */
  readonly resources?: string;
  /** Left out: the user's documents folder as this system usually names it. */
  readonly documents?: string;
}

/** The ports of one running host, and what to do when it ends. */
export interface HostPorts {
  readonly ports: CorePorts;
  /** Writes the log out and takes dropped files away; those also go when the process exits. */
  close(): Promise<void>;
}

/**
 * Everything the core takes from its host: system clock, UUIDv7 keys, a rotating log, and the system's folders for
 * programs. The environment variable CASEBOOK_HOME puts all of them into one folder (a portable installation, a test).
 */
export function createHostPorts(options: HostPortsOptions): HostPorts {
  const root = options.root ?? join(import.meta.dirname, '..', '..');
  const folders = userFolders(options.documents);
  const log = new Log(folders.logs, options.log);
  const allStaging = join(folders.cache, 'staging');
  forgetOldStaging(allStaging);
  const staging = join(allStaging, `${String(process.pid)}-${String(Date.now())}`);
  stagingFolders.add(staging);
  keepPrivate([folders.settings, folders.logs], [folders.cache, allStaging, staging], log.logger);
  return {
    ports: {
      host: options.host,
      version: versionOf(root),
      electron: options.electron ?? null,
      now: Date.now,
      wait,
      secrets: options.secrets?.(folders.settings, log.logger) ?? secretsInMemory(process.env),
      newId: createNewId(),
      logger: log.logger,
      dialogs: options.dialogs ?? null,
      directories: {
        settings: folders.settings,
        logs: folders.logs,
        documents: folders.documents,
        resources: options.resources ?? join(root, 'resources'),
        staging,
      },
      userName: userName(),
    },
    async close() {
      forgetStaging(staging);
      await log.close();
    },
  };
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await after(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A home that cannot be written to must not keep the program from its work; it is logged. */
function keepPrivate(
  settings: readonly string[],
  staging: readonly string[],
  logger: CorePorts['logger'],
): void {
  try {
    for (const folder of [...settings, ...staging]) closeToOthers(folder);
    for (const folder of staging) makePrivateFolder(folder);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    logger.warn('Casebook’s own folders could not be closed to other users.', {
      reason: asCasebookError(error).message,
    });
  }
}

const stagingFolders = new Set<string>();
process.once('exit', () => {
  for (const folder of stagingFolders) forgetStaging(folder);
});

function forgetStaging(folder: string): void {
  stagingFolders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Files dropped into a program that was killed before it could take them away. */
function forgetOldStaging(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > STAGED_FOR_MS) rmSync(path, { recursive: true, force: true });
  }
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user id that has no name.
    return 'me';
  }
}
