import { z } from 'zod';
import { Guideline } from '../../../../shared/contract/guidelines.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { GuidelineId, type PersonId } from '../../../../shared/base/ids.ts';
import { Round } from '../../../../shared/base/numbers.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readMeta } from '../../db/meta.ts';
import { timeOfWriting } from '../../records/hubClock.ts';

/** What raters are told about a field or one of its categories. */
export interface GuidelinesService {
  /** Those in force, field by field in the order of the form, the oldest first. */
  list(task: string): Guideline[];
  /** Throws `invalid_input` where the benchmark has no such task or field. */
  add(
    guideline: {
      readonly task: string;
      readonly field: string;
      readonly category: string | null;
      readonly note: string;
      /** Left out or null: for every round. */
      readonly round?: number | null;
    },
    by: PersonId,
  ): Guideline;
  /** Takes one out of force; its row stays. Throws `not_found` where it is not in force. */
  remove(id: GuidelineId, by: PersonId): void;
}

const Named = z.object({
  field: z.string(),
  category: z.string().nullable(),
  note: z.string(),
  task: z.string(),
  round: Round.nullable(),
});

/** The guidelines of an open casebook. */
export function createGuidelinesService(casebook: Casebook): GuidelinesService {
  const { database, benchmark, ports } = casebook;
  const { log } = casebook.records;
  const columns = `SELECT g.id, g.task, g.field, g.category, g.note, g.round, p.name AS person, g.created_at AS createdAt
    FROM guideline g LEFT JOIN person p ON p.id = g.person_id`;
  const ofTask = database.prepare<[string]>(
    `${columns} WHERE g.task = ? AND g.removed_at IS NULL ORDER BY g.created_at, g.id`,
  );
  const byId = database.prepare<[string]>(`${columns} WHERE g.id = ?`);
  const inForce = database.prepare<[string]>(
    'SELECT task, field, category, note, round FROM guideline WHERE id = ? AND removed_at IS NULL',
  );
  const insert = database.prepare<
    [string, string, string, string | null, string, string, number, number | null]
  >(
    'INSERT INTO guideline (id, task, field, category, note, person_id, created_at, round) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[number, string]>('UPDATE guideline SET removed_at = ? WHERE id = ?');
  const fieldsOf = (task: string): readonly string[] | undefined =>
    benchmark.tasks
      .find(({ id }) => id === task)
      ?.fields(JsonObject.parse(readMeta(database, 'vocabulary')))
      .map(({ name }) => name);

  return {
    list(task) {
      const order = fieldsOf(task) ?? [];
      // A field that the label set has lost since comes last.
      const place = (field: string): number => {
        const at = order.indexOf(field);
        return at === -1 ? order.length : at;
      };
      return ofTask
        .all(task)
        .map((row) => Guideline.parse(row))
        .sort((a, b) => place(a.field) - place(b.field));
    },
    add: ({ task, field, category, note, round = null }, by) =>
      database.transaction(() => {
        if (fieldsOf(task)?.includes(field) !== true) {
          throw new CasebookError(
            'invalid_input',
            `The task "${task}" has no field "${field}".`,
            'No guideline was added.',
          );
        }
        const id = GuidelineId.parse(ports.newId());
        insert.run(id, task, field, category, note, by, timeOfWriting(casebook), round);
        log({
          kind: 'guideline',
          personId: by,
          task,
          diff: { added: { [nameOf(field, category, round)]: note }, updated: {}, removed: {} },
          detail: { field, category, ...(round !== null && { round }) },
        });
        return Guideline.parse(byId.get(id));
      })(),
    remove: (id, by) =>
      database.transaction(() => {
        const row = inForce.get(id);
        if (row === undefined) {
          throw new CasebookError('not_found', 'This guideline was removed already.', 'Nothing was changed.');
        }
        const { task, field, category, note, round } = Named.parse(row);
        remove.run(timeOfWriting(casebook), id);
        log({
          kind: 'guideline',
          personId: by,
          task,
          diff: { added: {}, updated: {}, removed: { [nameOf(field, category, round)]: note } },
          detail: { field, category, ...(round !== null && { round }) },
        });
      })(),
  };
}

const nameOf = (field: string, category: string | null, round: number | null): string =>
  `${category === null ? field : `${field}: ${category}`}${round === null ? '' : ` (round ${String(round)})`}`;
