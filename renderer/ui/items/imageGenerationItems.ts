import { create } from 'zustand';
import type { ItemSelection } from '../../../shared/contract/items.ts';
import { goTo, places } from '../window/navigate.ts';

/** Items that were chosen in the Library for variants to be made of. */
export const useImageGenerationItems = create<{
  readonly chosen: ItemSelection | null;
  readonly count: number;
}>()(() => ({ chosen: null, count: 0 }));

/** Goes to where variants are made, of these items. */
export function makeVariantsOf(chosen: ItemSelection, count: number): void {
  useImageGenerationItems.setState({ chosen, count });
  goTo(places.imageGenerationPart('variants'));
}
