import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { AssignmentState } from '../../../../shared/domain/status.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import { Statements } from '../../db/statements.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { DocumentKey } from './annotationTable.ts';
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

  /** The same, also of somebody who had skipped it. */
  submit(key: DocumentKey): void {
    this.#statements.run(
      `UPDATE assignment SET state = 'submitted', reason = NULL
     WHERE state <> 'submitted' AND (item_id, task, person_id, round) = (@itemId, @task, @personId, @round)`,
      { ...key },
    );
  }

  /** Asks those again whose answers are about to be removed, where they have no other in the round. */
  reopenAnswered(annotationIds: readonly string[]): void {
    this.#statements.run(
      `UPDATE assignment SET state = 'open' WHERE state = 'submitted'
       AND (person_id, item_id, task, round) IN (SELECT person_id, item_id, task, round FROM annotation WHERE id ${IN_SET})
       AND NOT EXISTS (SELECT 1 FROM annotation a WHERE a.state = 'submitted' AND a.id NOT ${IN_SET}
         AND (a.person_id, a.item_id, a.task, a.round)
           = (assignment.person_id, assignment.item_id, assignment.task, assignment.round))`,
      asSet(annotationIds),
      asSet(annotationIds),
    );
  }

  /**
   * Where a fixed item has a later round, nobody is asked again in the ones before it. Answer, fix and round come in in
   * any order, so all assignments are looked at.
   */
  closeEarlierRounds(): void {
    this.#statements.run(
      `UPDATE assignment SET state = 'submitted', reason = NULL
       WHERE state = 'open' AND item_id IN (SELECT id FROM item WHERE edition_id IS NOT NULL)
         AND EXISTS (SELECT 1 FROM assignment later WHERE later.item_id = assignment.item_id
           AND later.task = assignment.task AND later.round > assignment.round)
         AND EXISTS (SELECT 1 FROM annotation a WHERE a.state = 'submitted' AND (a.item_id, a.task, a.round, a.person_id)
           = (assignment.item_id, assignment.task, assignment.round, assignment.person_id))`,
    );
  }

  /** Asks everybody again who skipped the item. */
  reopenSkipped(itemId: ItemId): void {
    this.#statements.run(
      "UPDATE assignment SET state = 'open', reason = NULL WHERE item_id = ? AND state = 'skipped'",
      itemId,
    );
  }

  /** Asks those again, in the latest round here or `round`, who have not answered the edition of the item that holds. */
  askAboutEdition(itemId: ItemId, task: string, round: number): void {
    this.#statements.run(
      `UPDATE assignment SET reason = NULL, state = CASE WHEN EXISTS (
       SELECT 1 FROM annotation a WHERE (a.item_id, a.task, a.round, a.person_id)
           = (assignment.item_id, assignment.task, assignment.round, assignment.person_id)
         AND a.state = 'submitted' AND a.edition_id IS (SELECT edition_id FROM item WHERE id = a.item_id))
       THEN 'submitted' ELSE 'open' END WHERE item_id = @itemId AND task = @task
       AND round = max(@round, (SELECT max(round) FROM assignment WHERE item_id = @itemId AND task = @task))`,
      { itemId, task, round },
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
