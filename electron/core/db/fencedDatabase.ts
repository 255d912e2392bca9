import Database from 'better-sqlite3';
import { WriteGate } from './writeGate.ts';

type Work = Parameters<Database.Database['transaction']>[0];
type Statement = Database.Statement;
type Guard = <T>(write: () => T) => T;

/** Tables of the connection's own are nobody else's business. */
const WRITES_ITS_OWN = /^\s*(?:INSERT INTO|DELETE FROM) temp\./u;

/**
 * A database that checks before every commit that it may still write. It checks inside the transaction, while SQLite
 * keeps other writers out: a program that takes the lock over either finds the commit or prevents it. While another
 * thread of this program writes, its gate is closed and nothing begins.
 */
export class FencedDatabase extends Database {
  /** Closed while another thread writes. */
  readonly gate = new WriteGate();
  #mayWrite: (() => void) | null = null;
  #isInside = false;
  /** Within a transaction: whether it has begun to write. */
  #hasWritten = false;
  #countChanges: Database.Statement<[], number> | null = null;

  constructor(file: string, options: Database.Options) {
    super(file, options);
    const prepare = super.prepare.bind(this);
    // A method of its own cannot have the type of the one that it stands for, which says what the rows are.
    Object.defineProperty(this, 'prepare', {
      value: (source: string): Statement =>
        new PreparedOnUse(
          () => prepare(source),
          WRITES_ITS_OWN.test(source) ? null : (write) => this.#guarded(write),
        ),
    });
  }

  /** From now on nothing is committed while `mayWrite` throws: the transaction fails with its error, and is undone. */
  fence(mayWrite: () => void): void {
    this.#mayWrite = mayWrite;
  }

  override transaction<F extends Work>(work: F): Database.Transaction<F>;
  override transaction(work: Work): Database.Transaction {
    const made = super.transaction((...parameters: unknown[]) => this.#fenced(() => work(...parameters)));
    return Object.assign((...parameters: unknown[]) => made(...parameters), {
      default: (...parameters: unknown[]) => made.default(...parameters),
      deferred: (...parameters: unknown[]) => made.deferred(...parameters),
      // These wait for other writers before they begin.
      immediate: (...parameters: unknown[]) => {
        this.gate.assertOpen();
        return made.immediate(...parameters);
      },
      exclusive: (...parameters: unknown[]) => {
        this.gate.assertOpen();
        return made.exclusive(...parameters);
      },
    });
  }

  /** Runs a statement that writes; on its own it is a transaction of its own. */
  #guarded<T>(write: () => T): T {
    // After the first write of a transaction nobody closes the gate before its end.
    if (this.#isInside && this.#hasWritten) return write();
    this.gate.assertOpen();
    this.#hasWritten = this.#isInside;
    return this.inTransaction || this.#mayWrite === null
      ? write()
      : super.transaction(() => this.#fenced(write))();
  }

  #fenced<T>(work: () => T): T {
    if (this.#mayWrite === null || this.#isInside) return work();
    this.#isInside = true;
    this.#hasWritten = false;
    try {
      this.#countChanges ??= super.prepare<[], number>('SELECT total_changes()').pluck();
      const before = this.#countChanges.get();
      const result = work();
      if (this.#countChanges.get() !== before) this.#mayWrite();
      return result;
    } finally {
      this.#isInside = false;
    }
  }
}

/**
 * A statement that SQLite compiles when it is first used. Opening a casebook describes some 600 of them, of which a
 * day's work uses a few dozen: compiling them all took most of the time of opening.
 */
class PreparedOnUse implements Statement {
  #prepare: () => Statement;
  #prepared: Statement | null = null;
  /** Runs what writes; null: nothing has to be asked. */
  readonly #guarded: Guard | null;

  constructor(prepare: () => Statement, guarded: Guard | null) {
    this.#prepare = prepare;
    this.#guarded = guarded;
  }

  get #statement(): Statement {
    return (this.#prepared ??= this.#prepare());
  }

  run(...parameters: unknown[]): Database.RunResult {
    return this.#execute((statement) => statement.run(...parameters));
  }

  get(...parameters: unknown[]): unknown {
    return this.#execute((statement) => statement.get(...parameters));
  }

  all(...parameters: unknown[]): unknown[] {
    return this.#execute((statement) => statement.all(...parameters));
  }

  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters);
  }

  pluck(on = true): this {
    return this.#as((statement) => statement.pluck(on));
  }

  raw(on = true): this {
    return this.#as((statement) => statement.raw(on));
  }

  expand(on = true): this {
    return this.#as((statement) => statement.expand(on));
  }

  safeIntegers(on = true): this {
    return this.#as((statement) => statement.safeIntegers(on));
  }

  bind(...parameters: unknown[]): this {
    return this.#as((statement) => statement.bind(...parameters));
  }

  columns(): Database.ColumnDefinition[] {
    return this.#statement.columns();
  }

  get database(): Database.Database {
    return this.#statement.database;
  }

  get source(): string {
    return this.#statement.source;
  }

  get reader(): boolean {
    return this.#statement.reader;
  }

  get readonly(): boolean {
    return this.#statement.readonly;
  }

  get busy(): boolean {
    return this.#statement.busy;
  }

  #execute<T>(run: (statement: Statement) => T): T {
    const statement = this.#statement;
    if (this.#guarded === null || statement.readonly) return run(statement);
    return this.#guarded(() => run(statement));
  }

  /** How rows are to be given is remembered until there is a statement to tell. */
  #as(set: (statement: Statement) => void): this {
    const prepare = this.#prepare;
    if (this.#prepared !== null) set(this.#prepared);
    else
      this.#prepare = () => {
        const statement = prepare();
        set(statement);
        return statement;
      };
    return this;
  }
}
