import { afterEach, beforeEach, vi } from 'vitest';
import { Deck } from '../../renderer/screens/judge/store/deck.ts';
import type { CardDraft } from '../../renderer/screens/judge/store/leftDrafts.ts';
import type { JudgeAction } from '../../renderer/screens/judge/store/given.ts';
import { Outbox } from '../../renderer/screens/judge/store/outbox.ts';
import { type FakeJudging, JUDGING } from './fakeJudging.ts';

/** Lets everything that is under way arrive, without time passing. */
export const arrive = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

export async function open(
  fake: FakeJudging,
  left: readonly JudgeAction[] = [],
  tab: { drafts: ReadonlyMap<number, CardDraft> } = { drafts: new Map() },
) {
  const kept: (readonly JudgeAction[])[] = [];
  const outbox = new Outbox({
    transport: fake.transport,
    left,
    keep: (waiting) => kept.push(waiting),
  });
  let active = 0;
  const deck = new Deck({
    judging: JUDGING,
    criterion: 'cue_match',
    transport: fake.transport,
    outbox,
    takeActiveTime: () => {
      const taken = active;
      active = 0;
      return taken;
    },
    left: {
      read: () => tab.drafts,
      keep: (drafts) => {
        tab.drafts = drafts;
      },
    },
  });
  deck.open();
  await arrive();
  return {
    deck,
    outbox,
    kept,
    work: (milliseconds: number) => {
      active += milliseconds;
    },
  };
}

export const answer = (deck: Deck) => {
  const { place, cards } = deck.state.getState();
  return place === null ? null : (cards.get(place)?.answer ?? 'not there yet');
};

/** Registers the hooks that let tests say how time passes. */
export function useDeckClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });
}
