import Database from 'better-sqlite3';

/**
 * A test's casebook is gone in a moment, so SQLite need not wait for the disk: without that the suite spends
 * minutes in fsync. Only this process is concerned: what tests of durability watch or kill is a process of its own,
 * and waits for every commit as the product does.
 */
const prototype: {
  pragma: (this: Database.Database, source: string, options?: Database.PragmaOptions) => unknown;
} = Database.prototype;
const { pragma } = prototype;
prototype.pragma = function unsynchronised(source, options) {
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = OFF' : source, options);
};
