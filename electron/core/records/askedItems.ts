import { CasebookError } from '../../../shared/base/errors.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { Casebook } from './casebook.ts';

/** What participants are being asked about, which must not become something else under them. */
export interface AskedItems {
  /** The title of an open study that asks about the item, null where none does. */
  studyOf(itemId: ItemId): string | null;
  /**
   * Does something inside the caller's transaction. Throws `conflict` where that gave the item another of its images to
   * choose from while an open study asks about it.
   */
  withSameImage<T>(itemId: ItemId, work: () => T): T;
}

/** The items that open studies of an open casebook ask about. */
export function createAskedItems({ database, benchmark }: Casebook): AskedItems {
  const openStudy = database
    .prepare<[string], string>(
      `SELECT s.title FROM study s JOIN study_item i ON i.study_id = s.id
       WHERE i.item_id = ? AND s.state = 'open' ORDER BY s.created_at LIMIT 1`,
    )
    .pluck();
  const roles = database
    .prepare<[string], string>('SELECT role FROM item_image WHERE item_id = ? ORDER BY position')
    .pluck();
  const studyOf = (itemId: ItemId): string | null => openStudy.get(itemId) ?? null;
  return {
    studyOf,
    withSameImage(itemId, work) {
      if (benchmark.imageRoles === undefined) return work();
      const before = roles.all(itemId).join(' ');
      const result = work();
      const study = roles.all(itemId).join(' ') === before ? null : studyOf(itemId);
      if (study === null) return result;
      throw new CasebookError(
        'conflict',
        `The study “${study}” is open and asks about this item: its participants would see two different images.`,
        'The draft is unchanged; nothing was submitted. Wait until the study is closed.',
      );
    },
  };
}
