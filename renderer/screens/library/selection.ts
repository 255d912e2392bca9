import type { ItemFilter, ItemSelection } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';

/** Which items are chosen: some by name, or everything the filter finds, however many. */
export type Selection =
  { readonly kind: 'ids'; readonly ids: ReadonlySet<ItemId> } | { readonly kind: 'all' };

export const nothing: Selection = { kind: 'ids', ids: new Set() };
/** All that the filter finds. */
export const everything: Selection = { kind: 'all' };

/** Whether an item is chosen. */
export function isSelected(selection: Selection, id: ItemId): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** How many items are chosen, of `total` that match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/** The selection with one item in or out; out of everything is only possible once all ids are known. */
export function toggled(selection: Selection, id: ItemId, all: readonly ItemId[] | null): Selection {
  const ids = new Set(selection.kind === 'ids' ? selection.ids : (all ?? []));
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'ids', ids };
}

/** What a bulk action gets. */
export function toRequest(selection: Selection, filter: ItemFilter): ItemSelection {
  return selection.kind === 'all' ? { filter } : { ids: [...selection.ids] };
}
