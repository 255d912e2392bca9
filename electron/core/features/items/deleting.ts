import { DeletionPreview } from '../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { EventId, type ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { requireToDelete } from '../../records/sharing/deletions.ts';

/** What goes with items, as SQL with one set of items as its parameter. */
const COUNTS = {
  assignments: `SELECT count(*) FROM assignment WHERE item_id ${IN_SET}`,
  answers: `SELECT count(*) FROM annotation WHERE state = 'submitted' AND item_id ${IN_SET}`,
  drafts: `SELECT count(*) FROM annotation WHERE state = 'draft' AND item_id ${IN_SET}`,
  boxes: `SELECT count(*) FROM region WHERE annotation_id IN (SELECT id FROM annotation WHERE item_id ${IN_SET})`,
  decisions: `SELECT count(*) FROM adjudication WHERE item_id ${IN_SET}`,
  comments: `SELECT count(*) FROM comment WHERE item_id ${IN_SET}`,
  responses: `SELECT count(*) FROM response WHERE item_id ${IN_SET}`,
  verdicts: `SELECT count(*) FROM judgment WHERE item_id ${IN_SET}`,
  editions: `SELECT count(*) FROM edition WHERE item_id ${IN_SET}`,
} as const;

/** Deletes items with everything that is about them; History brings them back. */
export class ItemDeletion {
  readonly #casebook: Casebook;
  readonly #counts;
  readonly #inStudies;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#counts = Object.entries(COUNTS).map(
      ([name, sql]) => [name, database.prepare<[string], number>(sql).pluck()] as const,
    );
    this.#inStudies = database
      .prepare<[string, string], string>(
        `SELECT DISTINCT i.external_id FROM item i WHERE i.id ${IN_SET} AND (
         EXISTS (SELECT 1 FROM study_item s WHERE s.item_id = i.id)
         OR EXISTS (SELECT 1 FROM response r WHERE r.item_id = i.id AND r.session_id IS NOT NULL))
       UNION SELECT DISTINCT i.external_id FROM item i JOIN session s, json_tree(s.plan) AS part
       WHERE i.id ${IN_SET} AND part.value = i.id`,
      )
      .pluck();
  }

  /** What would go with these items, and which of them cannot be deleted. */
  preview(ids: readonly ItemId[]): DeletionPreview {
    return DeletionPreview.parse({
      items: ids.length,
      ...Object.fromEntries(this.#counts.map(([name, read]) => [name, read.get(asSet(ids)) ?? 0])),
      inStudies: this.#inStudies.all(asSet(ids), asSet(ids)),
      isShared: this.#casebook.records.hub.link() !== null,
    });
  }

  /** Throws `conflict` where one of them cannot be deleted; nothing is deleted then. */
  delete(ids: readonly ItemId[], by: PersonId | null): { deleted: number; event: EventId } {
    return this.#casebook.database.transaction(() => {
      requireToDelete(
        this.#casebook.records.hub.link(),
        'Nothing was deleted. Ask a curator, or reject the items instead.',
      );
      const studied = this.#inStudies.all(asSet(ids), asSet(ids));
      if (studied.length > 0)
        refuse(
          `A study asks about ${studied.slice(0, 5).join(', ')}${studied.length > 5 ? ' and others' : ''}.`,
          'Nothing was deleted. Remove them from the study, or reject them instead.',
        );
      const gone = this.#casebook.records.deletions.delete(ids, 'deleted', by);
      const entry = this.#casebook.records.log({
        kind: 'delete',
        personId: by,
        diff: {
          added: {},
          updated: {},
          removed: Object.fromEntries(gone.map(({ itemId, externalId }) => [itemId, externalId])),
        },
        detail: { items: gone.length, names: gone.slice(0, 10).map(({ externalId }) => externalId) },
      });
      return { deleted: gone.length, event: EventId.parse(entry.id) };
    })();
  }
}

function refuse(message: string, hint: string): never {
  throw new CasebookError('conflict', message, hint);
}
