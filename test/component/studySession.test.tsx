import { MantineProvider } from '@mantine/core';
import { ORPCError, createRouterClient, implement } from '@orpc/server';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import type { Client } from '../../renderer/client/index.ts';
import { StudySession } from '../../renderer/screens/studySession/StudySession.tsx';
import { TakeBack } from '../../renderer/ui/participant/TakeBack.tsx';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';
import { studySessions as contract, type StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { AnswerKind, StepAnswer } from '../../shared/domain/baseline.ts';
import { PersonId, StudySessionId } from '../../shared/base/ids.ts';
import type { StudySessionView, StepTiming } from '../../shared/domain/study.ts';
import { casebookOf } from './casebook.ts';

const id = StudySessionId.parse(v7());

type StepView = Extract<StudySessionView, { view: 'step' }>;

function step(entry: number, answer: AnswerKind, change: Partial<StepView> = {}): StepView {
  return {
    view: 'step',
    entry,
    step: 'main',
    purpose: 'main',
    title: 'Question',
    prompt: `Question ${String(entry)}?`,
    answer,
    images: [],
    earlier: [],
    remainingMilliseconds: null,
    usedMilliseconds: 0,
    whileAway: 'hide',
    draft: null,
    canGoBack: false,
    ...change,
  };
}

const TEXT: AnswerKind = { kind: 'text', noEvidence: 'There is no clear evidence.' };
const END: StudySessionView = { view: 'end', why: 'complete', text: 'Goodbye.', outcome: null };

type ReadView = Extract<
  StudySessionView,
  { view: 'instructions' | 'start' | 'second_pass' | 'break' | 'paused' }
>;

const read = (
  view: ReadView['view'],
  entry: number,
  text: string,
  change: Partial<ReadView> = {},
): StudySessionView => ({ view, entry, text, timeLimitSeconds: null, preload: [], ...change });

interface Arrived {
  readonly entry: number;
  readonly answer: StepAnswer;
  readonly timing: StepTiming;
  readonly timedOut: boolean;
}

/** A core that shows these pages one after the other, takes one answer for each, and can be made to fail. */
function createCore(views: readonly StudySessionView[], change: Partial<StudySessionPage> = {}) {
  const arrived: Arrived[] = [];
  const kept: { entry: number; answer: StepAnswer | null; timing: StepTiming; hidden: boolean }[] = [];
  /** What goes wrong with the next calls: before they are taken, or after (the reply is lost). */
  const failures: { call: 'answer' | 'keep'; error: Error; after?: boolean }[] = [];
  const state: {
    at: number;
    withdrawn: boolean;
    looks: number;
    present: number;
    window: string | undefined;
  } = { at: 0, withdrawn: false, looks: 0, present: 0, window: undefined };
  const page = (): StudySessionPage => {
    const now = state.withdrawn
      ? ({ view: 'withdrawn', why: 'left', deleted: change.onWithdrawal === 'delete' } as const)
      : (views[state.at] ?? END);
    return {
      studySession: { id, title: 'A study', state: 'sitting', trial: false },
      progress: { done: state.at, total: views.length },
      language: 'en',
      replacedTexts: {},
      onWithdrawal: 'keep',
      ...change,
      now,
    };
  };
  const conflict = (): ORPCError<string, unknown> =>
    new ORPCError('FAILED', {
      message: 'The study session has moved on.',
      data: { code: 'conflict', hint: null },
    });
  const failing = (call: 'answer' | 'keep', after: boolean): void => {
    const [next] = failures;
    if (next === undefined || next.call !== call || (next.after === true) !== after) return;
    failures.shift();
    throw next.error;
  };
  /** The window that looked last goes on alone. */
  const inTurn = (window: string | undefined): void => {
    if (window !== state.window)
      throw new ORPCError('FAILED', {
        message: 'Another window goes on.',
        data: { code: 'taken_over', hint: null },
      });
  };
  const os = implement(contract);
  const calls: Client['studySessions'] = createRouterClient({
    mine: os.mine.handler(() => []),
    look: os.look.handler(({ input }) => {
      state.looks += 1;
      state.window = input.window;
      return page();
    }),
    consent: os.consent.handler(({ input }) => {
      inTurn(input.window);
      state.at += 1;
      return page();
    }),
    proceed: os.proceed.handler(({ input }) => {
      inTurn(input.window);
      const now = views[state.at];
      if (now === undefined || !('entry' in now) || now.entry !== input.entry) throw conflict();
      state.at += 1;
      return page();
    }),
    answer: os.answer.handler(({ input }) => {
      failing('answer', false);
      inTurn(input.window);
      const now = views[state.at];
      const last = arrived.at(-1);
      if (now?.view !== 'step' || now.entry !== input.entry) {
        const isSame =
          last?.entry === input.entry && JSON.stringify(last.answer) === JSON.stringify(input.answer);
        if (!isSame) throw conflict();
        return page();
      }
      arrived.push(input);
      state.at += 1;
      failing('answer', true);
      return page();
    }),
    keep: os.keep.handler(({ input }) => {
      failing('keep', false);
      inTurn(input.window);
      kept.push(input);
    }),
    back: os.back.handler(({ input }) => {
      inTurn(input.window);
      state.at -= 1;
      return page();
    }),
    present: os.present.handler(({ input }) => {
      inTurn(input.window);
      state.present += 1;
    }),
    withdraw: os.withdraw.handler(({ input }) => {
      inTurn(input.window);
      state.withdrawn = true;
      return page();
    }),
  });
  return { calls, arrived, kept, failures, state };
}

const lost = (): Error => new TypeError('Failed to fetch');

beforeEach(() => installShortcuts());
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  window.sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const person = {
  id: PersonId.parse(v7()),
  handle: 'P01',
  name: 'P01',
  kind: 'human' as const,
  roles: ['participant' as const],
};

/** Lets time pass, and whatever waits for it happen. */
async function pass(milliseconds: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}

async function workAs(core: ReturnType<typeof createCore>) {
  const casebook = casebookOf({ benchmark: 'caughtcheating', person });
  const shown = render(
    <MantineProvider env="test">
      <CasebookContext value={casebook}>
        <StudySession id={id} wayBack={null} calls={core.calls} />
        <ConfirmDialog />
      </CasebookContext>
    </MantineProvider>,
  );
  // The page is read, painted, and stands long enough to be meant.
  await pass(500);
  return shown;
}

function goAway(): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  fireEvent.blur(window);
}
function comeBack(): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  fireEvent.focus(window);
}

