import { z } from 'zod';
import { counted } from '../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ImageId, type ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';

const Place = z.object({
  position: z.int(),
  role: z.string(),
  name: z.string(),
  imageId: ImageId.nullable(),
});
/** An entry of the log about images that took places which were there. */
const Attachment = z.object({ updated: z.record(z.string(), z.tuple([Place, Place])) });

/** What people made with an image before them, as SQL; parameters: the item, the image, when it was attached. */
const BUILT: readonly (readonly [one: string, many: string, sql: string])[] = [
  [
    'box',
    'boxes',
    `SELECT count(*) FROM region r JOIN annotation a ON a.id = r.annotation_id
     WHERE a.item_id = @item AND r.image_id = @image`,
  ],
  // Also one that was begun before and went on with the image in sight.
  ['answer', 'answers', 'SELECT count(*) FROM annotation WHERE item_id = @item AND updated_at >= @since'],
  [
    'respondent’s answer',
    'respondents’ answers',
    'SELECT count(*) FROM response WHERE item_id = @item AND created_at >= @since',
  ],
  ['image made from it', 'images made from it', 'SELECT count(*) FROM image WHERE derived_from = @image'],
  ['study item', 'study items', 'SELECT count(*) FROM study_item WHERE item_id = @item'],
];

/** Whether an entry of the log attached images in the place of missing or other ones. */
export function isAttachment(kind: string, diff: unknown): boolean {
  if (kind !== 'attach') return false;
  const attachment = Attachment.safeParse(diff);
  return attachment.success && Object.keys(attachment.data.updated).length > 0;
}

/**
 * Gives places of images back what they held before, while nothing is built on the images; in the caller's transaction.
 * The images stay in the casebook's folder. Gives how many images went; throws `conflict` where they are in use.
 */
export function undoAttachment(
  casebook: Casebook,
  { itemId, at, diff }: { readonly itemId: ItemId; readonly at: number; readonly diff: unknown },
  by: PersonId,
): number {
  const { database, derived, records } = casebook;
  if (records.hub.link() !== null)
    refuse(
      'This casebook is connected to a team hub, which has the image.',
      'Nothing was undone. Put another image in its place at the Desk.',
    );
  const current = database
    .prepare<[string, number], string | null>(
      'SELECT image_id FROM item_image WHERE (item_id, position) = (?, ?)',
    )
    .pluck();
  const places = Object.values(Attachment.parse(diff).updated);
  for (const [before, after] of places) {
    if (after.imageId === null || current.get(itemId, after.position) !== after.imageId)
      refuse('The image of the item has changed again since.');
    const about = { item: itemId, image: after.imageId ?? '', since: at };
    const found = BUILT.flatMap(([one, many, sql]) => {
      const count = database.prepare<[typeof about], number>(sql).pluck().get(about) ?? 0;
      return count === 0 ? [] : [counted(count, one, many)];
    });
    if (found.length > 0) refuse(`The image is in use: ${found.join(', ')}.`);
    const { position, role, name, imageId } = before;
    derived.items.setImage(itemId, { position, role, name, imageId }, by);
  }
  return places.length;
}

const LATER_WORK =
  'Nothing was undone. Undo the later work first, or put another image in its place at the Desk.';

function refuse(message: string, hint = LATER_WORK): never {
  throw new CasebookError('conflict', message, hint);
}
