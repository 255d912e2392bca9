import { basename, join } from 'node:path';
import { splitInPath } from '../../../../../shared/domain/splits.ts';
import { type BoxSink, readSmallFile } from '../boxSink.ts';
import { IMAGE_FILE } from '../yolo/yoloPlaces.ts';

/** Where the images of a folder of Pascal VOC are, and in which splits. */
export interface VocPlaces {
  /** The image of an annotation file, by what the annotation calls it; where there is none, its best name. */
  imageOf(file: string, names: readonly string[]): { readonly file: string; readonly isFound: boolean };
  /** The split of an image, or of an annotation file without one. */
  splitOf(file: string): string | null;
  /** The images that no annotation is about so far. */
  bare(): string[];
}

/** Lists that are no division, or divide by class. */
const NO_SPLIT = /^(?:trainval|trainvaltest|default|all)$|_(?:train|val|trainval|test)$/iu;
/** Folders of images that are annotations themselves. */
const MASKS = /(?:^|\/)Segmentation[^/]*\//u;

const keyOf = (path: string): string => path.normalize('NFC');
const foldedName = (path: string): string => keyOf(basename(path)).toLowerCase();
const stem = (path: string): string => path.replace(/\.[^./]+$/u, '');
/** A path below JPEGImages, Annotations or their like. */
const within = (path: string): string =>
  path.replace(/^(?:.*\/)?(?:JPEGImages|Annotations|images|annotations|xmls)\//u, '');

/** Looks through the files of a folder. */
export async function readVocPlaces(
  folder: string,
  files: readonly string[],
  sink: BoxSink,
): Promise<VocPlaces> {
  const pictures = files.filter((file) => IMAGE_FILE.test(file) && !MASKS.test(file));
  const inFolder = pictures.filter((file) => /(?:^|\/)JPEGImages\//u.test(file));
  const images = inFolder.length > 0 ? inFolder : pictures;
  const exact = new Map(images.map((image) => [keyOf(image), image]));
  const byStem = new Map(images.map((image) => [keyOf(stem(image)), image]));
  const byName = Map.groupBy(images, foldedName);
  const splits = await readSplits(folder, files, sink);
  const annotated = new Set<string>();

  const find = (file: string, names: readonly string[]): string | null => {
    const at = file.slice(0, file.lastIndexOf('/') + 1);
    const below = within(at);
    const above = at.slice(0, at.length - below.length).replace(/[^/]+\/$/u, '');
    const folders = [at, `${above}JPEGImages/${below}`, `${above}images/${below}`];
    for (const name of [...names, stem(basename(file))]) {
      const path = name.replaceAll('\\', '/');
      const tries = [
        // A backslash is a letter of a name on some systems, and ends a folder on others.
        ...folders.map((each) => `${each}${name}`),
        ...folders.map((each) => `${each}${basename(path)}`),
        ...endsOf(path),
        `JPEGImages/${path}`,
      ];
      for (const each of tries) {
        const found = exact.get(keyOf(each)) ?? byStem.get(keyOf(each));
        if (found !== undefined) return found;
      }
      const [only, another] = byName.get(foldedName(path)) ?? [];
      if (only !== undefined && another === undefined) return only;
    }
    return null;
  };
  return {
    imageOf(file, names) {
      const found = find(file, names);
      if (found === null) return { file: names[0] ?? file.replace(/\.xml$/iu, ''), isFound: false };
      annotated.add(found);
      return { file: found, isFound: true };
    },
    splitOf(file) {
      const place = within(stem(file));
      const [split, another] = splits.get(keyOf(place)) ?? splits.get(keyOf(basename(place))) ?? [];
      if (split !== undefined) return another === undefined ? split : null;
      return splits.size > 0 ? null : splitInPath(file);
    },
    bare: () => images.filter((image) => !annotated.has(image)),
  };
}

/** A path, what is left of it without its first folder, and so on. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(index).join('/'));
}

/** The splits of images by the paths that ImageSets/Main gives them, without what their names end in. */
async function readSplits(
  folder: string,
  files: readonly string[],
  sink: BoxSink,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const splits = new Map<string, string[]>();
  for (const file of files) {
    const split = /(?:^|\/)ImageSets\/Main\/([^/]+)\.txt$/iu.exec(file)?.[1];
    if (split === undefined || NO_SPLIT.test(split)) continue;
    const read = await readSmallFile(join(folder, file));
    if (!read.ok) sink.warn(file, null, read.reason);
    for (const line of read.ok ? read.text.split(/\r\n|[\r\n]/u) : []) {
      if (line.trim() === '') continue;
      const name = line.trim();
      const key = keyOf(IMAGE_FILE.test(name) ? stem(name) : name);
      const known = splits.get(key) ?? [];
      if (!known.includes(split)) splits.set(key, [...known, split]);
    }
  }
  const torn = [...splits.values()].filter(({ length }) => length > 1).length;
  if (torn > 0) {
    const images = torn === 1 ? '1 image' : `${String(torn)} images`;
    sink.warn('ImageSets/Main', null, `${images} in more than one split: no split is set.`);
  }
  return splits;
}
