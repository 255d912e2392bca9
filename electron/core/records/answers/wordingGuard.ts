import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';

/** Whether a wording stands because somebody has spoken of it: it is changed by a fix alone, which asks them again. */
export interface WordingGuard {
  /**
   * Whether a change would take texts away under what was begun or said of the item as it is.
   * @param except whose own answers do not count: the import is their version of the item; null: nobody's
   */
  isHeld(itemId: ItemId, before: JsonObject, after: JsonObject, except: PersonId | null): boolean;
}

/** The wording of items in an open casebook; nothing is held where the benchmark has no validation. */
export function createWording({ database, benchmark }: CasebookFiles): WordingGuard {
  const { validation } = benchmark;
  if (validation === undefined) return { isHeld: () => false };
  const isSaid = database
    .prepare<[string, string | null, string], number>(
      `SELECT 1 FROM item i WHERE i.id = ? AND (
         EXISTS (SELECT 1 FROM annotation a
           WHERE a.item_id = i.id AND a.edition_id IS i.edition_id AND a.person_id IS NOT ?)
         OR EXISTS (SELECT 1 FROM response r WHERE r.item_id = i.id AND r.edition_id IS i.edition_id)
         OR EXISTS (SELECT 1 FROM study_item t JOIN study s ON s.id = t.study_id
           WHERE t.item_id = ? AND s.state = 'open'))`,
    )
    .pluck();
  return {
    isHeld(itemId, before, after, except) {
      const now = new Map(validation.texts(after).map(({ field, text }) => [field, text]));
      const isChanged = validation
        .texts(before)
        .some(({ field, text }) => text.trim() !== '' && now.get(field) !== text);
      return isChanged && isSaid.get(itemId, except, itemId) !== undefined;
    },
  };
}
