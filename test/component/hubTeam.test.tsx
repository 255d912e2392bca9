import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { EndPage } from '../../renderer/screens/studySession/pages/EndPage.tsx';
import { HubDevices } from '../../renderer/screens/team/HubDevices.tsx';
import { HubSection } from '../../renderer/screens/team/HubSection.tsx';
import { OwnPackage } from '../../renderer/screens/team/OwnPackage.tsx';
import { PeopleTable } from '../../renderer/screens/team/PeopleTable.tsx';
import { InviteDialog } from '../../renderer/ui/hub/InviteDialog.tsx';
import type { EarlierReport, HubRefusal } from '../../shared/contract/hub.ts';
import { ANA, BO, casebookOf, personOf } from './casebook.ts';
import { show, stateOf, useFakeCore } from './hubCore.tsx';

type Entry = NonNullable<EarlierReport['entries']>[number];

const core = useFakeCore();

const refusal = (id: number): HubRefusal => ({
  id,
  incoming: id % 2 === 0,
  what: 'answer',
  item: id === 1 ? null : `photo_${String(id)}.png`,
  reason: `Reason ${String(id)}.`,
  late: false,
  foundAt: Date.now() - id * 3_600_000,
});

describe('what was refused', () => {
  it('is listed some at a time, with its way and why', async () => {
    core().refusals = Array.from({ length: 45 }, (_, index) => refusal(index + 1));
    core().state = stateOf({ refused: 45 });
    show(<HubSection invited="" mayConnect />);
    const table = await screen.findByRole('table', { name: 'What was refused' });
    const rows = () => within(table).getAllByRole('row').slice(1);
    expect(rows()).toHaveLength(20);
    expect(rows()[0]).toHaveTextContent(/^AnswerReason 1\.To the hub1 hour ago$/u);
    expect(rows()[1]).toHaveTextContent(/^Answerphoto_2\.pngReason 2\.From the hub2 hours ago$/u);
    expect(screen.getByText('20 of 45')).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Show 20 more' }));
    await user.click(screen.getByRole('button', { name: 'Show 5 more' }));
    expect(rows()).toHaveLength(45);
    expect(screen.queryByRole('button', { name: /^Show/u })).toBeNull();
  });

  it('is dismissed one by one, and the focus goes on to the next', async () => {
    core().refusals = [1, 2, 3].map(refusal);
    core().state = stateOf({ refused: 3 });
    show(<HubSection invited="" mayConnect />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Dismiss answer of photo_2.png' }));
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Dismiss answer of photo_3.png' })).toHaveFocus();
    });
    expect(screen.queryByText('Reason 2.')).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Dismiss answer' })).toHaveFocus();
    });
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.queryByRole('table')).toBeNull();
    });
    expect(core().calls).toEqual([2, 3, 1].map((id) => ['dismiss', { id }]));
    expect(screen.getAllByText('Everything is exchanged')[0]).toBeVisible();
  });

  it('stays as it is where the casebook is read-only', async () => {
    core().refusals = [refusal(1)];
    core().state = stateOf({ refused: 1 });
    show(<HubSection invited="" mayConnect={false} />, casebookOf({ readOnly: 'bo has it.' }));
    await screen.findByText('Reason 1.');
    expect(screen.queryByRole('button', { name: /^Dismiss/u })).toBeNull();
  });
});

describe('inviting somebody', () => {
  it('is in the menu of people where there is a hub', async () => {
    const onInvite = vi.fn();
    const table = (invite: typeof onInvite | null) => (
      <PeopleTable
        people={[personOf(['curator']), personOf(['annotator'], BO)]}
        progress={[]}
        curates
        editable
        onPackage={vi.fn()}
        onInvite={invite}
        onInviteHere={null}
      />
    );
    const { again } = show(table(null));
    const user = userEvent.setup();
    expect(screen.queryByRole('button', { name: 'Work of Ana' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Work of Bo Berg' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Deactivate…']);
    again(table(onInvite));
    await user.click(screen.getByRole('menuitem', { name: 'Invite to the hub…' }));
    expect(onInvite).toHaveBeenCalledWith(expect.objectContaining({ id: BO }));
    // For another computer of one's own.
    expect(screen.getByRole('button', { name: 'Work of Ana' })).toBeVisible();
  });

  it('shows one invitation to copy, until when, and that it works once', async () => {
    const user = userEvent.setup();
    show(<InviteDialog person={personOf(['annotator'], BO)} onClose={vi.fn()} />);
    const dialog = await screen.findByRole('dialog', { name: 'Invitation for Bo Berg' });
    const field = await within(dialog).findByRole('textbox', { name: 'Invitation' });
    expect(field).toHaveValue('casebook-hub:https://hub.example.org#an-invitation');
    expect(field).toHaveAttribute('readonly');
    expect(dialog).toHaveTextContent('It works once and expires on Dec 9, 2026');
    await user.click(within(dialog).getByRole('button', { name: 'Copy invitation' }));
    expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await window.navigator.clipboard.readText()).toBe(
      'casebook-hub:https://hub.example.org#an-invitation',
    );
    expect(core().calls).toEqual([['invite', { personId: BO }]]);
  });
});

