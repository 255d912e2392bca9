import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Role } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';
import { Statements } from '../../db/statements.ts';

/** The rows of people and models. Every write expects the caller's transaction. */
export class PersonTable {
  readonly #statements: Statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  insert(
    person: { readonly id: PersonId; readonly handle: string; readonly name: string; readonly kind: string },
    roles: readonly Role[],
    at: number,
  ): void {
    this.#statements.run(
      'INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES (@id, @handle, @name, @kind, @roles, @at)',
      { ...person, roles: JSON.stringify(roles), at },
    );
  }

  insertModel(
    {
      settings,
      ...model
    }: Pick<
      RowOf<'person'>,
      'id' | 'handle' | 'name' | 'version' | 'instruction_hash' | 'temperature' | 'settings'
    >,
    at: number,
  ): void {
    this.#statements.run(
      `INSERT INTO person (id, handle, name, kind, roles, version, instruction_hash, temperature, settings, created_at)
     VALUES (@id, @handle, @name, 'model', '[]', @version, @instruction_hash, @temperature, @settings, @at)`,
      { ...model, settings: settings === null ? null : JSON.stringify(settings), at },
    );
  }

  change(id: string, name: string, roles: readonly Role[]): void {
    this.#statements.run(
      'UPDATE person SET name = ?, roles = ? WHERE id = ?',
      name,
      JSON.stringify(roles),
      id,
    );
  }

  setName(id: string, name: string): void {
    this.#statements.run('UPDATE person SET name = ? WHERE id = ?', name, id);
  }

  /** What a source says of a person that was just made. */
  describe(id: string, name: string, version: string | null): void {
    this.#statements.run('UPDATE person SET name = ?, version = ? WHERE id = ?', name, version, id);
  }

  /** Gives somebody a handle, unless somebody else has it. */
  rename(id: string, handle: string): void {
    this.#statements.run(
      `UPDATE person SET handle = @handle WHERE id = @id
       AND NOT EXISTS (SELECT 1 FROM person other WHERE other.handle = @handle AND other.id <> @id)`,
      { id, handle },
    );
  }

  /** Sets somebody aside at a time; null: they take part. */
  setAside(id: string, at: number | null): void {
    this.#statements.run('UPDATE person SET set_aside_at = ? WHERE id = ?', at, id);
  }
}
