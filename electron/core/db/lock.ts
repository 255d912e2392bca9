import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { errorCode } from '../base/errors.ts';
import { isRunning } from '../base/processes.ts';

const HEARTBEAT_MS = 5_000;
const FRESH_MS = 60_000;
/** More than two heartbeats. */
const WATCHED_MS = 12_000;
const LOOK_MS = 500;

const Owner = z.object({
  pid: z.int(),
  host: z.string(),
  user: z.string(),
  since: z.int(),
  token: z.string(),
  /** Where its process number means something; older programs do not say. */
  machine: z.string().optional(),
});
type Owner = z.infer<typeof Owner>;

export type LockAttempt =
  | {
      readonly held: true;
      readonly lock: Lock;
      /** Whether it came from a program that was killed, or whose machine was. */
      readonly takenOver: boolean;
    }
  | { readonly held: false; readonly by: string };

/** A held lock; release it when done. */
export interface Lock {
  /** What tells this holder from all others. */
  readonly token: string;
  /** Throws `in_use` where somebody has taken it over, `not_writable` where the casebook's folder is no longer there. */
  assertHeld(): void;
  /** Is told once, in words, who has it now, as soon as it turns out to be lost. */
  whenLost(tell: (to: string) => void): void;
  release(): void;
}

/** What taking a lock needs of its surroundings. */
export interface LockPorts {
  readonly token: string;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Runs something while nobody else does, and nobody writes: SQLite's own lock, which ends with its process. */
  readonly alone: <T>(work: () => T) => T;
}

/**
 * Takes the casebook for writing, or says who has it. A lock changes hands if its process is gone (same machine), or if
 * its heart has not beaten for a minute and does not beat while it is watched. Neither machine's clock decides. Of
 * several who come at once, one gets it.
 */
export async function takeLock(file: string, ports: LockPorts): Promise<LockAttempt> {
  const found = readOwner(file);
  if (found !== null && !(await isAbandoned(file, found, ports)))
    return { held: false, by: describe(readOwner(file) ?? found) };
  const { token } = ports;
  const other = ports.alone(() => {
    const now = readOwner(file);
    if (now !== null && now.token !== found?.token) return now;
    // Whole under another name first: nobody ever reads half a lock.
    const whole = `${file}.new`;
    const owner: Owner = {
      pid: process.pid,
      host: hostname(),
      user: userName(),
      since: ports.now(),
      token,
      machine: machine(),
    };
    try {
      writeFileSync(whole, JSON.stringify(owner));
      renameSync(whole, file);
    } catch (error) {
      rmSync(whole, { force: true });
      throw error;
    }
    return null;
  });
  if (other !== null) return { held: false, by: describe(other) };
  return { held: true, lock: hold(file, ports), takenOver: found !== null };
}

function hold(file: string, { token, alone }: LockPorts): Lock {
  let tell: ((to: string) => void) | null = null;
  let lostTo: string | null = null;
  /** Looks whether the lock is still there and one's own; null where nothing can be found out. */
  const look = (): boolean | null => {
    if (lostTo !== null) return false;
    const now = whose(file, token);
    if (now === 'ours') return true;
    if (now === 'gone') return null;
    lostTo = now.lostTo;
    tell?.(lostTo);
    return false;
  };
  const beat = setInterval(() => {
    try {
      if (look() === false) clearInterval(beat);
      else utimesSync(file, new Date(), new Date());
    } catch (error) {
      // A folder that went away shows at the next write; the heartbeat cannot help it.
      if (errorCode(error) === null) throw error;
    }
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    token,
    assertHeld() {
      const isOurs = look();
      if (isOurs === false) throw lost(lostTo ?? '');
      if (isOurs === null) throw gone(file);
    },
    whenLost(listener) {
      tell = listener;
    },
    release() {
      clearInterval(beat);
      if (lostTo !== null) return;
      const giveBack = (): void => {
        if (readOwner(file)?.token === token) rmSync(file, { force: true });
      };
      try {
        alone(giveBack);
      } catch (error) {
        // A damaged database, or somebody who writes without a lock: then without SQLite's help.
        if (errorCode(error) === null && !(error instanceof CasebookError)) throw error;
        giveBack();
      }
    },
  };
}

/**
 * For another thread of the program that holds a lock, which writes for it: throws what `assertHeld` does.
 * @param token the lock's own
 */
export function assertStillHeld(file: string, token: string): void {
  const now = whose(file, token);
  if (now === 'gone') throw gone(file);
  if (now !== 'ours') throw lost(now.lostTo);
}

function whose(file: string, token: string): 'ours' | 'gone' | { readonly lostTo: string } {
  const owner = readOwner(file);
  if (owner?.token === token) return 'ours';
  // A stick that was pulled out comes back with the lock on it.
  if (owner === null && !existsSync(dirname(file))) return 'gone';
  return {
    lostTo:
      owner === null
        ? 'Another program opened it while this one was not responding, and has closed it since.'
        : `${describe(owner)} opened it while this program was not responding.`,
  };
}

const lost = (to: string): CasebookError =>
  new CasebookError(
    'in_use',
    `This casebook is read-only now. ${to}`,
    'This change was not saved. Reopen the casebook after closing it there.',
  );

const gone = (file: string): CasebookError =>
  new CasebookError(
    'missing',
    `The casebook is no longer at ${dirname(file)}.`,
    'This change was not saved. Move the folder back, or open it in its new place.',
  );

/** Null where there is no lock, or one that nobody can read. */
function readOwner(file: string): Owner | null {
  try {
    const parsed = Owner.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function isAbandoned(file: string, owner: Owner, ports: LockPorts): Promise<boolean> {
  const here = owner.machine === undefined ? owner.host === hostname() : owner.machine === machine();
  if (here && !isRunning(owner.pid)) return true;
  const first = beatOf(file);
  const age = Math.abs(ports.now() - first);
  // The same name and another machine: this one before it was started anew, or a namesake. Only watching tells.
  const isNamesake = !here && owner.host === hostname();
  if (age < FRESH_MS && !isNamesake) return false;
  const never = new AbortController().signal;
  for (let watched = 0; watched < WATCHED_MS; watched += LOOK_MS) {
    await ports.wait(LOOK_MS, never);
    if (beatOf(file) !== first || readOwner(file)?.token !== owner.token) return false;
  }
  return true;
}

/** When the heart last beat, by whatever clock; opened for it, because a network folder remembers old times otherwise. */
function beatOf(file: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
  try {
    return fstatSync(descriptor).mtimeMs;
  } finally {
    closeSync(descriptor);
  }
}

/** Tells machines, their starts and containers apart, as far as the system says: process numbers are told within one. */
function machine(): string {
  const parts = [hostname()];
  for (const read of [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/pid'),
  ]) {
    try {
      parts.push(read());
    } catch (error) {
      // Not every system says so.
      if (errorCode(error) === null) throw error;
    }
  }
  return parts.join(' ');
}

function describe(owner: Owner): string {
  return `${owner.user} on ${owner.host} (process ${String(owner.pid)}, since ${new Date(owner.since).toLocaleString('en')})`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user id that has no name.
    return `user ${String(process.getuid?.() ?? '')}`;
  }
}
