import { MantineProvider } from '@mantine/core';
import { createRouterClient, implement, ORPCError } from '@orpc/server';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../renderer/client/index.ts';
import ArrivalScreen from '../../renderer/screens/arrival/ArrivalScreen.tsx';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import {
  type ArrivalPage,
  type ArrivalView,
  arrivals as contract,
  type Device,
} from '../../shared/contract/arrivals.ts';
import { StudySessionId } from '../../shared/base/ids.ts';

const CONSENT: ArrivalView = { view: 'consent', text: 'We ask you things.', onWithdrawal: 'delete' };
const QUESTIONS: ArrivalView = {
  view: 'screening',
  questions: [
    { prompt: 'Do you wear glasses?', options: ['Yes', 'No'] },
    { prompt: 'How old are you?', options: ['Under 18', '18 to 60', 'Over 60'] },
  ],
};
const ADMITTED: ArrivalView = { view: 'admitted', studySessionId: StudySessionId.parse(v7()) };

/** A core that shows this view and goes on as a test says. */
function createCore(first: ArrivalView, change: Partial<Omit<ArrivalPage, 'now'>> = {}) {
  const state: {
    now: ArrivalView;
    /** What follows agreeing, and the questions. */
    next: ArrivalView;
    looks: Device[];
    consents: boolean[];
    screened: (readonly number[])[];
    begun: number;
    failing: Error | null;
  } = { now: first, next: ADMITTED, looks: [], consents: [], screened: [], begun: 0, failing: null };
  const page = (): ArrivalPage => ({
    title: 'A study',
    language: 'en',
    replacedTexts: {},
    preview: false,
    ...change,
    now: state.now,
  });
  const fail = (): void => {
    if (state.failing !== null) throw state.failing;
  };
  const os = implement(contract);
  const calls: Client['arrivals'] = createRouterClient({
    look: os.look.handler(({ input }) => {
      fail();
      state.looks.push(input.device);
      return page();
    }),
    consent: os.consent.handler(({ input }) => {
      fail();
      state.consents.push(input.agree);
      state.now = input.agree ? state.next : { view: 'declined' };
      return page();
    }),
    screen: os.screen.handler(({ input }) => {
      fail();
      state.screened.push(input.answers);
      state.now = state.next;
      return page();
    }),
    begin: os.begin.handler(() => {
      fail();
      state.begun += 1;
      state.now = ADMITTED;
      return page();
    }),
  });
  return { calls, state };
}

let hasMouse = true;

