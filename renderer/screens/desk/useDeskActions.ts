import { counted } from '../../../shared/base/counts.ts';
import { answerOf } from '../../../shared/domain/document.ts';
import { isInTheWay } from '../../../shared/benchmarks/problems.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { gate } from '../../ui/commands/theGate.ts';
import { itemsChanged, usePerson } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { client } from '../../client/index.ts';
import { statusLooks } from '../../ui/items/StatusBadge.tsx';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { useMayFix } from './useMayFix.ts';
import { useDesk } from '../../ui/form/context.ts';
import { mayLeave } from './leaving.ts';
import type { Neighbours } from './queue/useNeighbours.ts';
import { openAfter, useItemWays } from './queue/useItemWays.ts';
import { useGoToProblem } from '../../ui/form/useGoToProblem.ts';
import { announce } from '../../ui/form/view.ts';

export interface DeskActions {
  readonly open: (id: ItemId) => void;
  readonly next: () => void;
  readonly previous: () => void;
  readonly submit: () => Promise<void>;
  readonly skip: (reason: string) => Promise<void>;
  readonly setStatus: (status: ItemStatus) => Promise<void>;
  /** Goes to where the item gets another wording. */
  readonly fix: () => Promise<void>;
}

/** What leads on from an item; `shown` is the one in the address, which may still be loading. */
export function useDeskActions(shown: ItemId, neighbours: Neighbours): DeskActions {
  const { session, view, problems, benchmark } = useDesk();
  const mayFix = useMayFix();
  const me = usePerson().id;
  const goToProblem = useGoToProblem();
  const { store, itemId, task } = session;
  const { go, onwards, back, toNextOpen, toUnverified } = useItemWays(shown, neighbours);
  const atWork = useListContext((state) => state.atWork);
  const keep = useListContext((state) => state.keep);
  const setStatus = useStatusChange();

  /** Anybody who says “fix” of an item outside of a round, and may fix, does so at once. */
  const asksForFix = (): boolean => {
    const { item, records } = store.getState();
    return (
      mayFix &&
      !item.blind &&
      item.assignment === null &&
      benchmark.validation?.decisionOf(answerOf(records)).decision === 'fix'
    );
  };

  const goToOwnFix = async (): Promise<void> => {
    const versions = await client.annotations.versions({ itemId, task });
    const own = versions
      .filter(({ personId, state, outdated }) => personId === me && state === 'submitted' && !outdated)
      .toSorted((a, b) => b.version - a.version)[0];
    if (await mayLeave(session)) goTo(places.fixItem(itemId, own?.id));
  };

  const submit = async (): Promise<void> => {
    const { onwardTo } = view.getState();
    view.setState({ onwardTo: 'next' });
    const errors = problems.filter(isInTheWay);
    const [first] = errors;
    if (first !== undefined) {
      goToProblem(first);
      announce(view, `Not submitted: ${counted(errors.length, 'problem')}. First: ${first.message}`);
      return;
    }
    try {
      const { state, pending } = store.getState();
      const following = atWork ? await openAfter(itemId) : null;
      // Submitting the same answer twice would only make a version that says nothing.
      if (state !== 'submitted' || pending > 0) {
        keep(itemId);
        await store.submit();
        // Where no item follows, this one stays: a key meant for the next must not make a new version of it.
        gate.guard(() => view.getState().itemId === itemId && store.getState().state === 'submitted');
        await itemsChanged();
        announce(view, 'Submitted.');
        if (asksForFix()) {
          await goToOwnFix();
          return;
        }
      }
      if (atWork) await toNextOpen(following);
      else if (onwardTo === 'unverified' && benchmark.proposals !== undefined)
        await toUnverified(benchmark.proposals).catch((error: unknown) => {
          toastFailure('The item was submitted, but the next one to verify was not found', error);
        });
      else await onwards();
    } catch (error) {
      toastFailure('The item was not submitted', error);
    }
  };

  const skip = async (reason: string): Promise<void> => {
    try {
      const following = atWork ? await openAfter(itemId) : null;
      const { item } = store.getState();
      keep(itemId);
      await client.annotations.skip({
        itemId,
        task,
        reason,
        ...(item.assignment !== null && { round: item.assignment.round }),
      });
      await itemsChanged();
      if (atWork) await toNextOpen(following);
      else await onwards();
    } catch (error) {
      toastFailure('The item was not skipped', error);
    }
  };

  return {
    open: (id) => void gate.during(async () => go(id)),
    next: () => void gate.during(onwards),
    previous: () => void gate.during(back),
    submit: async () => gate.during(submit),
    skip: async (reason) => gate.during(async () => skip(reason)),
    fix: async () =>
      gate.during(async () => {
        if (await mayLeave(session)) goTo(places.fixItem(itemId));
      }),
    setStatus,
  };
}

/** Gives the item another status, once what was edited is saved. */
function useStatusChange(): DeskActions['setStatus'] {
  const { session, view } = useDesk();
  const { store, itemId } = session;
  const keep = useListContext((state) => state.keep);
  return async (status) => {
    try {
      await store.flush();
      keep(itemId);
      const { refused } = await client.items.setStatus({ items: { ids: [itemId] }, status });
      const [why] = refused;
      if (why === undefined) announce(view, `Status: ${statusLooks[status].title}`);
      else
        toastFailure(
          `The status stays “${statusLooks[store.getState().item.status].title}”`,
          new Error(why.reason),
        );
      store.setItem((await client.items.get({ id: itemId })).row);
      await itemsChanged();
    } catch (error) {
      toastFailure('The status was not changed', error);
    }
  };
}
