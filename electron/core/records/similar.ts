import { z } from 'zod';
import { ImageId, ItemId } from '../../../shared/domain/ids.ts';
import { NEAR_DUPLICATE_DISTANCE, hammingDistance } from '../../../shared/domain/perceptualHash.ts';
import type { CasebookDatabase } from '../db/database.ts';

const Candidate = z.object({ itemId: ItemId, externalId: z.string(), imageId: ImageId, hash: z.string() });

export type SimilarImage = Omit<z.infer<typeof Candidate>, 'hash'> & {
  /** In how many of the 256 bits the perceptual hashes differ. */
  readonly distance: number;
};

/** Images of other items that look like one of this item's, nearest first. */
export function findSimilar(database: CasebookDatabase, itemId: ItemId): SimilarImage[] {
  const own = database
    .prepare<[string], string>(
      `SELECT DISTINCT m.perceptual_hash FROM item_image p JOIN image m ON m.id = p.image_id
       WHERE p.item_id = ? AND m.perceptual_hash IS NOT NULL`,
    )
    .pluck()
    .all(itemId);
  if (own.length === 0) return [];
  const others = database
    .prepare<[string], { hash: string }>(
      `SELECT i.id AS itemId, i.external_id AS externalId, m.id AS imageId, m.perceptual_hash AS hash
       FROM item_image p JOIN item i ON i.id = p.item_id JOIN image m ON m.id = p.image_id
       WHERE p.item_id <> ? AND m.perceptual_hash IS NOT NULL ORDER BY i.sequence, p.position`,
    )
    .iterate(itemId);
  const found: SimilarImage[] = [];
  for (const other of others) {
    const distance = Math.min(...own.map((hash) => hammingDistance(hash, other.hash)));
    if (distance > NEAR_DUPLICATE_DISTANCE) continue;
    const { hash: _hash, ...image } = Candidate.parse(other);
    found.push({ ...image, distance });
  }
  return found.sort((a, b) => a.distance - b.distance);
}
