import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import type { PagedList } from '../../renderer/client/pagedList.ts';
import { allOpen as anyCase } from '../../renderer/screens/adjudicate/queue/queueState.ts';
import { useQueue } from '../../renderer/screens/adjudicate/queue/useQueue.ts';
import { useRatedItems } from '../../renderer/screens/agreement/items/useRatedItems.ts';
import { useNeighbours } from '../../renderer/screens/desk/queue/useNeighbours.ts';
import HistoryScreen from '../../renderer/screens/history/HistoryScreen.tsx';
import { useItemPages } from '../../renderer/ui/items/useItemPages.ts';
import { useToFix } from '../../renderer/screens/validate/fix/useToFix.ts';
import { allOpen } from '../../renderer/screens/verdicts/queue/queueState.ts';
import { useVerdictQueue } from '../../renderer/screens/verdicts/queue/useVerdictQueue.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { present } from '../helpers/present.ts';
import { slowCore, type SlowCore } from '../helpers/slowCore.ts';
import { casebookOf } from './casebook.ts';

const casebook = casebookOf({ benchmark: 'mcsbench' });

let core: SlowCore;
beforeEach(() => {
  core = slowCore();
});
afterEach(() => {
  queryClient.clear();
});

function wrapper({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>{children}</CasebookContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The call that waits; there is exactly one. */
async function only(procedure: string) {
  await waitFor(() => {
    expect(core.waiting.map((call) => call.procedure)).toEqual([procedure]);
  });
  return present(core.waiting[0]);
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ n: from + at }));
/** Lets everything that would happen by itself happen. */
const rest = async () =>
  act(async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  });

/** Reads on at every drawing while its end is in sight, as lists do. */
function useToTheEnd(list: PagedList<unknown>): PagedList<unknown> {
  useEffect(() => {
    list.more();
  });
  return list;
}

describe.each([
  ['cases between judges', 'verdicts/queue', () => useVerdictQueue(allOpen)],
  ['cases between raters', 'adjudications/queue', () => useQueue('item', anyCase)],
  ['items to fix', 'validation/toFix', () => useToFix()],
] as const)('the list of %s', (_, procedure, useList) => {
  it('stops at a page that fails, keeps what it has, and goes on when it is told to', async () => {
    const { result } = renderHook(() => useToTheEnd(useList()), { wrapper });
    (await only(procedure)).reply({ total: 3, rows: numbers(0, 2) });
    (await only(procedure)).refuse('The file is being restored.');
    await waitFor(() => {
      expect(result.current.error).not.toBeNull();
    });
    await rest();
    expect(core.count(procedure)).toBe(2);
    expect(result.current.rows).toHaveLength(2);
    act(() => {
      result.current.again();
    });
    (await only(procedure)).reply({ total: 3, rows: numbers(0, 2) });
    (await only(procedure)).reply({ total: 3, rows: numbers(2, 1) });
    await waitFor(() => {
      expect(result.current.rows).toEqual(numbers(0, 3));
    });
    expect(result.current.error).toBeNull();
    await rest();
    expect(core.waiting).toEqual([]);
  });

  it('asks for a page that is late once, and for nothing behind the end', async () => {
    const { result } = renderHook(() => useToTheEnd(useList()), { wrapper });
    (await only(procedure)).reply({ total: 5, rows: numbers(0, 2) });
    const late = await only(procedure);
    await rest();
    expect(core.count(procedure)).toBe(2);
    // Meanwhile most of it was decided by others.
    late.reply({ total: 2, rows: [] });
    await rest();
    expect(core.count(procedure)).toBe(2);
    expect(result.current.rows).toHaveLength(2);
  });
});

const rowOf = (at: number) => ({ id: `row ${String(at)}` });
const rowsOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => rowOf(from + at));

