import { NEAR_DUPLICATE_DISTANCE, similarGroups } from '../../../../shared/domain/perceptualHash.ts';
import type { CasebookDatabase } from '../../db/database.ts';

/** Groups of items whose images are the same or nearly so, as far as one of them came in with this import. */
export function nearDuplicates(
  database: CasebookDatabase,
  isNew: (externalId: string) => boolean,
): string[][] {
  const all = database
    .prepare<[], { id: string; hash: string }>(
      `SELECT i.external_id AS id, m.perceptual_hash AS hash
       FROM item_image p JOIN item i ON i.id = p.item_id JOIN image m ON m.id = p.image_id
       WHERE m.perceptual_hash IS NOT NULL ORDER BY i.sequence, p.position`,
    )
    .all();
  return similarGroups(all, NEAR_DUPLICATE_DISTANCE)
    .map((group) => [...new Set(group)])
    .filter((group) => group.length > 1 && group.some(isNew));
}