const box = (): HTMLElement => screen.getByRole('textbox');
const submit = (): HTMLElement => screen.getByRole('button', { name: /^Submit/u });
const type = (text: string): void => {
  fireEvent.change(box(), { target: { value: text } });
};
const press = (key: string, options: KeyboardEventInit = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
};

describe('the way through a study session', () => {
  it('goes from consent over reading to the questions and the end, by keyboard alone', async () => {
    const core = createCore([
      { view: 'consent', text: 'We ask you things.\nNothing hurts.', onWithdrawal: 'keep' },
      read('instructions', 0, 'Look closely.'),
      step(1, { kind: 'yes_no' }, { earlier: [{ prompt: 'Before?', answer: 'Slippers' }] }),
      read('break', 2, ''),
      step(3, TEXT),
    ]);
    await workAs(core);
    screen.getByText(/Nothing hurts\./u);
    press('Enter', { ctrlKey: true });
    await pass(500);
    screen.getByText('Look closely.');
    press('Enter', { ctrlKey: true });
    await pass(500);
    expect(screen.getByRole('region', { name: 'Answered before, locked' })).toHaveTextContent('Slippers');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 5');
    press('n');
    expect(screen.getByRole('radio', { name: 'No' })).toBeChecked();
    press('y');
    press('Enter', { ctrlKey: true });
    await pass(500);
    screen.getByRole('heading', { name: 'A break' });
    press('Enter', { ctrlKey: true });
    await pass(500);
    expect(box()).toHaveFocus();
    type('Two glasses');
    press('Enter', { ctrlKey: true });
    await pass(500);
    screen.getByText('Goodbye.');
    expect(core.arrived.map(({ answer }) => answer)).toEqual([
      { kind: 'yes_no', value: 'yes' },
      { kind: 'text', text: 'Two glasses' },
    ]);
  });

  it('shows a text as text, whatever is in it', async () => {
    const core = createCore([step(0, TEXT, { prompt: '<img src=x onerror=alert(1)><b>bold</b>' })]);
    const { container } = await workAs(core);
    screen.getByText('<img src=x onerror=alert(1)><b>bold</b>');
    expect(container.querySelector('img, b')).toBeNull();
  });

  it('has no way back unless the study has one', async () => {
    const core = createCore([step(0, { kind: 'yes_no' }), step(1, { kind: 'yes_no' }, { canGoBack: true })]);
    await workAs(core);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    press('y');
    fireEvent.click(submit());
    await pass(500);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await pass(500);
    screen.getByText('Question 0?');
  });

  it('keeps what was written while “no clear evidence” is chosen, and does not send it', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    expect(submit()).toBeDisabled();
    type('A glass');
    fireEvent.click(screen.getByRole('checkbox', { name: 'There is no clear evidence.' }));
    expect(box()).toHaveValue('A glass');
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(submit());
    await pass(500);
    expect(core.arrived.map(({ answer }) => answer)).toEqual([
      { kind: 'no_evidence', text: 'There is no clear evidence.' },
    ]);
  });

  it('gives options by their letters', async () => {
    const options = ['red', 'green', 'blue'].map((text) => ({ id: text, text }));
    const core = createCore([
      step(0, { kind: 'choice', options, permute: true }),
      step(1, { kind: 'choices', options, permute: false }),
    ]);
    await workAs(core);
    press('c');
    press('Enter', { ctrlKey: true });
    await pass(500);
    press('c');
    press('a');
    press('b');
    press('b');
    press('Enter', { ctrlKey: true });
    await pass(500);
    expect(core.arrived.map(({ answer }) => answer)).toEqual([
      { kind: 'choice', option: 'blue' },
      { kind: 'choices', options: ['red', 'blue'] },
    ]);
  });
});

