import { createHash, randomUUID } from 'node:crypto';
import { type Dirent, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { isRunning } from '../base/processes.ts';

/*
 * Temporary folders beside a place: what is being made, and for a moment what it replaces. Their names say which
 * process made them, to tell a killed program's from present work and from the user's own files.
 */

/** `partial`: what is being made. `former`: what was in the place, until what is new has its name. */
export type TemporaryKind = 'partial' | 'former';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NAME = new RegExp(`^(.+)\\.([0-9a-f]{6})-([0-9a-f]{6})-(\\d+)\\.${UUID}\\.(partial|former)$`, 'u');
const DAY_MS = 24 * 60 * 60 * 1000;

const HOST = digest([hostname(), read(() => readFileSync('/etc/machine-id', 'utf8'))]);
/** Since the machine was started, in this container: process numbers mean something within it. */
const START = digest([
  read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  read(() => readlinkSync('/proc/self/ns/pid')),
]);

/** A name beside a place that nothing has yet. */
export function besideOf(place: string, what: TemporaryKind): string {
  return `${place}.${HOST}-${START}-${String(process.pid)}.${randomUUID()}.${what}`;
}

/**
 * Removes what killed programs were making in a folder, and restores what they had moved aside unless its place is
 * taken. Touches only folders with a name as {@link besideOf} makes it, whose process has ended (since this start of
 * the machine), or that are a day old (from an earlier start). What cannot be removed stays until the next time.
 */
export async function sweepBeside(folder: string): Promise<void> {
  for (const { name } of await foldersIn(folder)) {
    const [, place, host, start, process, what] = NAME.exec(name) ?? [];
    if (place === undefined || host !== HOST) continue;
    const path = join(folder, name);
    await unlessRefused(async () => {
      if (!(start === START ? !isRunning(Number(process)) : await isOld(path))) return;
      if (what === 'partial') await rm(path, { recursive: true, force: true });
      else if (!existsSync(join(folder, place))) await rename(path, join(folder, place));
    });
  }
}

/** {@link sweepBeside} for the folder that a place is in. */
export const sweepParent = (place: string): Promise<void> => sweepBeside(dirname(place));

async function foldersIn(folder: string): Promise<readonly Dirent[]> {
  let entries: readonly Dirent[] = [];
  await unlessRefused(async () => {
    entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  });
  return entries;
}

/** Sweeping must not keep anybody from what they came for. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}

/** Whether nothing directly in it has changed for a day. */
async function isOld(path: string): Promise<boolean> {
  const paths = [path, ...(await readdir(path)).map((name) => join(path, name))];
  for (const each of paths) if (Date.now() - (await stat(each)).mtimeMs < DAY_MS) return false;
  return true;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 6);
}

/** Not every system says so. */
function read(from: () => string): string {
  try {
    return from();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return '';
  }
}
