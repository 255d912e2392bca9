import { useRef, useState } from 'react';
import type { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { fetchIds } from '../../ui/items/fetchIds.ts';
import type { ItemPages } from '../../ui/items/useItemPages.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { nothing, type Selection, toggled } from './selection.ts';

/** The chosen items and how to choose others. */
export interface SelectionState {
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Where a range begins. */
  readonly setAnchor: (index: number) => void;
  /** Chooses all items from the anchor to here. */
  readonly extendTo: (index: number) => void;
  /** Takes an item in or out. */
  readonly toggle: (id: ItemId) => void;
}

/** The chosen items of a list; another list starts with none. */
export function useItemSelection(filter: ItemFilter, sort: ItemSort, pages: ItemPages): SelectionState {
  const [selection, setSelection] = useState<Selection>(nothing);
  const [anchor, setAnchor] = useState(0);
  const [list, setList] = useState({ filter, sort });
  if (list.filter !== filter || list.sort !== sort) {
    setList({ filter, sort });
    setSelection(nothing);
    setAnchor(0);
  }
  const latestRange = useRef(0);

  /** Whether it is still the list of this drawing: ids that come late are of no other. */
  const isStillShown = () => {
    const now = useListContext.getState();
    return now.filter === filter && now.sort === sort;
  };
  const selectIds = (ids: readonly ItemId[]) => setSelection({ kind: 'ids', ids: new Set(ids) });
  return {
    selection,
    select: setSelection,
    setAnchor,
    extendTo: (index) => {
      const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)];
      latestRange.current = index;
      const known = Array.from({ length: last - first + 1 }, (_, step) => pages.rowAt(first + step)?.id);
      if (known.every((id) => id !== undefined)) {
        selectIds(known);
        return;
      }
      fetchIds(pages.shown, first, last).then(
        (ids) => {
          // The range may have grown while the ids were loading.
          if (latestRange.current === index && isStillShown()) selectIds(ids);
        },
        (error: unknown) => {
          toastFailure('The range could not be selected', error);
        },
      );
    },
    toggle: (id) => {
      if (selection.kind === 'ids') {
        setSelection(toggled(selection, id, null));
        return;
      }
      // Out of "everything" one can only take an item once everything is known by name.
      fetchIds(pages.shown, 0, pages.total - 1).then(
        (ids) => {
          // Others may have been removed while the ids were loading.
          if (isStillShown()) setSelection((now) => toggled(now, id, now.kind === 'all' ? ids : null));
        },
        (error: unknown) => {
          toastFailure('The item could not be deselected', error);
        },
      );
    },
  };
}
