import { rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import type { OutputFolder, TextOutput } from '../../../files/outputFolder.ts';
import type { BoxedImage } from '../boxes.ts';
import type { WriterContext } from '../../writing/exportFormat.ts';
import { type CocoHeader, nextId, parseHeader } from './cocoHeader.ts';
import { CocoCategories, CocoIds } from './cocoIds.ts';
import { type CocoId, idOf } from './cocoRecords.ts';
import { annotationText, carriedRecord, imageText } from './cocoTexts.ts';
import { countMoved, countOthers } from '../foreignLosses.ts';

type Context = Pick<WriterContext, 'description' | 'categories' | 'foreign' | 'left' | 'items'>;

/** The file, and the one in which boxes wait: the format wants all images before all boxes. */
interface CocoFiles {
  readonly main: TextOutput;
  readonly waiting: TextOutput;
  readonly waitingPath: string;
}

interface FreeNumbers {
  readonly images: number;
  readonly boxes: number;
}

/**
 * Writes a COCO file of an export (Lin et al. 2014, object detection), image by image; memory grows only with the
 * number of ids. `bbox` is [x, y, width, height] in pixels. COCO records return unchanged, with their ids if free;
 * others get the next numbers. `attributes` and `note` are a box's attributes and note.
 */
export class CocoWriter {
  readonly #files: CocoFiles;
  readonly #header;
  readonly #left;
  readonly #ids;
  readonly #categories;
  readonly #licences;
  #images = 0;
  #boxes = 0;

  private constructor(files: CocoFiles, header: CocoHeader, context: Context, first: FreeNumbers) {
    this.#files = files;
    this.#header = header;
    this.#left = context.left;
    this.#ids = { images: new CocoIds(first.images), boxes: new CocoIds(first.boxes) };
    this.#categories = new CocoCategories(header, context.categories);
    this.#licences = new Licences(header);
  }

  static async open(
    output: Pick<OutputFolder, 'place' | 'text'>,
    path: string,
    context: Context,
  ): Promise<CocoWriter> {
    const header = parseHeader(context.foreign.coco);
    const first = context.foreign.coco === undefined ? { images: 1, boxes: 1 } : await firstFree(context);
    const main = await output.text(path);
    const waiting = await output.text(`${path}.boxes`);
    const waitingPath = await output.place(`${path}.boxes`);
    const { description } = context;
    const info = header.others.get('info') ?? JSON.stringify({ description, version: '1.0' });
    await main.write(`{\n"info": ${info},\n"images": [`);
    return new CocoWriter({ main, waiting, waitingPath }, header, context, first);
  }

  async add(image: BoxedImage): Promise<void> {
    const { main, waiting } = this.#files;
    const known = carriedRecord(image.foreign);
    const imageId = this.#ids.images.take(idOf(known?.value['id']));
    const said = known === null ? (image.licence ?? null) : null;
    const licence = said === null ? null : this.#licences.idOf(said);
    await main.write(`${this.#images === 0 ? '' : ','}\n${imageText(image, known, imageId, licence)}`);
    this.#images += 1;
    countOthers(image, 'coco', this.#left);
    for (const box of image.boxes) {
      const record = carriedRecord(box.foreign);
      const id = this.#ids.boxes.take(idOf(record?.value['id']));
      const categoryId = this.#categories.idOf(box.category, idOf(record?.value['category_id']));
      if (record !== null && box.foreign?.isCurrent !== true) countMoved(box, this.#left);
      const text = annotationText(box, record, { id, imageId, categoryId });
      await waiting.write(`${this.#boxes === 0 ? '' : ','}\n${text}`);
      this.#boxes += 1;
    }
  }

  async end(): Promise<void> {
    const { main, waiting, waitingPath } = this.#files;
    await waiting.close();
    await main.write('\n],\n"annotations": [');
    for await (const piece of createReadStream(waitingPath, { encoding: 'utf8' }))
      await main.write(String(piece));
    await main.write(`\n],\n"categories": [${this.#categories.texts().join(',')}]`);
    await main.write(`,\n"licenses": [${this.#licences.texts().join(',')}]`);
    for (const [key, text] of this.#header.others)
      if (key !== 'info') await main.write(`,\n${JSON.stringify(key)}: ${text}`);
    await main.write('\n}\n');
    await main.close();
    await rm(waitingPath);
  }
}

/** The numbers after those that records came with, so that no new record takes the id of one that is yet to come. */
async function firstFree(context: Context): Promise<FreeNumbers> {
  let [images, boxes] = [1, 1];
  const after = (part: Parameters<typeof carriedRecord>[0]): number =>
    nextId([idOf(carriedRecord(part)?.value['id']) ?? 0]);
  for await (const item of context.items()) {
    for (const { foreign } of item.images) images = Math.max(images, after(foreign));
    for (const { foreign } of item.regions) boxes = Math.max(boxes, after(foreign));
  }
  return { images, boxes };
}

/** The licences of a COCO file: those of its header, and those that the casebook has of images beside them. */
class Licences {
  readonly #ids = new Map<string, CocoId>();
  readonly #texts;
  #next;

  constructor(header: CocoHeader) {
    for (const { value } of header.licences) {
      const name = value.name ?? value.url;
      if (name !== null && name !== undefined && !this.#ids.has(name)) this.#ids.set(name, value.id);
    }
    this.#texts = header.licences.map(({ text }) => text);
    this.#next = nextId(header.licences.map(({ value }) => value.id));
  }

  idOf(name: string): CocoId {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#next;
    this.#next += 1;
    this.#ids.set(name, id);
    this.#texts.push(JSON.stringify({ id, name, url: '' }));
    return id;
  }

  texts(): string[] {
    return this.#texts;
  }
}
