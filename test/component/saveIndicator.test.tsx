import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CasebookContext, useApplicationState } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { SaveIndicator } from '../../renderer/app/SaveIndicator.tsx';
import { useSaveState } from '../../renderer/save/saveState.ts';
import { casebookOf } from './casebook.ts';

/** What the core says is being written. */
let writing: string | null;

const stateOf = () => ({
  host: 'browser',
  version: '0',
  electron: null,
  casebook: casebookOf({ refusal: null, writing, person: null }),
  recent: [],
  settings: {},
  documents: '/',
});

beforeEach(() => {
  vi.useFakeTimers();
  writing = null;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ json: stateOf() })));
});

afterEach(() => {
  queryClient.clear();
  useSaveState.getState().set({ pending: 0, failed: null });
  vi.useRealTimers();
});

function Bar() {
  const casebook = useApplicationState().data?.casebook ?? null;
  return (
    <CasebookContext value={casebook}>
      <SaveIndicator />
    </CasebookContext>
  );
}

it('says that an edit waits for an import, after a few seconds, and that it is saved in the end', async () => {
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  render(
    <QueryClientProvider client={queryClient}>
      <Bar />
    </QueryClientProvider>,
  );
  await pass(10);
  writing = 'Casebook is writing an import.';
  act(() => useSaveState.getState().set({ pending: 1, failed: null }));
  await pass(1_000);
  expect(screen.getByText('Saving…')).toBeTruthy();
  await pass(3_000);
  expect(screen.getByText('Casebook is writing an import. Your edit is saved when that ends.')).toBeTruthy();
  writing = null;
  act(() => useSaveState.getState().set({ pending: 0, failed: null }));
  await pass(10);
  expect(screen.getByText('Saved')).toBeTruthy();
});
