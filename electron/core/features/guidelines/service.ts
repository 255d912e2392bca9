import { z } from 'zod';
import { Guideline } from '../../../../shared/contract/guidelines.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { GuidelineId, type PersonId } from '../../../../shared/base/ids.ts';
import { Round } from '../../../../shared/base/numbers.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readMeta } from '../../db/meta.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

const Named = z.object({
  field: z.string(),
  category: z.string().nullable(),
  note: z.string(),
  task: z.string(),
  round: Round.nullable(),
});

/** What raters are told about a field or one of its categories. */
export class GuidelinesService {
  readonly #casebook: Casebook;
  readonly #ofTask;
  readonly #byId;
  readonly #inForce;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    const columns = `SELECT g.id, g.task, g.field, g.category, g.note, g.round, p.name AS person, g.created_at AS createdAt
    FROM guideline g LEFT JOIN person p ON p.id = g.person_id`;
    this.#ofTask = database.prepare<[string]>(
      `${columns} WHERE g.task = ? AND g.removed_at IS NULL ORDER BY g.created_at, g.id`,
    );
    this.#byId = database.prepare<[string]>(`${columns} WHERE g.id = ?`);
    this.#inForce = database.prepare<[string]>(
      'SELECT task, field, category, note, round FROM guideline WHERE id = ? AND removed_at IS NULL',
    );
  }

  /** Those in force, field by field in the order of the form, the oldest first. */
  list(task: string): Guideline[] {
    const order = this.#fieldsOf(task) ?? [];
    // A field that the label set has lost since comes last.
    const place = (field: string): number => {
      const at = order.indexOf(field);
      return at === -1 ? order.length : at;
    };
    return this.#ofTask
      .all(task)
      .map((row) => Guideline.parse(row))
      .sort((a, b) => place(a.field) - place(b.field));
  }

  /** Throws `invalid_input` where the benchmark has no such task or field. */
  add(
    {
      task,
      field,
      category,
      note,
      round = null,
    }: {
      readonly task: string;
      readonly field: string;
      readonly category: string | null;
      readonly note: string;
      /** Left out or null: for every round. */
      readonly round?: number | null;
    },
    by: PersonId,
  ): Guideline {
    return this.#casebook.database.transaction(() => {
      if (this.#fieldsOf(task)?.includes(field) !== true) {
        throw new CasebookError(
          'invalid_input',
          `The task "${task}" has no field "${field}".`,
          'No guideline was added.',
        );
      }
      const id = GuidelineId.parse(this.#casebook.ports.newId());
      this.#casebook.records.guidelineTable.insert(
        { id, task, field, category, note, personId: by, round },
        timeOfWriting(this.#casebook),
      );
      this.#casebook.records.log({
        kind: 'guideline',
        personId: by,
        task,
        diff: { added: { [nameOf(field, category, round)]: note }, updated: {}, removed: {} },
        detail: { field, category, ...(round !== null && { round }) },
      });
      return Guideline.parse(this.#byId.get(id));
    })();
  }

  /** Takes one out of force; its row stays. Throws `not_found` where it is not in force. */
  remove(id: GuidelineId, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const row = this.#inForce.get(id);
      if (row === undefined) {
        throw new CasebookError('not_found', 'This guideline was removed already.', 'Nothing was changed.');
      }
      const { task, field, category, note, round } = Named.parse(row);
      this.#casebook.records.guidelineTable.remove(id, timeOfWriting(this.#casebook));
      this.#casebook.records.log({
        kind: 'guideline',
        personId: by,
        task,
        diff: { added: {}, updated: {}, removed: { [nameOf(field, category, round)]: note } },
        detail: { field, category, ...(round !== null && { round }) },
      });
    })();
  }

  #fieldsOf(task: string): readonly string[] | undefined {
    return this.#casebook.benchmark.tasks
      .find(({ id }) => id === task)
      ?.fields(JsonObject.parse(readMeta(this.#casebook.database, 'vocabulary')))
      .map(({ name }) => name);
  }
}

const nameOf = (field: string, category: string | null, round: number | null): string =>
  `${category === null ? field : `${field}: ${category}`}${round === null ? '' : ` (round ${String(round)})`}`;
