import { ORPCError } from '@orpc/server';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