describe('an answer', () => {
  it('is given once, however often and fast it is sent', async () => {
    const core = createCore([step(0, TEXT), step(1, { kind: 'yes_no' })]);
    await workAs(core);
    type('One');
    act(() => {
      fireEvent.click(submit());
      fireEvent.click(submit());
      press('Enter', { ctrlKey: true });
    });
    // The next page is there, and so is a press that was meant for the one before.
    await pass(60);
    press('y');
    press('Enter', { ctrlKey: true });
    await pass(60);
    expect(core.arrived).toHaveLength(1);
    screen.getByText('Question 1?');
    await pass(500);
    press('Enter', { ctrlKey: true, repeat: true });
    await pass(500);
    expect(core.arrived).toHaveLength(1);
  });

  it('stays on the page while nobody answers, says so, and is sent again until it has arrived', async () => {
    const core = createCore([step(0, TEXT), END]);
    await workAs(core);
    type('Two');
    core.failures.push({ call: 'answer', error: lost() }, { call: 'answer', error: lost(), after: true });
    fireEvent.click(submit());
    await pass(100);
    expect(screen.getByRole('status')).toHaveTextContent('Casebook has not received this yet');
    expect(box()).toHaveValue('Two');
    expect(box()).toHaveAttribute('readonly');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await pass(10_000);
    screen.getByText('Goodbye.');
    expect(core.arrived.map(({ answer }) => answer)).toEqual([{ kind: 'text', text: 'Two' }]);
  });

  it('that is refused can be changed and given again', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    type('Three');
    core.failures.push({
      call: 'answer',
      error: new ORPCError('FAILED', {
        message: 'The answer is too short.',
        data: { code: 'invalid_input', hint: 'Write more.' },
      }),
    });
    fireEvent.click(submit());
    await pass(100);
    expect(screen.getByRole('alert')).toHaveTextContent('The answer does not fit the question.');
    type('Three and a half');
    fireEvent.click(submit());
    await pass(500);
    expect(core.arrived).toHaveLength(1);
  });

  it('of a step that was answered elsewhere leads to the current position of the study session', async () => {
    const core = createCore([step(0, TEXT), step(1, { kind: 'yes_no' })]);
    await workAs(core);
    type('Late');
    core.state.at = 1;
    fireEvent.click(submit());
    await pass(500);
    screen.getByText('Question 1?');
    expect(core.arrived).toEqual([]);
  });
});

