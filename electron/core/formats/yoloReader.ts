import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filesBelow } from '../files/folder.ts';
import { errorCode } from '../errors.ts';
import type { ReadImage, ReadProblem, WrittenBox } from './boxes.ts';
import type { ReadBoxes, ReadOptions } from './cocoReader.ts';

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
export async function readYolo(folder: string, { signal, progress }: ReadOptions): Promise<ReadBoxes> {
  const problems: ReadProblem[] = [];
  const classes = await readClasses(folder);
  if (classes === null) {
    return {
      images: [],
      problems: [
        {
          item: basename(folder),
          field: null,
          reason: `It holds none of ${CLASS_FILES.join(', ')}, which name the classes.`,
        },
      ],
    };
  }
  const files = await filesBelow(
    folder,
    (name) => name.endsWith('.txt') && !NOT_LABELS.has(name.toLowerCase()),
    signal,
  );
  const images: ReadImage[] = [];
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    progress(index, files.length);
    const boxes: WrittenBox[] = [];
    const lines = (await readFile(join(folder, file), 'utf8')).replace(/^\uFEFF/u, '').split(/\r?\n/u);
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const box = readLine(line, classes);
      if (typeof box === 'string')
        problems.push({ item: file, field: `line ${String(at + 1)}`, reason: box });
      else boxes.push(box);
    }
    images.push({ file: imageName(file), width: null, height: null, relative: true, boxes });
  }
  if (images.length === 0)
    problems.push({ item: basename(folder), field: null, reason: 'It holds no label files.' });
  return { images, problems };
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
    return 'It is not a box: five numbers are expected.';
  if (!numbers.every(Number.isFinite)) return 'It holds something that is not a number.';
  const category = classes.get(id);
  if (category === undefined) return `There is no class ${String(id)}.`;
  if ([x, y, width, height].some((share) => share < 0 || share > 1))
    return 'A share of the image lies outside 0 to 1.';
  return { category, x: x - width / 2, y: y - height / 2, width, height, attributes: {}, note: '' };
}

/** labels/a/b.txt belongs to images/a/b.*: the part they share. */
function imageName(file: string): string {
  return file.replace(/^(?:.*\/)?labels\//u, '').replace(/\.txt$/u, '');
}

async function readClasses(folder: string): Promise<ReadonlyMap<number, string> | null> {
  for (const name of CLASS_FILES) {
    try {
      const text = (await readFile(join(folder, name), 'utf8')).replace(/^\uFEFF/u, '');
      if (name.endsWith('.yaml')) return yamlNames(text);
      const lines = text.split(/\r?\n/u).map((line) => line.trim());
      while (lines.at(-1) === '') lines.pop();
      return new Map(lines.map((line, id) => [id, line]));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return null;
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
