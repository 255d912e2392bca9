import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { hostname, uptime, userInfo } from 'node:os';
import { z } from 'zod';
import { errorCode } from '../errors.ts';

const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const WRITING_MS = 2_000;

const Owner = z.object({
  pid: z.int(),
  host: z.string(),
  user: z.string(),
  since: z.int(),
  token: z.string(),
});
type Owner = z.infer<typeof Owner>;

export type LockAttempt =
  | {
      readonly held: true;
      readonly lock: Lock;
      /** Whether it was taken over from a program that was killed, or whose machine was. */
      readonly takenOver: boolean;
    }
  | { readonly held: false; readonly by: string };

/** A held lock; release it when done. */
export interface Lock {
  release(): void;
}

/**
 * Takes the casebook for writing, or says who has it. A lock is stale, and taken over, when its process is gone
 * (same machine) or its heartbeat stopped a minute ago (another machine, a shared folder).
 */
export function takeLock(file: string, token: string, now: () => number): LockAttempt {
  const owner: Owner = { pid: process.pid, host: hostname(), user: userName(), since: now(), token };
  let takenOver = false;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (writeOwner(file, owner)) return { held: true, lock: hold(file, token), takenOver };
    const other = readOwner(file);
    if (!isStale(file, other, now())) {
      return {
        held: false,
        by: other === null ? 'another program that is just opening it' : describe(other),
      };
    }
    // Renaming first lets only one of two newcomers take a stale lock away.
    const aside = `${file}.stale-${token}`;
    try {
      renameSync(file, aside);
      rmSync(aside, { force: true });
      takenOver = true;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return { held: false, by: 'another program that is just opening it' };
}

/** Writes the lock; false where there is one already. What a full disk took half of goes again. */
function writeOwner(file: string, owner: Owner): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, JSON.stringify(owner));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function hold(file: string, token: string): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      if (readOwner(file)?.token === token) utimesSync(file, now, now);
    } catch (error) {
      // A folder that went away (a stick pulled out) shows at the next write; the heartbeat cannot help it.
      if (errorCode(error) === null) throw error;
    }
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      if (readOwner(file)?.token === token) rmSync(file, { force: true });
    },
  };
}

function readOwner(file: string): Owner | null {
  try {
    const parsed = Owner.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // Unreadable or half-written by a program that died: as good as no owner.
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isStale(file: string, owner: Owner | null, now: number): boolean {
  const beat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // A lock without an owner is one just being written, or left by a program that died while writing it.
  if (owner === null) return now - beat > WRITING_MS;
  if (owner.host !== hostname()) return now - beat > STALE_AFTER_MS;
  // After a restart of the machine the number may belong to another program.
  const startedUp = now - uptime() * 1000;
  return owner.since < startedUp || !isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function describe(owner: Owner): string {
  return `${owner.user} on ${owner.host} (process ${String(owner.pid)}, since ${new Date(owner.since).toLocaleString()})`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user id that has no name.
    return `user ${String(process.getuid?.() ?? '')}`;
  }
}
