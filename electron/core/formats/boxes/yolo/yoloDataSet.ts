import { basename, join } from 'node:path';
import type { KeypointShape } from '../../../../../shared/foreign/yolo.ts';
import { type BoxSink, readSmallFile } from '../boxSink.ts';
import { IMAGE_FILE, pairEntries, type YoloEntry, YoloPlaces } from './yoloPlaces.ts';
import { readYoloYaml, type YoloDescription } from './yoloYaml.ts';

/** A data set of YOLO: its classes, and its images with their labels. */
export interface YoloDataSet {
  readonly names: ReadonlyMap<number, string>;
  readonly keypoints: KeypointShape | null;
  /** Its description as YAML: to the letter, or made of the list of names that it has instead. */
  readonly source: string;
  readonly entries: readonly YoloEntry[];
  splitOf(entry: YoloEntry): string | null;
}

/** The surest first: a list of names holds no line breaks, and says nothing of the parts of a data set. */
const DESCRIPTIONS = [
  /^data\.ya?ml$/iu,
  /^dataset\.ya?ml$/iu,
  /\.ya?ml$/iu,
  /^obj\.names$/iu,
  /^classes\.txt$/iu,
  /\.names$/iu,
];
/** Of these the last three say nothing but names, and another .yaml may be about something else. */
const ANY_YAML = 2;
const NAMED = 'data.yaml, dataset.yaml, classes.txt, obj.names';
/** The keys and names of lists by the split that they stand for. */
const SPLITS: ReadonlyMap<string, string> = new Map([
  ['train', 'train'],
  ['training', 'train'],
  ['val', 'val'],
  ['valid', 'val'],
  ['validation', 'val'],
  ['dev', 'val'],
  ['test', 'test'],
  ['testing', 'test'],
]);

/** Whether a file can be a part of a data set of YOLO. */
export const isYoloFile = (name: string): boolean =>
  /\.(?:txt|ya?ml|names|data)$/iu.test(name) || IMAGE_FILE.test(name);

/** Looks through a folder's files; null where it is no data set, after its problem was added. */
export async function readYoloDataSet(
  folder: string,
  files: readonly string[],
  sink: BoxSink,
): Promise<YoloDataSet | null> {
  const found = await readDescription(folder, files, sink);
  if (found === null) return null;
  const { file, value, source } = found;
  const base = folderOf(file).replace(/(?:^|(?<=\/))labels\/$/iu, '');
  const images = files.filter((path) => IMAGE_FILE.test(path));
  const texts = files.filter((path) => /\.txt$/iu.test(path) && path !== file);
  const lists = await findLists(folder, base, files, value);
  const named = new Set(lists.map((list) => list.file));
  const all = pairEntries(
    images,
    texts.filter((path) => !named.has(path)),
  );
  const entries = all.filter(({ image, label }) => image !== null || label === null || !isOfNames(label));
  const places = new YoloPlaces(entries, files, base, value.path);
  for (const { split, file: list, lines } of lists) {
    const missing = lines.filter((line) => !places.addImage(split, line)).length;
    if (missing > 0)
      sink.warn(list, null, `It lists ${counted(missing, 'image')} that this folder does not hold.`);
  }
  noteFolders(places, value, file, sink);
  const [moved] = places.moved;
  if (moved !== undefined) {
    const message = `It names “${moved.named}”, which is not in this folder; “${moved.found}” in this folder is used.`;
    sink.warn(file, null, message);
  }
  const torn = places.torn();
  if (torn > 0) sink.warn(file, null, `${counted(torn, 'image')} in more than one split: no split is set.`);
  return {
    names: value.names,
    keypoints: value.keypoints,
    source,
    entries,
    splitOf: (entry) => places.splitOf(entry),
  };
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The folder that a file is in: empty, or ending in a slash. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const isOfNames = (path: string): boolean => /(?:^|\/)(?:classes|predefined_classes)\.txt$/iu.test(path);

interface FoundDescription {
  readonly file: string;
  readonly value: YoloDescription;
  readonly source: string;
}

/** The description that is nearest to the top, the surest kind of those. */
async function readDescription(
  folder: string,
  files: readonly string[],
  sink: BoxSink,
): Promise<FoundDescription | null> {
  const candidates = files
    .map((file) => ({
      file,
      kind: DESCRIPTIONS.findIndex((pattern) => pattern.test(basename(file))),
      depth: file.split('/').length,
    }))
    .filter(({ kind }) => kind !== -1)
    .sort((a, b) => a.depth - b.depth || a.kind - b.kind);
  for (const { file, kind } of candidates) {
    const found = await readFound(folder, file, kind > ANY_YAML);
    if (found.ok) {
      const { names, classes } = found.value.value;
      if (classes !== null && classes !== names.size) {
        const message = `It counts ${String(classes)} classes (nc) and names ${String(names.size)}. The names are used.`;
        sink.warn(file, 'nc', message);
      }
      return found.value;
    }
    if (kind === ANY_YAML) continue;
    sink.problem(file, found.field, found.reason);
    return null;
  }
  sink.problem(basename(folder), null, `It has none of ${NAMED}, which name the classes.`);
  return null;
}

async function readFound(
  folder: string,
  file: string,
  isOfNamesAlone: boolean,
): Promise<
  | { readonly ok: true; readonly value: FoundDescription }
  | { readonly ok: false; field: string | null; reason: string }
> {
  const refused = (field: string | null, reason: string) => ({ ok: false, field, reason }) as const;
  const read = await readSmallFile(join(folder, file));
  if (!read.ok) return refused(null, read.reason);
  if (read.text.includes('\uFFFD'))
    return refused(null, 'It is not UTF-8, so that names would be wrong. Save it as UTF-8.');
  const source = isOfNamesAlone ? yamlOfNames(read.text) : read.text;
  const parsed = readYoloYaml(source);
  return parsed.ok
    ? { ok: true, value: { file, value: parsed.value, source } }
    : refused(parsed.field, parsed.reason);
}

/** A list of names, a class a line, as YAML. An empty line leaves its number without a name. */
function yamlOfNames(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/u).map((line) => line.trim());
  const names = [...lines.entries()].filter(([, name]) => name !== '');
  return `names:\n${names.map(([number, name]) => `  ${String(number)}: ${JSON.stringify(name)}\n`).join('')}`;
}

