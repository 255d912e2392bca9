import { z } from 'zod';
import { ImageDetail } from '../../../shared/contract/images.ts';
import type { ImageId, ItemId } from '../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import type { Viewpoint } from './viewpoint.ts';

const Raw = z.looseObject({
  id: z.string(),
  derivation: z.string().nullable(),
  concerns: z.int(),
  isBlind: z.int(),
});

const Rights = z.object({
  url: z.string().nullable(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z
    .int()
    .nullable()
    .transform((value) => (value === null ? null : value === 1)),
});

/** What is noted of the rights in an image, the nearest ancestor's word first. */
const RIGHTS = `
  WITH RECURSIVE line (id, parent, depth) AS (
    SELECT id, derived_from, 0 FROM image WHERE id = ?
    UNION ALL SELECT m.id, m.derived_from, depth + 1 FROM image m JOIN line ON m.id = line.parent WHERE depth < 100)
  SELECT m.url, m.licence, m.attribution, m.redistributable FROM line JOIN image m ON m.id = line.id ORDER BY depth`;

/**
 * Details of images, in the order of the ids; unknown ids are left out, and those that do not concern the caller. Of
 * images of items that are blind to them nothing tells where they come from or what was done to them.
 */
export function readImageDetails(
  database: CasebookDatabase,
  ids: readonly ImageId[],
  viewpoint: Viewpoint,
): ImageDetail[] {
  const { person, seesEverything } = viewpoint;
  const itemsOf = createItemsOf(database);
  const isUndecided = (id: string): boolean => itemsOf(id).some((item) => viewpoint.hidesGold(item));
  const rightsOf = database.prepare<[string]>(RIGHTS);
  return database
    .prepare<[string | null, string | null, string]>(
      `SELECT m.id, m.format, m.bytes, m.width, m.height, m.origin,
         m.derived_from AS derivedFrom, m.derivation, p.handle AS createdBy, m.created_at AS createdAt,
         EXISTS (SELECT 1 FROM item_image f JOIN assignment s ON s.item_id = f.item_id
           WHERE f.image_id = m.id AND s.person_id = ?) AS concerns,
         EXISTS (SELECT 1 FROM item_image f JOIN assignment s ON s.item_id = f.item_id
           WHERE f.image_id = m.id AND s.person_id = ? AND s.state = 'open') AS isBlind
       FROM json_each(?) wanted JOIN image m ON m.id = wanted.value LEFT JOIN person p ON p.id = m.created_by
       ORDER BY wanted.key`,
    )
    .all(person?.id ?? null, person?.id ?? null, JSON.stringify(ids))
    .flatMap((raw) => {
      const { concerns, isBlind, ...row } = Raw.parse(raw);
      if (!seesEverything && concerns === 0) return [];
      const rights = rightsOf.all(row.id).map((each) => Rights.parse(each));
      const detail = ImageDetail.parse({
        ...row,
        url: rights.find(({ url }) => url !== null)?.url ?? null,
        licence: rights.find(({ licence }) => licence !== null)?.licence ?? null,
        attribution: rights.find(({ attribution }) => attribution !== null)?.attribution ?? null,
        redistributable:
          rights.find(({ redistributable }) => redistributable !== null)?.redistributable ?? null,
        derivation: row.derivation === null ? null : JSON.parse(row.derivation),
      });
      return seesEverything && isBlind === 0 && !isUndecided(row.id) ? detail : withoutOrigin(detail);
    });
}

/** The items that show an image. */
function createItemsOf(database: CasebookDatabase): (imageId: string) => ItemId[] {
  const itemsOf = database
    .prepare<[string], ItemId>('SELECT DISTINCT item_id FROM item_image WHERE image_id = ?')
    .pluck();
  return (imageId) => itemsOf.all(imageId);
}

/** An image's details without anything that tells where it comes from or what was done to it. */
export function withoutOrigin(detail: ImageDetail): ImageDetail {
  return {
    ...detail,
    origin: null,
    url: null,
    licence: null,
    attribution: null,
    redistributable: null,
    derivedFrom: null,
    derivation: null,
    createdBy: null,
  };
}

/**
 * Whether an image's file may tell somebody of its making: not of items that are blind to them. An image that no item
 * shows (any more) may be what one of those was cut from.
 */
export function createBlindImages(
  database: CasebookDatabase,
): (imageId: string, viewpoint: Viewpoint) => boolean {
  const itemsOf = createItemsOf(database);
  return (imageId, viewpoint) => {
    if (!viewpoint.seesEverything) return true;
    if (!viewpoint.isBlindAnywhere()) return false;
    const items = itemsOf(imageId);
    return items.length === 0 || items.some((id) => viewpoint.isBlind(id));
  };
}
