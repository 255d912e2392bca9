import { z } from 'zod';
import { ImageDetail } from '../../../../shared/contract/images.ts';
import type { ImageId } from '../../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Viewpoint } from '../people/viewpoint.ts';

const Raw = z.looseObject({ derivation: z.string().nullable(), concerns: z.int(), isBlind: z.int() });

/**
 * Details of images, in the order of the ids; unknown ids are left out, and those that do not concern whoever asks. Of
 * images of items that are blind to them nothing tells where they come from or what was done to them.
 */
export function readImageDetails(
  database: CasebookDatabase,
  ids: readonly ImageId[],
  { person, seesEverything }: Viewpoint,
): ImageDetail[] {
  return database
    .prepare<[string | null, string | null, string]>(
      `SELECT m.id, m.format, m.bytes, m.width, m.height, m.origin, m.url, m.licence, m.attribution,
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
      const detail = ImageDetail.parse({
        ...row,
        derivation: row.derivation === null ? null : JSON.parse(row.derivation),
      });
      return seesEverything && isBlind === 0 ? detail : withoutOrigin(detail);
    });
}

function withoutOrigin(detail: ImageDetail): ImageDetail {
  return {
    ...detail,
    origin: null,
    url: null,
    licence: null,
    attribution: null,
    derivedFrom: null,
    derivation: null,
    createdBy: null,
  };
}
