import Database from 'better-sqlite3';
import { z } from 'zod';
import { JsonObject } from '../../../../shared/base/json.ts';

/** What a file says of an item, with the places that say it. */
export interface StagedAdditions {
  readonly item: string;
  readonly places: readonly string[];
  readonly entries: readonly JsonObject[];
}

/** Entries on their way in, put in order by item on disk: memory does not grow with their number. */
export interface AdditionStaging {
  /** Gives the place of the entry that says the same thing of the item already, null where there is none. */
  add(entry: { item: string; key: string; place: string; entry: JsonObject }): string | null;
  count(): number;
  /** How many items there are. */
  itemCount(): number;
  /** Items in the order in which the file first names them, entries in the order of the file. */
  items(): IterableIterator<StagedAdditions>;
  close(): void;
}

const Row = z.object({ item: z.string(), place: z.string(), entry: z.string() });

/** An empty one, in a file of its own that goes with it. */
export function createAdditionStaging(): AdditionStaging {
  // SQLite keeps a database without a name on disk as it grows, and removes it.
  const database = new Database('');
  database.pragma('journal_mode = OFF');
  database.pragma('temp_store = FILE');
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE entry (id INTEGER PRIMARY KEY, item INTEGER NOT NULL, key TEXT NOT NULL, place TEXT NOT NULL,
      entry TEXT NOT NULL, UNIQUE (item, key)) STRICT;
    BEGIN`);
  const addItem = database.prepare<[string]>('INSERT INTO item (name) VALUES (?)');
  const findItem = database.prepare<[string], number>('SELECT id FROM item WHERE name = ?').pluck();
  const insert = database.prepare<[number, string, string, string]>(
    'INSERT INTO entry (item, key, place, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const placeOf = database
    .prepare<[number, string], string>('SELECT place FROM entry WHERE item = ? AND key = ?')
    .pluck();
  const count = database.prepare<[], number>('SELECT count(*) FROM entry').pluck();
  const itemCount = database.prepare<[], number>('SELECT count(*) FROM item').pluck();
  const all = database.prepare(
    'SELECT i.name AS item, e.place, e.entry FROM entry e JOIN item i ON i.id = e.item ORDER BY i.id, e.id',
  );
  return {
    add({ item, key, place, entry }) {
      const id = findItem.get(item) ?? Number(addItem.run(item).lastInsertRowid);
      if (insert.run(id, key, place, JSON.stringify(entry)).changes > 0) return null;
      return placeOf.get(id, key) ?? null;
    },
    count: () => count.get() ?? 0,
    itemCount: () => itemCount.get() ?? 0,
    *items() {
      let open: { item: string; places: string[]; entries: JsonObject[] } = {
        item: '',
        places: [],
        entries: [],
      };
      for (const raw of all.iterate()) {
        const { item, place, entry } = Row.parse(raw);
        if (open.item !== item) {
          if (open.places.length > 0) yield open;
          open = { item, places: [], entries: [] };
        }
        open.places.push(place);
        open.entries.push(JsonObject.parse(JSON.parse(entry)));
      }
      if (open.places.length > 0) yield open;
    },
    close: () => void database.close(),
  };
}
