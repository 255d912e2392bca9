import { z } from 'zod';
import { counted } from '../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, type PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { EVENTS } from '../../records/logEvents.ts';
import { IMPORTED, type ImportedRows, type ImportedTable } from '../../records/items/importedRows.ts';

/** What is built on rows that an import added. In the SQL `@TABLE` is their set, `@entry` the import's entry of the log. */
interface Built {
  readonly one: string;
  readonly many: string;
  readonly sql: string;
}

const among = (table: ImportedTable): string => `IN (SELECT value FROM json_each(@${table}))`;
const A = among('annotation');
const R = among('response');
const J = among('judgment');
const D = among('verdict_decision');
const I = among('item');

const BUILT: readonly Built[] = [
  {
    one: 'later answer',
    many: 'later answers',
    sql: `SELECT count(*) FROM annotation WHERE (previous_id ${A} OR item_id ${I}) AND id NOT ${A}`,
  },
  {
    one: 'assignment',
    many: 'assignments',
    sql: `SELECT count(*) FROM assignment WHERE item_id ${I}`,
  },
  {
    one: 'decision',
    many: 'decisions',
    sql: `SELECT count(*) FROM adjudication WHERE annotation_id ${A} OR item_id ${I} OR (
      created_at >= (SELECT at FROM event WHERE sequence = @entry)
      AND (item_id, task) IN (SELECT item_id, task FROM annotation WHERE id ${A}))`,
  },
  {
    one: 'fix',
    many: 'fixes',
    sql: `SELECT count(*) FROM edition WHERE annotation_id ${A} OR item_id ${I}`,
  },
  { one: 'comment', many: 'comments', sql: `SELECT count(*) FROM comment WHERE item_id ${I}` },
  {
    one: 'study item',
    many: 'study items',
    sql: `SELECT count(*) FROM study_item WHERE item_id ${I}`,
  },
  {
    one: 'change of status',
    many: 'changes of status',
    sql: `SELECT count(DISTINCT t.item) FROM event e JOIN event_item t ON t.event = e.sequence
      WHERE e.sequence > @entry AND e.kind = 'status'
        AND NOT EXISTS (SELECT 1 FROM event r WHERE r.kind = 'revert' AND r.undoes = e.sequence)
        AND t.item IN (SELECT sequence FROM item WHERE id ${I}
          OR id IN (SELECT item_id FROM annotation WHERE id ${A}))`,
  },
  {
    one: 'later respondent’s answer',
    many: 'later respondents’ answers',
    sql: `SELECT count(*) FROM response WHERE (replaces ${R} OR item_id ${I}) AND id NOT ${R}`,
  },
  {
    one: 'judging assignment',
    many: 'judging assignments',
    sql: `SELECT count(*) FROM judging_assignment WHERE response_id ${R}`,
  },
  {
    one: 'exclusion',
    many: 'exclusions',
    sql: `SELECT count(*) FROM exclusion WHERE response_id ${R}`,
  },
  {
    one: 'call of an LLM judge',
    many: 'calls of LLM judges',
    sql: `SELECT count(*) FROM judge_call WHERE response_id ${R}`,
  },
  {
    one: 'later verdict',
    many: 'later verdicts',
    sql: `SELECT count(*) FROM judgment WHERE (response_id ${R} OR replaces ${J} OR item_id ${I}) AND id NOT ${J}`,
  },
  {
    one: 'decision between verdicts',
    many: 'decisions between verdicts',
    sql: `SELECT count(*) FROM verdict_decision d WHERE id NOT ${D} AND (response_id ${R} OR replaces ${D}
      OR EXISTS (SELECT 1 FROM json_each(d.judgments) each WHERE each.value ${J}))`,
  },
];

const Since = z.looseObject({ since: EVENTS.import.detail.shape.since });
const Moved = z.object({ updated: z.record(z.string(), z.tuple([ItemStatus, ItemStatus])) });

/** What an undone import had added, as a person counts it. */
const NOUNS: readonly (readonly [table: ImportedTable, one: string, many: string])[] = [
  ['item', 'item', 'items'],
  ['annotation', 'answer', 'answers'],
  ['response', 'respondent’s answer', 'respondents’ answers'],
  ['judgment', 'verdict', 'verdicts'],
  ['verdict_decision', 'decision', 'decisions'],
];