interface List {
  readonly split: string;
  readonly file: string;
  readonly lines: readonly string[];
}

/** The lists of images that the description or an obj.data names, and those called train.txt, val.txt or test.txt. */
async function findLists(
  folder: string,
  base: string,
  files: readonly string[],
  { path, places }: YoloDescription,
): Promise<List[]> {
  const locations = new YoloPlaces([], files, base, path);
  const data = files.find((file) => file.toLowerCase() === `${base}obj.data`.toLowerCase());
  const named = [
    ...[...places].flatMap(([key, values]) => values.map((value) => [key, value] as const)),
    ...(data === undefined ? [] : await readObjData(join(folder, data))),
  ];
  const lists: List[] = [];
  const known = new Set<string>();
  const add = async (split: string, file: string, isSure: boolean): Promise<void> => {
    if (known.has(file)) return;
    const read = await readSmallFile(join(folder, file));
    const lines = read.ok ? linesOf(read.text) : [];
    if (!isSure && !lines.every((line) => IMAGE_FILE.test(line))) return;
    known.add(file);
    lists.push({ split, file, lines });
  };
  for (const [key, value] of named) {
    const file = /\.txt$/iu.test(value) ? locations.fileAt(value) : null;
    if (file !== null) await add(splitOfList(key, file), file, true);
  }
  for (const file of files) {
    const name = /^([^/]+)\.txt$/iu.exec(file.startsWith(base) ? file.slice(base.length) : '')?.[1] ?? '';
    if (SPLITS.has(name.toLowerCase())) await add(splitOfList(name.toLowerCase(), file), file, false);
  }
  return lists;
}

/** The lists of images that an obj.data names, by their keys. */
async function readObjData(path: string): Promise<(readonly [key: string, value: string])[]> {
  const read = await readSmallFile(path);
  return (read.ok ? read.text.split(/\r\n|[\r\n]/u) : []).flatMap((line) => {
    const [, key, value] = /^\s*(\w+)\s*=\s*(.+?)\s*$/u.exec(line) ?? [];
    return key === undefined || value === undefined || key === 'names' ? [] : [[key, value] as const];
  });
}

/** `val: validation.txt` is the split `validation`. */
function splitOfList(key: string, file: string): string {
  const usual = SPLITS.get(key);
  const name = basename(file).replace(/\.txt$/iu, '');
  return usual === undefined || SPLITS.get(name) === usual ? (usual === undefined ? key : name) : usual;
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the description names as folders. Training and validation with the same images are no division. */
function noteFolders(
  places: YoloPlaces,
  { places: named }: YoloDescription,
  file: string,
  sink: BoxSink,
): void {
  const folders = [...named].flatMap(([key, values]) => {
    const split = SPLITS.get(key);
    const paths = values.filter((value) => !/\.txt$/iu.test(value) || places.fileAt(value) === null);
    return split === undefined || paths.length === 0 ? [] : [{ key, split, paths }];
  });
  const isDivided = new Set(folders.map(({ paths }) => paths.join('\n'))).size > 1 || folders.length < 2;
  for (const { key, split, paths } of folders)
    for (const path of paths) {
      if (places.addFolder(isDivided ? split : '', path)) continue;
      sink.warn(file, key, `It names “${path}”, which is not in this folder.`);
    }
}
