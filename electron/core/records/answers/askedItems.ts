import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { CasebookFiles } from '../casebook.ts';

/** What participants are being asked about, which must not become something else under them. */
export class AskedItems {
  readonly #casebook: CasebookFiles;
  readonly #openStudy;
  readonly #roles;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#openStudy = database
      .prepare<[string], string>(
        `SELECT s.title FROM study s JOIN study_item i ON i.study_id = s.id
       WHERE i.item_id = ? AND s.state = 'open' ORDER BY s.created_at LIMIT 1`,
      )
      .pluck();
    this.#roles = database
      .prepare<[string], string>('SELECT role FROM item_image WHERE item_id = ? ORDER BY position')
      .pluck();
  }

  /** The title of an open study that asks about the item, null where none does. */
  studyOf(itemId: ItemId): string | null {
    return this.#openStudy.get(itemId) ?? null;
  }

  /**
   * Does something inside the caller's transaction. Throws `conflict` where that gave the item another of its images to
   * choose from while an open study asks about it.
   */
  withSameImage<T>(itemId: ItemId, work: () => T): T {
    if (this.#casebook.benchmark.imageRoles === undefined) return work();
    const before = this.#roles.all(itemId).join(' ');
    const result = work();
    const study = this.#roles.all(itemId).join(' ') === before ? null : this.studyOf(itemId);
    if (study === null) return result;
    throw new CasebookError(
      'conflict',
      `The study “${study}” is open and asks about this item: its participants would see two different images.`,
      'The draft is unchanged; nothing was submitted. Wait until the study is closed.',
    );
  }
}