/** Undoes imports of ratings, answers and verdicts while nothing is built on them; in the caller's transaction. */
export class AnswersUndo {
  readonly #casebook: Casebook;
  readonly #rated;
  readonly #judged;
  readonly #detailOf;
  readonly #moves;
  readonly #statusOf;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rated = database.prepare<[string], { id: ItemId; task: string; sequence: number }>(
      `SELECT DISTINCT a.item_id AS id, a.task, i.sequence FROM annotation a JOIN item i ON i.id = a.item_id
     WHERE a.id ${IN_SET} ORDER BY i.sequence, a.task`,
    );
    this.#judged = database
      .prepare<[string, string, string], string>(
        `SELECT response_id FROM judgment WHERE id ${IN_SET} AND response_id IS NOT NULL
       UNION SELECT response_id FROM verdict_decision WHERE id ${IN_SET}
       UNION SELECT replaces FROM response WHERE id ${IN_SET} AND replaces IS NOT NULL`,
      )
      .pluck();
    this.#detailOf = database
      .prepare<[number], string>('SELECT detail FROM event WHERE sequence = ?')
      .pluck();
    this.#moves = database
      .prepare<[number, number], string>(
        "SELECT diff FROM event WHERE kind = 'status' AND sequence > ? AND sequence < ? ORDER BY sequence",
      )
      .pluck();
    this.#statusOf = database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();
  }

  /** Undoes an import. Gives how many rows went; throws `conflict` where they are in use. */
  undo(entry: number, by: PersonId): number {
    const { database, derived, records } = this.#casebook;
    if (records.hub.link() !== null)
      refuse(
        'This casebook is connected to a team hub, which has what was imported.',
        'Nothing was undone. The people can answer anew; items can be deleted in the Library.',
      );
    const rows = records.importedRows.of(entry);
    const found = this.#builtOn(rows, entry);
    if (found.length > 0) refuse(`What was imported is in use: ${found.join(', ')}.`);

    database.pragma('defer_foreign_keys = ON');
    const touched = this.#rated.all(asSet(rows.annotation));
    const gone = new Set<string>(rows.response);
    const answers = this.#judged
      .all(asSet(rows.judgment), asSet(rows.verdict_decision), asSet(rows.response))
      .filter((id) => !gone.has(id));
    this.#removeRows(rows);
    const items = records.deletions.delete(
      rows.item.map((id) => ItemId.parse(id)),
      'undone',
      by,
    );
    const away = new Set<string>(items.map(({ itemId }) => itemId));
    const left = touched.filter(({ id }) => !away.has(id));
    for (const { id, task } of left) derived.recompute.recompute(ItemId.parse(id), task, by);
    this.#setStatusesBack(
      entry,
      left.map(({ id }) => id),
    );
    derived.items.together(() => {
      for (const id of new Set(left.map((each) => each.id))) derived.items.reindex(ItemId.parse(id));
    });
    derived.verdicts.recomputeMany(answers.map((id) => ResponseId.parse(id)));
    const removed = NOUNS.flatMap(([table, one, many]) =>
      rows[table].length === 0 ? [] : [counted(rows[table].length, one, many)],
    );
    records.log({
      kind: 'revert',
      personId: by,
      undoes: entry,
      detail: { kind: 'import', removed: removed.join(', ') },
      items: [...new Set(left.map(({ sequence }) => sequence))],
    });
    return IMPORTED.reduce((sum, table) => sum + rows[table].length, 0);
  }

  /** What is built on the rows of an import, in words. */
  #builtOn(rows: ImportedRows, entry: number): string[] {
    const parameters = {
      entry,
      ...Object.fromEntries(IMPORTED.map((table) => [table, asSet(rows[table])])),
    };
    return BUILT.flatMap(({ one, many, sql }) => {
      const used = Object.fromEntries(
        Object.entries(parameters).filter(([name]) => sql.includes(`@${name}`)),
      );
      const count = this.#casebook.database.prepare<[typeof used], number>(sql).pluck().get(used) ?? 0;
      return count === 0 ? [] : [counted(count, one, many)];
    });
  }

  #removeRows(rows: ImportedRows): void {
    const { database, records } = this.#casebook;
    const remove = (sql: string, ids: readonly string[]): void =>
      void database.prepare<[string]>(`DELETE FROM ${sql} ${IN_SET}`).run(asSet(ids));
    // People who were asked have to answer themselves.
    records.assignmentTable.reopenAnswered(rows.annotation);
    for (const table of IMPORTED) if (table !== 'item') records.importedRows.undo(table, rows[table]);
    remove('verdict_state WHERE response_id', rows.response);
    remove('verdict_decision WHERE id', rows.verdict_decision);
    remove('judgment WHERE id', rows.judgment);
    remove('response WHERE id', rows.response);
    remove('region WHERE annotation_id', rows.annotation);
    remove('annotation WHERE id', rows.annotation);
  }

  /** What the answers that came in made of items' statuses goes with them. */
  #setStatusesBack(entry: number, ids: readonly ItemId[]): void {
    // Left out: the import moved no status.
    const { since } = Since.parse(JSON.parse(this.#detailOf.get(entry) ?? '{}'));
    if (since === undefined) return;
    const wanted = new Set<string>(ids);
    const before = new Map<ItemId, { readonly from: ItemStatus; readonly to: ItemStatus }>();
    for (const diff of this.#moves.all(since, entry))
      for (const [id, [from, to]] of Object.entries(Moved.parse(JSON.parse(diff)).updated)) {
        const itemId = ItemId.parse(id);
        if (wanted.has(id)) before.set(itemId, { from: before.get(itemId)?.from ?? from, to });
      }
    for (const [id, { from, to }] of before)
      if (this.#statusOf.get(id) === to) this.#casebook.derived.items.setStatus(id, from);
  }
}

const LATER_WORK =
  'Nothing was undone. Undo the later work first, or restore a backup from before the import.';

function refuse(message: string, hint = LATER_WORK): never {
  throw new CasebookError('conflict', message, hint);
}
