import { CasebookError } from '../../../../../shared/base/errors.ts';
import { isJsonObject, type Json } from '../../../../../shared/base/json.ts';
import type { ReadBox } from '../boxes.ts';
import type { BoxSink } from '../boxSink.ts';
import { type CocoHeader, type HeaderIds, type HeaderRecord, Others, rightsOf } from './cocoHeader.ts';
import {
  type CocoAnnotation,
  type CocoBox,
  CocoCategory,
  CocoId,
  CocoImage,
  CocoLicence,
  imageIdIn,
  readAnnotation,
} from './cocoRecords.ts';
import { type CocoFile, imagePathIn } from './cocoSource.ts';
import { joinLines, withMembers } from '../../reading/jsonMembers.ts';
import type { SourceElement } from '../../reading/sourceFile.ts';

type Category = HeaderRecord<{ readonly id: CocoId; readonly name: string }>;
type Unread = Extract<CocoAnnotation, { readonly kind: 'unread' }>;

/** The members whose records Casebook reads. */
const RECORDS = new Set(['images', 'annotations', 'categories', 'licenses']);

/** What one COCO file holds, as far as it was read. What an image is said to show is known at its end. */
export class CocoContent {
  readonly #source: CocoFile;
  readonly #counts: { readonly images: (more: number) => void; readonly boxes: (more: number) => void };
  readonly #sink: BoxSink;
  readonly #images = new Map<CocoId, HeaderRecord<CocoImage>>();
  readonly #boxes = new Map<CocoId, CocoBox[]>();
  readonly #categories = new Map<CocoId, Category>();
  readonly #licences: HeaderRecord<CocoLicence>[] = [];
  readonly #others: Others;
  readonly #unread: Unread[] = [];
  /** Images about which the file says something that is no box. */
  readonly #described = new Set<CocoId>();
  /** Images that were read only in part. */
  readonly #partial = new Set<CocoId>();
  /** Whether something could not be read that may be about any image. */
  #isAnyPartial = false;
  #lists: ReadonlySet<string> = new Set();
  #problems = 0;

  constructor(
    source: CocoFile,
    counts: { readonly images: (more: number) => void; readonly boxes: (more: number) => void },
    sink: BoxSink,
  ) {
    this.#source = source;
    this.#counts = counts;
    this.#sink = sink;
    this.#others = new Others(sink);
  }

  /** Takes the next element; false: there is no point in going on. Throws `invalid_input` where two categories have one id. */
  take(element: SourceElement): boolean {
    const { name: file } = this.#source;
    if (!element.ok) {
      this.#passOver(element);
      return true;
    }
    const { member, index, value, text } = element;
    if (member === null) {
      this.#problem(file, null, 'It is a list instead of a COCO object.');
      return false;
    }
    const place = `${member} ${String((index ?? 0) + 1)} of ${file}`;
    if (!RECORDS.has(member)) this.#others.add(member, index, joinLines(text));
    else if (index === null) {
      if (value === null) return true;
      this.#problem(file, member, `Its “${member}” is no list.`);
      if (member === 'annotations') this.#isAnyPartial = true;
    } else if (member === 'images') this.#takeImage(value, text, place);
    else if (member === 'categories') this.#takeCategory(value, text, place);
    else if (member === 'annotations') this.#takeAnnotation(value, text, index + 1);
    else this.#takeLicence(value, text);
    return true;
  }

