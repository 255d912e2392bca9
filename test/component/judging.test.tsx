import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { gate } from '../../renderer/ui/commands/theGate.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { orpc } from '../../renderer/client/index.ts';
import { Judging } from '../../renderer/screens/judge/Judging.tsx';
import { Outbox } from '../../renderer/screens/judge/store/outbox.ts';
import type { CriterionDescription } from '../../shared/contract/judging.ts';
import { fakeJudging, type FakeJudging, JUDGING } from '../helpers/fakeJudging.ts';
import { casebookOf, personOf } from './casebook.ts';

const casebook = casebookOf({ benchmark: 'caughtcheating', person: personOf(['judge']) });

const ordinal: CriterionDescription = {
  id: 'cue_match',
  title: 'Analysis',
  question: 'How far is it analysed?',
  verdict: {
    kind: 'choice',
    level: 'ordinal',
    values: [1, 2, 3, 4].map((value) => ({ value, title: `Level ${String(value)}`, key: String(value) })),
  },
  refusal: null,
  instruction: { system: 'You are a judge.', user: 'Judge {{answer}}.' },
};

const texts: CriterionDescription = {
  ...ordinal,
  title: 'Key points',
  question: 'What is observed?',
  verdict: { kind: 'texts' },
};

beforeEach(() => installShortcuts());
afterEach(() => {
  queryClient.clear();
});

async function judge(fake: FakeJudging, criterion: CriterionDescription) {
  const total = fake.cards.length;
  queryClient.setQueryData(orpc.judging.mine.queryKey(), []);
  const outbox = new Outbox({ transport: fake.transport, left: [], keep: () => undefined });
  render(
    <MantineProvider>
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>
          <Judging
            given={{
              id: JUDGING,
              title: 'Round',
              criteria: [{ criterion: criterion.id, title: criterion.title, total, open: total, skipped: 0 }],
            }}
            criterion={criterion}
            criteria={[criterion]}
            transport={fake.transport}
            outbox={outbox}
          />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('1 of 5');
  return { user: userEvent.setup(), outbox };
}

/** Waits until the answer in hand can be seen: keys that come sooner are dropped. */
const onScreen = async () => waitFor(() => expect(gate.isOpen()).toBe(true));

describe('a card', () => {
  it('takes the keys that come with the criterion, which its buttons show', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, ordinal);
    const verdicts = within(screen.getByRole('group', { name: 'Verdict' })).getAllByRole('button');
    expect(verdicts.map((button) => button.textContent)).toEqual([
      '1Level 1',
      '2Level 2',
      '3Level 3',
      '4Level 4',
    ]);
    await user.keyboard('3');
    expect(screen.getByText('2 of 5')).toBeVisible();
    expect(screen.getByText('Answer 2 says this. And it says that.')).toBeVisible();
    await onScreen();
    await user.keyboard('5y1');
    expect(screen.getByText('3 of 5')).toBeVisible();
    expect(fake.cards.map(({ value }) => value)).toEqual([3, 1, null, null, null]);
    await user.keyboard('{Backspace}');
    expect(screen.getByText('Judged · 2 of 5')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Level 1' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('has a verdict of its own for refusals, which counts as another and is not shown as that', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, { ...ordinal, refusal: { value: 1, title: 'Refused', key: 'r' } });
    const verdicts = within(screen.getByRole('group', { name: 'Verdict' })).getAllByRole('button');
    expect(verdicts.at(-1)).toHaveTextContent('RRefused');
    await user.keyboard('r');
    expect(screen.getByText('2 of 5')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Answer 1: Refused');
    await onScreen();
    await user.keyboard('1');
    await waitFor(() => expect(fake.cards[1]?.state).toBe('submitted'));
    expect(fake.cards.slice(0, 2).map(({ value, refusal }) => [value, refusal])).toEqual([
      [1, true],
      [1, false],
    ]);
    await user.keyboard('{Backspace}{Backspace}');
    expect(screen.getByText('Judged · 1 of 5')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refused' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Level 1' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('has a way on through what is judged that leaves the verdicts, shown where there is something to look through', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, ordinal);
    expect(screen.queryByRole('button', { name: /^Forward/u })).toBeNull();
    await user.keyboard('3');
    await onScreen();
    await user.keyboard('1');
    await onScreen();
    await user.keyboard('{Backspace}{Backspace}');
    expect(screen.getByText('Judged · 1 of 5')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Forward/u }));
    expect(screen.getByText('Judged · 2 of 5')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Forward/u }));
    expect(screen.getByText('3 of 5')).toBeVisible();
    expect(fake.cards.map(({ value }) => value)).toEqual([3, 1, null, null, null]);
  });

  it('gives one verdict for a key that is held down', async () => {
    const fake = fakeJudging(5);
    await judge(fake, ordinal);
    act(() => {
      for (const repeat of [false, true, true, true])
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: '2', code: 'Digit2', bubbles: true, cancelable: true, repeat }),
        );
    });
    expect(await screen.findByText('2 of 5')).toBeVisible();
    expect(fake.given).toHaveLength(1);
  });

  it('keeps a second press off the next answer until that is on screen', async () => {
    const fake = fakeJudging(5);
    await judge(fake, ordinal);
    await onScreen();
    const press = () => {
      for (const kind of ['keydown', 'keyup'])
        document.body.dispatchEvent(
          new KeyboardEvent(kind, { key: '2', code: 'Digit2', bubbles: true, cancelable: true }),
        );
    };
    act(() => {
      press();
      press();
    });
    expect(await screen.findByText('2 of 5')).toBeVisible();
    expect(fake.cards.map(({ value }) => value)).toEqual([2, null, null, null, null]);
    expect(await screen.findByText('Key ignored: the item was not on screen yet.')).toBeVisible();
    await onScreen();
    act(press);
    expect(await screen.findByText('3 of 5')).toBeVisible();
    expect(fake.cards.map(({ value }) => value)).toEqual([2, 2, null, null, null]);
  });

  it('keeps letters of a note out of the verdicts, and sends the note along', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, ordinal);
    await user.keyboard('{Alt>}n{/Alt}1 or 2{Enter}');
    expect(screen.getByText('1 of 5')).toBeVisible();
    await user.keyboard('2');
    expect(fake.cards[0]).toMatchObject({ value: 2, note: '1 or 2' });
  });

  it('says how many verdicts are not saved while the casebook does not answer', async () => {
    const fake = fakeJudging(5);
    // Nothing gets through, however often it is tried before one looks.
    fake.next.push(...Array.from({ length: 50 }, () => 'lost' as const));
    const { user, outbox } = await judge(fake, ordinal);
    for (const [at, key] of ['1', '2', '3'].entries()) {
      await onScreen();
      await user.keyboard(key);
      expect(await screen.findByText(`${String(at + 2)} of 5`)).toBeVisible();
    }
    expect(screen.getByText('3 verdicts not saved yet')).toBeVisible();
    expect(screen.getByText('4 of 5')).toBeVisible();
    outbox.dispose();
  });
});

