import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { staysInside } from '../../files/folder.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';

/** An item to be named in a CaughtCheating data set. */
export interface ItemToName {
  readonly id: string;
  readonly sequence: number;
  readonly label: boolean;
  /** What its payload says, and whether its label is still the one that came with that name. */
  readonly dataPath: string | null;
  readonly labelAsImported: boolean;
  /** Whether no file will have the name. */
  readonly withheld?: boolean;
}

export interface NumberedItem extends ItemToName {
  readonly name: string;
}

const CANONICAL = /^(true|false)_images\/(true|false)_([1-9]\d{0,8})\.png$/u;
const ENCODABLE = /\.(?:png|jpe?g|webp)$/iu;

/**
 * The names of exported items, in their order: first items that keep their imported name, in the order of import, then
 * the others by class and number. An imported name stays while its class fits. Other items get `true_images/true_N.png`
 * or `false_images/false_N.png`; N is the same in every export and never reused. New numbers follow a keyed hash, so
 * that neither number nor place reveals when or from where an item came.
 * @param withImages whether files are written under the names, which then have to say what they are
 */
export function nameItems(
  casebook: Casebook,
  items: readonly ItemToName[],
  withImages: boolean,
): NumberedItem[] {
  const { database } = casebook;
  const owner = database
    .prepare<[string, number], string>('SELECT item_id FROM export_number WHERE series = ? AND number = ?')
    .pluck();
  const given = database
    .prepare<[string, string], number>('SELECT number FROM export_number WHERE series = ? AND item_id = ?')
    .pluck();
  const give = database.prepare<[string, number, string]>(
    'INSERT INTO export_number (series, number, item_id) VALUES (?, ?, ?)',
  );
  const writable = casebook.readOnly === null;

  return database.transaction(() => {
    const taken = new Set<string>();
    const kept: NumberedItem[] = [];
    const others: ItemToName[] = [];
    for (const item of items) {
      const name = item.dataPath;
      if (name !== null && keeps(item, name) && !taken.has(folded(name)) && reserve(item, name)) {
        taken.add(folded(name));
        kept.push({ ...item, name });
      } else others.push(item);
    }
    const numbered = others.map((item) => ({ item, number: given.get(series(item.label), item.id) ?? null }));
    const fresh = numbered.filter(({ number }) => number === null);
    if (fresh.length > 0) assertWritable(casebook);
    const key = fresh.length > 0 ? shuffleKey(casebook) : '';
    fresh.sort((a, b) => (place(key, a.item) < place(key, b.item) ? -1 : 1));
    const next = { true: 0, false: 0 };
    for (const entry of fresh) {
      const name = series(entry.item.label);
      next[name] = next[name] === 0 ? highest(casebook, name) + 1 : next[name] + 1;
      while (taken.has(pathOf(name, next[name]))) next[name] += 1;
      entry.number = next[name];
      give.run(name, entry.number, entry.item.id);
    }
    const named = numbered
      .map(({ item, number }) => ({ item, number: number ?? 0 }))
      .sort((a, b) => Number(b.item.label) - Number(a.item.label) || a.number - b.number)
      .map(({ item, number }) => ({ ...item, name: pathOf(series(item.label), number) }));
    return [...kept, ...named];
  })();

  /** Whether an item may go on under the name it came with. */
  function keeps(item: ItemToName, name: string): boolean {
    const [, folder, prefix] = CANONICAL.exec(name) ?? [];
    if (folder !== undefined && folder === prefix) return folder === series(item.label);
    return (
      item.labelAsImported &&
      staysInside(name) &&
      (!withImages || item.withheld === true || ENCODABLE.test(name))
    );
  }

  /** Sees to it that nobody else ever gets the number of a name; false where somebody has it. */
  function reserve(item: ItemToName, name: string): boolean {
    const [, folder, prefix, digits] = CANONICAL.exec(name) ?? [];
    if (folder === undefined || folder !== prefix) return true;
    const number = Number(digits);
    const holder = owner.get(folder, number);
    if (holder !== undefined) return holder === item.id;
    const own = given.get(folder, item.id);
    // One number a series: the name it came with goes before one given later.
    if (own !== undefined) return false;
    if (writable) give.run(folder, number, item.id);
    return true;
  }
}

const series = (label: boolean): 'true' | 'false' => (label ? 'true' : 'false');
const pathOf = (name: string, number: number): string => `${name}_images/${name}_${String(number)}.png`;
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const place = (key: string, item: ItemToName): string => hash('sha256', key + item.id, 'hex');

/** The highest number that a series has ever used, here or where items were imported from. */
function highest({ database }: Casebook, name: 'true' | 'false'): number {
  const remembered = database
    .prepare<[string], number | null>('SELECT max(number) FROM export_number WHERE series = ?')
    .pluck()
    .get(name);
  let most = remembered ?? 0;
  const names = database
    .prepare<[string, string], string>(
      `SELECT external_id FROM item WHERE external_id LIKE ?
       UNION SELECT payload ->> '$.data_path' FROM item WHERE payload ->> '$.data_path' LIKE ?`,
    )
    .pluck();
  for (const path of names.iterate(`${name}_images/%`, `${name}_images/%`)) {
    const digits = CANONICAL.exec(path)?.[3];
    if (digits !== undefined) most = Math.max(most, Number(digits));
  }
  return most;
}

/**
 * Secret of the casebook, made when it is first asked for: without it nobody can tell from a number which item was which.
 * Copies with one key give the same numbers.
 */
export function shuffleKey({ database }: Casebook): string {
  const stored = z.string().safeParse(readMeta(database, 'exportKey'));
  if (stored.success) return stored.data;
  const key = randomBytes(16).toString('hex');
  writeMeta(database, 'exportKey', key);
  return key;
}
