import { z } from 'zod';
import { ImageDetail } from '../../../../shared/contract/images.ts';
import type { ImageId } from '../../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';

const Raw = z.looseObject({ derivation: z.string().nullable() });

/** Details of images, in the order of the ids; unknown ids are left out. */
export function readImageDetails(database: CasebookDatabase, ids: readonly ImageId[]): ImageDetail[] {
  return database
    .prepare<[string]>(
      `SELECT m.id, m.format, m.bytes, m.width, m.height, m.origin, m.url, m.licence, m.attribution,
         m.derived_from AS derivedFrom, m.derivation, p.handle AS createdBy, m.created_at AS createdAt
       FROM json_each(?) wanted JOIN image m ON m.id = wanted.value LEFT JOIN person p ON p.id = m.created_by
       ORDER BY wanted.key`,
    )
    .all(JSON.stringify(ids))
    .map((raw) => {
      const row = Raw.parse(raw);
      return ImageDetail.parse({
        ...row,
        derivation: row.derivation === null ? null : JSON.parse(row.derivation),
      });
    });
}
