import { z } from 'zod';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { ImageRecord } from '../../../shared/domain/document.ts';
import { ImageId, type ItemId, type PersonId } from '../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { withoutChoice } from '../records/images/chosenImages.ts';
import { caseName } from './caseName.ts';

const OwnWork = z.object({
  position: z.int(),
  handle: z.string(),
  boxes: z.int(),
  state: z.string().nullable(),
  at: z.int(),
});

/** What a question is called whose answer would tell that of an item which is outstanding. */
const QUESTION = 'A question';

/** What an item, or one of its images, is called for people who must not know its name. */
const neutralName = (what: 'Item' | 'image', position: number): string => `${what} ${String(position + 1)}`;

/** An item's images under neutral names, and not told which was chosen: both give answers away. */
export const neutralImages = (images: readonly ImageRecord[]): ImageRecord[] =>
  withoutChoice(images).map((image) => ({ ...image, name: neutralName('image', image.position) }));

/** What of an item's row tells nothing of what is in it. */
type NeutralFields = Pick<
  ItemRow,
  'externalId' | 'imageId' | 'boxes' | 'unsubmitted' | 'assignees' | 'updatedAt'
>;

/** A row that tells only this, whatever the item really has. */
const neutralRow = (
  { id, images, missingImages, assignment }: ItemRow,
  { externalId, ...told }: NeutralFields,
): ItemRow => ({
  id,
  externalId,
  title: externalId,
  label: null,
  split: null,
  status: 'draft',
  goldSource: null,
  consensus: null,
  disputed: [],
  raters: 0,
  tags: [],
  facets: {},
  images,
  missingImages,
  ...told,
  openComments: 0,
  assignment,
  ratings: null,
  blind: true,
});

const DAY = 86_400_000;
/** The day on which an item came; the moment would tell the order of import. */
const dayOf = (at: number): number => at - (at % DAY);

const firstImageOf = (database: CasebookDatabase): ((id: ItemId) => ImageId | null) => {
  const firstImage = database
    .prepare<[string], string | null>(
      'SELECT image_id FROM item_image WHERE item_id = ? ORDER BY position LIMIT 1',
    )
    .pluck();
  // Not the chosen one, as the person who may know sees it.
  return (id) => ImageId.nullable().parse(firstImage.get(id) ?? null);
};

/** Makes the row of an undecided item neutral for those who decide on it: a case number, and nothing of what is in it. */
export function createCaseRows(database: CasebookDatabase): (row: ItemRow) => ItemRow {
  const firstImage = firstImageOf(database);
  const createdAt = database.prepare<[string], number>('SELECT created_at FROM item WHERE id = ?').pluck();
  return (row) =>
    neutralRow(row, {
      externalId: caseName(row.id),
      imageId: firstImage(row.id),
      boxes: 0,
      unsubmitted: false,
      assignees: [],
      updatedAt: dayOf(createdAt.get(row.id) ?? 0),
    });
}

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
  const firstImage = firstImageOf(database);
  const caseRow = createCaseRows(database);
  const isRated = createIsRated(database);
  return (row) => {
    const own = OwnWork.optional().parse(ownWork.get(personId, row.id));
    if (own === undefined && isRated(row.id)) return caseRow(row);
    return neutralRow(row, {
      externalId: own === undefined ? QUESTION : neutralName('Item', own.position),
      imageId: firstImage(row.id),
      boxes: own?.boxes ?? 0,
      unsubmitted: own?.state === 'draft',
      assignees: own === undefined ? [] : [own.handle],
      updatedAt: own?.at ?? createdAt.get(row.id) ?? 0,
    });
  };
}

/** Whether an item has raters: it is one to decide on, and no question about another. */
function createIsRated(database: CasebookDatabase): (itemId: ItemId) => boolean {
  const rated = database.prepare<[string], number>('SELECT 1 FROM rating_state WHERE item_id = ?').pluck();
  return (itemId) => rated.get(itemId) !== undefined;
}

/** A blind item's name, where its row has not been read. */
export function createBlindNames(database: CasebookDatabase): (personId: PersonId, itemId: ItemId) => string {
  const position = database
    .prepare<[string, string], number>(
      'SELECT position FROM assignment WHERE person_id = ? AND item_id = ? ORDER BY round DESC, task LIMIT 1',
    )
    .pluck();
  const isRated = createIsRated(database);
  return (personId, itemId) => {
    const own = position.get(personId, itemId);
    if (own !== undefined) return neutralName('Item', own);
    return isRated(itemId) ? caseName(itemId) : QUESTION;
  };
}
