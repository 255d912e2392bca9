import { isList, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { ParquetColumn, ParquetType, ParquetValue } from './parquetFile.ts';

type FieldType = Extract<ParquetType, 'string' | 'boolean' | 'integer' | 'number' | 'strings' | 'json'>;

/** A field of the items' payloads as a column of a table. */
export interface FieldColumn extends ParquetColumn {
  /** The field. */
  readonly key: string;
  readonly type: FieldType;
}

/** What is known of a payload's item: what some fields say again. */
export interface PublishedRecord {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly imageNames: readonly string[];
}

/** The columns that a table has beside those of the payload. */
const RESERVED = ['id', 'image', 'images'];

/**
 * Finds a column with one type for each top-level field, over all items. Fields with several types, objects or lists of
 * anything but texts become JSON text in every row. `id`, `image` and `images` are the table's own: fields of these
 * names are left out if they say the same, else renamed.
 */
export class ColumnSurvey {
  readonly #types = new Map<string, FieldType | null>();
  readonly #telling = new Set<string>();

  observe(record: PublishedRecord): void {
    for (const [key, value] of Object.entries(record.payload)) {
      this.#types.set(key, merge(this.#types.get(key) ?? null, typeOf(value)));
      if (RESERVED.includes(key) && !saysTheSame(key, value, record)) this.#telling.add(key);
    }
  }

  columns(): FieldColumn[] {
    const taken = new Set(RESERVED);
    // A person whose name is already a column's name goes before one whose name has to be made.
    const keys = [...this.#types.keys()].filter((key) => !RESERVED.includes(key) || this.#telling.has(key));
    for (const key of keys) if (!RESERVED.includes(key) && cleanName(key) === key) taken.add(key);
    return keys.map((key) => {
      const clean = cleanName(key);
      const own = clean === key && !RESERVED.includes(key);
      const name = own ? key : freeName(RESERVED.includes(key) ? `payload_${key}` : clean, taken);
      return { key, name, type: this.#types.get(key) ?? 'string' };
    });
  }
}

/** What a column of each type holds, as the beginning of a sentence. */
const HOLDS: Readonly<Record<FieldType, string>> = {
  string: 'Text',
  boolean: 'True or false',
  integer: 'A whole number',
  number: 'A number',
  strings: 'A list of texts',
  json: 'JSON text',
};

/**
 * What a column holds, in a sentence: "Clued: true or false, as in the benchmark’s own items."
 * @param title what the form calls the field; null where the form has none of that name
 */
export function columnInWords(
  { key, name, type }: FieldColumn,
  holds: 'items' | 'questions',
  title: string | null,
): string {
  const value = HOLDS[type];
  const what = title === null ? value : `${title}: ${type === 'json' ? value : lowerFirst(value)}`;
  const where = name === key ? '' : `, where the field is called ${JSON.stringify(key)}`;
  return `${what}, as in the benchmark’s own ${holds}${where}.`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The field's value in a payload as its column holds it. */
export function columnValue({ key, type }: FieldColumn, payload: JsonObject): ParquetValue {
  const value = Object.hasOwn(payload, key) ? (payload[key] ?? null) : null;
  if (value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  if (type === 'integer' && typeof value === 'number') return BigInt(value);
  if (isList(value)) return value.flatMap((each) => (typeof each === 'string' ? [each] : []));
  return typeof value === 'object' ? null : value;
}

/** A name that no other column has. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${String(count)}`;
  taken.add(name);
  return name;
}

function typeOf(value: Json): FieldType | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  // Half a character has no UTF-8; JSON writes it as an escape.
  if (typeof value === 'string') return value.isWellFormed() ? 'string' : 'json';
  return isList(value) && value.every((each) => typeof each === 'string' && each.isWellFormed())
    ? 'strings'
    : 'json';
}

function merge(a: FieldType | null, b: FieldType | null): FieldType | null {
  if (a === null || b === null || a === b) return a ?? b;
  const both = new Set([a, b]);
  return both.has('integer') && both.has('number') ? 'number' : 'json';
}

function saysTheSame(key: string, value: Json, { externalId, imageNames }: PublishedRecord): boolean {
  if (value === null) return true;
  if (key === 'id') return typeof value !== 'object' && String(value) === externalId;
  if (key === 'image') return value === imageNames[0];
  if (!isList(value)) return false;
  // Where there is an `image` too, the others follow it.
  const rest = imageNames.slice(imageNames.length - value.length);
  return value.length === rest.length && value.every((name, at) => name === rest[at]);
}

/** A name that a column can have: `__proto__` is no key that every reader keeps. */
export function cleanName(key: string): string {
  const clean = key.toWellFormed().replaceAll(/\p{Cc}/gu, '_');
  return clean.trim() === '' || clean === '__proto__' ? 'field' : clean;
}

/** A column's type in the table of the dataset card. */
export function typeInWords(type: ParquetType): string {
  switch (type) {
    case 'json':
      return 'JSON as text';
    case 'class':
      return 'class (number of a name)';
    case 'objects':
      return 'boxes';
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'strings':
    case 'image':
    case 'images':
      return type;
  }
}
