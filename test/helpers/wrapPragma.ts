import Database from 'better-sqlite3';

type Pragma = (this: Database.Database, source: string, options?: Database.PragmaOptions) => unknown;

/** Wraps what connections of this process say to SQLite; once, however many test files the process runs. */
export function wrapPragma(name: string, wrap: (pragma: Pragma) => Pragma): void {
  const prototype: { pragma: Pragma } = Database.prototype;
  const mark = Symbol.for(`casebook.test.${name}`);
  if (mark in prototype) return;
  Object.defineProperty(prototype, mark, { value: true });
  prototype.pragma = wrap(prototype.pragma);
}
