import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { useSaveState } from '../../renderer/save/saveState.ts';
import { BackupSettings } from '../../renderer/screens/settings/BackupSettings.tsx';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import type { KeptBackup } from '../../shared/contract/casebooks.ts';
import { casebookOf } from './casebook.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const backup = (name: string, more: Partial<KeptBackup>): KeptBackup => ({
  name,
  madeAt: NOON,
  reason: 'work',
  bytes: 2048,
  check: 'sound',
  lastChangeAt: NOON,
  items: 400,
  blank: false,
  answers: 80,
  changesLost: 12,
  ...more,
});
const OPEN: OpenCasebook = casebookOf({ refusal: null, person: null });

let restored: unknown[];
let signedIn: 'owner' | undefined;

beforeEach(() => {
  restored = [];
  signedIn = undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    const procedure = new URL(request.url).pathname;
    const body: unknown = JSON.parse((await request.text()) || 'null');
    if (procedure.endsWith('/backups'))
      return Response.json({
        json: {
          path: '/a.casebook',
          lastChangeAt: NOON,
          items: 400,
          backups: [
            backup('newest', {}),
            backup('broken', { check: 'damaged', reason: 'daily', answers: null }),
          ],
        },
      });
    if (procedure.endsWith('/state')) return Response.json({ json: { casebook: OPEN, signedIn } });
    restored.push(body);
    return Response.json({ json: { casebook: OPEN, kept: '/a.casebook/backups/before.sqlite' } });
  });
});

afterEach(() => {
  queryClient.clear();
  useSaveState.getState().set({ pending: 0, failed: null });
});

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={OPEN}>
          <BackupSettings />
          <ConfirmDialog />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );

describe('the backups of a healthy casebook', () => {
  it('are listed with what they have, and restored after a question that says what is replaced and kept', async () => {
    const user = userEvent.setup();
    show();
    const [, newest, broken] = await screen.findAllByRole('row');
    expect(newest?.textContent).toMatch(/After changes2\.0 KiB40080Sound12 changes after Nov 20, 2026/u);
    expect(broken?.textContent).toMatch(/Once a day.*–DamagedCannot be restored/u);
    const buttons = screen.getAllByRole('button', { name: /^Restore the backup of/u });
    expect(buttons.map((each) => each.matches(':disabled'))).toEqual([false, true]);
    await user.click(buttons[0] ?? document.body);
    const question = await screen.findByRole('dialog', { name: 'Restore this backup?' });
    expect(question).toHaveTextContent(/goes back to Nov 20, 2026.*You lose 12 changes after Nov 20, 2026/u);
    expect(question).toHaveTextContent('Casebook first makes a backup of the present state');
    expect(restored).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Restore' }));
    await vi.waitFor(() => {
      expect(restored).toEqual([{ json: { path: '/a.casebook', backup: 'newest' } }]);
    });
  });

  it('are not restored while edits are not saved', async () => {
    useSaveState.getState().set({ pending: 1, failed: null });
    show();
    expect(
      await screen.findByText('Some edits are not saved yet. You can restore a backup once they are.'),
    ).toBeVisible();
    for (const each of screen.getAllByRole('button', { name: /^Restore the backup of/u }))
      expect(each).toBeDisabled();
  });
});
