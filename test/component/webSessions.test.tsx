import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import TeamScreen from '../../renderer/screens/team/TeamScreen.tsx';
import { contract } from '../../shared/contract/index.ts';
import type { WebSession } from '../../shared/contract/webAccess.ts';
import { WebSessionId } from '../../shared/base/ids.ts';
import { ANA, BO, casebookOf, personOf } from './casebook.ts';
import { failed, show, useFakeCore } from './hubCore.tsx';

const URL_HERE = 'https://casebook.example.org';

const sessionOf = (change: Partial<WebSession> = {}): WebSession => ({
  id: WebSessionId.parse(v7()),
  personId: BO,
  name: 'Bo Berg',
  kind: 'invited',
  device: 'Firefox on Linux',
  createdAt: Date.UTC(2026, 10, 1, 12),
  lastSeenAt: Date.now() - 3 * 60_000,
  expiresAt: Date.UTC(2026, 11, 9, 12),
  current: false,
  ...change,
});

interface Fake {
  address: { readonly url: string } | null;
  sessions: WebSession[];
  revoke: (id: WebSessionId) => WebSession[];
  readonly calls: (readonly [procedure: string, input: unknown])[];
}

let fake: Fake;

useFakeCore();
beforeEach(() => {
  fake = {
    address: { url: URL_HERE },
    sessions: [],
    revoke: (id) => (fake.sessions = fake.sessions.filter((each) => each.id !== id)),
    calls: [],
  };
  const os = implement(contract);
  const handler = new RPCHandler({
    webAccess: {
      address: os.webAccess.address.handler(() => {
        fake.calls.push(['address', null]);
        return fake.address;
      }),
      sessions: os.webAccess.sessions.handler(() => fake.sessions),
      invite: os.webAccess.invite.handler(({ input }) => {
        fake.calls.push(['invite', input]);
        return { url: `${URL_HERE}/i/a-secret`, expiresAt: Date.UTC(2026, 11, 9, 12) };
      }),
      revoke: os.webAccess.revoke.handler(({ input }) => {
        fake.calls.push(['revoke', input]);
        return fake.revoke(input.id);
      }),
    },
    people: {
      list: os.people.list.handler(() => [personOf(['curator']), personOf(['annotator'], BO)]),
    },
    assignments: {
      progress: os.assignments.progress.handler(() => []),
    },
    hub: { state: os.hub.state.handler(() => null) },
    merging: { conflicts: os.merging.conflicts.handler(() => []) },
    items: {
      list: os.items.list.handler(() => ({ rows: [], total: 0, offset: 0 })),
    },
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { matched, response } = await handler.handle(request, { prefix: '/rpc', context: {} });
    return matched ? response : new Response(null, { status: 404 });
  });
});

const rows = () =>
  within(screen.getByRole('table', { name: 'Browsers signed in' }))
    .getAllByRole('row')
    .slice(1);

/** What the fake core was asked to change. */
const changes = () => fake.calls.filter(([procedure]) => procedure !== 'address');