describe('what was begun', () => {
  it('is kept within a second of typing', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    core.kept.length = 0;
    for (const text of ['A', 'A g', 'A gl', 'A gla']) {
      type(text);
      await pass(300);
    }
    expect(core.kept.at(-1)?.answer).toEqual({ kind: 'text', text: 'A gla' });
  });

  it('comes back with its time after a crash', async () => {
    const core = createCore([
      step(0, TEXT, {
        draft: {
          answer: { kind: 'text', text: 'Half a sen' },
          shownAt: 5,
          activeMilliseconds: 4000,
          awayMilliseconds: 100,
          focusLosses: 2,
        },
      }),
    ]);
    await workAs(core);
    expect(box()).toHaveValue('Half a sen');
    // Typing goes on where it stopped.
    expect(box()).toHaveFocus();
    expect(box()).toHaveProperty('selectionStart', 'Half a sen'.length);
    type('Half a sentence');
    await pass(1000);
    fireEvent.click(submit());
    await pass(500);
    const [only] = core.arrived;
    expect(only?.timing).toMatchObject({ shownAt: 5, awayMilliseconds: 100, focusLosses: 2 });
    expect(only?.timing.activeMilliseconds).toBeGreaterThanOrEqual(5000);
    expect(only?.timing.activeMilliseconds).toBeLessThan(6000);
  });

  it('survives a reload although the casebook did not answer', async () => {
    const core = createCore([step(0, TEXT)]);
    const before = await workAs(core);
    core.failures.push(...Array.from({ length: 5 }, () => ({ call: 'keep' as const, error: lost() })));
    type('Nearly lost');
    await pass(1500);
    expect(screen.getByRole('status')).toHaveTextContent('only on this page');
    before.unmount();
    core.failures.length = 0;
    await workAs(core);
    expect(box()).toHaveValue('Nearly lost');
  });

  it('was locked before a reload, and is given by the page after it', async () => {
    const core = createCore([step(0, TEXT), END]);
    const before = await workAs(core);
    type('Locked');
    core.failures.push({ call: 'answer', error: lost() });
    fireEvent.click(submit());
    await pass(100);
    before.unmount();
    core.failures.length = 0;
    await workAs(core);
    screen.getByText('Goodbye.');
    expect(core.arrived.map(({ answer }) => answer)).toEqual([{ kind: 'text', text: 'Locked' }]);
  });
});

