import { usualSplit } from '../../../../../shared/domain/splits.ts';
import { readYoloLine } from '../../../../../shared/foreign/yolo.ts';
import { createNames } from '../../../files/exportNames.ts';
import { naturalOrder } from '../../../files/folder.ts';
import type { OutputFolder, TextOutput } from '../../../files/outputFolder.ts';
import type { BoxedImage, WrittenBox } from '../boxes.ts';
import type { WriterContext } from '../../writing/exportFormat.ts';
import { countMoved, countOthers } from '../foreignLosses.ts';
import { readYoloYaml, SPLIT_FOLDER, writeYoloYaml, type YoloDescription } from './yoloYaml.ts';

/** Writes a data set of YOLO. Classes keep the numbers that they came with. */
export class YoloWriter {
  readonly #output: OutputFolder;
  readonly #left;
  readonly #source;
  readonly #description;
  readonly #numbers;
  readonly #lists = new Map<string, string[]>();
  #images = 0;

  constructor(
    output: OutputFolder,
    { categories, foreign, left }: Pick<WriterContext, 'categories' | 'foreign' | 'left'>,
  ) {
    this.#output = output;
    this.#left = left;
    this.#source = foreign.yolo ?? null;
    const read = this.#source === null ? null : readYoloYaml(this.#source);
    this.#description = read?.ok === true ? read.value : null;
    this.#numbers = new ClassNumbers(categories.names, this.#description?.names ?? new Map());
  }

  /** The labels of one image, at this path; null: nobody has labelled it, so that it gets no file. */
  async add(path: string | null, image: BoxedImage, split: string | null): Promise<void> {
    this.#images += 1;
    if (split !== null) {
      const list = this.#lists.get(split) ?? [];
      list.push(`./images/${image.file}`);
      this.#lists.set(split, list);
    }
    if (path === null) return;
    const file = await this.#output.text(path);
    for (const box of image.boxes)
      await file.write(`${lineOf(box, image, this.#numbers, this.#description, this.#left)}\n`);
    await file.close();
    countOthers(image, 'yolo', this.#left);
    for (const { note, attributes } of image.boxes) {
      if (note !== '') this.#left(['note', 'notes'], 1);
      this.#left(['attribute', 'attributes'], Object.keys(attributes).length);
    }
  }

  async end(): Promise<void> {
    const text = (path: string): Promise<TextOutput> => this.#output.text(path);
    await writeClasses(text, this.#numbers.names());
    const places = this.#images === 0 || this.#lists.size === 0 ? null : await writeLists(text, this.#lists);
    const data = await text('data.yaml');
    await data.write(writeYoloYaml(this.#source, { names: this.#numbers.names(), lists: places }));
    await data.close();
  }
}

/**
 * Classes keep the numbers that their data set gave them. Others get free numbers, first those of classes that are
 * gone: a renamed label is the same class.
 */
class ClassNumbers {
  readonly #given: ReadonlyMap<number, string>;
  readonly #names;
  readonly #numbers;

  constructor(known: readonly string[], given: ReadonlyMap<number, string>) {
    this.#given = given;
    this.#names = new Map([...given].filter(([, name]) => known.includes(name)));
    this.#numbers = new Map([...this.#names].toReversed().map(([number, name]) => [name, number]));
    for (const name of known) this.numberOf(name);
  }

  numberOf(category: string): number {
    const existing = this.#numbers.get(category);
    if (existing !== undefined) return existing;
    let number = [...this.#given].find(([at, name]) => name === category && !this.#names.has(at))?.[0] ?? 0;
    while (this.#names.has(number)) number += 1;
    this.#names.set(number, category);
    this.#numbers.set(category, number);
    return number;
  }

  nameOf(number: number): string | undefined {
    return this.#names.get(number);
  }

  /** In the order of the numbers. */
  names(): ReadonlyMap<number, string> {
    return new Map([...this.#names].sort(([a], [b]) => a - b));
  }
}

/** A line as it came in where its box is where it was; else class, centre and size as shares of the image. */
function lineOf(
  box: WrittenBox,
  image: BoxedImage,
  numbers: ClassNumbers,
  description: YoloDescription | null,
  left: WriterContext['left'],
): string {
  const number = numbers.numberOf(box.category);
  const part = box.foreign?.format === 'yolo' ? box.foreign : null;
  const keypoints = description?.keypoints ?? null;
  const read = part === null ? null : readYoloLine(part.source, keypoints);
  const former = typeof read === 'string' ? null : read;
  if (part?.isCurrent === true) {
    const isNamed = former !== null && numbers.nameOf(former.number) === box.category;
    return isNamed ? part.source : part.source.replace(/\S+/u, String(number));
  }
  if (part !== null) countMoved(box, left);
  const unmarked = unmarkedPoints(description);
  const rest = unmarked.length > 0 ? unmarked : [former?.confidence ?? null].filter((each) => each !== null);
  return [number, ...placeIn(image, box), ...rest].join(' ');
}

/** Programs refuse lines of a pose data set that are short of keypoints: zeros say that none is marked. */
function unmarkedPoints(description: YoloDescription | null): string[] {
  const { count = 0, dimensions = 0 } = description?.keypoints ?? {};
  return Array.from({ length: count * dimensions }, () => '0');
}

/** Centre and size of a box as shares of its image. */
function placeIn(image: BoxedImage, box: WrittenBox): string[] {
  const { x, y, width, height } = box;
  return [
    (x + width / 2) / image.width,
    (y + height / 2) / image.height,
    width / image.width,
    height / image.height,
  ].map(share);
}

/** Enough digits to find every sixteenth of a pixel again on an image of a million pixels a side. */
const share = (value: number): string => String(Number(value.toFixed(12)));

/** `classes.txt`, a class a line. It cannot hold line breaks: where they matter, data.yaml counts. */
async function writeClasses(
  text: (path: string) => Promise<TextOutput>,
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const classes = await text('classes.txt');
  let next = 0;
  for (const [number, name] of names) {
    await classes.write(`${'\n'.repeat(number - next)}${name.replaceAll(/\s+/gu, ' ')}\n`);
    next = number + 1;
  }
  await classes.close();
}

/** Keys of a description that are no splits. */
const TAKEN = new Set(['path', 'nc', 'names', 'kpt_shape', 'flip_idx', 'download']);

/**
 * A list of images for each split, and where the description finds them. Training programs read the keys train, val and test,
 * and need the first two; other splits have keys of their own.
 */
async function writeLists(
  text: (path: string) => Promise<TextOutput>,
  lists: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const unique = createNames();
  const places = new Map<string, string[]>([
    ['train', []],
    ['val', []],
  ]);
  const write = async (path: string, lines: readonly string[]): Promise<void> => {
    const list = await text(path);
    for (const line of lines.toSorted(naturalOrder)) await list.write(`${line}\n`);
    await list.close();
  };
  for (const [split, lines] of lists) {
    // File names that differ in case alone are one file on some systems.
    const usual = split === split.toLowerCase() ? usualSplit(split) : null;
    const path = usual === null ? `${SPLIT_FOLDER}${unique(split, 'txt')}` : `${split}.txt`;
    await write(path, lines);
    const key = usual ?? (TAKEN.has(split) ? `split ${split}` : split);
    places.set(key, [...(places.get(key) ?? []), path]);
  }
  for (const [key, paths] of places) {
    if (paths.length > 0) continue;
    await write(`${key}.txt`, []);
    paths.push(`${key}.txt`);
  }
  return places;
}