describe.each([
  ['the Library', 'items/list', 200, () => useItemPages(NO_FILTER, BY_IMPORT)],
  [
    'the items behind a figure',
    'agreement/items',
    100,
    () => useRatedItems({ task: 'item', field: 'label' }, { kind: 'disagreement' }),
  ],
] as const)('the pages of %s', (_, procedure, size, usePages) => {
  it('stand where they belong in whatever order they come', async () => {
    const { result } = renderHook(() => usePages(), { wrapper });
    (await only(procedure)).reply({ total: size * 4, rows: rowsOf(0, size) });
    await waitFor(() => {
      expect(result.current.total).toBe(size * 4);
    });
    act(() => {
      result.current.show(size, size * 3 - 1);
    });
    await waitFor(() => {
      expect(core.waiting).toHaveLength(2);
    });
    const [second, third] = core.waiting;
    third?.reply({ total: size * 4, rows: rowsOf(size * 2, size) });
    await waitFor(() => {
      expect(result.current.rowAt(size * 2)).toEqual(rowOf(size * 2));
    });
    expect(result.current.rowAt(size)).toBeUndefined();
    second?.reply({ total: size * 4, rows: rowsOf(size, size) });
    await waitFor(() => {
      expect(result.current.rowAt(size + 1)).toEqual(rowOf(size + 1));
    });
  });

  it('are read again when somebody says so after one of them failed', async () => {
    const { result } = renderHook(() => usePages(), { wrapper });
    (await only(procedure)).reply({ total: size * 3, rows: rowsOf(0, size) });
    await waitFor(() => {
      expect(result.current.total).toBe(size * 3);
    });
    act(() => {
      result.current.show(size, size + 5);
    });
    (await only(procedure)).refuse('The file is being restored.');
    await waitFor(() => {
      expect(result.current.error).not.toBeNull();
    });
    const asked = core.count(procedure);
    await rest();
    expect(core.count(procedure)).toBe(asked);
    act(() => {
      result.current.refetch();
    });
    await waitFor(() => {
      expect(core.waiting.length).toBeGreaterThan(0);
    });
    const waiting = core.waiting.slice();
    for (const call of waiting) {
      const { input } = call;
      const offset =
        typeof input === 'object' && input !== null && 'offset' in input ? Number(input.offset) : 0;
      call.reply({ total: size * 3, rows: rowsOf(offset, size) });
    }
    await waitFor(() => {
      expect(result.current.rowAt(size)).toEqual(rowOf(size));
    });
    expect(result.current.error).toBeNull();
  });
});

const NO_FILTER = {};
const BY_IMPORT = { by: 'imported', descending: false } as const;

const itemId = (last: number) => ItemId.parse(`0199a000-0000-7000-8000-${String(last).padStart(12, '0')}`);
const item = (last: number) => ({ id: itemId(last) });

describe('the neighbours of an item', () => {
  it('shows nothing while it loads, and a late reply belongs to the item it was asked for', async () => {
    const { result, rerender } = renderHook(({ id }) => useNeighbours(id), {
      wrapper,
      initialProps: { id: itemId(1) },
    });
    expect(result.current.known).toBe(false);
    (await only('items/neighbours')).reply({ position: 0, total: 3, rows: [item(1), item(2)] });
    await waitFor(() => {
      expect(result.current.next?.id).toBe(itemId(2));
    });
    expect(result.current.known).toBe(true);
    rerender({ id: itemId(2) });
    // The last of what is known is not the last of the list.
    expect(result.current).toMatchObject({ next: null, known: false });
    (await only('items/neighbours')).refuse('The file is being restored.');
    await waitFor(() => {
      expect(result.current.error).not.toBeNull();
    });
    expect(result.current).toMatchObject({ next: null, known: false });
    const found = act(async () => result.current.find());
    (await only('items/neighbours')).reply({ position: 1, total: 3, rows: [item(1), item(2), item(3)] });
    expect((await found).next?.id).toBe(itemId(3));
  });
});

describe('History', () => {
  const event = (sequence: number) => ({
    id: itemId(sequence),
    sequence,
    at: 1_700_000_000_000,
    personId: null,
    person: 'Ada',
    kind: 'casebook.opened',
    summary: `Entry ${String(sequence)}`,
    itemId: null,
    externalId: null,
    items: 0,
    changes: [],
    undoable: false,
  });
  it('keeps the entries there are where earlier ones cannot be read, and reads on when it is told to', async () => {
    queryClient.setQueryDefaults([['people', 'list']], { enabled: false });
    render(<HistoryScreen />, { wrapper });
    const call = async () => {
      await waitFor(() => {
        expect(core.waiting.some(({ procedure }) => procedure === 'history/list')).toBe(true);
      });
      return present(core.waiting.find(({ procedure }) => procedure === 'history/list'));
    };
    (await call()).reply({ events: [event(9)], more: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier entries' }));
    (await call()).refuse('The file is being restored.');
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is being restored.');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    (await call()).reply({ events: [event(8)], more: false });
    await waitFor(() => {
      expect(screen.getAllByRole('listitem')).toHaveLength(2);
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