describe('the time of a step', () => {
  it('leaves out the time away from the window, and counts how often it was left', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    type('Slow');
    await pass(2000);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    fireEvent.blur(window);
    await pass(7000);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    fireEvent.focus(window);
    await pass(1000);
    fireEvent.click(submit());
    await pass(100);
    const timing = core.arrived[0]?.timing;
    expect(timing?.focusLosses).toBe(1);
    // The question is shown again a moment after the window came to the front.
    expect(timing?.awayMilliseconds).toBe(7100);
    expect(timing?.activeMilliseconds).toBeGreaterThanOrEqual(2900);
    expect(timing?.activeMilliseconds).toBeLessThan(3600);
    // There is no image that could have been painted.
    expect(timing?.shownAt).toBeNull();
  });

  it('runs out: what is there is given, and said to be so', async () => {
    const core = createCore([
      step(0, TEXT, { remainingMilliseconds: 5000 }),
      step(1, TEXT, { remainingMilliseconds: 3000 }),
      END,
    ]);
    await workAs(core);
    expect(screen.getByRole('timer')).toHaveAccessibleName('5 seconds left');
    type('So far');
    await pass(5000);
    expect(core.arrived[0]).toMatchObject({ answer: { kind: 'text', text: 'So far' }, timedOut: true });
    screen.getByText('Question 1?');
    await pass(4000);
    expect(core.arrived[1]).toMatchObject({ answer: { kind: 'none' }, timedOut: true });
    screen.getByText('Goodbye.');
  });

  it('stands still while the window is not in front', async () => {
    const core = createCore([step(0, TEXT, { remainingMilliseconds: 5000 })]);
    await workAs(core);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    fireEvent.blur(window);
    await pass(60_000);
    expect(core.arrived).toEqual([]);
  });

  it('runs on while the window is not in front where the study says so', async () => {
    const core = createCore([
      step(0, TEXT, { remainingMilliseconds: 5000, whileAway: 'run' }),
      step(1, TEXT, { remainingMilliseconds: 60_000, whileAway: 'run' }),
    ]);
    await workAs(core);
    goAway();
    await pass(3000);
    expect(screen.getByText('Question 0?')).toBeVisible();
    expect(core.arrived).toEqual([]);
    await pass(2000);
    expect(core.arrived).toMatchObject([{ timedOut: true, timing: { focusLosses: 1 } }]);
    screen.getByText('Question 1?');
  });

  it('is no longer than the core says, also where an earlier page measured more', async () => {
    const draft = { answer: null, shownAt: 5, activeMilliseconds: 1000, awayMilliseconds: 0, focusLosses: 0 };
    const core = createCore([
      step(0, TEXT, { remainingMilliseconds: 2000, usedMilliseconds: 8000, draft }),
      step(1, TEXT, {
        remainingMilliseconds: 9000,
        usedMilliseconds: 1000,
        draft: { ...draft, activeMilliseconds: 7000 },
      }),
    ]);
    await workAs(core);
    expect(screen.getByRole('timer')).toHaveAccessibleName('2 seconds left');
    await pass(2500);
    expect(core.arrived).toMatchObject([{ entry: 0, timedOut: true }]);
    await pass(500);
    expect(screen.getByRole('timer')).toHaveAccessibleName('2 seconds left');
  });
});

