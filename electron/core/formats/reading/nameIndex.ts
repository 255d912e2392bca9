/** How a name was found, from sure to less sure. */
export type NameMatch =
  /** The very path, whatever folders lie before it. */
  | 'path'
  /** The bare file name. */
  | 'name'
  /** Without regard to case, Unicode form, backslashes or extension. */
  | 'folded'
  /** Without the eight hexadecimal digits that a server put before it. */
  | 'prefix';

/** What a name stands for: none, one, or several that fit equally well. */
export interface FoundNames<T> {
  readonly found: readonly T[];
  /** Null where nothing was found. */
  readonly by: NameMatch | null;
}

/**
 * Finds what is called by a path that some file gives, in four looks from sure to less sure. The surest that finds anything
 * decides: of several things a less sure look could only guess.
 */
export class NameIndex<T> {
  readonly #exact: Index<T> = new Map();
  readonly #named: Index<T> = new Map();
  readonly #folded: Index<T> = new Map();
  readonly #foldedNames: Index<T> = new Map();
  readonly #stored: Index<T> = new Map();

  constructor(entries: Iterable<readonly [name: string, thing: T]>) {
    for (const [name, thing] of entries) {
      const file = fileOf(name);
      const loose = fold(name);
      const looseFile = fileOf(loose);
      for (const key of new Set([name, stem(name)])) put(this.#exact, key, thing);
      for (const key of new Set([file, stem(file)])) put(this.#named, key, thing);
      for (const key of new Set([loose, stem(loose)])) put(this.#folded, key, thing);
      for (const key of new Set([looseFile, stem(looseFile)])) put(this.#foldedNames, key, thing);
      put(this.#stored, asStored(looseFile), thing);
    }
  }

  find(given: string): FoundNames<T> {
    for (const [by, index, key] of triesFor(given, {
      exact: this.#exact,
      named: this.#named,
      folded: this.#folded,
      foldedNames: this.#foldedNames,
      stored: this.#stored,
    })) {
      const found = index.get(key);
      if (found !== undefined) return { found, by };
    }
    return { found: [], by: null };
  }
}

interface Indexes<T> {
  readonly exact: Index<T>;
  readonly named: Index<T>;
  readonly folded: Index<T>;
  readonly foldedNames: Index<T>;
  readonly stored: Index<T>;
}

/** Where a name is looked up, in which order; files leave with other extensions than they came with. */
function* triesFor<T>(
  given: string,
  at: Indexes<T>,
): Generator<readonly [NameMatch, Index<T>, string], void> {
  const name = given.replace(/^(?:\.\/)+/u, '');
  const loose = fold(name);
  const [file, looseFile] = [fileOf(name), fileOf(loose)];
  for (const end of endsOf(name)) for (const key of [end, stem(end)]) yield ['path', at.exact, key];
  for (const end of endsOf(loose)) for (const key of [end, stem(end)]) yield ['folded', at.folded, key];
  for (const key of [file, stem(file)]) yield ['name', at.named, key];
  for (const key of [looseFile, stem(looseFile)]) yield ['folded', at.foldedNames, key];
  const upload = UPLOAD.exec(looseFile)?.groups?.['name'];
  if (upload === undefined) return;
  yield ['prefix', at.foldedNames, upload];
  yield ['prefix', at.stored, asStored(upload)];
}

type Index<T> = Map<string, T[]>;

function put<T>(index: Index<T>, key: string, thing: T): void {
  const before = index.get(key);
  if (before === undefined) index.set(key, [thing]);
  else before.push(thing);
}

/** A path and what is left of it without its first folder, without its first two, and so on; never the bare file name. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  const folders = parts.slice(0, -1);
  return folders.length === 0 ? [path] : folders.map((_, index) => parts.slice(index).join('/'));
}

/** Label Studio puts eight digits before the name of an uploaded file. */
const UPLOAD = /^[0-9a-f]{8}-(?<name>.+)$/u;
/** What its storage makes of a file name: blanks become underscores, whatever else is unusual goes. */
const asStored = (file: string): string =>
  file
    .trim()
    .replaceAll(' ', '_')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '');

const fileOf = (path: string): string => path.split('/').at(-1) ?? '';
const fold = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
    .normalize('NFC')
    .toLowerCase();
const stem = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/iu, '');
