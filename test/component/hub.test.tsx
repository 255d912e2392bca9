import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HubIndicator } from '../../renderer/app/HubIndicator.tsx';
import { JoinTeamDialog } from '../../renderer/screens/welcome/JoinTeamDialog.tsx';
import { closeJoinTeam, openJoinTeam } from '../../renderer/screens/welcome/joinTeam.ts';
import { HubSection } from '../../renderer/screens/team/HubSection.tsx';
import { HubStatus } from '../../renderer/ui/hub/HubStatus.tsx';
import type { HubState, InvitationInWords } from '../../shared/contract/hub.ts';
import { casebookOf } from './casebook.ts';
import { failed, show, stateOf, useFakeCore } from './hubCore.tsx';

const core = useFakeCore();

const TEXT = 'casebook-hub:https://hub.example.org#an-invitation';
const offer = (change: Partial<InvitationInWords> = {}): InvitationInWords => ({
  address: 'https://hub.example.org',
  title: 'Caught cheating',
  person: '',
  role: 'curator',
  empty: true,
  ...change,
});

/** Pastes an invitation into the dialog that is open, and has it checked. */
async function paste(text = TEXT) {
  const user = userEvent.setup();
  const field = await screen.findByRole('textbox', { name: 'Invitation' });
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
  return user;
}

