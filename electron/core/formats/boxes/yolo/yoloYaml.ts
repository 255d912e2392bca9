import { Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, YAMLMap } from 'yaml';
import type { KeypointShape } from '../../../../../shared/foreign/yolo.ts';

/** What a data.yaml says. */
export interface YoloDescription {
  /** The names of the classes by their numbers. */
  readonly names: ReadonlyMap<number, string>;
  readonly keypoints: KeypointShape | null;
  /** How many classes it counts; null: it does not. */
  readonly classes: number | null;
  /** The folder that the others are relative to; null: its own. */
  readonly path: string | null;
  /** Texts and lists of texts by key: where the parts of the data set are, among others. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

/** A description, or the line at which it cannot be read and why. */
export type ReadDescription =
  | { readonly ok: true; readonly value: YoloDescription }
  | { readonly ok: false; readonly field: string | null; readonly reason: string };

/** References to references multiply a text: a file with more of them than this is refused. */
const MOST_ALIASES = 100;

/** Numbers of classes beyond this are no numbers of classes: a list of names has a line for each before it. */
const HIGHEST_CLASS = 100_000;

/** The number and the name of a class, or why an entry has none. */
function readClass({
  key,
  value,
}: {
  readonly key: unknown;
  readonly value: unknown;
}): { readonly number: number; readonly name: string } | { readonly reason: string } {
  const number = typeof key === 'number' ? key : Number(textOf(key));
  const name = textOf(value);
  if (!Number.isInteger(number) || number < 0 || number > HIGHEST_CLASS)
    return { reason: `${textOf(key) ?? 'A key'} in names is not a class number.` };
  return name === null
    ? { reason: `Class ${String(number)} in names has no name that is a text.` }
    : { number, name };
}

/** Reads a data.yaml. Nothing in it is executed; keys that occur twice and texts that are no YAML are refused. */
export function readYoloYaml(text: string): ReadDescription {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const fault = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION') ?? document.errors[0];
  const at = (offset: number | undefined): string | null =>
    offset === undefined ? null : `line ${String(lines.linePos(offset).line)}`;
  if (fault !== undefined) return { ok: false, field: at(fault.pos[0]), reason: whyNotYaml(fault) };
  const aliases = countAliases(document);
  if (aliases > MOST_ALIASES) {
    const reason = `It refers to its own parts ${String(aliases)} times; the limit is ${String(MOST_ALIASES)}.`;
    return { ok: false, field: null, reason };
  }
  const map: unknown = document.contents;
  if (!isMap(map)) return { ok: false, field: null, reason: 'It is no list of keys and values.' };
  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const names = new Map<number, string>();
  const listed = resolved(map.get('names', true));
  for (const entry of entriesOf(listed, resolved)) {
    const read = readClass(entry);
    if ('reason' in read) return { ok: false, field: at(entry.offset), reason: read.reason };
    if (read.name.trim() !== '') names.set(read.number, read.name);
  }
  if (names.size === 0) return { ok: false, field: 'names', reason: 'It names no classes.' };
  const classes = Number(textOf(resolved(map.get('nc', true))) ?? Number.NaN);
  const places = map.items.flatMap(({ key, value }): [string, string[]][] => {
    const name = textOf(key);
    const paths = textsOf(resolved(value), resolved);
    return name === null || paths.length === 0 ? [] : [[name, paths]];
  });
  const [count, dimensions] = textsOf(resolved(map.get('kpt_shape', true)), resolved).map(Number);
  return {
    ok: true,
    value: {
      names,
      keypoints: keypointShape(count, dimensions),
      classes: Number.isInteger(classes) ? classes : null,
      path: textOf(resolved(map.get('path', true))),
      places: new Map(places),
    },
  };
}

function keypointShape(count: number | undefined, dimensions: number | undefined): KeypointShape | null {
  if (count === undefined || !Number.isInteger(count)) return null;
  return dimensions === 2 || dimensions === 3 ? { count, dimensions } : null;
}

function whyNotYaml({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'It is nested too deeply.';
  if (code === 'DUPLICATE_KEY') return 'It has a key twice.';
  return `It is not YAML: ${message.replace(/[.:]?$/u, '.')}`;
}

function countAliases(document: ReturnType<typeof parseDocument>): number {
  let count = 0;
  visit(document, { Alias: () => void (count += 1) });
  return count;
}

/** A text to the letter, also one that YAML takes for a number, a truth value or nothing; null where it is no text. */
function textOf(node: unknown): string | null {
  if (!isScalar(node)) return null;
  if (typeof node.value === 'string') return node.value;
  return node.source ?? String(node.value);
}

interface Entry {
  readonly key: unknown;
  readonly value: unknown;
  readonly offset: number | undefined;
}

/** The entries of a list by their places, or of a map by its keys. */
function entriesOf(node: unknown, resolved: (node: unknown) => unknown): Entry[] {
  if (isSeq(node))
    return node.items.map((item, key) => ({ key, value: resolved(item), offset: offsetOf(item) }));
  if (!isMap(node)) return [];
  return node.items.map(({ key, value }) => ({ key, value: resolved(value), offset: offsetOf(key) }));
}

const offsetOf = (node: unknown): number | undefined =>
  isScalar(node) || isAlias(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;

function textsOf(node: unknown, resolved: (node: unknown) => unknown): string[] {
  if (isSeq(node)) return node.items.flatMap((item) => textOf(resolved(item)) ?? []);
  const text = textOf(node);
  return text === null || text === '' ? [] : [text];
}

/** What a data.yaml is to say. */
export interface WrittenDescription {
  readonly names: ReadonlyMap<number, string>;
  /** The lists of images by their keys; null: all images are in one folder, undivided. */
  readonly lists: ReadonlyMap<string, readonly string[]> | null;
}

/** Keys that Casebook writes itself: those of a source give way. */
const OWN = ['train', 'val', 'test'];
/** Where lists of further splits are. */
export const SPLIT_FOLDER = 'splits/';

/** A data.yaml that keeps the further keys of the one that the data set came with. */
export function writeYoloYaml(source: string | null, { names, lists }: WrittenDescription): string {
  const map = furtherKeys(source);
  const set = (key: string, value: unknown): void => {
    map.set(key, value);
  };
  set('path', '.');
  const places =
    lists ??
    new Map([
      ['train', ['images']],
      ['val', ['images']],
    ]);
  for (const key of OWN) if (!places.has(key)) map.delete(key);
  for (const [key, [first, ...more]] of places)
    set(key, more.length === 0 ? first : new Document([first, ...more]).contents);
  set('nc', names.size);
  const rest = String(new Document(map));
  // JSON strings are YAML strings; some programs refuse letters that are not printable unless they are escaped.
  const lines = [...names].map(([number, name]) => `  ${String(number)}: ${escaped(JSON.stringify(name))}\n`);
  return `${rest.endsWith('\n') ? rest : `${rest}\n`}names:\n${lines.join('')}`;
}

const escaped = (text: string): string =>
  text.replaceAll(
    /[\u007F-\u00A0\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu,
    (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** The keys of a source, as it has them, without those that lead to classes and further splits. */
function furtherKeys(source: string | null): YAMLMap {
  const document = source === null ? null : parseDocument(source, { prettyErrors: false, logLevel: 'error' });
  if (document === null || document.errors.length > 0 || !isMap(document.contents)) return new YAMLMap();
  // What refers to another part is written out: that part may go.
  const whole =
    countAliases(document) > 0 ? new Document(document.toJS({ maxAliasCount: MOST_ALIASES })) : document;
  if (!isMap(whole.contents)) return new YAMLMap();
  const map = new YAMLMap();
  for (const pair of whole.contents.items) {
    const key = textOf(pair.key);
    if (key === null || key === 'names') continue;
    if (textOf(pair.value)?.startsWith(SPLIT_FOLDER) === true) continue;
    map.items.push(pair);
  }
  return map;
}
