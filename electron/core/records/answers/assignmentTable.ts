import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { AssignmentState } from '../../../../shared/domain/status.ts';
import { Statements } from '../../db/statements.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { DocumentKey } from './annotations.ts';
import { timeOfWriting } from '../sharing/hubClock.ts';

/** An item that somebody is to answer. */
interface NewAssignment {
  readonly personId: PersonId;
  readonly itemId: ItemId;
  readonly task: string;
  readonly round: number;
  /** Its place in the order of the person's work. */
  readonly position: number;
  /** The parts that are asked for; null: everything. */
  readonly asked: AskedParts;
}

/** The rows of assignments. Every write expects the caller's transaction. */
export class AssignmentTable {
  readonly #casebook: CasebookFiles;
  readonly #statements;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    this.#statements = new Statements(casebook.database);
  }

  /** Assigns these, all at the same time. */
  insert(rows: Iterable<NewAssignment>): void {
    const now = timeOfWriting(this.#casebook);
    for (const row of rows)
      this.#statements.run(
        `INSERT INTO assignment (id, person_id, item_id, task, round, position, created_at, asked)
     VALUES (@id, @personId, @itemId, @task, @round, @position, @now, @asked)`,
        {
          ...row,
          id: this.#casebook.ports.newId(),
          now,
          asked: row.asked === null ? null : JSON.stringify(row.asked),
        },
      );
  }

  setState(id: string, state: AssignmentState, reason: string | null): void {
    this.#statements.run('UPDATE assignment SET state = ?, reason = ? WHERE id = ?', state, reason, id);
  }

  remove(id: string): void {
    this.#statements.run('DELETE FROM assignment WHERE id = ?', id);
  }

  /** Removes one that is open; false where it is not. */
  withdraw(id: string): boolean {
    return this.#statements.run("DELETE FROM assignment WHERE id = ? AND state = 'open'", id).changes > 0;
  }

  /** Says of somebody who was asked that they have answered. */
  close(key: DocumentKey): void {
    this.#statements.run(
      `UPDATE assignment SET state = 'submitted', reason = NULL
     WHERE state = 'open' AND (item_id, task, person_id, round) = (@itemId, @task, @personId, @round)`,
      { ...key },
    );
  }

  /** Asks everybody who is done in the latest round of an item again; gives how many they are. */
  reopenLatestRound(itemId: string, task: string): number {
    return this.#statements.run(
      `UPDATE assignment SET state = 'open', reason = NULL WHERE item_id = @itemId AND task = @task AND state <> 'open'
       AND round = (SELECT max(round) FROM assignment WHERE item_id = @itemId AND task = @task)`,
      { itemId, task },
    ).changes;
  }
}
