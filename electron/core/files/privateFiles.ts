import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * What Casebook keeps outside of casebooks (settings, logs, dropped files) is for its user alone. A casebook's own folder
 * gets what the user's umask says: people share casebooks on purpose. Windows keeps users apart by their folders.
 */

/** The mode of files that only their owner may read. */
export const PRIVATE_FILE = 0o600;
/** The mode of folders that only their owner may look into. */
export const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Makes a folder that only this user may look into, where it is not there. The folders above it are made as usual. */
export function makePrivateFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Takes a folder that is there, and what lies in it, from everybody but its owner: older versions left them open. What
 * lies deeper cannot be reached by others then. Links and what belongs to other users are left alone.
 */
export function closeToOthers(folder: string): void {
  if (process.getuid === undefined || !takeFromOthers(folder, process.getuid())) return;
  for (const name of readdirSync(folder)) takeFromOthers(join(folder, name), process.getuid());
}

/** Whether it is a folder that is now closed to others. */
function takeFromOthers(path: string, user: number): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined || facts.uid !== user || !(facts.isFile() || facts.isDirectory())) return false;
  if ((facts.mode & OTHERS) !== 0) chmodSync(path, facts.mode & 0o700);
  return facts.isDirectory();
}