describe('a verdict on key points', () => {
  it('shows those the judge marked, says where none were marked, and nothing where it builds on none', async () => {
    const fake = fakeJudging(5);
    const built = [['The glass is full'], [], null];
    for (const [place, earlier] of built.entries()) {
      const card = fake.cards[place];
      if (card !== undefined) fake.cards[place] = { ...card, earlier };
    }
    const { user } = await judge(fake, ordinal);
    const none = () => screen.queryByText('You marked none in this answer.');
    expect(screen.getByText('The glass is full')).toBeVisible();
    expect(none()).toBeNull();
    await user.keyboard('1');
    expect(none()).toBeVisible();
    await user.keyboard('1');
    expect(screen.getByText('3 of 5')).toBeVisible();
    expect(none()).toBeNull();
    expect(screen.queryByText('Your key points')).toBeNull();
  });
});

describe('key points', () => {
  it('are marked, removed and submitted without a mouse', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, texts);
    const text = screen.getByRole('application', { name: /Answer/u });
    expect(text).toHaveFocus();
    const points = () =>
      within(screen.getByRole('region', { name: 'Key points' }))
        .queryAllByRole('listitem')
        .map((item) => item.textContent);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}m');
    expect(points()).toEqual(['Answer 1 says']);
    await user.keyboard('{ArrowDown}sm');
    expect(points()).toEqual(['Answer 1 says', 'And it says that']);
    await user.keyboard('{ArrowUp}{ArrowUp}{Delete}');
    expect(points()).toEqual(['And it says that']);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 of 5')).toBeVisible();
    expect(fake.cards[0]).toMatchObject({
      value: ['And it says that'],
      passages: [{ start: 20, end: 36 }],
    });
    // The next answer is loaded, and nothing is marked in it.
    expect(screen.getByRole('application', { name: /Answer/u })).toHaveFocus();
    expect(points()).toEqual([]);
  });

  it('are removed by their buttons, the focus going back to the text', async () => {
    const fake = fakeJudging(5);
    const { user } = await judge(fake, texts);
    await user.keyboard('m');
    await user.click(screen.getByRole('button', { name: 'Remove the key point “Answer”' }));
    expect(screen.getByText('Key points: none marked yet')).toBeVisible();
    expect(screen.getByRole('application', { name: /Answer/u })).toHaveFocus();
  });
});
