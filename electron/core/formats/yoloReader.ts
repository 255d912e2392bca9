import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from '../files/folder.ts';
import type { WrittenBox } from './boxes.ts';
import {
  type BoxSink,
  type FileProblems,
  type ReadOptions,
  TOO_MANY_BOXES,
  readFiles,
  readSmallFile,
} from './boxSink.ts';
import { MOST_BOXES_ON_IMAGE } from './limits.ts';

const CLASS_FILES = ['classes.txt', 'obj.names', 'data.yaml', 'dataset.yaml'];
const NOT_LABELS = new Set([
  'classes.txt',
  'train.txt',
  'val.txt',
  'test.txt',
  'requirements.txt',
  'readme.txt',
]);

/** Reads a folder of YOLO labels: a text file an image, its lines `class x y width height` as shares of the image. */
export async function readYolo(folder: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const classes = await readClasses(folder);
  if (typeof classes === 'string') {
    sink.problem(basename(folder), null, classes);
    return;
  }
  const files = await filesBelow(
    folder,
    (name) => name.endsWith('.txt') && !NOT_LABELS.has(name.toLowerCase()),
    options.signal,
  );
  await readFiles(folder, files, options, sink, (text, file, problems) => {
    const boxes = readBoxes(text, classes, problems);
    return boxes === null
      ? null
      : { file: imageName(file), width: null, height: null, relative: true, boxes };
  });
  if (files.length === 0) sink.problem(basename(folder), null, 'It has no label files.');
}

/** The boxes of one file; null where there are too many. */
function readBoxes(
  text: string,
  classes: ReadonlyMap<number, string>,
  problems: FileProblems,
): WrittenBox[] | null {
  if (hasMoreLines(text, MOST_BOXES_ON_IMAGE)) {
    problems.add(null, TOO_MANY_BOXES);
    return null;
  }
  const lines = text.split(/\r?\n/u);
  const boxes: WrittenBox[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const box = readLine(line, classes);
    if (typeof box === 'string') problems.add(`line ${String(at + 1)}`, box);
    else boxes.push(box);
  }
  return boxes;
}

/** Whether more than so many lines say something; looks no further than it has to. */
function hasMoreLines(text: string, most: number): boolean {
  let count = 0;
  for (let from = 0; from < text.length && count <= most;) {
    const end = text.indexOf('\n', from);
    const next = end === -1 ? text.length : end + 1;
    if (text.slice(from, next).trim() !== '') count += 1;
    from = next;
  }
  return count > most;
}

function readLine(line: string, classes: ReadonlyMap<number, string>): WrittenBox | string {
  const numbers = line.trim().split(/\s+/u).map(Number);
  const [id, x, y, width, height] = numbers;
  // A sixth number is a detector's confidence.
  if (
    id === undefined ||
    x === undefined ||
    y === undefined ||
    width === undefined ||
    height === undefined ||
    numbers.length > 6
  )
    return 'It is not a box: it needs five numbers.';
  if (!numbers.every(Number.isFinite)) return 'It has something that is not a number.';
  const category = classes.get(id);
  if (category === undefined) return `There is no class ${String(id)}.`;
  if ([x, y, width, height].some((share) => share < 0 || share > 1)) return 'A coordinate is outside 0 to 1.';
  return { category, x: x - width / 2, y: y - height / 2, width, height, attributes: {}, note: '' };
}

/** labels/a/b.txt belongs to images/a/b.*: the part they share. */
function imageName(file: string): string {
  return file.replace(/^(?:.*\/)?labels\//u, '').replace(/\.txt$/u, '');
}

/** The names of the classes by their numbers, or why they are not known. */
async function readClasses(folder: string): Promise<ReadonlyMap<number, string> | string> {
  const name = CLASS_FILES.find((each) => existsSync(join(folder, each)));
  if (name === undefined) return `It has none of ${CLASS_FILES.join(', ')}, which name the classes.`;
  const read = await readSmallFile(join(folder, name));
  if (!read.ok) return `${name}, which names the classes: ${read.reason}`;
  if (name.endsWith('.yaml')) return yamlNames(read.text);
  const lines = read.text.split(/\r?\n/u).map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return new Map(lines.map((line, id) => [id, line]));
}

/** The `names` of a data.yaml, in the three ways in which training scripts write them. */
function yamlNames(text: string): ReadonlyMap<number, string> {
  const inline = /^names:\s*\[(.*)\]\s*$/mu.exec(text)?.[1];
  if (inline !== undefined) return new Map(inline.split(',').map((name, id) => [id, unquote(name)]));
  const names = new Map<number, string>();
  const block = /^names:\s*\r?\n((?:[ \t]+.*(?:\r?\n|$)|-.*(?:\r?\n|$))*)/mu.exec(text)?.[1] ?? '';
  for (const line of block.split(/\r?\n/u)) {
    const numbered = /^\s*(\d+)\s*:\s*(.+)$/u.exec(line);
    const listed = /^\s*-\s+(.+)$/u.exec(line);
    if (numbered?.[1] !== undefined) names.set(Number(numbered[1]), unquote(numbered[2] ?? ''));
    else if (listed?.[1] !== undefined) names.set(names.size, unquote(listed[1]));
  }
  return names;
}

function unquote(text: string): string {
  const trimmed = text.trim();
  if (/^".*"$/u.test(trimmed)) {
    try {
      return String(JSON.parse(trimmed));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return trimmed.replace(/^(['"])(.*)\1$/u, '$2');
}
