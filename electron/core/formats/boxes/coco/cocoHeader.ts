import type { z } from 'zod';
import type { ImageRights } from '../../../../../shared/benchmarks/benchmark.ts';
import { CocoCategory, type CocoId, type CocoImage, CocoLicence } from './cocoRecords.ts';
import { isJsonObject } from '../../../../../shared/base/json.ts';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import type { BoxSink } from '../boxSink.ts';
import { LARGEST_ELEMENT } from '../../reading/limits.ts';
import type { CountedNoun } from '../../reading/tally.ts';
import { elementsOf, membersOf, withMembers } from '../../reading/jsonMembers.ts';

/** A record of a header: what Casebook reads of it, and its text. */
export interface HeaderRecord<T> {
  readonly value: T;
  readonly text: string;
}

/** What a COCO file says of the whole data set. */
export interface CocoHeader {
  /** Its `info` and every member that Casebook does not know, as text, by name. */
  readonly others: ReadonlyMap<string, string>;
  readonly licences: readonly HeaderRecord<CocoLicence>[];
  readonly categories: readonly HeaderRecord<z.infer<typeof CocoCategory>>[];
}

/** The header as one JSON text, as {@link parseHeader} reads it. */
export function headerText({ others, licences, categories }: CocoHeader): string {
  const list = (records: readonly HeaderRecord<unknown>[]): string =>
    `[${records.map(({ text }) => text).join(',')}]`;
  const info = others.get('info');
  const members = [
    ...(info === undefined ? [] : [`"info":${info}`]),
    `"licenses":${list(licences)}`,
    `"categories":${list(categories)}`,
    ...[...others].flatMap(([key, text]) => (key === 'info' ? [] : [`${JSON.stringify(key)}:${text}`])),
  ];
  return `{${members.join(',')}}`;
}

/** Reads what {@link headerText} wrote; an empty header where there is none. */
export function parseHeader(text: string | undefined): CocoHeader {
  const others = new Map<string, string>();
  const licences: HeaderRecord<CocoLicence>[] = [];
  const categories: HeaderRecord<z.infer<typeof CocoCategory>>[] = [];
  for (const { key, value } of text === undefined || !isObject(text) ? [] : membersOf(text)) {
    if (key === 'licenses') licences.push(...recordsIn(value, CocoLicence));
    else if (key === 'categories') categories.push(...recordsIn(value, CocoCategory));
    else others.set(key, value);
  }
  return { others, licences, categories };
}

function recordsIn<T>(list: string, schema: z.ZodType<T>): HeaderRecord<T>[] {
  if (!list.startsWith('[')) return [];
  return elementsOf(list).flatMap((text) => {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? [{ value: read.data, text }] : [];
  });
}

/** What a casebook of others holds may be no JSON at all. */
function isObject(text: string): boolean {
  try {
    return isJsonObject(parseJson(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The number after the largest of some ids. */
export function nextId(ids: Iterable<CocoId>): number {
  let largest = 0;
  for (const id of ids) if (typeof id === 'number' && id > largest) largest = id;
  return largest + 1;
}

/** What the ids of one file's categories and licences are in the header of all files. */
export interface HeaderIds {
  readonly category: (id: CocoId) => CocoId;
  readonly licence: (id: CocoId) => CocoId;
}

/** Makes one header of those of several files: each id stands for one thing, and each category that files share comes once. */
export class Headers {
  readonly #others = new Map<string, string>();
  readonly #licences: HeaderRecord<CocoLicence>[] = [];
  readonly #categories: HeaderRecord<z.infer<typeof CocoCategory>>[] = [];

  add(header: CocoHeader): HeaderIds {
    for (const [key, text] of header.others) if (!this.#others.has(key)) this.#others.set(key, text);
    const ids = {
      licence: unite(this.#licences, header.licences),
      category: unite(this.#categories, header.categories),
    };
    return {
      licence: (id) => ids.licence.get(id) ?? id,
      category: (id) => ids.category.get(id) ?? id,
    };
  }

  all(): CocoHeader {
    return { others: this.#others, licences: this.#licences, categories: this.#categories };
  }
}

/** Adds records to those of former files; gives the ids that are others there. */
function unite<T extends { readonly id: CocoId; readonly name?: string | null | undefined }>(
  known: HeaderRecord<T>[],
  added: readonly HeaderRecord<T>[],
): Map<CocoId, CocoId> {
  const former = [...known];
  const changed = new Map<CocoId, CocoId>();
  for (const { value, text } of added) {
    const same = former.filter((each) => each.value.name === value.name);
    const match = same.find((each) => each.value.id === value.id) ?? same[0];
    if (match !== undefined) {
      if (match.value.id !== value.id) changed.set(value.id, match.value.id);
    } else if (known.every((each) => each.value.id !== value.id)) known.push({ value, text });
    else {
      const id = nextId(known.map((each) => each.value.id));
      changed.set(value.id, id);
      known.push({ value: { ...value, id }, text: withMembers(text, new Map([['id', String(id)]])) });
    }
  }
  return changed;
}

/** Who may do what with an image, as its licence and addresses say; left out where they say nothing. */
export function rightsOf(
  { license, coco_url: cocoUrl, flickr_url: flickrUrl }: CocoImage,
  licences: readonly HeaderRecord<CocoLicence>[],
): Pick<{ rights: ImageRights }, 'rights'> | object {
  const licence =
    license === undefined || license === null
      ? undefined
      : licences.find(({ value }) => value.id === license)?.value;
  const named = licence?.name ?? licence?.url ?? null;
  const url = [cocoUrl, flickrUrl].find((each) => each !== null && /^https?:\/\//iu.test(each ?? '')) ?? null;
  if (named === null && url === null) return {};
  return { rights: { licence: named === '' ? null : named, attribution: null, redistributable: null, url } };
}

/** Gathers the members that Casebook does not know, each as text; what is beyond the limit is counted. */
export class Others {
  readonly #sink: BoxSink;
  readonly #plain = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  #length = 0;

  constructor(sink: BoxSink) {
    this.#sink = sink;
  }

  add(member: string, index: number | null, text: string): void {
    this.#length += text.length;
    if (this.#length > LARGEST_ELEMENT) {
      const what: CountedNoun = [`entry of “${member}”`, `entries of “${member}”`];
      this.#sink.left(what, 1);
    } else if (index === null) this.#plain.set(member, text);
    else {
      const list = this.#lists.get(member);
      if (list === undefined) this.#lists.set(member, [text]);
      else list.push(text);
    }
  }

  texts(): Map<string, string> {
    return new Map([
      ...this.#plain,
      ...[...this.#lists].map(([key, texts]) => [key, `[${texts.join(',')}]`] as const),
    ]);
  }
}
