import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orpc } from '../../renderer/client/index.ts';
import { FollowingModal } from '../../renderer/ui/dialogs/FollowingModal.tsx';
import { BO, casebookOf, personOf } from './casebook.ts';
import { show, useFakeCore } from './hubCore.tsx';

const core = useFakeCore();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const bo = { person: BO, handle: 'bo', name: 'Bo', role: 'annotator' as const, devices: [] };

/** A number that a dialog shows. */
function Count() {
  const { data } = useQuery(orpc.hub.people.queryOptions());
  return <p>{data === undefined ? 'Counting' : `${String(data.length)} people`}</p>;
}

const dialog = () => (
  <FollowingModal opened onClose={vi.fn()} title="Assign">
    <Count />
  </FollowingModal>
);

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

it('an open dialog shows the numbers of now once something was changed elsewhere', async () => {
  show(dialog());
  expect(await screen.findByText('0 people')).toBeVisible();
  core().people = [bo];
  await pass(7000);
  // Nothing says that anything changed: nothing is asked anew.
  expect(screen.getByText('0 people')).toBeVisible();
  core().changes = '1 0';
  await pass(4000);
  await waitFor(() => {
    expect(screen.getByText('1 people')).toBeVisible();
  });
});

it.each([
  ['for somebody who does not curate', casebookOf({ person: personOf(['annotator']) })],
  ['while no casebook is open', null],
])('a dialog asks for nothing %s', async (_when, casebook) => {
  show(dialog(), casebook);
  expect(await screen.findByText('0 people')).toBeVisible();
  [core().changes, core().people] = ['1 0', [bo]];
  await pass(7000);
  expect(screen.getByText('0 people')).toBeVisible();
});
