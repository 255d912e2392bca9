import { fireEvent, screen } from '@testing-library/react';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import {
  box,
  createCore,
  END,
  lost,
  pass,
  press,
  read,
  step,
  submit,
  TEXT,
  type,
  useStudySessionWindow,
  workAs,
} from './studySessionPage.tsx';

useStudySessionWindow();

function goAway(): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  fireEvent.blur(window);
}

function comeBack(): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  fireEvent.focus(window);
}

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
