import { DisjointSets } from '../base/disjointSets.ts';
import { type ImageLook, looksAlike } from './imageLook.ts';
import { hammingDistances, NEAR_DUPLICATE_DISTANCE, similarGroups } from './perceptualHash.ts';

/** An image as far as it is known whether it shows the same as another. */
export interface SeenImage {
  readonly sha256: string | null;
  /** 64 hexadecimal digits; what has none is never proposed. */
  readonly perceptualHash: string | null;
  /** The word that it renders; null or left out: it is compared by its pixels alone. */
  readonly shows?: string | null;
  /** Null or left out: its pixels cannot be read, so that its perceptual hash has to do. */
  readonly look?: ImageLook | null;
}

/**
 * Groups of images that may show the same, as perceptual hashes within {@link NEAR_DUPLICATE_DISTANCE} bits propose it;
 * images that render different words never do. Each group in the order given.
 */
export function proposedGroups<T extends SeenImage>(images: readonly T[]): T[][] {
  const hashed = images.flatMap((image, index) =>
    image.perceptualHash !== null && /^[0-9a-f]{64}$/iu.test(image.perceptualHash)
      ? [{ image, index, id: String(index), hash: image.perceptualHash }]
      : [],
  );
  return [...Map.groupBy(hashed, ({ image }) => image.shows ?? null).values()]
    .flatMap((same) => similarGroups(same, NEAR_DUPLICATE_DISTANCE))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map((group) => group.flatMap((index) => images[Number(index)] ?? []));
}

/**
 * Groups of images that show the same: what perceptual hashes propose, as far as the pixels of two of them agree
 * ({@link looksAlike}), directly or through others of the group.
 */
export function alikeGroups<T extends SeenImage>(images: readonly T[]): T[][] {
  return proposedGroups(images).flatMap(decided);
}

/** Whether the pixels of two images that a hash proposes agree. */
export function pixelsAgree(a: SeenImage, b: SeenImage): boolean {
  if (a.sha256 !== null && a.sha256 === b.sha256) return true;
  return a.look == null || b.look == null || looksAlike(a.look, b.look);
}

/** A proposed group, taken apart where pixels differ. What is linked already is compared with only until one agrees. */
function decided<T extends SeenImage>(group: readonly T[]): T[][] {
  const distance = hammingDistances(group.map(({ perceptualHash }) => perceptualHash ?? ''));
  const sets = new DisjointSets(group.length);
  let clusters: number[][] = [];
  for (const [member, image] of group.entries()) {
    const own = [member];
    const others: number[][] = [];
    for (const cluster of clusters) {
      const linked = cluster.some((each) => {
        const other = group[each];
        return (
          other !== undefined &&
          distance(each, member) <= NEAR_DUPLICATE_DISTANCE &&
          pixelsAgree(other, image)
        );
      });
      if (!linked) others.push(cluster);
      else {
        sets.unite(cluster[0] ?? member, member);
        own.push(...cluster);
      }
    }
    clusters = [...others, own];
  }
  return sets.groups().map((members) => members.flatMap((at) => group[at] ?? []));
}