describe('browsers signed in', () => {
  it('are listed by person, with how they came, and which one is this', async () => {
    fake.sessions = [
      sessionOf({ personId: ANA, name: 'Ana', kind: 'owner', device: 'Chrome on macOS', current: true }),
      sessionOf(),
      sessionOf({ personId: null, name: '', kind: 'participant', device: 'Safari on iPhone' }),
    ];
    show(<TeamScreen />);
    await screen.findByText('Firefox on Linux');
    expect(rows()[0]).toHaveTextContent(/^AnaThis browserHost’s own linkChrome on macOS3 minutes ago/u);
    expect(rows()[1]).toHaveTextContent(/^Bo BergInvitationFirefox on Linux3 minutes agoDec 9, 2026/u);
    expect(rows()[2]).toHaveTextContent(/^Newcomer without a placeParticipantSafari on iPhone/u);
    expect(screen.getByText(new RegExp(`This casebook is at ${URL_HERE}`, 'u'))).toBeVisible();
  });

  it('are signed out after a question', async () => {
    const bo = sessionOf();
    fake.sessions = [bo];
    const user = userEvent.setup();
    show(<TeamScreen />);
    const button = await screen.findByRole('button', { name: 'Sign out Bo Berg, Firefox on Linux…' });
    await user.click(button);
    const question = await screen.findByRole('dialog', { name: 'Sign Bo Berg out?' });
    expect(question).toHaveTextContent('To sign in again, they need a new invitation.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(changes()).toEqual([]);
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('No browser is signed in.')).toBeVisible();
    expect(changes()).toEqual([['revoke', { id: bo.id }]]);
  });

  it('stay in the list where signing out fails, with the reason', async () => {
    fake.sessions = [sessionOf()];
    fake.revoke = () => {
      throw failed('The disk is full.', 'Nothing was changed. Free some space.');
    };
    const user = userEvent.setup();
    show(<TeamScreen />);
    await user.click(await screen.findByRole('button', { name: /^Sign out Bo/u }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The browser is still signed in');
    expect(alert).toHaveTextContent('The disk is full. Nothing was changed. Free some space.');
    expect(rows()).toHaveLength(1);
  });

  it('are shown some at a time', async () => {
    fake.sessions = Array.from({ length: 45 }, (_, index) =>
      sessionOf({ device: `Browser ${String(index)}` }),
    );
    const user = userEvent.setup();
    show(<TeamScreen />);
    await user.click(await screen.findByRole('button', { name: 'Show 20 more of 45 browsers' }));
    await user.click(screen.getByRole('button', { name: 'Show 5 more of 45 browsers' }));
    expect(rows()).toHaveLength(45);
    expect(screen.queryByRole('button', { name: /^Show/u })).toBeNull();
  });

  it('are only looked at where the casebook is read-only', async () => {
    fake.sessions = [sessionOf()];
    show(<TeamScreen />, casebookOf({ readOnly: 'bo has it.' }));
    await screen.findByText('Firefox on Linux');
    expect(screen.queryByRole('button', { name: /^Sign out/u })).toBeNull();
  });

  it('are no matter where the casebook is on no network', async () => {
    fake.address = null;
    const { again } = show(<TeamScreen key="curator" />);
    await waitFor(() => {
      expect(fake.calls).toEqual([['address', null]]);
    });
    await screen.findByRole('table', { name: 'People' });
    expect(screen.queryByRole('region', { name: 'Browsers signed in' })).toBeNull();
    again(<TeamScreen key="again" />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Work of Bo Berg' }));
    await screen.findByRole('menuitem', { name: 'Deactivate…' });
    expect(screen.queryByRole('menuitem', { name: 'Invite to this address…' })).toBeNull();
  });

  it('are not asked for by somebody who does not curate', async () => {
    show(<TeamScreen />, casebookOf({ person: personOf(['annotator'], BO) }));
    await screen.findByRole('table', { name: 'People' });
    expect(screen.queryByRole('region', { name: 'Browsers signed in' })).toBeNull();
    expect(fake.calls).toEqual([]);
  });
});

describe('an invitation to the address', () => {
  it('is one link to copy, which opens once, until when', async () => {
    const user = userEvent.setup();
    show(<TeamScreen />);
    await screen.findByRole('region', { name: 'Browsers signed in' });
    await user.click(screen.getByRole('button', { name: 'Work of Bo Berg' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Invite to this address…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invitation link for Bo Berg' });
    expect(await within(dialog).findByRole('textbox', { name: 'Invitation link' })).toHaveValue(
      `${URL_HERE}/i/a-secret`,
    );
    expect(within(dialog).getByText(/It opens once/u)).toHaveTextContent('signed in as Bo Berg for 30 days');
    expect(dialog).toHaveTextContent(/It expires on .*Dec 9, 2026/u);
    await user.click(within(dialog).getByRole('button', { name: 'Copy link' }));
    expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await window.navigator.clipboard.readText()).toBe(`${URL_HERE}/i/a-secret`);
    expect(changes()).toEqual([['invite', { personId: BO }]]);
  });
});
