import type { GuidelineId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { Statements } from '../../db/statements.ts';

/** A guideline for the fields of a task. */
interface NewGuideline {
  readonly id: GuidelineId;
  readonly task: string;
  readonly field: string;
  readonly category: string | null;
  readonly note: string;
  readonly personId: PersonId;
  /** Null: for every round. */
  readonly round: number | null;
}

/** The rows of guidelines. Every write expects the caller's transaction. */
export class GuidelineTable {
  readonly #statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  insert(guideline: NewGuideline, at: number): void {
    this.#statements.run(
      `INSERT INTO guideline (id, task, field, category, note, person_id, created_at, round)
     VALUES (@id, @task, @field, @category, @note, @personId, @at, @round)`,
      { ...guideline, at },
    );
  }

  /** Takes one out of force; its row stays. */
  remove(id: string, at: number): void {
    this.#statements.run('UPDATE guideline SET removed_at = ? WHERE id = ?', at, id);
  }

  /** The same of one that is in force still. */
  removeOnce(id: string, at: number): void {
    this.#statements.run('UPDATE guideline SET removed_at = ? WHERE id = ? AND removed_at IS NULL', at, id);
  }
}
