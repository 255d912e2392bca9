import type { RunResult, Statement } from 'better-sqlite3';
import type { CasebookDatabase } from './database.ts';

type SqlValue = string | number | null;
/** Values by the names that a statement has them under (`@name`); it need not use all of them. */
type NamedValues = Readonly<Record<string, unknown>>;

/** The statements by which a module writes its tables, each prepared when it first runs. */
export class Statements {
  readonly #database: CasebookDatabase;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: CasebookDatabase) {
    this.#database = database;
  }

  run(sql: string, ...values: readonly (SqlValue | NamedValues)[]): RunResult {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement.run(...values);
  }
}
