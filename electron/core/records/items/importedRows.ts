import { z } from 'zod';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { CasebookFiles } from '../casebook.ts';

/** The tables that imports of answers and verdicts add rows to. */
export const IMPORTED = ['item', 'annotation', 'response', 'judgment', 'verdict_decision'] as const;
export type ImportedTable = (typeof IMPORTED)[number];
/** Rows by their table. */
export type ImportedRows = Readonly<Record<ImportedTable, readonly string[]>>;

const Ids = z.array(z.string());

/** Which rows an import added, so that it can be undone, and which were undone. All in the caller's transaction. */
export class ImportedRowsRecords {
  readonly #insert;
  readonly #read;
  readonly #undo;
  readonly #redo;
  readonly #undone;
  readonly #isUndone;

  constructor({ database }: Pick<CasebookFiles, 'database'>) {
    this.#insert = database.prepare<[number, string, string]>(
      'INSERT OR IGNORE INTO import_row (event, tab, id) SELECT ?, ?, value FROM json_each(?)',
    );
    this.#read = database
      .prepare<[number, string], string>('SELECT id FROM import_row WHERE (event, tab) = (?, ?) ORDER BY id')
      .pluck();
    this.#undo = database.prepare<[string, string]>(
      'INSERT OR IGNORE INTO undone_row (tab, id) SELECT ?, value FROM json_each(?)',
    );
    this.#redo = database.prepare<[string, string]>(`DELETE FROM undone_row WHERE tab = ? AND id ${IN_SET}`);
    this.#undone = database.prepare<[string], string>('SELECT id FROM undone_row WHERE tab = ?').pluck();
    this.#isUndone = database
      .prepare<[string, string], number>('SELECT 1 FROM undone_row WHERE (tab, id) = (?, ?)')
      .pluck();
  }

  /** Notes what the import of an entry of the log added. */
  note(event: number, rows: Partial<ImportedRows>): void {
    for (const table of IMPORTED) {
      const ids = rows[table] ?? [];
      if (ids.length === 0) continue;
      this.#insert.run(event, table, asSet(ids));
      // The same file has come in again.
      this.#redo.run(table, asSet(ids));
    }
  }

  /** What the import of an entry of the log added. */
  of(event: number): ImportedRows {
    const idsOf = (table: ImportedTable): string[] => Ids.parse(this.#read.all(event, table));
    return {
      item: idsOf('item'),
      annotation: idsOf('annotation'),
      response: idsOf('response'),
      judgment: idsOf('judgment'),
      verdict_decision: idsOf('verdict_decision'),
    };
  }

  /** Notes that these rows are undone: only then the database lets answers and verdicts go, and merging keeps them away. */
  undo(table: ImportedTable, ids: readonly string[]): void {
    this.#undo.run(table, asSet(ids));
  }

  /** All rows of a table that were undone. */
  undone(table: ImportedTable): ReadonlySet<string> {
    return new Set(this.#undone.all(table));
  }

  /** Whether a row was undone here, which may be in another casebook still. */
  isUndone(table: ImportedTable, id: string): boolean {
    return this.#isUndone.get(table, id) !== undefined;
  }
}
