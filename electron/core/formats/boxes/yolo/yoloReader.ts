import { basename } from 'node:path';
import { readYoloLine, type YoloLine } from '../../../../../shared/foreign/yolo.ts';
import { filesBelow } from '../../../files/folder.ts';
import type { ReadBox, ReadImage } from '../boxes.ts';
import { type BoxSink, type FileProblems, readFiles, type ReadOptions, TOO_MANY_BOXES } from '../boxSink.ts';
import { MOST_BOXES_ON_IMAGE } from '../../reading/limits.ts';
import { type CountedNoun, Tally } from '../../reading/tally.ts';
import { isYoloFile, readYoloDataSet, type YoloDataSet } from './yoloDataSet.ts';
import { IMAGE_FILE, isAmongLabels, type YoloEntry } from './yoloPlaces.ts';

/** What is compared by its box alone, as a warning begins. */
const BY_BOX: Readonly<Record<string, CountedNoun>> = {
  polygon: ['polygon is compared by its box', 'polygons are compared by their boxes'],
  rotation: [
    'rotated box is compared by its upright box',
    'rotated boxes are compared by their upright boxes',
  ],
  keypoints: ['box has keypoints, which are not compared', 'boxes have keypoints, which are not compared'],
};
/** Texts that people and programs put beside a data set. */
const BESIDE = /^(?:readme|license|licence|requirements|notes?|classes)\b/iu;

/**
 * Reads a folder of YOLO: a text file an image, its lines `class x y width height` as shares of the image, or with the corners
 * of a polygon. An image without such a file is one that nobody has labelled yet; an empty file says that there is no box.
 */
export async function readYolo(folder: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const files = await filesBelow(folder, isYoloFile, options.signal);
  const set = await readYoloDataSet(folder, files, sink);
  if (set === null) return;
  sink.set({
    categories: [...new Set([...set.names].sort(([a], [b]) => a - b).map(([, name]) => name))],
    foreign: { format: 'yolo', source: set.source },
  });
  const entries = Map.groupBy(
    set.entries.filter(({ label }) => label !== null),
    ({ label }) => label ?? '',
  );
  const read = new Set<YoloEntry>();
  const shapes = new Tally();
  await readFiles(folder, [...entries.keys()], options, sink, (text, file, problems) => {
    const [first, ...others] = entries.get(file) ?? [];
    if (first === undefined || (first.image === null && !isOfLabels(text, file))) return null;
    const leaveOut = (field: string, reason: string): void => sink.leaveOut(file, field, reason);
    const boxes = readBoxes(text, set, { problems, leaveOut }, (what, count) => shapes.add(what, count));
    if (boxes === null) return null;
    for (const entry of [first, ...others]) read.add(entry);
    for (const entry of others) sink.image(imageOf(entry, set, boxes));
    if (others.length > 0)
      sink.warn(file, null, `It is about ${String(others.length + 1)} images of the same name.`);
    return imageOf(first, set, boxes);
  });
  for (const entry of set.entries) {
    if (entry.image !== null && !read.has(entry)) sink.bareImage(namedImage(entry, set));
  }
  for (const { what, count } of shapes.lines()) sink.warn(null, 'boxes', `${String(count)} ${what}.`);
  if (set.entries.length === 0) sink.problem(basename(folder), null, 'It has no label files.');
}

/** Boxes that are nowhere on their image: they are left out, and stop nothing. */
const NOWHERE = /^It (?:is outside|has no size)/u;

interface LineFaults {
  readonly problems: FileProblems;
  readonly leaveOut: (field: string, reason: string) => void;
}

interface ReadBoxes {
  readonly boxes: readonly ReadBox[];
  readonly isWhole: boolean;
}

function imageOf(entry: YoloEntry, set: YoloDataSet, { boxes, isWhole }: ReadBoxes): ReadImage {
  return {
    ...namedImage(entry, set),
    width: null,
    height: null,
    relative: true,
    boxes,
    ...(!isWhole && { isPartial: true as const }),
  };
}

function namedImage(entry: YoloEntry, set: YoloDataSet): Pick<ReadImage, 'file' | 'split'> {
  const split = set.splitOf(entry);
  const file = entry.image ?? imageName(entry.label ?? '');
  return { file, ...(split !== null && split !== '' && { split }) };
}

/** labels/a/b.txt belongs to images/a/b.*: the part they share. */
function imageName(file: string): string {
  return file.replace(/^(?:.*\/)?labels\//u, '').replace(/\.txt$/iu, '');
}

/** Whether a text that belongs to no image in the folder is read for labels: neither a list of images nor a note beside them. */
function isOfLabels(text: string, file: string): boolean {
  const first = /\S+/u.exec(text)?.[0];
  if (first === undefined || /^[+-]?\.?\d/u.test(first)) return true;
  const lines = text.split(/\r\n|[\r\n]/u).filter((line) => line.trim() !== '');
  if (lines.every((line) => IMAGE_FILE.test(line.trim()))) return false;
  return isAmongLabels(file) || !BESIDE.test(basename(file));
}

/** The boxes of one file; null where there are too many. */
function readBoxes(
  text: string,
  { names, keypoints }: YoloDataSet,
  { problems, leaveOut }: LineFaults,
  count: (what: CountedNoun, count: number) => void,
): ReadBoxes | null {
  if (hasMoreLines(text, MOST_BOXES_ON_IMAGE)) {
    problems.add(null, TOO_MANY_BOXES);
    return null;
  }
  const boxes: ReadBox[] = [];
  let isWhole = true;
  for (const [at, source] of text.split(/\r\n|[\r\n]/u).entries()) {
    if (source.trim() === '') continue;
    const line = readYoloLine(source, keypoints);
    const box = typeof line === 'string' ? line : boxOf(line, source, names);
    if (typeof box === 'string') {
      const field = `line ${String(at + 1)}`;
      if (NOWHERE.test(box)) leaveOut(field, box);
      else problems.add(field, box);
      isWhole = false;
      continue;
    }
    boxes.push(box);
    for (const shape of box.foreign?.shapes ?? []) {
      const what = BY_BOX[shape];
      if (what !== undefined) count(what, 1);
    }
  }
  return { boxes, isWhole };
}

function boxOf(
  { number, box, shapes }: YoloLine,
  source: string,
  names: ReadonlyMap<number, string>,
): ReadBox | string {
  const category = names.get(number);
  if (category === undefined) return `There is no class ${String(number)}.`;
  return { category, ...box, attributes: {}, note: '', foreign: { format: 'yolo', source, shapes } };
}

/** Whether more than `most` lines are not blank; stops counting as soon as that is sure. */
function hasMoreLines(text: string, most: number): boolean {
  let count = 0;
  for (const _line of text.matchAll(/\S[^\r\n]*/gu)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}