  /** Notes which images an element that cannot be read may be about. */
  #passOver(element: Extract<SourceElement, { readonly ok: false }>): void {
    this.#problem(`${element.where} of ${this.#source.name}`, null, element.reason);
    const id = element.member === 'annotations' ? imageIdIn(element.text, element.isWhole) : null;
    if (id !== null) this.#partial.add(id);
    else if (element.member === 'annotations' || element.member === null) this.#isAnyPartial = true;
  }

  #takeLicence(value: Json, text: string): void {
    const read = CocoLicence.safeParse(value).data;
    if (read !== undefined) this.#licences.push({ value: read, text: joinLines(text) });
    else this.#sink.left(['licence without an id', 'licences without an id'], 1);
  }

  /** Learns which of its members are lists, empty ones included. */
  noteLists(names: ReadonlySet<string>): void {
    this.#lists = names;
  }

  /** What it says of the whole data set. */
  header(): CocoHeader {
    return {
      others: this.#others.texts(),
      licences: this.#licences,
      categories: [...this.#categories.values()],
    };
  }

  /** Hands its images and boxes over, and says what is wrong with them. */
  hand(ids: HeaderIds): void {
    this.#tellUnread();
    const isAnyLost = this.#tellLost();
    const { name } = this.#source;
    if (this.#images.size === 0 && this.#problems === 0) this.#problem(name, 'images', 'It has no images.');
    // A test set without annotations, or a file of captions, says of no image that there is nothing on it.
    const saysNothing =
      !this.#lists.has('annotations') || (this.#boxes.size === 0 && this.#described.size > 0);
    const ofShape: string[] = [];
    for (const image of this.#images.values())
      this.#handImage(image, ids, { isAnyLost, saysNothing, ofShape });
    const [first, ...others] = ofShape;
    if (first !== undefined) this.#sink.warn(first, 'bbox', shapeWarning(others.length));
  }

  #handImage(
    { value: image, text }: HeaderRecord<CocoImage>,
    ids: HeaderIds,
    file: { readonly isAnyLost: boolean; readonly saysNothing: boolean; readonly ofShape: string[] },
  ): void {
    const { id, width = null, height = null } = image;
    const { split } = this.#source;
    const list = this.#boxes.get(id) ?? [];
    const boxes = this.#placed(image, list, ids, file.ofShape);
    const known = {
      file: imagePathIn(this.#source, image.file_name),
      ...(split === null ? {} : { split }),
      ...rightsOf(image, this.#licences),
      foreign: recordOf(image, text, ids),
    };
    const isPartial = this.#isAnyPartial || this.#partial.has(id) || (file.isAnyLost && list.length === 0);
    if (!isPartial && list.length === 0 && (file.saysNothing || this.#described.has(id)))
      this.#sink.bareImage(known);
    else {
      const whole = { ...known, width, height, relative: false, boxes };
      this.#sink.image(isPartial ? { ...whole, isPartial } : whole);
    }
  }

  #problem(item: string, field: string | null, reason: string): void {
    this.#problems += 1;
    this.#sink.problem(item, field, reason);
  }

  #leaveOut(item: string, field: string | null, reason: string): void {
    this.#problems += 1;
    this.#sink.leaveOut(item, field, reason);
  }

  #takeImage(value: Json, text: string, place: string): void {
    this.#counts.images(1);
    const read = CocoImage.safeParse(value).data;
    const id = CocoId.safeParse(isJsonObject(value) ? value['id'] : null).data;
    if (id === undefined) this.#problem(place, 'id', 'It has no id.');
    else if (read === undefined)
      this.#problem(
        `image ${String(id)} of ${this.#source.name}`,
        'file_name',
        'It does not say its file name.',
      );
    else {
      const known = this.#images.get(id);
      if (known === undefined) {
        this.#images.set(id, { value: read, text: joinLines(text) });
        return;
      }
      this.#problem(place, 'id', `Two images have the id ${String(id)}.`);
      // Nobody can tell whose its boxes are.
      if (known.value.file_name !== read.file_name) this.#partial.add(id);
    }
  }

  #takeCategory(value: Json, text: string, place: string): void {
    const read = CocoCategory.safeParse(value).data;
    if (read === undefined) {
      this.#problem(place, null, 'It has no id or no name.');
      return;
    }
    const known = this.#categories.get(read.id);
    if (known === undefined) this.#categories.set(read.id, { value: read, text: joinLines(text) });
    else if (known.value.name !== read.name)
      throw new CasebookError(
        'invalid_input',
        `Two categories of ${this.#source.name} have the id ${String(read.id)}: “${known.value.name}” and “${read.name}”.`,
        'Nothing was changed. Give each category an id of its own, and import the file again.',
      );
  }

  #takeAnnotation(value: Json, text: string, place: number): void {
    this.#counts.boxes(1);
    const read = readAnnotation(value, text, place);
    if (read.kind === 'unread') this.#unread.push(read);
    else if (read.kind === 'other') {
      this.#sink.left(read.what, read.count);
      this.#described.add(read.imageId);
    } else {
      const list = this.#boxes.get(read.box.imageId);
      if (list === undefined) this.#boxes.set(read.box.imageId, [read.box]);
      else list.push(read.box);
    }
  }

  #tellUnread(): void {
    for (const annotation of this.#unread) {
      const { imageId, field, reason } = annotation;
      const named = imageId === null ? null : this.#images.get(imageId)?.value.file_name;
      const said = imageId === null ? `${reason} So no image of the file counts as read whole.` : reason;
      const name = this.#nameOf(annotation, named ?? null);
      if (annotation.isNothing === true) this.#leaveOut(name, field, said);
      else this.#problem(name, field, said);
      if (imageId === null) this.#isAnyPartial = true;
      else this.#partial.add(imageId);
    }
  }

  /** Says which annotations are about images that the file does not have; whether any are. */
  #tellLost(): boolean {
    let isAny = false;
    for (const id of this.#partial) isAny ||= !this.#images.has(id);
    for (const [id, list] of this.#boxes) {
      if (this.#images.has(id)) continue;
      isAny = true;
      const [first, ...others] = list;
      if (first === undefined) continue;
      const more = others.length === 0 ? '' : ` (and ${String(others.length)} more)`;
      const reason = `The file has no image with the id ${String(id)}.`;
      this.#problem(`${this.#nameOf(first, null)}${more}`, 'image_id', reason);
    }
    return isAny;
  }

  /** The boxes that fit an image; reports what is wrong with the others. */
  #placed(image: CocoImage, list: readonly CocoBox[], ids: HeaderIds, ofShape: string[]): ReadBox[] {
    const { id, width, height, file_name: file } = image;
    const refuse = (box: CocoBox, field: string, reason: string): [] => {
      this.#problem(this.#nameOf(box, file), field, reason);
      this.#partial.add(id);
      return [];
    };
    return list.flatMap((box) => {
      const category = this.#categories.get(box.categoryId)?.value.name;
      if (category === undefined)
        return refuse(box, 'category_id', `The file has no category with the id ${String(box.categoryId)}.`);
      if (isOutside(box, width ?? Infinity, height ?? Infinity)) {
        const size = width == null || height == null ? '' : ` of ${String(width)} x ${String(height)} pixels`;
        this.#leaveOut(this.#nameOf(box, file), 'bbox', `Its box lies outside its image${size}.`);
        this.#partial.add(id);
        return [];
      }
      if (box.isOfShape) ofShape.push(this.#nameOf(box, file));
      return readBoxOf(box, category, ids.category(box.categoryId));
    });
  }

  /** How a message names an annotation: by its id, else by its place in the list. */
  #nameOf({ id, place }: Pick<CocoBox, 'id' | 'place'>, image: string | null): string {
    const named = id === null ? `annotations ${String(place)}` : `annotation ${String(id)}`;
    return `${named} of ${this.#source.name}${image === null ? '' : ` on ${image}`}`;
  }
}