describe('a question', () => {
  it('is hidden while the window is not in front: nobody studies it from another one', async () => {
    const core = createCore([step(0, TEXT, { remainingMilliseconds: 60_000 })]);
    await workAs(core);
    type('Half a');
    await pass(2000);
    expect(screen.getByText('Question 0?')).toBeVisible();
    goAway();
    await pass(10);
    expect(screen.getByText('Question 0?')).not.toBeVisible();
    expect(screen.getByRole('region', { name: 'The question is hidden' })).toHaveTextContent(
      'You see it only while this window is in front. Its time is paused. Casebook keeps your entries.',
    );
    expect(core.kept.at(-1)).toMatchObject({ hidden: true, timing: { focusLosses: 1 } });
    const before = screen.getByRole('timer', { hidden: true }).textContent;
    await pass(120_000);
    expect(screen.getByRole('timer', { hidden: true })).toHaveTextContent(before);
    press('Enter', { ctrlKey: true });
    expect(core.arrived).toEqual([]);
    comeBack();
    // The click that brings the window to the front falls on what hides the question.
    expect(screen.getByText('Question 0?')).not.toBeVisible();
    await pass(200);
    expect(screen.getByText('Question 0?')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'The question is hidden' })).toBeNull();
    expect(box()).toHaveValue('Half a');
    expect(box()).toHaveFocus();
    expect(core.kept.at(-1)?.hidden).toBe(false);
  });

  it('is hidden, and its time stands still, while they are asked whether to leave', async () => {
    const core = createCore([step(0, TEXT, { remainingMilliseconds: 5000 })]);
    await workAs(core);
    fireEvent.click(screen.getByRole('button', { name: 'Leave…' }));
    await pass(500);
    expect(screen.getByText('Question 0?')).not.toBeVisible();
    await pass(60_000);
    expect(core.arrived).toEqual([]);
    expect(core.kept.at(-1)).toMatchObject({ hidden: true, timing: { focusLosses: 0, awayMilliseconds: 0 } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await pass(500);
    expect(screen.getByText('Question 0?')).toBeVisible();
    expect(core.kept.at(-1)?.hidden).toBe(false);
    await pass(5000);
    expect(core.arrived).toMatchObject([{ timedOut: true }]);
    expect(core.arrived[0]?.timing.activeMilliseconds).toBeLessThan(5600);
  });

  it('is hidden behind the dialog where the time runs on, too, and the dialog says that it does', async () => {
    const core = createCore([step(0, TEXT, { remainingMilliseconds: 5000, whileAway: 'run' })]);
    await workAs(core);
    fireEvent.click(screen.getByRole('button', { name: 'Leave…' }));
    await pass(500);
    expect(screen.getByText('Question 0?')).not.toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'The time for this question keeps running while you decide, and while the window is closed.',
    );
    await pass(5000);
    expect(core.arrived).toMatchObject([{ timedOut: true }]);
    // The question is the window's own: it would be open in the next test.
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await pass(500);
  });

  it('is hidden before its picture comes where the window is not in front from the start', async () => {
    const core = createCore([step(0, TEXT, { remainingMilliseconds: 5000 })]);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await workAs(core);
    expect(screen.getByText('Question 0?')).not.toBeVisible();
    await pass(60_000);
    expect(core.arrived).toEqual([]);
    // Some desktops never tell a window that it is in front.
    fireEvent.click(screen.getByRole('button', { name: 'Show the question' }));
    await pass(10);
    expect(screen.getByText('Question 0?')).toBeVisible();
  });

  it('waits behind a pause until somebody says that they are there', async () => {
    const core = createCore([read('paused', 4, ''), step(4, TEXT, { remainingMilliseconds: 5000 })]);
    await workAs(core);
    screen.getByRole('heading', { name: 'Paused' });
    screen.getByText(/Press Continue when you are ready/u);
    await pass(600_000);
    expect(core.arrived).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^Continue/u }));
    await pass(500);
    screen.getByText('Question 4?');
    expect(screen.getByRole('timer')).toHaveAccessibleName('5 seconds left');
  });
});

describe('two windows of one study session', () => {
  const another = v7();

  it('go on in the later one, and what the earlier one has not sent is dropped', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    type('Typed before the other window was opened');
    // The other window looks, and this one does not know of it yet.
    core.state.window = another;
    const { looks } = core.state;
    await pass(2000);
    screen.getByRole('heading', { name: 'You are continuing in another window' });
    const kept = core.kept.length;
    await pass(600_000);
    fireEvent.focus(window);
    press('Enter', { ctrlKey: true });
    await pass(1000);
    expect(core.state).toMatchObject({ looks, present: 0 });
    expect(core.kept).toHaveLength(kept);
    fireEvent.click(screen.getByRole('button', { name: 'Continue here' }));
    await pass(500);
    expect(core.state.looks).toBe(looks + 1);
    // As the other window left it.
    expect(box()).toHaveValue('');
    type('Typed after it');
    fireEvent.click(submit());
    await pass(500);
    expect(core.arrived.map(({ answer }) => answer)).toEqual([{ kind: 'text', text: 'Typed after it' }]);
  });

  it('do not both give an answer that was locked in the earlier one', async () => {
    const core = createCore([step(0, TEXT)]);
    await workAs(core);
    type('Locked');
    core.failures.push({ call: 'answer', error: lost() });
    fireEvent.click(submit());
    await pass(100);
    core.state.window = another;
    await pass(10_000);
    fireEvent.click(screen.getByRole('button', { name: 'Continue here' }));
    await pass(10_000);
    expect(core.arrived).toEqual([]);
    expect(box()).toHaveValue('');
  });

  it('are told of by the sign of presence, too', async () => {
    const core = createCore([read('break', 0, '')]);
    await workAs(core);
    core.state.window = another;
    await pass(30_000);
    screen.getByRole('heading', { name: 'You are continuing in another window' });
  });
});

