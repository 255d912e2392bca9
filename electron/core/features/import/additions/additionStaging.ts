import Database from 'better-sqlite3';
import { z } from 'zod';
import { JsonObject } from '../../../../../shared/base/json.ts';

/** What a file says of an item, with the places that say it. */
export interface StagedAdditions {
  readonly item: string;
  readonly places: readonly string[];
  readonly entries: readonly JsonObject[];
}

const Row = z.object({ item: z.string(), place: z.string(), entry: z.string() });

/**
 * Entries of an import, sorted by item on disk: memory does not grow with their number.
 */
export class AdditionStaging {
  readonly #database;
  readonly #addItem;
  readonly #findItem;
  readonly #insert;
  readonly #placeOf;
  readonly #count;
  readonly #itemCount;
  readonly #all;

  constructor() {
    // SQLite keeps a database without a name on disk as it grows, and removes it.
    this.#database = new Database('');
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('temp_store = FILE');
    this.#database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE entry (id INTEGER PRIMARY KEY, item INTEGER NOT NULL, key TEXT NOT NULL, place TEXT NOT NULL,
      entry TEXT NOT NULL, UNIQUE (item, key)) STRICT;
    BEGIN`);
    this.#addItem = this.#database.prepare<[string]>('INSERT INTO item (name) VALUES (?)');
    this.#findItem = this.#database.prepare<[string], number>('SELECT id FROM item WHERE name = ?').pluck();
    this.#insert = this.#database.prepare<[number, string, string, string]>(
      'INSERT INTO entry (item, key, place, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#placeOf = this.#database
      .prepare<[number, string], string>('SELECT place FROM entry WHERE item = ? AND key = ?')
      .pluck();
    this.#count = this.#database.prepare<[], number>('SELECT count(*) FROM entry').pluck();
    this.#itemCount = this.#database.prepare<[], number>('SELECT count(*) FROM item').pluck();
    this.#all = this.#database.prepare(
      'SELECT i.name AS item, e.place, e.entry FROM entry e JOIN item i ON i.id = e.item ORDER BY i.id, e.id',
    );
  }

  /** Gives the place of the entry that says the same thing of the item already, null where there is none. */
  add({
    item,
    key,
    place,
    entry,
  }: {
    item: string;
    key: string;
    place: string;
    entry: JsonObject;
  }): string | null {
    const id = this.#findItem.get(item) ?? Number(this.#addItem.run(item).lastInsertRowid);
    if (this.#insert.run(id, key, place, JSON.stringify(entry)).changes > 0) return null;
    return this.#placeOf.get(id, key) ?? null;
  }

  count(): number {
    return this.#count.get() ?? 0;
  }

  /** How many items there are. */
  itemCount(): number {
    return this.#itemCount.get() ?? 0;
  }

  /** Items in the order in which the file first names them, entries in the order of the file. */
  *items(): IterableIterator<StagedAdditions> {
    let open: { item: string; places: string[]; entries: JsonObject[] } = {
      item: '',
      places: [],
      entries: [],
    };
    for (const raw of this.#all.iterate()) {
      const { item, place, entry } = Row.parse(raw);
      if (open.item !== item) {
        if (open.places.length > 0) yield open;
        open = { item, places: [], entries: [] };
      }
      open.places.push(place);
      open.entries.push(JsonObject.parse(JSON.parse(entry)));
    }
    if (open.places.length > 0) yield open;
  }

  close(): void {
    this.#database.close();
  }
}
