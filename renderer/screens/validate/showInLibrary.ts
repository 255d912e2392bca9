import type { ItemFilter } from '../../../shared/contract/items.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';

/** Goes to the Library, which shows these items and no others. */
export function showInLibrary(filter: ItemFilter): void {
  useListContext.getState().setFilter(filter);
  goTo(places.library);
}
