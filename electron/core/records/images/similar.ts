import { z } from 'zod';
import { pixelsAgree, type SeenImage } from '../../../../shared/domain/alikeImages.ts';
import { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { hammingDistance, NEAR_DUPLICATE_DISTANCE } from '../../../../shared/domain/perceptualHash.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { ImageLooks } from './imageLooks.ts';

const Candidate = z.object({
  itemId: ItemId,
  externalId: z.string(),
  imageId: ImageId,
  sha256: z.string(),
  perceptualHash: z.string(),
});

export type SimilarImage = Pick<z.infer<typeof Candidate>, 'itemId' | 'externalId' | 'imageId'> & {
  /** In how many of the 256 bits the perceptual hashes differ. */
  readonly distance: number;
};

/**
 * Images of other items that show the same as one of this item's, nearest first: what perceptual hashes propose and the
 * pixels confirm, of items that render the same word or none.
 */
export async function findSimilar(
  { database, benchmark }: Pick<CasebookFiles, 'database' | 'benchmark'>,
  images: Pick<ImageLooks, 'looks'>,
  itemId: ItemId,
): Promise<SimilarImage[]> {
  const own = database
    .prepare<[string], { sha256: string; perceptualHash: string }>(
      `SELECT DISTINCT m.sha256, m.perceptual_hash AS perceptualHash
       FROM item_image p JOIN image m ON m.id = p.image_id
       WHERE p.item_id = ? AND m.perceptual_hash IS NOT NULL`,
    )
    .all(itemId);
  if (own.length === 0) return [];
  const others = database
    .prepare<[string], { perceptualHash: string }>(
      `SELECT i.id AS itemId, i.external_id AS externalId, m.id AS imageId, m.sha256,
         m.perceptual_hash AS perceptualHash
       FROM item_image p JOIN item i ON i.id = p.item_id JOIN image m ON m.id = p.image_id
       WHERE p.item_id <> ? AND m.perceptual_hash IS NOT NULL ORDER BY i.sequence, p.position`,
    )
    .iterate(itemId);
  const payload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
  const shownBy = (id: ItemId): string | null =>
    benchmark.rendered?.(JsonObject.parse(JSON.parse(payload.get(id) ?? '{}'))) ?? null;
  const proposed: z.infer<typeof Candidate>[] = [];
  for (const other of others) {
    if (own.some((each) => isNear(each, other))) proposed.push(Candidate.parse(other));
  }
  const shows = shownBy(itemId);
  const candidates = proposed.filter((other) => shownBy(other.itemId) === shows);
  const seen = await images.looks([...own, ...candidates].map(({ sha256 }) => sha256));
  const withLook = <T extends { readonly sha256: string; readonly perceptualHash: string }>(
    image: T,
  ): T & SeenImage => ({ ...image, look: seen.get(image.sha256) ?? null });
  return candidates
    .flatMap((candidate): SimilarImage[] => {
      const other = withLook(candidate);
      const distances = own
        .filter((each) => isNear(each, other) && pixelsAgree(withLook(each), other))
        .map((each) => hammingDistance(each.perceptualHash, other.perceptualHash));
      const { externalId, imageId } = candidate;
      return distances.length === 0
        ? []
        : [{ itemId: candidate.itemId, externalId, imageId, distance: Math.min(...distances) }];
    })
    .sort((a, b) => a.distance - b.distance);
}

interface HashedImage {
  readonly perceptualHash: string;
}

const isNear = (a: HashedImage, b: HashedImage): boolean =>
  hammingDistance(a.perceptualHash, b.perceptualHash) <= NEAR_DUPLICATE_DISTANCE;
