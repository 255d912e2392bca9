import type { EditionId, ItemId } from '../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../shared/base/json.ts';
import { dropClaims } from '../access/adjudicationRows.ts';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader } from '../db/rows.ts';
import { mergePayload } from '../../../shared/base/mergeJson.ts';

/**
 * Makes an edition of the casebook the current one, in the caller's transaction: the item gets its texts and keeps what
 * else changed here, such as auditors' findings. People who answered another edition in the latest round are asked
 * again. The caller recomputes what follows. `imported`: the item's record as the other side imported it;
 * `latestRound`: the latest round there.
 */
export function createAdoption(
  casebook: Casebook,
): (
  itemId: ItemId,
  edition: EditionId,
  elsewhere: { readonly imported: JsonObject | null; readonly latestRound: (task: string) => number },
) => void {
  const { database, benchmark } = casebook;
  const { assignmentTable, log } = casebook.records;
  const { items: writer, recompute: recomputing } = casebook.derived;
  const items = rowReader(database, 'item', 'WHERE id = ?');
  const editions = rowReader(database, 'edition', 'WHERE id = ?');
  const sequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();

  /** How the item read before: the edition that held, or what the line began with. */
  const wordingOf = (held: EditionId | null, next: EditionId): JsonObject => {
    const [own] = held === null ? [] : editions.list(held);
    if (own !== undefined) return own.payload;
    let [first] = editions.list(next);
    while (first !== undefined && first.replaces !== null) [first] = editions.list(first.replaces);
    return first?.before ?? {};
  };

  return (itemId, edition, { imported, latestRound }) => {
    const [item] = items.list(itemId);
    const [next] = editions.list(edition);
    if (item === undefined || next === undefined) return;
    const before = wordingOf(item.edition_id, edition);
    const own = recomputing.unanswered(itemId);
    const payload = sameJson(own, before) ? next.payload : mergePayload(before, own, next.payload).payload;
    if (item.imported_payload === null) writer.setImported(itemId, imported ?? item.payload);
    writer.setEdition(itemId, edition);
    writer.setGold(itemId, null, null);
    writer.setPayload(itemId, payload);
    if (item.status === 'accepted' || item.status === 'rejected') {
      // That was said of another wording.
      writer.setStatus(itemId, 'in_review');
      log({
        kind: 'status',
        personId: null,
        diff: { added: {}, updated: { [itemId]: [item.status, 'in_review'] }, removed: {} },
        items: [sequence.get(itemId) ?? []].flat(),
      });
    }
    dropClaims(database, itemId);
    assignmentTable.reopenSkipped(itemId);
    for (const { id } of benchmark.tasks) assignmentTable.askAboutEdition(itemId, id, latestRound(id));
  };
}
