import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BackupReason, outdatedBackups } from './backupRule.ts';
import { damageOf } from './damage.ts';
import { closeAfterWriting, openDatabase } from './database.ts';

const DAY_MS = 86_400_000;

/**
 * A consistent copy of a casebook's database file while it is in use, written beside and renamed; gives its size in
 * bytes. The copy is one plain file, readable from any medium. Throws `damaged` where what was copied is not sound.
 */
export async function copyDatabase(file: string, target: string): Promise<number> {
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  // A connection of its own holds one state still: else every change made meanwhile would begin the copy anew.
  const source = openDatabase(file, 'read');
  try {
    source.exec('BEGIN');
    source.pragma('user_version');
    await source.backup(partial);
    verify(partial);
    renameSync(partial, target);
  } finally {
    source.close();
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${partial}${rest}`, { force: true });
  }
  return statSync(target).size;
}

/** A copy of a damaged database is worth nothing, and must not push good ones out. */
function verify(file: string): void {
  const copy = openDatabase(file, 'write');
  try {
    const found = damageOf(copy);
    if (found !== null) throw found;
  } finally {
    closeAfterWriting(copy);
  }
}

/** Puts a copy of a casebook's database file into the casebook's rotating backups; `reason` becomes part of the name. */
export async function rotateBackup(
  file: string,
  folder: string,
  reason: BackupReason,
  now: number,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/gu, '-');
  const target = join(folder, `${stamp}-${reason}.sqlite`);
  await copyDatabase(file, target);
  for (const old of outdatedBackups(listBackups(folder))) rmSync(join(folder, old), { force: true });
  return target;
}

/** Backups, newest first, by name. */
export function listBackups(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .sort()
    .reverse();
}

/** Whether the newest backup is more than a day from now. */
export function needsDailyBackup(folder: string, now: number): boolean {
  const newest = listBackups(folder)[0];
  // One from the future was made while the clock was wrong.
  return newest === undefined || Math.abs(now - madeAt(join(folder, newest))) > DAY_MS;
}

/** When a backup was made, as its name says: a copy of the whole folder can have any times. UTC milliseconds. */
export function madeAt(file: string): number {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/u.exec(basename(file)) ?? [];
  if (day === undefined) return Math.round(statSync(file).mtimeMs);
  return Date.parse(`${day}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
}
