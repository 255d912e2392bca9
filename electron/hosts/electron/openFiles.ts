import { basename, dirname, extname, isAbsolute, resolve } from 'node:path';

const EXTENSION = '.casebook';
const PACKAGE_EXTENSION = '.casebook-package';
const DATABASE = 'casebook.sqlite';

/**
 * The casebook that a path from the file manager or the command line means: a folder `Name.casebook`, the database
 * inside one, or a package. Null where it is neither, so that switches and other programs' files are passed over.
 */
export function casebookAt(path: string, folder: string): string | null {
  if (path.startsWith('-') || path === '') return null;
  const full = isAbsolute(path) ? resolve(path) : resolve(folder, path);
  if ([EXTENSION, PACKAGE_EXTENSION].includes(extname(full).toLowerCase())) return full;
  const parent = dirname(full);
  return basename(full) === DATABASE && extname(parent).toLowerCase() === EXTENSION ? parent : null;
}

/** The last casebook named on a command line, without the program itself. */
export function casebookInArguments(commandLine: readonly string[], folder: string): string | null {
  return (
    commandLine
      .slice(1)
      .map((argument) => casebookAt(argument, folder))
      .findLast((path) => path !== null) ?? null
  );
}

/** Casebooks asked for from outside; the latest one waits until the window can take it. */
export class OpenRequests {
  #waiting: string | null = null;
  #deliver: ((path: string) => void) | null = null;

  add(path: string): void {
    if (this.#deliver === null) this.#waiting = path;
    else this.#deliver(path);
  }

  /** From now on requests go to the window; null: it is gone, and they wait. */
  deliverTo(deliver: ((path: string) => void) | null): void {
    this.#deliver = deliver;
    const waiting = this.#waiting;
    if (deliver === null || waiting === null) return;
    this.#waiting = null;
    deliver(waiting);
  }
}
