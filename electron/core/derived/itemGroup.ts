import { ABOUT, NOT_SAID } from '../access/blindItems.ts';

/**
 * SQL: what the item `i` shares with others, so that figures count them as one: the entity that it asks about, else its
 * first image, else itself.
 */
export const ITEM_GROUP = `coalesce(
  (SELECT min(value) FROM item_facet WHERE item = i.sequence AND name = '${ABOUT}' AND value <> '${NOT_SAID}'),
  (SELECT coalesce(image_id, name) FROM item_image WHERE item_id = i.id ORDER BY position LIMIT 1),
  i.id)`;
