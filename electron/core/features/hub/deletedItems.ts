import type { PersonId } from '../../../../shared/base/ids.ts';
import type { HubDocument } from '../../../../shared/hub/protocol.ts';
import { createDocumentReader } from '../../db/documents.ts';
import { deleteMeta, readMeta } from '../../db/meta.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { READ_AGAIN } from '../../records/sharing/deletions.ts';
import type { Delta } from './delta.ts';

/* Deleted items and the team hub. A hub keeps all rows of an item; that it is deleted is one row more. */

/** The answers that are listed where they come in about an item that was deleted. */
const LISTED = [
  ['annotation', 'answered'],
  ['response', 'answered'],
  ['judgment', 'judged an answer to'],
] as const;

/**
 * Lists what came in about items that were deleted here and that did not go with them: somebody was offline. The hub keeps it,
 * and it comes back with the item.
 */
export function keepApart(casebook: Casebook, delta: Delta): void {
  const { database } = casebook;
  const { deletions, hubRefusals, people } = casebook.records;
  const readHere = createDocumentReader(database);
  const ids = asSet([...deletions.ids()]);
  for (const [table, did] of LISTED) {
    const went = database.prepare<[string, string, string], { name: string; with: number }>(
      `SELECT external_id AS name, EXISTS (SELECT 1 FROM json_each(document, ?) AS row WHERE row.value ->> 'id' = ?) AS "with"
         FROM deleted_item WHERE item_id = ? AND document IS NOT NULL`,
    );
    const rows = delta.database
      .prepare<[string], { id: string; item: string; person: PersonId }>(
        `SELECT id, item_id AS item, person_id AS person FROM ${table} WHERE item_id ${IN_SET}`,
      )
      .all(ids);
    for (const { id, item, person } of rows) {
      const found = went.get(`$.${table}`, id, item);
      if (found === undefined || found.with === 1) continue;
      const reason = `${people.find(person)?.name ?? 'Somebody'} ${did} ${found.name}, which is deleted: it does not count. The hub keeps it. Undo the deletion in History to have it.`;
      hubRefusals.add({ incoming: true, table, rowId: id, itemId: item, reason }, null);
    }
    // What came back with its item is kept apart no longer.
    for (const key of delta.keys())
      if (key.table === table && readHere(table, key.id) !== null) hubRefusals.forget(table, key.id);
  }
}

/** Which items are deleted, as people who do not oversee are told: by their keys alone. */
export class DeletionNotices {
  readonly #read;
  readonly #people;
  readonly #items;
  readonly #rows;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#read = createDocumentReader(database);
    this.#people = database
      .prepare<[string, string], PersonId>(
        `SELECT a.value ->> 'person_id' FROM deleted_item d, json_each(d.document, '$.assignment') a WHERE d.item_id = ?
       UNION SELECT person_id FROM assignment WHERE item_id = ?`,
      )
      .pluck();
    this.#items = database
      .prepare<[PersonId, PersonId], string>(
        `SELECT d.item_id FROM deleted_item d, json_each(d.document, '$.assignment') a WHERE a.value ->> 'person_id' = ?
       UNION SELECT d.item_id FROM deleted_item d JOIN assignment s ON s.item_id = d.item_id WHERE s.person_id = ?`,
      )
      .pluck();
    this.#rows = database
      .prepare<[], string>(
        `SELECT 'item ' || item_id FROM deleted_item WHERE revision % 2 = 1
       UNION SELECT 'assignment ' || (r.value ->> 'id') FROM deleted_item d, json_each(d.document, '$.assignment') r
       UNION SELECT 'edition ' || (r.value ->> 'id') FROM deleted_item d, json_each(d.document, '$.edition') r
       UNION SELECT 'image ' || (r.value ->> 'image_id') FROM deleted_item d, json_each(d.document, '$.item_image') r`,
      )
      .pluck();
  }

  /** Whom it concerns that an item was deleted or brought back: those who were asked about it. */
  peopleOf(itemId: string): PersonId[] {
    return this.#people.all(itemId, itemId);
  }

  /** What a person learns. */
  documents(person: PersonId): HubDocument[] {
    return this.#items.all(person, person).flatMap((id) => {
      const content = this.#read('deleted_item', id);
      if (content === null) return [];
      return [
        {
          table: 'deleted_item',
          id,
          person: null,
          audience: person,
          item: id,
          about: null,
          sha256: null,
          // An item may have another name for them, which tells nothing.
          content: JSON.stringify({ ...content, row: { ...content.row, external_id: id } }),
        },
      ];
    });
  }

  /** Rows that went with items, by table and key: whom they were sent to deletes them by themselves. */
  rows(): ReadonlySet<string> {
    return new Set(this.#rows.all());
  }
}

/** The mark that everything has to be read again; null where nothing has. */
export function markToReadAgain({ database }: Casebook): string | null {
  const mark = readMeta(database, READ_AGAIN);
  return typeof mark === 'string' ? mark : null;
}

/** Everything was read since a mark was set. */
export function noteReadAgain(casebook: Casebook, mark: string): void {
  if (markToReadAgain(casebook) === mark) deleteMeta(casebook.database, READ_AGAIN);
}
