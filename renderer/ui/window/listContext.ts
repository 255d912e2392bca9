import { z } from 'zod';
import { create } from 'zustand';
import { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import { tabEntry } from '../../save/tabStorage.ts';

/** Which items are being looked at and in what order: the Library sets it, the Desk walks along it. */
export interface ListContext {
  readonly filter: ItemFilter;
  readonly sort: ItemSort;
  /** The item under the keyboard's cursor: where the Library comes back to. */
  readonly cursor: ItemId | null;
  /** The Desk walks along the person's own assignments instead, whatever the Library shows. */
  readonly atWork: boolean;
  /** Worked on at the Desk since the list was chosen: they stay in its queue although the filter may find them no more. */
  readonly kept: readonly ItemId[];
  readonly keep: (item: ItemId) => void;
  /** The Library shows what is found now. */
  readonly refresh: () => void;
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

/** What a reload of the page must not lose. */
const StoredContext = z.object({
  /** Whose list it is: a casebook and a person. */
  owner: z.string().nullable(),
  filter: ItemFilter,
  sort: ItemSort,
  cursor: ItemId.nullable(),
  atWork: z.boolean(),
  kept: z.array(ItemId),
});
type StoredContext = z.infer<typeof StoredContext>;

const everything: Omit<StoredContext, 'owner'> = {
  filter: {},
  sort: { by: 'imported', descending: false },
  cursor: null,
  atWork: false,
  kept: [],
};

/** More than anybody works on in a day; the oldest give way. */
const MOST_KEPT = 5000;

const remembered = tabEntry('casebook list', StoredContext);

export const useListContext = create<ListContext & Pick<StoredContext, 'owner'>>()((set) => ({
  ...everything,
  owner: null,
  ...remembered.read(),
  setAtWork: (atWork) => set({ atWork }),
  setFilter: (filter) => set({ filter: withoutEmptyParts(filter), kept: [] }),
  setSort: (sort) => set({ sort, kept: [] }),
  setCursor: (cursor) => set({ cursor }),
  keep: (item) =>
    set(({ kept }) => ({ kept: [...kept.filter((each) => each !== item), item].slice(-MOST_KEPT) })),
  refresh: () => set(({ kept }) => (kept.length === 0 ? {} : { kept: [] })),
  reset: () => set(everything),
}));

useListContext.subscribe(({ owner, filter, sort, cursor, atWork, kept }) => {
  remembered.keep({ owner, filter, sort, cursor, atWork, kept: [...kept] });
});

/** The list is this person's in this casebook: what another left in the tab is forgotten. */
export function claimList(casebook: string, person: string): void {
  const owner = `${person} ${casebook}`;
  const { owner: former, reset } = useListContext.getState();
  if (former === owner) return;
  if (former !== null) reset();
  useListContext.setState({ owner });
}

/** The same filter without parts that ask for nothing, so that equal filters are equal values. */
export function withoutEmptyParts(filter: ItemFilter): ItemFilter {
  const { facets = {}, validation = {}, ids } = filter;
  const { at, ...others } = validation;
  return {
    ...withoutEmpty<ItemFilter>({
      ...filter,
      facets: Object.fromEntries(Object.entries(facets).filter(([, values]) => !isEmpty(values))),
      validation: withoutEmpty({ ...others, ...(at !== undefined && at.outcome.length > 0 && { at }) }),
    }),
    // No items at all is something to ask for.
    ...(ids !== undefined && { ids }),
  };
}

/** A copy without the keys whose values ask for nothing. */
function withoutEmpty<T extends object>(value: T): Partial<T> {
  const kept: Partial<T> = { ...value };
  for (const key in kept) if (isEmpty(kept[key])) delete kept[key];
  return kept;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined;
}
