import type { EditionId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { rowReader } from '../../db/rows.ts';

/**
 * How editions of items follow on each other.
 * The lines of editions in a database whose rows were inspected: none goes back to itself.
 */
export class EditionLines {
  readonly #byId;

  constructor(database: CasebookDatabase) {
    this.#byId = rowReader(database, 'edition', 'WHERE id = ?');
  }

  /** Whether an edition (null: the item as it came) is the other or one that it goes back to. */
  includes(line: EditionId | null, edition: EditionId | null): boolean {
    for (let at = line; at !== null; at = this.#byId.list(at)[0]?.replaces ?? null)
      if (at === edition) return true;
    return edition === null;
  }
}

/**
 * What is wrong with the editions of a database, in words, with the row's table and id: an edition that does not
 * directly follow one of its own item; an item, answer or edition that names an edition or answer of another item.
 */
export function* editionFaults(
  database: CasebookDatabase,
): Generator<{ readonly table: string; readonly id: string; readonly what: string }> {
  for (const [table, what, sql] of FAULTS)
    for (const id of database.prepare<[], string>(sql).pluck().all()) yield { table, id, what };
}

const FAULTS: readonly (readonly [table: string, what: string, sql: string])[] = [
  [
    'edition',
    'follows one that it cannot follow',
    // As numbers rise by one along every line, none leads back to itself.
    `SELECT e.id FROM edition e LEFT JOIN edition b ON b.id = e.replaces
     WHERE e.number <> coalesce(b.number, 1) + 1 OR (e.replaces IS NOT NULL AND b.item_id IS NOT e.item_id)`,
  ],
  [
    'edition',
    'was proposed by an answer to another item',
    `SELECT e.id FROM edition e JOIN annotation a ON a.id = e.annotation_id WHERE a.item_id <> e.item_id`,
  ],
  ...(['item', 'annotation', 'response'] as const).map(
    (table) =>
      [
        table,
        'is of an edition of another item',
        `SELECT t.id FROM ${table} t LEFT JOIN edition e ON e.id = t.edition_id
         WHERE t.edition_id IS NOT NULL AND e.item_id IS NOT t.${table === 'item' ? 'id' : 'item_id'}`,
      ] as const,
  ),
];
