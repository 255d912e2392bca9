import { counted, formatCount } from '../../../shared/base/counts.ts';
import type {
  ImageGenerationTarget,
  VariantsCensus,
  VariantsRequest,
} from '../../../shared/contract/imageGeneration.ts';
import type { ItemFilter, ItemSelection } from '../../../shared/contract/items.ts';
import { seedOf, type TypedNumber } from './typedNumber.ts';

/** Whose originals variants are made of. */
export type Scope = 'all' | 'list' | 'chosen';

type VariantCounts = Pick<VariantsCensus, 'originals' | 'there' | 'missing'>;

/** The items of a scope. Where the Library's selection is gone, all items take its place. */
export function itemsInScope(
  scope: Scope,
  chosen: ItemSelection | null,
  filter: ItemFilter,
): { readonly scope: Scope; readonly items: ItemSelection } {
  if (scope !== 'chosen') return { scope, items: { filter: scope === 'list' ? filter : {} } };
  return chosen === null ? { scope: 'all', items: { filter: {} } } : { scope, items: chosen };
}

/** How many images will be made: a folder gets all of them, the casebook those that it lacks. */
export const variantsToMake = (
  counts: VariantCounts | undefined,
  into: ImageGenerationTarget['kind'],
): number =>
  counts === undefined ? 0 : into === 'casebook' ? counts.missing : counts.there + counts.missing;

/** The request that the form makes; null while it is incomplete or there is nothing to make. */
export function variantsRequest(
  draft: {
    readonly items: ItemSelection;
    readonly transformations: string[];
    readonly seed: TypedNumber;
    readonly counts: VariantCounts | undefined;
  },
  target: ImageGenerationTarget | null,
): VariantsRequest | null {
  const { items, transformations, counts } = draft;
  const seed = seedOf(draft.seed);
  if (transformations.length === 0 || seed === null || target === null) return null;
  return variantsToMake(counts, target.kind) > 0 ? { items, transformations, seed, target } : null;
}

/** How many images there will be, in words. */
export function variantsOutlook(
  counts: VariantCounts | undefined,
  into: ImageGenerationTarget['kind'],
): string {
  if (counts === undefined) return 'Choose at least one transformation.';
  const of = `of ${counted(counts.originals, 'original')}`;
  const there = into === 'casebook' && counts.there > 0 ? `; ${formatCount(counts.there)} exist already` : '';
  return `${counted(variantsToMake(counts, into), 'image')} to make ${of}${there}.`;
}
