import { relative, resolve, sep } from 'node:path';
import type { Connection } from '../base/connection.ts';

/** The folders that each browser's uploads went into, by their absolute paths. */
const folders = new WeakMap<Connection, Set<string>>();

/** Remembers that a connection uploaded files into this folder. */
export function noteStaged(session: Connection, folder: string): void {
  const known = folders.get(session) ?? new Set();
  folders.set(session, known.add(resolve(folder)));
}

/** Whether a path is one of a connection's own uploads, or a folder of them. */
export function isStaged(session: Connection, path: string): boolean {
  const wanted = resolve(path);
  return [...(folders.get(session) ?? [])].some((folder) => {
    const inside = relative(folder, wanted);
    return inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(folder, inside) === wanted;
  });
}
