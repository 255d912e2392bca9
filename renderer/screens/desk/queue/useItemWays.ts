import type { Proposals } from '../../../../shared/benchmarks/proposals.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { client } from '../../../client/index.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { useDesk } from '../../../ui/form/context.ts';
import { ownWork, useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { useWorkPlace } from '../../../ui/window/useWorkPlace.ts';
import { mayLeave } from '../leaving.ts';
import { nextUnverified } from './nextUnverified.ts';
import type { Neighbours } from './useNeighbours.ts';

/** The ways from an item to others; each asks first whether the item may be left. */
interface ItemWays {
  readonly go: (id: ItemId) => Promise<void>;
  readonly onwards: () => Promise<void>;
  readonly back: () => Promise<void>;
  readonly toNextOpen: (following: ItemId | null) => Promise<void>;
  readonly toUnverified: (proposals: Proposals) => Promise<void>;
}

/** The ways from an item to others; `shown` is the one in the address, which may still be loading. */
export function useItemWays(shown: ItemId, neighbours: Neighbours): ItemWays {
  const { session } = useDesk();
  const { itemId, task } = session;
  const workPlace = useWorkPlace();

  const go = async (id: ItemId): Promise<void> => {
    if (id !== shown && (await mayLeave(session))) goTo(places.desk(id));
  };

  /** The neighbours of the item, waited for where the list is still being read; null where it cannot be read. */
  const beside = async (): Promise<Pick<Neighbours, 'previous' | 'next'> | null> => {
    if (neighbours.known) return neighbours;
    try {
      return await neighbours.find();
    } catch (error) {
      toastFailure('The next item could not be read', error);
      return null;
    }
  };

  const onwards = async (): Promise<void> => {
    const found = await beside();
    if (found === null) return;
    if (found.next !== null) await go(found.next.id);
    else toast('That was the last item in this list.');
  };

  const back = async (): Promise<void> => {
    const found = await beside();
    if (found === null) return;
    if (found.previous !== null) await go(found.previous.id);
    else toast('This is the first item in this list.');
  };

  /** The next open one of the person's own work; around from the end, and to the overview once all are done. */
  const toNextOpen = async (following: ItemId | null): Promise<void> => {
    const found = following ?? (await firstOpen(itemId));
    if (found !== null) await go(found);
    else if (await mayLeave(session)) goTo(workPlace);
  };

  /** The next item whose proposals are to be verified, else the next. */
  const toUnverified = async (proposals: Proposals): Promise<void> => {
    const { filter, sort } = useListContext.getState();
    const { next } = neighbours.known ? neighbours : await neighbours.find();
    const from =
      next === null ? 0 : (await client.items.neighbours({ id: next.id, filter, sort, around: 1 })).position;
    const found = await nextUnverified(
      {
        rows: async (offset, limit) => client.items.list({ filter, sort, offset, limit }),
        answer: async (id) => client.annotations.open({ itemId: id, task }),
      },
      from ?? 0,
      itemId,
      proposals,
    );
    if (typeof found === 'object') {
      await go(found.id);
      return;
    }
    if (found === 'none') toast('This list has no more proposals to verify.');
    if (found !== 'none' || next !== null) await onwards();
  };

  return { go, onwards, back, toNextOpen, toUnverified };
}

/** What is open after an item in the person's own order, null where that is the last. */
export async function openAfter(id: ItemId): Promise<ItemId | null> {
  const { rows } = await client.items.neighbours({
    id,
    filter: { assignment: ['open'] },
    sort: ownWork.sort,
    around: 1,
  });
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? null : (rows[at + 1]?.id ?? null);
}

/** The first that is open, other than this one. */
async function firstOpen(id: ItemId): Promise<ItemId | null> {
  const { rows } = await client.items.list({
    filter: { assignment: ['open'] },
    sort: ownWork.sort,
    offset: 0,
    limit: 2,
  });
  return rows.find((row) => row.id !== id)?.id ?? null;
}
