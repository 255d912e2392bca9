import type { AssignRequest } from '../../../shared/contract/assignments.ts';
import type { ItemFilter, ItemSelection } from '../../../shared/contract/items.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';

/** What to assign: another round, or items nobody has yet. */
export type AssignStart =
  | 'newRound'
  | 'unassigned'
  /** Items that were chosen in the Library. */
  | { readonly items: ItemSelection; readonly count: number };

/** Which items are assigned. */
export type ChosenItems = 'selected' | 'filtered' | 'all' | 'unassigned' | 'status';

/** The items to assign. */
export interface ItemsChoiceValue {
  readonly kind: ChosenItems;
  readonly status: readonly ItemStatus[];
  /** The Library's filter as it was when the dialog opened. */
  readonly filter: ItemFilter;
  /** What was chosen in the Library; null: nothing. */
  readonly selected: { readonly items: ItemSelection; readonly count: number } | null;
}

/** The choice as a request puts it. */
export function selectionOf({
  kind,
  status,
  filter,
  selected,
}: ItemsChoiceValue): Pick<AssignRequest, 'items' | 'unassignedOnly'> {
  switch (kind) {
    case 'selected':
      return { items: selected?.items ?? { ids: [] }, unassignedOnly: false };
    case 'filtered':
      return { items: { filter }, unassignedOnly: false };
    case 'all':
      return { items: { filter: {} }, unassignedOnly: false };
    case 'unassigned':
      return { items: { filter: {} }, unassignedOnly: true };
    case 'status':
      return { items: { filter: { status: [...status] } }, unassignedOnly: false };
  }
}
