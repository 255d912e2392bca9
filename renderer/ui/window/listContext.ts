import { create } from 'zustand';
import type { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/domain/ids.ts';

/** Which items are being looked at and in what order: the Library sets it, the Desk walks along it. */
export interface ListContext {
  readonly filter: ItemFilter;
  readonly sort: ItemSort;
  /** The item under the keyboard's cursor: where the Library comes back to. */
  readonly cursor: ItemId | null;
  /** The Desk walks along the person's own assignments instead, whatever the Library shows. */
  readonly atWork: boolean;
  readonly setAtWork: (atWork: boolean) => void;
  readonly setFilter: (filter: ItemFilter) => void;
  readonly setSort: (sort: ItemSort) => void;
  readonly setCursor: (cursor: ItemId | null) => void;
  /** Everything, as imported: what another casebook starts with. */
  readonly reset: () => void;
}

/** A person's own assignments, all of them, in their order. */
export const ownWork: { readonly filter: ItemFilter; readonly sort: ItemSort } = {
  filter: { assignment: ['open', 'submitted', 'skipped'] },
  sort: { by: 'assignment', descending: false },
};

const initialSort: ItemSort = { by: 'imported', descending: false };

export const useListContext = create<ListContext>()((set) => ({
  filter: {},
  sort: initialSort,
  cursor: null,
  atWork: false,
  setAtWork: (atWork) => set({ atWork }),
  setFilter: (filter) => set({ filter: withoutEmptyParts(filter) }),
  setSort: (sort) => set({ sort }),
  setCursor: (cursor) => set({ cursor }),
  reset: () => set({ filter: {}, sort: initialSort, cursor: null, atWork: false }),
}));

/** The same filter without parts that ask for nothing, so that equal filters are equal values. */
export function withoutEmptyParts(filter: ItemFilter): ItemFilter {
  const facets = Object.fromEntries(
    Object.entries(filter.facets ?? {}).filter(([, values]) => values.length > 0),
  );
  return {
    ...(filter.text !== undefined && filter.text.trim() !== '' && { text: filter.text }),
    ...(filter.status !== undefined && filter.status.length > 0 && { status: filter.status }),
    ...(filter.label !== undefined && filter.label.length > 0 && { label: filter.label }),
    ...(Object.keys(facets).length > 0 && { facets }),
    ...(filter.tags !== undefined && filter.tags.length > 0 && { tags: filter.tags }),
    ...(filter.images !== undefined && { images: filter.images }),
    ...(filter.boxes !== undefined && { boxes: filter.boxes }),
    ...(filter.unsubmitted !== undefined && { unsubmitted: filter.unsubmitted }),
    ...(filter.assignees !== undefined && filter.assignees.length > 0 && { assignees: filter.assignees }),
    ...(filter.assignment !== undefined && filter.assignment.length > 0 && { assignment: filter.assignment }),
    ...(filter.ratings !== undefined && filter.ratings.length > 0 && { ratings: filter.ratings }),
    ...(filter.validation !== undefined && withoutEmptyValidation(filter.validation)),
    ...(filter.ids !== undefined && { ids: filter.ids }),
  };
}

function withoutEmptyValidation({
  at,
  decision,
  reason,
  asked,
  short,
}: NonNullable<ItemFilter['validation']>): Pick<ItemFilter, 'validation'> {
  const validation = {
    ...(at !== undefined && at.outcome.length > 0 && { at }),
    ...(decision !== undefined && decision.length > 0 && { decision }),
    ...(reason !== undefined && reason.length > 0 && { reason }),
    ...(asked !== undefined && { asked }),
    ...(short !== undefined && { short }),
  };
  return Object.keys(validation).length > 0 ? { validation } : {};
}