describe('devices', () => {
  const [first, second] = [v7(), v7()];
  const people = () => [
    {
      person: ANA,
      handle: 'ana',
      name: 'Ana',
      role: 'curator' as const,
      devices: [
        {
          id: first,
          name: 'office',
          since: Date.UTC(2026, 10, 20, 12),
          revokedAt: null,
          clockAhead: null,
          exchangedAt: Date.now() - 300_000,
        },
      ],
    },
    {
      person: BO,
      handle: 'bo',
      name: '',
      role: 'annotator' as const,
      devices: [
        {
          id: second,
          name: 'laptop',
          since: Date.UTC(2026, 10, 21, 12),
          revokedAt: null,
          clockAhead: null,
          exchangedAt: null,
        },
      ],
    },
  ];

  it('are listed by person and revoked after a question', async () => {
    core().people = people();
    const user = userEvent.setup();
    show(<HubDevices opened access="curator" onClose={vi.fn()} />);
    const row = async () =>
      (await screen.findByRole('table', { name: 'Devices' })).querySelectorAll('tbody')[1];
    await waitFor(async () => {
      expect(await row()).toHaveTextContent(/^bobo · annotator or participantlaptopNov 21, 2026/u);
    });
    const revoke = screen.getByRole('button', { name: 'Revoke laptop of bo…' });
    await user.click(revoke);
    const question = await screen.findByRole('dialog', { name: 'Revoke laptop of bo?' });
    expect(question).toHaveTextContent(
      'The hub refuses its next exchange. What was never submitted stays on that computer.',
    );
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(core().calls).toEqual([]);
    await user.click(revoke);
    await user.click(await screen.findByRole('button', { name: 'Revoke device' }));
    await waitFor(async () => {
      expect(await row()).toHaveTextContent(/Revoked$/u);
    });
    expect(core().calls).toEqual([['revoke', { device: second }]]);
  });

  it('say when they last exchanged', async () => {
    core().people = people();
    show(<HubDevices opened access="curator" onClose={vi.fn()} />);
    const table = await screen.findByRole('table', { name: 'Devices' });
    expect(within(table).getByRole('columnheader', { name: 'Last exchange' })).toBeVisible();
    const [office, laptop] = [...table.querySelectorAll('tbody')];
    expect(office).toHaveTextContent('5 minutes ago');
    expect(laptop).toHaveTextContent('Not known');
  });

  it('are only looked at by others', async () => {
    core().people = people();
    show(<HubDevices opened access="overseer" onClose={vi.fn()} />);
    expect(await screen.findByText('laptop')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Revoke/u })).toBeNull();
  });
});

describe('disconnecting', () => {
  it('says what stays, then offers to connect again', async () => {
    core().state = stateOf({ waiting: 12 });
    show(<HubSection invited="Nobody sends packages." mayConnect />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More about the hub' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disconnect…' }));
    const question = await screen.findByRole('dialog', { name: 'Disconnect from the hub?' });
    expect(question).toHaveTextContent(
      'The casebook keeps everything, and so does the hub. 12 changes wait to be sent: they stay here.',
    );
    await user.click(within(question).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect to a hub…' })).toBeVisible();
    expect(core().calls).toEqual([['disconnect', null]]);
  });
});

