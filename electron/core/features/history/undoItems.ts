import { z } from 'zod';
import { counted } from '../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { isJsonObject, type Json } from '../../../../shared/base/json.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { requireToDelete } from '../../records/sharing/deletions.ts';

/** An entry of the log that added items or deleted them. */
export interface ItemsEntry {
  readonly sequence: number;
  readonly kind: string;
  readonly at: number;
  readonly diff: string | null;
  readonly detail: string | null;
}

/** Whether an entry deleted items, or added some that can be taken out again. */
export function changesItems(kind: string, detail: Json): boolean {
  return kind === 'delete' || (kind === 'import' && isJsonObject(detail) && detail['adds'] === 'items');
}

const Removed = z.object({ removed: z.record(ItemId, z.string()) });

/** What is built on items once they are imported, as SQL; parameters: the items, and when they came in. */
const BUILT: readonly (readonly [one: string, many: string, sql: string])[] = [
  // Ratings have their own time where they were imported: it may be before that of the items.
  [
    'answer',
    'answers',
    `SELECT count(*) FROM annotation WHERE item_id ${IN_SET}
     AND (created_at > ? OR id IN (SELECT id FROM import_row WHERE tab = 'annotation'))`,
  ],
  ['assignment', 'assignments', `SELECT count(*) FROM assignment WHERE item_id ${IN_SET} AND 0 < ?`],
  ['decision', 'decisions', `SELECT count(*) FROM adjudication WHERE item_id ${IN_SET} AND 0 < ?`],
  ['comment', 'comments', `SELECT count(*) FROM comment WHERE item_id ${IN_SET} AND 0 < ?`],
  [
    'respondent’s answer',
    'respondents’ answers',
    `SELECT count(*) FROM response WHERE item_id ${IN_SET} AND 0 < ?`,
  ],
  ['verdict', 'verdicts', `SELECT count(*) FROM judgment WHERE item_id ${IN_SET} AND 0 < ?`],
  ['fix', 'fixes', `SELECT count(*) FROM edition WHERE item_id ${IN_SET} AND 0 < ?`],
  ['study item', 'study items', `SELECT count(*) FROM study_item WHERE item_id ${IN_SET} AND 0 < ?`],
  [
    'change of status',
    'changes of status',
    `SELECT count(*) FROM item WHERE id ${IN_SET} AND status <> 'draft' AND 0 < ?`,
  ],
];

/** Takes imports of items out again, and brings deleted items back; in the caller's transaction. */
export class ItemsUndo {
  readonly #casebook: Casebook;
  readonly #added;
  readonly #sequenceOf;
  readonly #built;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#added = database
      .prepare<[number], string>(
        'SELECT i.id FROM event_item e JOIN item i ON i.sequence = e.item WHERE e.event = ? ORDER BY i.sequence',
      )
      .pluck();
    this.#sequenceOf = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
    this.#built = BUILT.map(
      ([one, many, sql]) => [one, many, database.prepare<[string, number], number>(sql).pluck()] as const,
    );
  }

  /** Undoes an entry. Gives how many items came back or went; throws `conflict` where they are here again or in use. */
  undo(entry: ItemsEntry, by: PersonId): number {
    requireToDelete(this.#casebook.records.hub.link(), 'Nothing was undone. Ask a curator to do it.');
    return entry.kind === 'delete' ? this.#bringBack(entry, by) : this.#takeOut(entry, by);
  }

  #bringBack({ sequence, diff }: ItemsEntry, by: PersonId): number {
    const { derived, records } = this.#casebook;
    // Somebody may have brought some of them back in another casebook.
    const ids = Object.keys(Removed.parse(JSON.parse(diff ?? '{}')).removed)
      .map((id) => ItemId.parse(id))
      .filter((id) => records.deletions.has(id));
    if (ids.length === 0)
      throw new CasebookError('conflict', 'These items are here again already.', 'Nothing was undone.');
    records.deletions.restore(ids);
    derived.items.together(() => {
      for (const id of ids) derived.items.reindex(id);
    });
    const items = ids.flatMap((id) => this.#sequenceOf.get(id) ?? []);
    records.log({ kind: 'revert', personId: by, undoes: sequence, detail: { kind: 'delete' }, items });
    return ids.length;
  }

  #takeOut({ sequence, at }: ItemsEntry, by: PersonId): number {
    const { records } = this.#casebook;
    const ids = this.#added.all(sequence).map((id) => ItemId.parse(id));
    const found = this.#built.flatMap(([one, many, read]) => {
      const count = read.get(asSet(ids), at) ?? 0;
      return count === 0 ? [] : [counted(count, one, many)];
    });
    if (found.length > 0) refuse(`The items of this import are in use: ${found.join(', ')}.`);
    const gone = records.deletions.delete(ids, 'undone', by);
    const detail = { kind: 'import', items: gone.length };
    records.log({ kind: 'revert', personId: by, undoes: sequence, detail });
    return gone.length;
  }
}

function refuse(message: string): never {
  throw new CasebookError(
    'conflict',
    message,
    'Nothing was undone. To delete the items with all of this, select them in the Library and choose Delete.',
  );
}
