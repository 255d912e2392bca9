import { createHash } from 'node:crypto';
import type { QueryItem } from '../../shared/benchmarks/querySets.ts';

/** What an entity for query sets is to be. */
export interface PlannedEntity {
  readonly id: string;
  readonly domain: 'CELEB' | 'WORD';
  readonly entity: string;
  readonly gender?: 'male' | 'female';
  /** The first hexadecimal digits of the original's perceptual hash, the rest being zeros. */
  readonly hash?: string;
  readonly within?: number;
  readonly ood?: number;
  readonly boxes?: Readonly<Record<string, readonly [number, number, number, number]>>;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An item as the core gives it to the builder of query sets, every image of it there and unlike any other. */
export function queryItem({
  id,
  domain,
  entity,
  gender,
  hash = '',
  within = 2,
  ood = 2,
  boxes = {},
}: PlannedEntity): QueryItem {
  const transformations = ['gaussian_blur', 'gamma', 'posterize', 'sharpen'];
  const variants = [
    ...transformations.slice(0, within).map((transformation) => ({
      image: `variants/${id}_${transformation}.png`,
      transformation,
      family: 'ID',
    })),
    ...Array.from({ length: ood }, (_, at) => ({
      image: `variants/${id}_ood${String(at)}.png`,
      transformation: `scene ${id} ${String(at)}`,
      family: 'OOD',
    })),
  ];
  const image = `originals/${id}.png`;
  return {
    externalId: id,
    payload: { id, domain, entity, ...(gender !== undefined && { gender }), image, variants },
    images: [image, ...variants.map((variant) => variant.image)].map((name, position) => ({
      position,
      imageId: digest(name).slice(0, 32),
      sha256: digest(name),
      perceptualHash: position === 0 ? hash.padEnd(64, '0') : null,
    })),
    regions: Object.entries(boxes).map(([label, [x1, y1, x2, y2]]) => ({
      imageId: digest(image).slice(0, 32),
      label,
      x: x1,
      y: y1,
      width: x2 - x1,
      height: y2 - y1,
    })),
  };
}
