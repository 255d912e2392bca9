import { setImmediate } from 'node:timers/promises';
import type { Material } from '../../../../../shared/benchmarks/material.ts';
import type { ItemSelection } from '../../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../../shared/domain/errors.ts';
import type { ImageId } from '../../../../../shared/domain/ids.ts';
import type { Casebook } from '../../../records/casebook.ts';
import type { GoldItem } from '../../../derived/gold.ts';
import { createGoldReader } from '../../../derived/gold.ts';
import { visibleIdsOf } from '../../../access/itemQueries.ts';
import type { Viewpoint } from '../../../access/viewpoint.ts';

/** So many items are read before other work gets its turn. */
const AT_A_TIME = 200;

/** An item with the image that variants are made of. */
export interface CasebookOriginal {
  readonly item: GoldItem;
  readonly image: GoldItem['images'][number] & { readonly imageId: ImageId };
  /** The transformations of which it has a variant. */
  readonly has: ReadonlySet<string>;
}

/** An item of which no variants can be made, and why. */
export interface NoOriginal {
  readonly item: string;
  /** Null where nothing is amiss: variants are not made of items of its kind. */
  readonly reason: string | null;
}

export type FoundOriginal =
  | { readonly ok: true; readonly original: CasebookOriginal }
  | { readonly ok: false; readonly none: NoOriginal };

/** How images are made for an open casebook's benchmark. Throws `invalid_input` where they are not. */
export function materialOf({ benchmark }: Casebook): Material {
  if (benchmark.material !== undefined) return benchmark.material;
  throw new CasebookError(
    'invalid_input',
    `${benchmark.title} has no images that are made.`,
    'Nothing was made.',
  );
}

/** The originals of the items selected, in the order of import; what whoever asks may not see stays out. */
export async function* casebookOriginals(
  casebook: Casebook,
  selection: ItemSelection,
  viewpoint: Viewpoint,
  signal: AbortSignal,
): AsyncGenerator<FoundOriginal, void> {
  const material = materialOf(casebook);
  const gold = createGoldReader(casebook);
  const filter = 'ids' in selection ? { ids: selection.ids } : selection.filter;
  for (const [index, id] of visibleIdsOf(casebook.database, filter, viewpoint).entries()) {
    if (index % AT_A_TIME === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const item = gold.read(id);
    if (item !== undefined) yield originalOf(material, item);
  }
}

function originalOf(material: Material, item: GoldItem): FoundOriginal {
  const position = material.original(item.payload);
  if (position === null) return { ok: false, none: { item: item.externalId, reason: null } };
  const image = item.images.find((each) => each.position === position);
  if (image?.imageId === undefined || image.imageId === null)
    return { ok: false, none: { item: item.externalId, reason: 'Its original is missing.' } };
  return {
    ok: true,
    original: {
      item,
      image: { ...image, imageId: image.imageId },
      has: new Set(material.transformationsOf(item.payload)),
    },
  };
}