describe('presence', () => {
  it('is told every half minute, also from behind other windows, and no more once it is over', async () => {
    const core = createCore([read('instructions', 0, ''), step(1, { kind: 'yes_no' })]);
    await workAs(core);
    await pass(60_000);
    expect(core.state.present).toBe(2);
    goAway();
    await pass(60_000);
    expect(core.state.present).toBe(4);
    comeBack();
    await pass(200);
    press('Enter', { ctrlKey: true });
    await pass(500);
    press('y');
    press('Enter', { ctrlKey: true });
    await pass(500);
    screen.getByText('Goodbye.');
    await pass(120_000);
    expect(core.state.present).toBe(4);
  });

  it('is not told before anybody agrees, nor after they left', async () => {
    const core = createCore([
      { view: 'consent', text: 'We ask you things.', onWithdrawal: 'keep' },
      step(1, TEXT),
    ]);
    await workAs(core);
    await pass(120_000);
    expect(core.state.present).toBe(0);
    press('Enter', { ctrlKey: true });
    await pass(500);
    fireEvent.click(screen.getByRole('button', { name: 'Leave…' }));
    await pass(500);
    fireEvent.click(screen.getByRole('button', { name: 'Leave for good' }));
    await pass(500);
    screen.getByRole('heading', { name: 'You have left the study' });
    const { present } = core.state;
    await pass(120_000);
    expect(core.state.present).toBe(present);
  });
});

describe('leaving', () => {
  it.each([
    ['keep', 'Casebook keeps your answers, marked as left early.', 'Your earlier answers are stored'],
    ['delete', 'Casebook deletes all your answers.', 'Your answers have been deleted.'],
  ] as const)('says before what becomes of the answers: %s', async (onWithdrawal, before, after) => {
    const core = createCore([step(0, TEXT)], { onWithdrawal });
    await workAs(core);
    fireEvent.click(screen.getByRole('button', { name: 'Leave…' }));
    await pass(500);
    expect(screen.getByRole('dialog')).toHaveTextContent(before);
    fireEvent.click(screen.getByRole('button', { name: 'Leave for good' }));
    await pass(500);
    expect(screen.getByText(new RegExp(after, 'u'))).toBeVisible();
  });
});