describe('a casebook with one person’s work', () => {
  const owner = { personId: BO, name: 'Bo Berg' };
  const own = casebookOf({ person: personOf(['annotator'], BO), packageFor: owner });

  it('goes back over the hub, where there is one', async () => {
    core().state = stateOf({ role: 'annotator', person: 'Bo Berg' });
    show(<OwnPackage owner={owner} />, own);
    expect(await screen.findByText('Everything is exchanged')).toBeVisible();
    expect(screen.queryByRole('button', { name: /package/u })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Devices…' })).toBeNull();
    expect(screen.getByRole('button', { name: 'More about the hub' })).toBeVisible();
  });

  it('goes back as a file where there is none, or can be connected', async () => {
    show(<OwnPackage owner={owner} />, own);
    expect(await screen.findByRole('button', { name: 'Write package to send back' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect to a hub…' })).toBeVisible();
  });

  it('shows a participant at the end of the study how their answers fare', async () => {
    const participant = casebookOf({ person: personOf(['participant'], BO), packageFor: owner });
    core().state = stateOf({ role: 'annotator', person: 'Bo Berg', waiting: 3 });
    show(
      <EndPage
        end={{ view: 'end', why: 'complete', text: 'Goodbye.', outcome: null }}
        isTrial={false}
        wayBack={null}
      />,
      participant,
    );
    expect(await screen.findByText('3 changes wait to be sent')).toBeVisible();
    expect(screen.getByText(/They go to the study’s team over the network/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Close the casebook' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Write file to send back' })).toBeNull();
  });
});

describe('what came in before roles were checked', () => {
  const entry = (change: Partial<Entry> = {}): Entry => ({
    id: 'one',
    person: 'Nils',
    roles: ['adjudicator'],
    device: 'laptop',
    what: 'people and roles',
    count: 7,
    named: ['eve', 'ida'],
    latest: Date.now() - 3 * 86_400_000,
    reason: 'Only curators may write people and roles.',
    advice: 'Check names and roles.',
    lookedAt: null,
    ...change,
  });

  it('is listed with person, device, count, time and what to do, until it was looked at', async () => {
    core().state = stateOf({ earlier: 2 });
    core().earlier = {
      askedAt: Date.now(),
      entries: [
        entry(),
        entry({ id: 'two', what: 'answers', count: 1, named: [], latest: null, reason: 'Only raters may.' }),
      ],
    };
    show(<HubSection invited="" mayConnect />);
    const table = await screen.findByRole('table', { name: 'Sent before roles were checked' });
    const rows = () => within(table).getAllByRole('row').slice(1);
    expect(rows()[0]).toHaveTextContent(
      /^People and roles7 rows: eve, ida, …Nilsadjudicatorlaptop3 days agoOnly curators may write people and roles. Check names and roles.Mark as looked at$/u,
    );
    expect(rows()[1]).toHaveTextContent(/^Answers1 rowNilsadjudicatorlaptopUnknownOnly raters may\./u);
    const user = userEvent.setup();
    await user.click(
      screen.getByRole('button', { name: 'Mark as looked at: people and roles from laptop of Nils' }),
    );
    const back = await screen.findByRole('button', {
      name: 'Mark as not looked at: people and roles from laptop of Nils',
    });
    expect(rows()[0]).toHaveTextContent(/Looked at just now/u);
    await user.click(back);
    await waitFor(() => {
      expect(rows()[0]).not.toHaveTextContent(/Looked at just now/u);
    });
    expect(core().calls).toEqual([
      ['markEarlier', { id: 'one', isLookedAt: true }],
      ['markEarlier', { id: 'one', isLookedAt: false }],
    ]);
  });

  it('asks for attention beside the state of the hub', async () => {
    core().state = stateOf({ earlier: 1 });
    show(<HubSection invited="" mayConnect />);
    expect(
      (
        await screen.findAllByText('Everything is exchanged; look at 1 entry from before roles were checked')
      )[0],
    ).toBeVisible();
  });

  it('cannot be told by an old hub, which is said', async () => {
    core().state = stateOf();
    core().earlier = { askedAt: Date.now(), entries: null };
    show(<HubSection invited="" mayConnect />);
    expect(
      await screen.findByText('The hub is too old to tell what devices sent before it checked roles'),
    ).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Sent before roles were checked' })).toBeNull();
  });

  it('is only looked at where the casebook is read-only', async () => {
    core().state = stateOf({ earlier: 1 });
    core().earlier = { askedAt: Date.now(), entries: [entry()] };
    show(<HubSection invited="" mayConnect={false} />, casebookOf({ readOnly: 'bo has it.' }));
    expect(await screen.findByText('People and roles')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Mark as/u })).toBeNull();
  });

  it('is for curators', async () => {
    core().state = stateOf({ refused: 1 });
    core().refusals = [refusal(1)];
    core().earlier = { askedAt: Date.now(), entries: [entry()] };
    show(<HubSection invited="" mayConnect={false} />, casebookOf({ person: personOf(['reviewer']) }));
    await screen.findByText('Reason 1.');
    expect(screen.queryByText('People and roles')).toBeNull();
  });
});
