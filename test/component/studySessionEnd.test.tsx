import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TakeBack } from '../../renderer/ui/participant/TakeBack.tsx';
import {
  createCore,
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