describe('what a study says of itself', () => {
  it('has its time limit after the instructions, and no progress where it shows none', async () => {
    const core = createCore(
      [read('instructions', 0, 'Look closely.', { timeLimitSeconds: 90 }), step(1, TEXT)],
      {
        progress: null,
      },
    );
    await workAs(core);
    screen.getByText('Look closely.');
    screen.getByText(/^You have 1 minute 30 seconds for each question\./u);
    press('Enter', { ctrlKey: true });
    await pass(500);
    screen.getByText('Question 1?');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is in its language, errors and the dialog included, and the document says so', async () => {
    const core = createCore(
      [
        read('start', 0, ''),
        step(1, { kind: 'yes_no' }, { purpose: 'attention', title: 'A question in between' }),
      ],
      { language: 'de', progress: null, replacedTexts: { submit: 'Antwort senden', back: '  ' } },
    );
    const { unmount } = await workAs(core);
    expect(document.documentElement).toHaveAttribute('lang', 'de');
    screen.getByText(/^Die Übung ist vorbei\./u);
    fireEvent.click(screen.getByRole('button', { name: /^Beginnen/u }));
    await pass(500);
    screen.getByText('Eine zusätzliche Frage');
    // Its letter is the language's.
    press('j');
    expect(screen.getByRole('radio', { name: 'Ja' })).toBeChecked();
    core.failures.push({ call: 'answer', error: lost() });
    fireEvent.click(screen.getByRole('button', { name: /^Antwort senden/u }));
    await pass(100);
    expect(screen.getByText(/Es besteht keine Verbindung zur Studie\./u)).toBeVisible();
    await pass(10_000);
    screen.getByText('Goodbye.');
    unmount();
    expect(document.documentElement).not.toHaveAttribute('lang', 'de');
  });

  it('is asked about in Chinese, cancelling included', async () => {
    const core = createCore([step(0, TEXT)], { language: 'zh' });
    await workAs(core);
    expect(document.documentElement).toHaveAttribute('lang', 'zh-Hans');
    fireEvent.click(screen.getByRole('button', { name: '退出…' }));
    await pass(500);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await pass(500);
    screen.getByText('请写下回答，或选择下方的选项。');
  });

  it('says that it was closed before they were through', async () => {
    const core = createCore([{ view: 'end', why: 'closed', text: '', outcome: null }]);
    await workAs(core);
    screen.getByRole('heading', { name: 'The study is closed' });
  });
});

describe('what is taken back from the end', () => {
  const OUTCOME = { code: 'C1XY99', address: 'https://panel.example/complete?cc=C1XY99' };

  /** The block alone: where a page leads is the browser's. */
  async function show(outcome: typeof OUTCOME, isReal = true) {
    const onLeave = vi.fn<(address: string) => void>();
    render(
      <MantineProvider env="test">
        <TakeBack outcome={outcome} isReal={isReal} onLeave={onLeave} />
      </MantineProvider>,
    );
    await pass(10);
    return onLeave;
  }

  it('is a code that can be copied, and a way back that is taken by itself after ten seconds', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const onLeave = await show(OUTCOME);
    expect(screen.getByRole('region', { name: 'Your code' })).toHaveTextContent('C1XY99');
    fireEvent.click(screen.getByRole('button', { name: 'Copy the code' }));
    await pass(10);
    expect(writeText).toHaveBeenCalledWith('C1XY99');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    screen.getByText('You return to where you came from in 10 seconds.', { ignore: '[role=status]' });
    await pass(9000);
    screen.getByText('You return to where you came from in 1 second.');
    expect(onLeave).not.toHaveBeenCalled();
    await pass(5000);
    expect(onLeave.mock.calls).toEqual([[OUTCOME.address]]);
  });

  it('can wait for as long as they like', async () => {
    const onLeave = await show(OUTCOME);
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    await pass(60_000);
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Return now' }));
    expect(onLeave.mock.calls).toEqual([[OUTCOME.address]]);
  });

  it('leads nowhere in a try-out', async () => {
    const onLeave = await show(OUTCOME, false);
    screen.getByText(/A participant would return to: https:\/\/panel\.example/u);
    await pass(60_000);
    expect(onLeave).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Return now' })).toBeNull();
  });

  it('is shown only once the last answer has arrived', async () => {
    const core = createCore([
      step(0, TEXT),
      { view: 'end', why: 'complete', text: 'Goodbye.', outcome: { ...OUTCOME, address: null } },
    ]);
    await workAs(core);
    type('Last');
    core.failures.push({ call: 'answer', error: lost() });
    fireEvent.click(submit());
    await pass(100);
    expect(screen.queryByText('C1XY99')).toBeNull();
    await pass(10_000);
    screen.getByText('C1XY99');
    expect(core.arrived).toHaveLength(1);
  });
});
