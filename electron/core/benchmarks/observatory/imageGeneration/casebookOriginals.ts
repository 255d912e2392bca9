import { setImmediate } from 'node:timers/promises';
import type { ImageGeneration } from '../../../../../shared/benchmarks/imageGeneration.ts';
import type { ItemSelection } from '../../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { ImageId } from '../../../../../shared/base/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { GoldItem } from '../../../derived/gold.ts';
import { visibleIdsOf } from '../../../access/itemQueries.ts';
import type { Viewpoint } from '../../../access/viewpoint.ts';

/** How many items are read before other work gets its turn. */
const AT_A_TIME = 200;

/** An item with the image that variants are made of. */
export interface CasebookOriginal {
  readonly item: GoldItem;
  readonly image: GoldItem['images'][number] & { readonly imageId: ImageId };
  /** The transformations with a variant of it. */
  readonly has: ReadonlySet<string>;
}

/** An item without possible variants, and why. */
export interface NoOriginal {
  readonly item: string;
  /** Null where nothing is amiss: variants are not made of items of its kind. */
  readonly reason: string | null;
}

export type FoundOriginal =
  | { readonly ok: true; readonly original: CasebookOriginal }
  | { readonly ok: false; readonly none: NoOriginal };

/** How images are made for an open casebook's benchmark. Throws `invalid_input` where they are not. */
export function imageGenerationOf({ benchmark }: Casebook): ImageGeneration {
  if (benchmark.imageGeneration !== undefined) return benchmark.imageGeneration;
  throw new CasebookError('invalid_input', `${benchmark.title} generates no images.`, 'Nothing was made.');
}

/** The originals of the items selected, in the order of import; what the caller may not see stays out. */
export async function* casebookOriginals(
  casebook: Casebook,
  selection: ItemSelection,
  viewpoint: Viewpoint,
  signal: AbortSignal,
): AsyncGenerator<FoundOriginal, void> {
  const imageGeneration = imageGenerationOf(casebook);
  const { gold } = casebook.derived;
  const filter = 'ids' in selection ? { ids: selection.ids } : selection.filter;
  for (const [index, id] of visibleIdsOf(casebook.database, filter, viewpoint).entries()) {
    if (index % AT_A_TIME === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const item = gold.read(id);
    if (item !== undefined) yield originalOf(imageGeneration, item);
  }
}

function originalOf(imageGeneration: ImageGeneration, item: GoldItem): FoundOriginal {
  const position = imageGeneration.original(item.payload);
  if (position === null) return { ok: false, none: { item: item.externalId, reason: null } };
  const image = item.images.find((each) => each.position === position);
  if (image?.imageId === undefined || image.imageId === null)
    return { ok: false, none: { item: item.externalId, reason: 'Its original is missing.' } };
  return {
    ok: true,
    original: {
      item,
      image: { ...image, imageId: image.imageId },
      has: new Set(imageGeneration.transformationsOf(item.payload)),
    },
  };
}
