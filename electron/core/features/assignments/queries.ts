import { z } from 'zod';
import { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { IS_QUESTION } from '../../access/blindItems.ts';

/** An item as giving it out needs it. */
export interface AssignmentCandidate {
  readonly id: ItemId;
  readonly sequence: number;
  /** Whether it is a question about another item, which nobody annotates. */
  readonly question: boolean;
  /** Whether it was rejected. */
  readonly rejected: boolean;
}

/** A person's assignments of one task and round, counted. */
export const AssignmentCounts = z.object({
  personId: PersonId,
  task: z.string(),
  round: z.int(),
  assigned: z.int(),
  submitted: z.int(),
  skipped: z.int(),
});
export type AssignmentCounts = z.infer<typeof AssignmentCounts>;

/** A person's answers to one task in one round, counted, assigned or not. */
export const WorkCounts = z.object({
  personId: PersonId,
  task: z.string(),
  round: z.int(),
  drafts: z.int(),
  activeMilliseconds: z.int(),
  lastSubmittedAt: z.int().nullable(),
});
export type WorkCounts = z.infer<typeof WorkCounts>;

const AssignedItem = z.object({
  id: z.string(),
  itemId: ItemId,
  sequence: z.int(),
  state: z.enum(['open', 'submitted', 'skipped']),
  begun: z.int(),
});
/** An assignment, and whether its person has begun on it. */
export type AssignedItem = z.infer<typeof AssignedItem>;

/** Questions about assignments, their statements prepared once. */
export class AssignmentQueries {
  readonly #candidates;
  readonly #raters;
  readonly #workload;
  readonly #assignedItems;
  readonly #later;
  readonly #rated;
  readonly #tallies;
  readonly #work;
  readonly #next;
  readonly #CandidateRow;
  readonly #RaterRow;

  constructor(database: CasebookDatabase) {
    this.#candidates = database.prepare<[string]>(
      `SELECT i.id, i.sequence, ${IS_QUESTION} AS question, i.status = 'rejected' AS rejected FROM item i
     WHERE i.id IN (SELECT value FROM json_each(?)) ORDER BY i.sequence`,
    );
    // Anybody who rated an item without being asked to is one of its raters, too.
    this.#raters = database.prepare<[string, number, string, number]>(
      `SELECT item_id AS itemId, person_id AS personId FROM assignment WHERE task = ? AND round = ?
     UNION SELECT item_id, person_id FROM annotation
     WHERE independent = 1 AND state = 'submitted' AND task = ? AND round = ? AND ${isOfCurrentEdition('annotation')}`,
    );
    this.#workload = database.prepare<[string, string, number], { load: number; next: number }>(
      `SELECT count(*) AS load, coalesce(max(position) + 1, 0) AS next FROM assignment
     WHERE person_id = ? AND task = ? AND round = ?`,
    );
    this.#assignedItems = database.prepare<[string, string, number]>(
      `SELECT s.id, s.item_id AS itemId, i.sequence, s.state,
       EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = s.item_id AND a.task = s.task AND a.round = s.round
         AND a.person_id = s.person_id AND ${isOfCurrentEdition('a')}) AS begun
     FROM assignment s JOIN item i ON i.id = s.item_id
     WHERE s.person_id = ? AND s.task = ? AND s.round = ? ORDER BY s.position`,
    );
    this.#later = database
      .prepare<[string, string, number, string], number>(
        `SELECT count(DISTINCT item_id) FROM assignment WHERE person_id = ? AND task = ? AND round > ?
         AND item_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck();
    this.#rated = database
      .prepare<[string, string, string], string>(
        `SELECT value FROM json_each(?) WHERE
         EXISTS (SELECT 1 FROM rating_state r WHERE r.item_id = value AND r.task = ?)
         OR EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = value AND +a.task = ?
           AND a.state = 'submitted')`,
      )
      .pluck();
    this.#tallies = database.prepare<[string | null, string | null]>(
      `SELECT s.person_id AS personId, s.task, s.round, count(*) AS assigned,
       sum(s.state = 'submitted') AS submitted, sum(s.state = 'skipped') AS skipped
     FROM assignment s JOIN person p ON p.id = s.person_id
     WHERE ? IS NULL OR s.person_id = ?
     GROUP BY s.person_id, s.task, s.round ORDER BY p.created_at, p.id, s.task, s.round`,
    );
    this.#work = database.prepare<[string | null, string | null]>(
      `SELECT a.person_id AS personId, a.task, a.round, sum(a.state = 'draft') AS drafts,
       sum(a.active_ms) AS activeMilliseconds, max(a.submitted_at) AS lastSubmittedAt
     FROM annotation a WHERE ? IS NULL OR a.person_id = ? GROUP BY a.person_id, a.task, a.round`,
    );
    this.#next = database
      .prepare<[string, string, number], string>(
        `SELECT item_id FROM assignment WHERE person_id = ? AND task = ? AND round = ? AND state = 'open'
       ORDER BY position LIMIT 1`,
      )
      .pluck();
    this.#CandidateRow = z.object({
      id: ItemId,
      sequence: z.int(),
      question: z.int().transform((value) => value === 1),
      rejected: z.int().transform((value) => value === 1),
    });
    this.#RaterRow = z.object({ itemId: ItemId, personId: PersonId });
  }

  /** These items in the order of import; unknown ids are left out. */
  candidates(ids: readonly string[]): AssignmentCandidate[] {
    return this.#candidates.all(JSON.stringify(ids)).map((row) => this.#CandidateRow.parse(row));
  }

  /** Who has been given or has rated which items in a round, by item. */
  raters(task: string, round: number): Map<ItemId, PersonId[]> {
    const found = new Map<ItemId, PersonId[]>();
    for (const row of this.#raters.iterate(task, round, task, round)) {
      const { itemId, personId } = this.#RaterRow.parse(row);
      const known = found.get(itemId);
      if (known === undefined) found.set(itemId, [personId]);
      else known.push(personId);
    }
    return found;
  }

  /** How many items somebody has in a round, and the place after their last one. */
  workload(personId: string, task: string, round: number): { readonly load: number; readonly next: number } {
    return this.#workload.get(personId, task, round) ?? { load: 0, next: 0 };
  }

  assignedItems(personId: string, task: string, round: number): AssignedItem[] {
    return this.#assignedItems.all(personId, task, round).map((row) => AssignedItem.parse(row));
  }

  /** How many of these items somebody was given in a later round. */
  later(personId: string, task: string, round: number, ids: readonly string[]): number {
    return this.#later.get(personId, task, round, JSON.stringify(ids)) ?? 0;
  }

  /** Of these items those that anybody has answered: what their answers come to depends on who else is to answer. */
  rated(ids: readonly string[], task: string): ItemId[] {
    return this.#rated.all(JSON.stringify(ids), task, task).map((id) => ItemId.parse(id));
  }

  /** By person (in the order in which they came), task and round; of one person or, with null, everybody. */
  tallies(personId: string | null): AssignmentCounts[] {
    return this.#tallies.all(personId, personId).map((row) => AssignmentCounts.parse(row));
  }

  work(personId: string | null): WorkCounts[] {
    return this.#work.all(personId, personId).map((row) => WorkCounts.parse(row));
  }

  /** The first open item of somebody's round. */
  next(personId: string, task: string, round: number): ItemId | null {
    const id = this.#next.get(personId, task, round);
    return id === undefined ? null : ItemId.parse(id);
  }
}
