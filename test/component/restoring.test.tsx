import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { ReadOnlyBanner } from '../../renderer/app/ReadOnlyBanner.tsx';
import { useSaveState } from '../../renderer/save/saveState.ts';
import { RestoreDialog } from '../../renderer/screens/restore/RestoreDialog.tsx';
import { closeRestoring } from '../../renderer/ui/window/restoreOffer.ts';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import type { KeptBackup } from '../../shared/contract/casebooks.ts';
import { PersonId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { casebookOf } from './casebook.ts';

const DAY = Date.UTC(2026, 10, 20, 12);
const backup = (name: string, more: Partial<KeptBackup>): KeptBackup => ({
  name,
  madeAt: DAY,
  reason: 'daily',
  bytes: 2048,
  check: 'sound',
  lastChangeAt: DAY,
  items: 400,
  blank: false,
  answers: 80,
  changesLost: 12,
  ...more,
});
const BACKUPS = [
  backup('broken', { check: 'damaged', items: null, lastChangeAt: null, changesLost: null }),
  backup('older', { lastChangeAt: DAY - 1000 }),
  backup('newest', { changesLost: 3, check: 'unchecked' }),
];

/** What the window sent, by procedure. */
let sent: { readonly procedure: string; readonly body: unknown }[];

const person = (roles: Role[]) => ({
  id: PersonId.parse('01890000-0000-7000-8000-000000000001'),
  handle: 'ada',
  name: 'Ada',
  kind: 'human' as const,
  roles,
});

const open = (more: Partial<OpenCasebook>): OpenCasebook =>
  casebookOf({
    readOnly: 'The casebook’s database is damaged (Tree 5).',
    refusal: 'damaged',
    person: person(['curator']),
    ...more,
  });

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const procedure = new URL(request.url).pathname;
    const body: unknown = JSON.parse((await request.text()) || 'null');
    sent.push({ procedure, body });
    if (procedure.endsWith('/backups'))
      return Response.json({
        json: { path: '/a.casebook', lastChangeAt: DAY, items: 400, backups: BACKUPS },
      });
    return Response.json({
      json: { casebook: open({ readOnly: null, refusal: null }), kept: '/a.casebook/damaged-1' },
    });
  });
});

afterEach(() => {
  closeRestoring();
  queryClient.clear();
  useSaveState.getState().set({ pending: 0, failed: null });
});

const show = (casebook: OpenCasebook) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>
          <ReadOnlyBanner />
          <RestoreDialog />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );

describe('the banner of a casebook that can only be read', () => {
  it('says that it is damaged and leads to its backups, what each would lose, and restores the best', async () => {
    const user = userEvent.setup();
    show(open({}));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Read-only. The casebook’s database is damaged (Tree 5).',
    );
    await user.click(screen.getByRole('button', { name: 'Restore…' }));
    const radios = await screen.findAllByRole('radio');
    expect(radios.map((each) => [each.matches(':checked'), each.matches(':disabled')])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ]);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toMatch(/–DamagedCannot be restored$/u);
    expect(rows[2]).toMatch(/2\.0 KiB400Sound12 changes after Nov 20, 2026/u);
    expect(rows[3]).toMatch(/Sound when made3 changes after/u);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await vi.waitFor(() => {
      expect(sent.find(({ procedure }) => procedure.endsWith('/restore'))?.body).toEqual({
        json: { path: '/a.casebook', backup: 'newest' },
      });
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('sends anybody who is no curator to one', () => {
    show(open({ person: person(['annotator']) }));
    expect(screen.getByRole('alert')).toHaveTextContent('Tell a curator: they can restore a backup.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says who took it over and that edits are kept, and opens it again', async () => {
    const user = userEvent.setup();
    useSaveState.getState().set({ pending: 2, failed: { message: 'No.' } });
    show(open({ refusal: 'in_use', readOnly: 'bo on lab-3 took it over.' }));
    expect(screen.getByRole('status')).toHaveTextContent(
      'Read-only. bo on lab-3 took it over. This window keeps your unsaved edits.',
    );
    await user.click(screen.getByRole('button', { name: 'Open again' }));
    await vi.waitFor(() => {
      expect(sent[0]).toEqual({
        procedure: '/rpc/casebooks/open',
        body: { json: { path: '/a.casebook' } },
      });
    });
  });
});