describe('connecting a casebook', () => {
  const open = async () => {
    show(<HubSection invited="Nobody sends packages." mayConnect />);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect to a hub…' }));
  };

  it('tells what the invitation is for before it is used, how far it is, and then the state', async () => {
    let goOn = (): void => undefined;
    core().look = (invitation) => {
      expect(invitation).toBe(TEXT);
      return offer();
    };
    core().use = async function* () {
      yield { phase: 'Sending images', done: 3, total: 10 };
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    };
    await open();
    const user = await paste();
    const table = await screen.findByRole('table', { name: 'What the invitation is for' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'CasebookCaught cheating',
      'Hubhttps://hub.example.org',
      'PersonAna',
      'RoleCurator: gets the whole casebook, invites people and revokes devices.',
    ]);
    expect(screen.getByText(/^Casebook sends this whole casebook to the hub/u)).toBeVisible();
    expect(core().calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Connect' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('progressbar', { name: 'Sending images' })).toBeVisible();
    expect(screen.getByText('3 of 10')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    goOn();
    expect(await screen.findByText('Everything is exchanged')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(core().calls).toEqual([['connect', { invitation: TEXT }]]);
  });

  it('says in the dialog what is wrong with the text, and takes the words away with the next one', async () => {
    await open();
    const user = await paste('half of it');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This is not a whole invitation.Nothing was changed.',
    );
    await user.type(screen.getByRole('textbox', { name: 'Invitation' }), 'more');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why connecting failed, and stays where it can be tried again', async () => {
    core().look = () => offer();
    core().use = async function* () {
      yield { phase: 'Sending', done: 0, total: null };
      throw failed('The hub’s casebook is of another benchmark than this one.', 'Nothing was changed.');
    };
    await open();
    const user = await paste();
    await user.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('another benchmark');
    expect(screen.getByRole('button', { name: 'Connect' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('textbox', { name: 'Invitation' })).toHaveValue(TEXT);
    expect(screen.getByRole('textbox', { name: 'Invitation' })).toHaveFocus();
  });

  it('sends the invitation of an annotator to them', async () => {
    core().look = () => offer({ person: 'Bo Berg', role: 'annotator', empty: false });
    await open();
    await paste();
    expect(await screen.findByText('This invitation makes a casebook of its own for Bo Berg')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it('shows nothing to those who may not connect it', async () => {
    show(<HubSection invited="Nobody sends packages." mayConnect={false} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('region', { name: 'Team hub' })).toBeNull();
  });
});

describe('joining a team', () => {
  it('makes a casebook beside others, and opens it', async () => {
    core().look = () => offer({ person: 'Bo Berg', role: 'annotator', empty: false });
    show(<JoinTeamDialog />, null);
    act(openJoinTeam);
    const user = await paste();
    expect(await screen.findByRole('textbox', { name: 'Folder' })).toHaveValue('/home/documents');
    await user.click(screen.getByRole('button', { name: 'Join team' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(core().calls).toEqual([['join', { invitation: TEXT }]]);
  });

  it('makes it in another folder under the title of the invitation', async () => {
    core().look = () => offer({ person: 'Bo Berg', role: 'annotator', empty: false });
    show(<JoinTeamDialog />, null);
    act(openJoinTeam);
    const user = await paste();
    const folder = await screen.findByRole('textbox', { name: 'Folder' });
    await user.clear(folder);
    await user.type(folder, '/data');
    await user.click(screen.getByRole('button', { name: 'Join team' }));
    await waitFor(() => {
      expect(core().calls).toEqual([['join', { invitation: TEXT, path: '/data/Caught cheating.casebook' }]]);
    });
  });

  it('explains an invitation for the person who brings the casebook', async () => {
    core().look = () => offer();
    show(<JoinTeamDialog />, null);
    act(openJoinTeam);
    await paste();
    expect(
      await screen.findByText('This invitation is for the person who brings the casebook'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join team' })).toBeNull();
    act(closeJoinTeam);
  });
});

const PROBLEM = { message: 'You are offline.', hint: 'Nothing was lost.' };
const PHASES: readonly (readonly [Partial<HubState>, string])[] = [
  [{}, 'Everything is exchanged'],
  [{ waiting: 12 }, '12 changes wait to be sent'],
  [{ exchangedAt: null }, 'Not exchanged yet'],
  [{ refused: 1 }, 'Everything else is exchanged; 1 change was refused'],
  [{ phase: 'exchanging' }, 'Exchanging…'],
  [
    { phase: 'exchanging', progress: { phase: 'Sending images', done: 3, total: 10 } },
    'Exchanging… Sending images 3 of 10',
  ],
  [
    { phase: 'exchanging', progress: { phase: 'Receiving', done: 1200, total: null } },
    'Exchanging… Receiving 1,200',
  ],
  [{ phase: 'retrying', problem: PROBLEM, retryAt: 1 }, 'Waiting for the hub. Trying again…'],
  [{ phase: 'paused', waiting: 2 }, 'Paused'],
  [{ phase: 'stopped', problem: PROBLEM }, 'Stopped: You are offline.'],
];

describe('the state in words', () => {
  it.each(PHASES)('of %j', (change, words) => {
    show(<HubStatus state={stateOf(change)} />);
    const section = screen.getByRole('region', { name: 'Exchange with the hub' });
    expect(within(section).getByText(words)).toBeVisible();
    const paused = change.phase === 'paused';
    expect(within(section).getByRole('button', { name: paused ? 'Resume' : 'Pause' })).toBeVisible();
    if (change.problem !== undefined) expect(within(section).getByText('Nothing was lost.')).toBeVisible();
  });

  it('says when the next attempt is made', () => {
    show(
      <HubStatus state={stateOf({ phase: 'retrying', problem: PROBLEM, retryAt: Date.now() + 300_000 })} />,
    );
    expect(screen.getByText('Waiting for the hub. Trying again in 5 min.')).toBeVisible();
  });

  it('keeps why the last attempt failed while another is made', () => {
    show(<HubStatus state={stateOf({ phase: 'exchanging', problem: PROBLEM })} />);
    expect(screen.getByText('Last attempt: You are offline.')).toBeVisible();
  });

  it('says of a casebook that is read-only that nothing is exchanged here', () => {
    show(<HubStatus state={stateOf()} />, casebookOf({ readOnly: 'bo has it.' }));
    expect(screen.getByText(/this window exchanges nothing/u)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reads out what comes of it, neither that an exchange begins nor each second', () => {
    const { again } = show(<HubStatus state={stateOf()} />);
    const said = screen.getByRole('status');
    expect(said).toBeEmptyDOMElement();
    again(<HubStatus state={stateOf({ phase: 'exchanging' })} />);
    expect(said).toBeEmptyDOMElement();
    again(<HubStatus state={stateOf({ phase: 'retrying', problem: PROBLEM, retryAt: Date.now() + 9000 })} />);
    expect(said).toHaveTextContent('Waiting for the hub. You are offline.');
    again(<HubStatus state={stateOf()} />);
    expect(said).toHaveTextContent('Everything is exchanged');
  });

  it('pauses and resumes', async () => {
    core().state = stateOf();
    show(<HubSection invited="" mayConnect />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await user.click(await screen.findByRole('button', { name: 'Exchange now' }));
    await waitFor(() => {
      expect(core().calls).toEqual([
        ['pause', { paused: true }],
        ['pause', { paused: false }],
        ['exchange', null],
      ]);
    });
  });
});

describe('the bar at the top', () => {
  it('has the state in short, says more, and leads to the Team screen', async () => {
    core().state = stateOf({ phase: 'paused', waiting: 2 });
    show(<HubIndicator />);
    const button = await screen.findByRole('button', {
      name: 'Team hub: Hub paused. Paused. 2 changes wait to be sent. Last exchange just now.',
    });
    expect(button).toHaveTextContent('Hub paused');
    await userEvent.click(button);
    expect(window.location.hash).toBe('#/team');
  });

  it('has nothing where there is no hub', async () => {
    show(<HubIndicator />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('button', { name: /^Team hub/u })).toBeNull();
  });
});
