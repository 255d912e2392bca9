import { readdir, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { usualSplit } from '../../../../../shared/domain/splits.ts';
import { locate } from '../../../files/folder.ts';
import { headOf } from '../../catalogue.ts';

/** One COCO file of a data set. */
export interface CocoFile {
  readonly path: string;
  /** As messages call it: relative to the folder that was chosen. */
  readonly name: string;
  /** The folder that its images lie in where its own names do not say so, with a slash at its end; else empty. */
  readonly images: string;
  /** The part of the data set that it holds, as its name or its folder says; null: it does not say. */
  readonly split: string | null;
}

/** What COCO files are called, as Casebook, COCO, CVAT, Roboflow, FiftyOne and Label Studio write them; the first that is there. */
const NAMES: readonly RegExp[] = [
  /^annotations\.json$/iu,
  /^clue_boxes\.json$/iu,
  /^boxes\.json$/iu,
  /^_annotations\.coco\.json$/iu,
  /^instances.*\.json$/iu,
  /^person_keypoints.*\.json$/iu,
  /^labels\.json$/iu,
  /^result\.json$/iu,
];
/** Folders of images within that of a split. */
const IMAGE_FOLDERS = ['data', 'images'];

/** The split at the end of a name such as `instances_val2017`. */
const SPLIT_IN_NAME = /^(?:instances|person_keypoints)[-_](?<split>[a-z]+)(?:-dev)?\d*\.json$/iu;

/** The COCO files of a data set, and files beside them that are not read. */
interface CocoFiles {
  readonly files: readonly CocoFile[];
  readonly aside: readonly string[];
}

/**
 * The COCO files of a path: the file itself, or those of a folder that are one data set (a file beside its images;
 * `annotations/instances_*.json`; a file in each of `train`, `valid` and `test`). `aside`: files in `annotations` that
 * are not read. Throws `invalid_input` for a folder without any.
 */
export async function findCocoFiles(source: string): Promise<CocoFiles> {
  const found = await cocoFilesIn(source);
  if (found !== null) return found;
  throw new CasebookError(
    'invalid_input',
    `The folder ${source} holds no COCO file: no annotations.json, no instances*.json, no annotations/instances_*.json and no train/_annotations.coco.json.`,
    'Choose the file itself.',
  );
}

/** Whether a file begins as COCO files do. */
export const looksLikeCoco = (head: string): boolean =>
  /"(?:images|annotations|categories)"\s*:\s*\[/u.test(head);

/** Whether a folder is a COCO data set. */
export async function isCocoFolder(folder: string): Promise<boolean> {
  const [first] = (await cocoFilesIn(folder))?.files ?? [];
  return first !== undefined && looksLikeCoco(await headOf(first.path));
}

/** The same; null where a folder has none. */
async function cocoFilesIn(source: string): Promise<CocoFiles | null> {
  if (!(await stat(source)).isDirectory()) {
    const name = basename(source);
    return { files: [{ path: source, name, images: '', split: splitInName(name) }], aside: [] };
  }
  const root = await entriesOf(source);
  const beside = await chosen(source, '', root.files);
  if (beside.length > 0) return { files: beside, aside: [] };
  const annotations = root.folders.find((name) => name.toLowerCase() === 'annotations');
  if (annotations !== undefined) {
    const { files } = await entriesOf(join(source, annotations));
    const within = await chosen(source, annotations, files);
    const read = new Set(within.map(({ name }) => name));
    const aside = files
      .map((name) => `${annotations}/${name}`)
      .filter((name) => /\.json$/iu.test(name) && !read.has(name));
    const named = within.map(async (file) => ({
      ...file,
      images: await imagesOf(source, root.folders, file),
    }));
    if (within.length > 0) return { files: await Promise.all(named), aside };
  }
  const splits: CocoFile[] = [];
  for (const folder of root.folders.filter((name) => usualSplit(name) !== null)) {
    const { files, folders } = await entriesOf(join(source, folder));
    const inner = IMAGE_FOLDERS.find((name) => folders.includes(name));
    const images = inner === undefined ? `${folder}/` : `${folder}/${inner}/`;
    const split = usualSplit(folder);
    for (const file of await chosen(source, folder, files)) splits.push({ ...file, images, split });
  }
  return splits.length > 0 ? { files: splits, aside: [] } : null;
}

/** The path of an image of a COCO file, relative to the folder that was chosen as far as that is known. */
export function imagePathIn({ images }: CocoFile, name: string): string {
  const given = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, '');
  if (images === '' || given.startsWith('/') || /^[a-z]+:/iu.test(given)) return name;
  // Some names have their folder already, or the last part of its path.
  const last = `${posix.basename(images)}/`;
  return given.startsWith(images)
    ? given
    : given.startsWith(last)
      ? `${images}${given.slice(last.length)}`
      : `${images}${given}`;
}

/** The files of a folder that go by the first of the usual names, in the order of their names. */
async function chosen(source: string, folder: string, files: readonly string[]): Promise<CocoFile[]> {
  for (const pattern of NAMES) {
    const found: CocoFile[] = [];
    for (const file of files.filter((name) => pattern.test(name)).sort()) {
      const name = folder === '' ? file : `${folder}/${file}`;
      const located = await locate(source, name);
      if (located.kind === 'file')
        found.push({ path: located.path, name, images: '', split: splitInName(file) });
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** `instances_train2017.json` is about the images in `train2017`, or in `images/train2017`. */
async function imagesOf(source: string, folders: readonly string[], { name }: CocoFile): Promise<string> {
  const part = /^(?:instances|person_keypoints)[-_](?<part>[^/]+)\.json$/iu.exec(posix.basename(name));
  const folder = part?.groups?.['part'];
  if (folder === undefined) return '';
  if (folders.includes(folder)) return `${folder}/`;
  if (!folders.includes('images')) return '';
  return (await entriesOf(join(source, 'images'))).folders.includes(folder) ? `images/${folder}/` : '';
}

function splitInName(name: string): string | null {
  const word = SPLIT_IN_NAME.exec(name)?.groups?.['split'];
  return word === undefined ? null : usualSplit(word);
}

async function entriesOf(folder: string): Promise<{ readonly files: string[]; readonly folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const named = (wanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(wanted)
      .map(({ name }) => name)
      .sort();
  // What a link leads to, `locate` looks at.
  return { files: named((entry) => !entry.isDirectory()), folders: named((entry) => entry.isDirectory()) };
}