/** @param category the id of its category in the header of all files */
function readBoxOf(box: CocoBox, name: string, category: CocoId): ReadBox {
  const { x, y, width, height, attributes, note, foreign } = box;
  const read = { category: name, x, y, width, height, attributes, note };
  if (foreign === undefined) return read;
  const source =
    category === box.categoryId
      ? foreign.source
      : withMembers(foreign.source, new Map([['category_id', JSON.stringify(category)]]));
  return { ...read, foreign: { ...foreign, source } };
}

const isOutside = ({ x, y, width, height }: CocoBox, wide: number, high: number): boolean =>
  x >= wide || y >= high || x + width <= 0 || y + height <= 0;

/** The record of an image, with its licence under the id that it has in the header of all files. */
function recordOf({ license }: CocoImage, text: string, ids: HeaderIds): string {
  if (license === undefined || license === null) return text;
  const licence = ids.licence(license);
  return licence === license ? text : withMembers(text, new Map([['license', JSON.stringify(licence)]]));
}

const shapeWarning = (others: number): string =>
  others === 0
    ? 'It has no box that can be used: it gets that of its polygon or mask.'
    : `It and ${String(others)} other ${others === 1 ? 'annotation' : 'annotations'} of the file have no box that can be used: each gets that of its polygon or mask.`;
