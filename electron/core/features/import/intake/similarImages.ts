import { alikeGroups, proposedGroups, type SeenImage } from '../../../../../shared/domain/alikeImages.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { IntakeImages } from './imageIntake.ts';

interface ImageOfItem extends SeenImage {
  readonly externalId: string;
}

/**
 * Groups of items with the same or nearly the same images, one of them from this import: proposed by perceptual hashes,
 * confirmed by pixels.
 * @param newImages the items that got an image
 */
export async function similarImages(
  { database, benchmark }: Casebook,
  store: IntakeImages,
  newImages: ReadonlySet<string>,
): Promise<string[][]> {
  if (newImages.size === 0) return [];
  const rows = database
    .prepare<[], { externalId: string; sha256: string; perceptualHash: string; payload: string | null }>(
      `SELECT i.external_id AS externalId, m.sha256, m.perceptual_hash AS perceptualHash,
         ${benchmark.rendered === undefined ? 'NULL' : 'i.payload'} AS payload
       FROM item_image p JOIN item i ON i.id = p.item_id JOIN image m ON m.id = p.image_id
       WHERE m.perceptual_hash IS NOT NULL ORDER BY i.sequence, p.position`,
    )
    .all();
  const images = rows.map(({ payload, ...image }): ImageOfItem => {
    const shows =
      payload === null ? null : (benchmark.rendered?.(JsonObject.parse(JSON.parse(payload))) ?? null);
    return { ...image, shows };
  });
  const hasCome = ({ externalId }: ImageOfItem): boolean => newImages.has(externalId);
  const proposed = proposedGroups(images).filter((group) => isOfSeveral(group) && group.some(hasCome));
  if (proposed.length === 0) return [];
  const seen = await store.looks([...new Set(proposed.flat().flatMap(({ sha256 }) => sha256 ?? []))]);
  return proposed
    .flatMap((group) =>
      alikeGroups(group.map((image) => ({ ...image, look: seen.get(image.sha256 ?? '') ?? null }))),
    )
    .filter((group) => isOfSeveral(group) && group.some(hasCome))
    .map(itemsOf);
}

const itemsOf = (group: readonly ImageOfItem[]): string[] => [
  ...new Set(group.map(({ externalId }) => externalId)),
];
const isOfSeveral = (group: readonly ImageOfItem[]): boolean => itemsOf(group).length > 1;
