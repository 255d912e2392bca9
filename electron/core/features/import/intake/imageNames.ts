import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatCount } from '../../../../../shared/base/counts.ts';
import type { AskedImport } from '../../../formats/format.ts';
import { createLocator, filesBelow, locate, type LocatedFile } from '../../../files/folder.ts';
import { looksLikeImage } from '../../../files/imageFormats.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { NameIndex, type NameMatch } from '../../../formats/reading/nameIndex.ts';

/** What to do with a name that was found by less than its path: `name` is what the source says, `file` what there is. */
export type LooseMatchReporter = (name: string, file: string, by: NameMatch) => void;

/** How less sure looks read in a report. */
const WAYS: Readonly<Record<Exclude<NameMatch, 'path'>, string>> = {
  name: 'by the file name alone',
  folded: 'without regard to upper and lower case, Unicode form, slashes or extension',
  prefix: 'without the eight digits that a server puts before a name',
};

/** Names that were found by less than their paths, said once for each way. */
export class LooseNames {
  readonly #ways = new Map<Exclude<NameMatch, 'path'>, { count: number; first: string }>();

  add(name: string, file: string, by: NameMatch): void {
    if (by === 'path') return;
    const known = this.#ways.get(by);
    const example = `${name} is ${file}`;
    if (known === undefined) this.#ways.set(by, { count: 1, first: example });
    else {
      known.count += 1;
      // Names are looked up side by side; the report reads the same each time.
      if (example < known.first) known.first = example;
    }
  }

  tell(report: Pick<ReportBuilder, 'warn'>): void {
    for (const [by, { count, first }] of this.#ways) {
      const subject = count === 1 ? '1 image was' : `${formatCount(count)} images were`;
      const example = count === 1 ? first : `such as: ${first}`;
      report.warn(null, 'images', `${subject} found ${WAYS[by]} (${example}).`);
    }
  }
}

/** A file that was found, or why there is none; `name` is its path relative to the folder it was found in. */
export type FoundFile =
  | (Extract<LocatedFile, { kind: 'file' }> & { readonly name: string })
  | Exclude<LocatedFile, { kind: 'file' }>;

/** A folder with its files by their bare names. */
interface IndexedFolder {
  readonly folder: string;
  readonly index: NameIndex<string>;
}

/**
 * Finds the file that a source means by a name: by its path in one of the folders; by its path but for case, Unicode form and
 * backslashes; then by its bare name in some folders. A less sure look counts only where it finds one file.
 */
export class ImageFinder {
  readonly #locators;
  readonly #indexes: readonly IndexedFolder[];
  readonly #tell: LooseMatchReporter;

  private constructor(
    folders: readonly string[],
    indexes: readonly IndexedFolder[],
    tell: LooseMatchReporter,
  ) {
    this.#locators = folders.map((folder) => ({ folder, locate: createLocator(folder) }));
    this.#indexes = indexes;
    this.#tell = tell;
  }

  /** @param namedIn the folders in which a file may also be found by its bare name */
  static async open(
    folders: readonly string[],
    namedIn: readonly string[],
    signal: AbortSignal,
    tell: LooseMatchReporter,
  ): Promise<ImageFinder> {
    const indexes: IndexedFolder[] = [];
    for (const folder of namedIn) {
      const files = await filesBelow(folder, looksLikeImage, signal);
      indexes.push({ folder, index: new NameIndex(files.map((file) => [file, file] as const)) });
    }
    return new ImageFinder(folders, indexes, tell);
  }

  async find(name: string): Promise<FoundFile> {
    let refusal: FoundFile | null = null;
    for (const { locate: locateIn } of this.#locators) {
      const found = await locateIn(name);
      if (found.kind === 'file') return { ...found, name };
      if (found.kind === 'forbidden') refusal = found;
    }
    for (const { folder, locate: locateIn } of this.#locators) {
      const file = await locateIn.loosely(name);
      if (file === null) continue;
      this.#tell(name, file, 'folded');
      return fileIn(folder, file);
    }
    for (const { folder, index } of this.#indexes) {
      const { found, by } = index.find(name);
      const [only, another] = found;
      if (only === undefined || another !== undefined || by === null) continue;
      this.#tell(name, only, by);
      return fileIn(folder, only);
    }
    return refusal ?? { kind: 'missing' };
  }
}

async function fileIn(folder: string, file: string): Promise<FoundFile> {
  const located = await locate(folder, file);
  return located.kind === 'file' ? { ...located, name: file } : located;
}

/** Folders beside a source in which its images usually lie, under the names that it gives them. */
const IMAGE_FOLDERS = ['images', 'data', 'JPEGImages'];

/** Where the images of a source are looked for by their paths, and below which folders by their bare names. */
export async function foldersOf({
  source,
  imagesFolder,
}: Pick<AskedImport, 'source' | 'imagesFolder'>): Promise<{
  readonly folders: readonly string[];
  readonly namedIn: readonly string[];
}> {
  const folder = await folderOf(source);
  const given = imagesFolder === undefined ? [] : [imagesFolder];
  const usual = IMAGE_FOLDERS.map((name) => join(folder, name));
  return { folders: [folder, ...usual, ...given], namedIn: [folder, ...given] };
}

/** The folder that a source is, or lies in. */
async function folderOf(source: string): Promise<string> {
  return (await stat(source)).isDirectory() ? source : dirname(source);
}
