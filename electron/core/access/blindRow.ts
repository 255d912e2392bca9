import { z } from 'zod';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { ImageRecord } from '../../../shared/domain/document.ts';
import { ImageId, type ItemId, type PersonId } from '../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { withoutChoice } from '../records/chosenImages.ts';

const OwnWork = z.object({
  position: z.int(),
  handle: z.string(),
  boxes: z.int(),
  state: z.string().nullable(),
  at: z.int(),
});

/** What a question is called whose answer would tell that of an item which is outstanding. */
const QUESTION = 'A question';

/** What an item, or one of its images, is called to anybody who must not know its name. */
const neutralName = (what: 'Item' | 'image', position: number): string => `${what} ${String(position + 1)}`;

/** An item's images under neutral names, and not told which was chosen: both give answers away. */
export const neutralImages = (images: readonly ImageRecord[]): ImageRecord[] =>
  withoutChoice(images).map((image) => ({ ...image, name: neutralName('image', image.position) }));

/**
 * Makes a row neutral for somebody who must not know yet what others made of the item: whatever the item really has,
 * only what was asked of them and their own work is left. A question about such an item is left without anything.
 */
export function createBlindRows(database: CasebookDatabase, personId: PersonId): (row: ItemRow) => ItemRow {
  const ownWork = database.prepare<[string, string]>(
    `SELECT s.position, p.handle, a.state, coalesce(a.updated_at, s.created_at) AS at,
       (SELECT count(*) FROM region WHERE annotation_id = a.id) AS boxes
     FROM assignment s JOIN person p ON p.id = s.person_id
     LEFT JOIN annotation a ON a.item_id = s.item_id AND a.task = s.task AND a.round = s.round
       AND a.person_id = s.person_id AND a.independent = 1
     WHERE s.person_id = ? AND s.item_id = ? ORDER BY s.round DESC, s.task, a.version DESC LIMIT 1`,
  );
  const createdAt = database.prepare<[string], number>('SELECT created_at FROM item WHERE id = ?').pluck();
  const firstImage = database
    .prepare<[string], string | null>(
      'SELECT image_id FROM item_image WHERE item_id = ? ORDER BY position LIMIT 1',
    )
    .pluck();
  return ({ id, images, missingImages, assignment }) => {
    // Not the chosen one, as the person who may know sees it.
    const imageId = ImageId.nullable().parse(firstImage.get(id) ?? null);
    const own = OwnWork.optional().parse(ownWork.get(personId, id));
    const name = own === undefined ? QUESTION : neutralName('Item', own.position);
    return {
      id,
      externalId: name,
      title: name,
      label: null,
      split: null,
      status: 'draft',
      goldSource: null,
      consensus: null,
      disputed: [],
      raters: 0,
      tags: [],
      facets: {},
      imageId,
      images,
      missingImages,
      boxes: own?.boxes ?? 0,
      unsubmitted: own?.state === 'draft',
      openComments: 0,
      assignees: own === undefined ? [] : [own.handle],
      assignment,
      ratings: null,
      blind: true,
      updatedAt: own?.at ?? createdAt.get(id) ?? 0,
    };
  };
}

/** What an item is called to somebody it is blind to, where no row of it is at hand. */
export function createBlindNames(database: CasebookDatabase): (personId: PersonId, itemId: ItemId) => string {
  const position = database
    .prepare<[string, string], number>(
      'SELECT position FROM assignment WHERE person_id = ? AND item_id = ? ORDER BY round DESC, task LIMIT 1',
    )
    .pluck();
  return (personId, itemId) => {
    const own = position.get(personId, itemId);
    return own === undefined ? QUESTION : neutralName('Item', own);
  };
}