beforeEach(() => installShortcuts());
beforeEach(() => {
  vi.useFakeTimers();
  hasMouse = true;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(any-pointer: fine)' && hasMouse,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  vi.stubGlobal('screen', { width: 1440, height: 900 });
  window.sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function pass(milliseconds: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}

async function arrive(core: ReturnType<typeof createCore>) {
  const onAdmitted = vi.fn<() => void>();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const shown = render(
    <QueryClientProvider client={queries}>
      <MantineProvider env="test">
        <ArrivalScreen calls={core.calls} onAdmitted={onAdmitted} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await pass(100);
  return { ...shown, onAdmitted };
}

const button = (name: RegExp | string): HTMLElement => screen.getByRole('button', { name });
const click = async (name: RegExp | string): Promise<void> => {
  fireEvent.click(button(name));
  await pass(100);
};

describe('the way to a place in a study', () => {
  it('leads over consent and all of the questions into the study session', async () => {
    const core = createCore(CONSENT);
    core.state.next = QUESTIONS;
    const { onAdmitted } = await arrive(core);
    screen.getByText('We ask you things.');
    screen.getByText(
      /Casebook records your answers.*If you leave early, Casebook deletes all your answers\./u,
    );
    await click(/^I agree/u);
    const first = screen.getByRole('group', { name: 'Do you wear glasses?' });
    const second = screen.getByRole('group', { name: 'How old are you?' });
    expect(button(/^Continue/u)).toBeDisabled();
    screen.getByText('Answer every question to continue.');
    fireEvent.click(within(second).getByRole('radio', { name: '18 to 60' }));
    expect(button(/^Continue/u)).toBeDisabled();
    fireEvent.click(within(first).getByRole('radio', { name: 'Yes' }));
    fireEvent.click(within(first).getByRole('radio', { name: 'No' }));
    core.state.next = ADMITTED;
    expect(onAdmitted).not.toHaveBeenCalled();
    await click(/^Continue/u);
    expect(core.state.screened).toEqual([[1, 1]]);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });

  it('takes a place only where somebody begins, and waits by itself while many do', async () => {
    const core = createCore(CONSENT);
    core.state.next = { view: 'ready' };
    const { onAdmitted } = await arrive(core);
    await click(/^I agree/u);
    screen.getByRole('heading', { name: 'Ready to begin' });
    expect(core.state.begun).toBe(0);
    core.state.failing = new ORPCError('FAILED', { message: 'Many.', data: { code: 'busy', hint: null } });
    await click(/^Begin/u);
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Many people are starting right now.*Leave this page open: the study then begins by itself\.$/u,
    );
    expect(button(/^Begin/u)).toHaveAttribute('aria-busy', 'true');
    expect(onAdmitted).not.toHaveBeenCalled();
    core.state.failing = null;
    await pass(5_000);
    expect(core.state.begun).toBe(1);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });

  it('says which device it is, and what the study needs', async () => {
    hasMouse = false;
    const core = createCore({ view: 'device', problem: 'small', needs: { width: 1024, height: 768 } });
    await arrive(core);
    expect(core.state.looks).toEqual([{ width: 1440, height: 900, touch: true }]);
    screen.getByText(/The study needs 1024 × 768 pixels or more\./u);
    screen.getByText(/Open the same link on a computer\./u);
    hasMouse = true;
    core.state.now = CONSENT;
    await click('Try again');
    expect(core.state.looks.at(-1)?.touch).toBe(false);
    screen.getByText('We ask you things.');
  });

  it('says that it is about touch where it is', async () => {
    const core = createCore({ view: 'device', problem: 'touch', needs: { width: 0, height: 0 } });
    await arrive(core);
    screen.getByText(/That needs a mouse or a trackpad\./u);
  });

  it('is left without a trace by not agreeing, and can be taken after reading again', async () => {
    const core = createCore(CONSENT);
    const { onAdmitted } = await arrive(core);
    await click('I do not agree');
    screen.getByRole('heading', { name: 'Thank you for your time' });
    expect(screen.queryByRole('region', { name: 'Your code' })).toBeNull();
    await click('Read it again');
    screen.getByText('We ask you things.');
    expect(screen.queryByRole('button', { name: 'I do not agree' })).toBeNull();
    await click(/^I agree/u);
    expect(core.state.consents).toEqual([false, true]);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });

  it('can be taken on another day, too, where the core gives the text again', async () => {
    const core = createCore({ view: 'declined', consent: { text: 'As it was.', onWithdrawal: 'keep' } });
    await arrive(core);
    await click('Read it again');
    screen.getByText('As it was.');
  });

  it('waits for a place while there is none, and takes the first that becomes free', async () => {
    const core = createCore({ view: 'full' });
    const { onAdmitted } = await arrive(core);
    screen.getByRole('heading', { name: 'All places are taken' });
    await pass(40_000);
    expect(core.state.looks).toHaveLength(3);
    core.state.now = ADMITTED;
    await pass(20_000);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
    const { length } = core.state.looks;
    await pass(120_000);
    expect(core.state.looks).toHaveLength(length);
  });

  it.each([
    ['closed', 'The study is closed'],
    ['over', 'Your part in the study has ended'],
  ] as const)('ends at a page of its own: %s', async (view, title) => {
    const core = createCore({ view });
    await arrive(core);
    screen.getByRole('heading', { name: title });
    await pass(120_000);
    expect(core.state.looks).toHaveLength(1);
  });

  it('gives those who cannot take part their own code, and nothing more', async () => {
    const core = createCore(QUESTIONS);
    core.state.next = { view: 'screenedOut', outcome: { code: 'SCREENED', address: null } };
    const { onAdmitted } = await arrive(core);
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Under 18' }));
    await click(/^Continue/u);
    expect(screen.getByRole('region', { name: 'Your code' })).toHaveTextContent('SCREENED');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(onAdmitted).not.toHaveBeenCalled();
  });

  it('of a preview says from beginning to end that nothing is kept', async () => {
    const core = createCore(CONSENT, { preview: true });
    core.state.next = { view: 'preview', instructions: 'Look closely.' };
    const { onAdmitted } = await arrive(core);
    screen.getByText('Preview: nothing is kept');
    await click(/^I agree/u);
    screen.getByRole('heading', { name: 'End of the preview' });
    screen.getByText('Look closely.');
    screen.getByText('Preview: nothing is kept');
    expect(onAdmitted).not.toHaveBeenCalled();
  });

  it('is in the study’s language, and remembers it for this tab', async () => {
    const core = createCore(CONSENT, { language: 'de', replacedTexts: { disagree: 'Nein danke' } });
    const { unmount } = await arrive(core);
    expect(document.documentElement).toHaveAttribute('lang', 'de');
    button(/^Ich stimme zu/u);
    button('Nein danke');
    unmount();
    const gone = createCore(CONSENT);
    gone.state.failing = new TypeError('Failed to fetch');
    await arrive(gone);
    screen.getByRole('heading', { name: 'Die Studie konnte nicht geöffnet werden' });
  });
});

describe('an answer of somebody who arrives', () => {
  it('that does not arrive is said not to have, and can be given again', async () => {
    const core = createCore(CONSENT);
    const { onAdmitted } = await arrive(core);
    core.state.failing = new TypeError('Failed to fetch');
    await click(/^I agree/u);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There is no connection to the study. Nothing is lost. Please try again.',
    );
    core.state.failing = null;
    await click(/^I agree/u);
    expect(core.state.consents).toEqual([true]);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });

  it('that was given before leads to where they are', async () => {
    const core = createCore(QUESTIONS);
    const { onAdmitted } = await arrive(core);
    fireEvent.click(screen.getByRole('radio', { name: 'No' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Over 60' }));
    core.state.failing = new ORPCError('FAILED', {
      message: 'This was answered.',
      data: { code: 'conflict', hint: null },
    });
    fireEvent.click(button(/^Continue/u));
    core.state.failing = null;
    core.state.now = ADMITTED;
    await pass(100);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });
});

describe('a window that is let in elsewhere', () => {
  it('asks who is there now', async () => {
    const core = createCore(CONSENT);
    core.state.failing = new ORPCError('FAILED', {
      message: 'Nobody arrives here.',
      data: { code: 'forbidden', hint: null },
    });
    const { onAdmitted } = await arrive(core);
    expect(onAdmitted).toHaveBeenCalledTimes(1);
  });
});
