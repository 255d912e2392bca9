import { type Casebook, compose } from '../../../derived/casebook.ts';
import { setImmediate } from 'node:timers/promises';
import type { QueryImage, QueryItem } from '../../../../../shared/benchmarks/querySets.ts';
import { openDatabase } from '../../../db/database.ts';
import type { GoldItem } from '../../../derived/gold.ts';
import { visibleIdsOf } from '../../../access/itemQueries.ts';
import { everything, type Viewpoint } from '../../../access/viewpoint.ts';
import type { Work } from '../../../base/work.ts';

/** An image of an item that is there. */
export interface ItemFile {
  readonly imageId: string;
  /** What the item calls it. */
  readonly name: string;
}

/** The items that query sets are built from, and their images. */
export interface Entities {
  readonly items: readonly QueryItem[];
  /** The image in a place of an item. Throws where it is missing: no set is built with one that is. */
  readonly imageAt: (place: QueryImage) => ItemFile;
  /** Items that the caller has yet to answer: what counts as right for them, questions would tell. */
  readonly hidden: number;
}

const STATUSES = ['draft', 'in_review', 'accepted'] as const;
/** How many items are read before other work gets its turn. */
const AT_A_TIME = 200;

/**
 * One state of the items that are not rejected, whatever is edited meanwhile; without those that are blind to anybody who
 * asks.
 */
export async function readEntities(
  casebook: Casebook,
  viewpoint: Viewpoint,
  { progress, signal }: Work,
): Promise<Entities> {
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const frozen = compose({ ...casebook, database: snapshot });
    const { gold } = frozen.derived;
    const filter = { status: [...STATUSES] };
    const ids = visibleIdsOf(snapshot, filter, viewpoint);
    const hidden = visibleIdsOf(snapshot, filter, everything).length - ids.length;
    const items: QueryItem[] = [];
    const images = new Map<string, ItemFile>();
    for (const [index, id] of ids.entries()) {
      if (index % AT_A_TIME === 0) {
        await setImmediate();
        signal.throwIfAborted();
        progress('Reading items', index, ids.length);
      }
      const item = gold.read(id);
      if (item === undefined || casebook.benchmark.isQuery?.(item.payload) === true) continue;
      items.push(lean(item));
      for (const { position, imageId, name } of item.images)
        if (imageId !== null) images.set(keyOf({ item: item.externalId, position }), { imageId, name });
    }
    return {
      items,
      hidden,
      imageAt(place) {
        const image = images.get(keyOf(place));
        if (image === undefined)
          throw new Error(`${place.item} has no image in place ${String(place.position)}.`);
        return image;
      },
    };
  } finally {
    snapshot.close();
  }
}

const lean = ({ externalId, payload, images, regions }: GoldItem): QueryItem => ({
  externalId,
  payload,
  images: images.map(({ position, imageId, sha256, perceptualHash }) => ({
    position,
    imageId,
    sha256,
    perceptualHash,
  })),
  regions,
});

const keyOf = ({ item, position }: QueryImage): string => JSON.stringify([item, position]);
