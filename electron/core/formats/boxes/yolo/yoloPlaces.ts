import { splitInPath } from '../../../../../shared/domain/splits.ts';

/** A file of a data set: an image, its labels, or both. */
export interface YoloEntry {
  readonly image: string | null;
  readonly label: string | null;
}

/** Images end in these; others are no images of a data set. */
export const IMAGE_FILE = /\.(?:jpe?g|png|webp|bmp|gif|tiff?|avif|heic|heif|jfif|mpo|dng|pfm)$/iu;
const IMAGE_FOLDER = /^(?:images|jpegimages|imgs?)$/iu;
const LABEL_FOLDER = /^labels$/iu;

const stem = (path: string): string => path.replace(/\.[^./]+$/u, '');
/** Systems write letters with marks in one piece or in two. */
const keyOf = (path: string): string => path.normalize('NFC');

/** A path with its last folder that matches under another name; null where none matches. */
function withFolder(path: string, folder: RegExp, name: string): string | null {
  const parts = path.split('/');
  const at = parts.slice(0, -1).findLastIndex((part) => folder.test(part));
  return at === -1 ? null : parts.with(at, name).join('/');
}

/** What labels/a/b.txt and images/a/b.jpg have in common. */
function placeOf({ image, label }: YoloEntry): string {
  if (image !== null) return stem(image);
  const text = stem(label ?? '');
  return withFolder(text, LABEL_FOLDER, 'images') ?? text;
}

/** Whether a file lies in a folder of labels. */
export const isAmongLabels = (path: string): boolean =>
  /(?:^|\/)(?:labels|obj_[^/]*data)\/(?:.*\/)?[^/]+$/iu.test(path);

/**
 * Puts images and their labels together: labels have the image's path with `labels` for the last `images`, or lie beside it,
 * or in a folder `labels` beside it. Texts without an image come last.
 */
export function pairEntries(images: readonly string[], texts: readonly string[]): YoloEntry[] {
  const byKey = new Map(texts.map((text) => [keyOf(stem(text)), text]));
  const paired = new Set<string>();
  const entries = images.map((image): YoloEntry => {
    const path = stem(image);
    const [folder, name] = splitPath(path);
    const label =
      [withFolder(path, IMAGE_FOLDER, 'labels'), path, `${folder}labels/${name}`]
        .flatMap((place) => (place === null ? [] : (byKey.get(keyOf(place)) ?? [])))
        .at(0) ?? null;
    if (label !== null) paired.add(label);
    return { image, label };
  });
  return [
    ...entries,
    ...texts.filter((text) => !paired.has(text)).map((label): YoloEntry => ({ image: null, label })),
  ];
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const at = path.lastIndexOf('/') + 1;
  return [path.slice(0, at), path.slice(at)];
}

/**
 * The parts of a data set that its entries are in, found by the paths that its files name.
 * @param base the folder of the description, '' or ending in a slash: whatever paths say, nothing outside is found
 * @param path what the description gives as the folder of its paths
 * @param files all files of the data set
 */
export class YoloPlaces {
  readonly #base: string;
  readonly #path: string | null;
  readonly #byPlace;
  readonly #folders = new Set<string>();
  readonly #byName;
  readonly #splits = new Map<YoloEntry, Set<string>>();
  readonly moved: { named: string; found: string }[] = [];
  #isByFolders = true;

  constructor(entries: readonly YoloEntry[], files: readonly string[], base: string, path: string | null) {
    this.#base = base;
    this.#path = path;
    this.#byPlace = Map.groupBy(entries, (entry) => keyOf(placeOf(entry)));
    for (const place of this.#byPlace.keys())
      for (let end = place.lastIndexOf('/'); end !== -1; end = place.lastIndexOf('/', end - 1)) {
        const folder = place.slice(0, end);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    this.#byName = new Map(files.map((file) => [keyOf(file), file]));
  }

  /** Notes what a file names as a split: a folder. Whether there is such a folder. */
  addFolder(split: string, named: string): boolean {
    const all = this.#base.replace(/\/$/u, '');
    const isWhole = /^\.?\/?$/u.test(named) && (this.#path === null || !isOutside(this.#path));
    const folder = isWhole
      ? all
      : this.#find(named, false, (place) => (this.#folders.has(place) ? place : undefined));
    if (folder === undefined) return false;
    for (const [place, found] of this.#byPlace)
      if (folder === '' || place.startsWith(`${folder}/`))
        for (const entry of found) this.#note(split, entry);
    return true;
  }

  /** Notes an image that a list names. Whether there is such an image. */
  addImage(split: string, named: string): boolean {
    this.#isByFolders = false;
    const found = this.#find(named, true, (place) => this.#byPlace.get(stem(place)));
    for (const entry of found ?? []) this.#note(split, entry);
    return found !== undefined;
  }

  /** The file of this kind that a path leads to; null where there is none. */
  fileAt(named: string): string | null {
    return this.#find(named, true, (place) => this.#byName.get(place)) ?? null;
  }

  /** Of an entry; null: it is in none, or in several. */
  splitOf(entry: YoloEntry): string | null {
    const [split, another] = this.#splits.get(entry) ?? [];
    if (split !== undefined) return another === undefined ? split : null;
    return this.#isByFolders ? splitByFolder(placeOf(entry), this.#base) : null;
  }

  /** How many entries are in several. */
  torn(): number {
    return [...this.#splits.values()].filter(({ size }) => size > 1).length;
  }

  #find<T>(named: string, isLoose: boolean, at: (place: string) => T | undefined): T | undefined {
    const whole = this.#path === null || isAbsolute(named) ? named : `${this.#path}/${named}`;
    const ends = endsOf(whole);
    // A folder that was moved as a whole keeps its own path; another folder of the same last name is another.
    const isAny = isLoose || isAbsolute(named);
    const tries = isAny ? ends : ends.slice(0, ends.length - endsOf(named).length + 1);
    for (const parts of tries) {
      const place = keyOf(`${this.#base}${parts}`).replace(/\/$/u, '');
      const found = at(place);
      if (found === undefined) continue;
      if (this.moved.length === 0 && isOutside(whole)) this.moved.push({ named: whole, found: place });
      return found;
    }
    return undefined;
  }

  #note(split: string, entry: YoloEntry): void {
    this.#splits.set(entry, (this.#splits.get(entry) ?? new Set()).add(split));
  }
}

/** The split whose folder a path names first, or within `images`. */
function splitByFolder(place: string, base: string): string | null {
  const within = place.startsWith(base) ? place.slice(base.length) : place;
  const [first = '', ...rest] = within.split('/');
  return splitInPath(within) ?? (IMAGE_FOLDER.test(first) ? splitInPath(rest.join('/')) : null);
}

const isAbsolute = (path: string): boolean => /^(?:[a-z]:|[/\\])/iu.test(path);

/** Whether a path leads out of the folder that it is relative to. */
const isOutside = (path: string): boolean => isAbsolute(path) || path.split(/[/\\]/u).includes('..');

/** A path without what leads out of its folder, then without its first folder, and so on. */
function endsOf(path: string): string[] {
  const parts = path
    .replace(/^[a-z]:/iu, '')
    .split(/[/\\]/u)
    .filter((part) => !['', '.', '..'].includes(part));
  return parts.map((_part, index) => parts.slice(index).join('/'));
}
