import { ORPCError } from '@orpc/client';
import { describe, expect, it, vi } from 'vitest';
import { draftOf } from '../../renderer/screens/judge/store/deckState.ts';
import type { CardDraft } from '../../renderer/screens/judge/store/leftDrafts.ts';
import type { JudgeAction } from '../../renderer/screens/judge/store/given.ts';
import { fakeJudging, type FakeJudging } from '../helpers/fakeJudging.ts';
import { present } from '../helpers/present.ts';
import { answer, arrive, open, useDeckClock } from '../helpers/openDeck.ts';

useDeckClock();

const valuesOf = (fake: FakeJudging) =>
  fake.given.map((given) => (given.kind === 'give' ? [given.place, given.value] : [given.place, 'skipped']));

const refusal = () =>
  new ORPCError('FAILED', {
    status: 400,
    defined: true,
    message: 'The item was changed.',
    data: { code: 'conflict', hint: null },
  });

describe('a deck', () => {
  it('goes on with what was begun on a card before the page was loaded anew', async () => {
    const fake = fakeJudging(3);
    const tab: { drafts: ReadonlyMap<number, CardDraft> } = { drafts: new Map() };
    const first = await open(fake, [], tab);
    first.deck.draft({ passages: [{ start: 0, end: 6 }] });
    first.deck.draft({ note: 'blurred' });
    const { deck } = await open(fake, [], tab);
    expect(draftOf(deck.state.getState())).toEqual({
      passages: [{ start: 0, end: 6 }],
      note: 'blurred',
    });
    deck.give('YES');
    expect(tab.drafts.size).toBe(0);
  });

  it('opens at the first open card and has the next one in hand at once', async () => {
    const fake = fakeJudging(60);
    const first = present(fake.cards[0]);
    await fake.transport.give({ unit: first.unit, value: 'NO', activeMilliseconds: 0 });
    const { deck } = await open(fake);
    expect(answer(deck)).toContain('Answer 2 ');
    for (let number = 2; number <= 60; number += 1) {
      // Without waiting for anything: cards come ahead.
      deck.give('YES');
      if (number < 60) expect(answer(deck)).toContain(`Answer ${String(number + 1)} `);
      if (number % 5 === 0) await arrive();
    }
    await arrive();
    expect(answer(deck)).toBeNull();
    expect(fake.given).toHaveLength(60);
    expect(fake.cards.every(({ state }) => state === 'submitted')).toBe(true);
    expect(fake.reads).toBeLessThan(8);
  });

  it('goes back to correct, and on to where one was', async () => {
    const fake = fakeJudging(5);
    const { deck } = await open(fake);
    deck.give('YES');
    deck.give('YES');
    deck.back();
    deck.back();
    expect(answer(deck)).toContain('Answer 1 ');
    deck.forward();
    expect(answer(deck)).toContain('Answer 2 ');
    deck.give('NO');
    expect(answer(deck)).toContain('Answer 3 ');
    await arrive();
    expect(fake.cards.map(({ value }) => value)).toEqual(['YES', 'NO', null, null, null]);
  });

  it.each([
    [45, 25],
    [10, 0],
  ])('goes back from card %i over one page that ends before it, read once', async (judged, start) => {
    const fake = fakeJudging(60);
    for (const { unit } of fake.cards.slice(0, judged))
      await fake.transport.give({ unit, value: 'NO', activeMilliseconds: 0 });
    const { deck } = await open(fake);
    deck.back();
    await arrive();
    const { reads } = fake;
    for (let place = judged - 1; place >= start; place -= 1) {
      expect(answer(deck)).toContain(`Answer ${String(place + 1)} `);
      deck.back();
    }
    const { cards } = deck.state.getState();
    expect([cards.has(start), cards.has(start - 1)]).toEqual([true, false]);
    await arrive();
    expect(fake.reads).toBe(reads + (start > 0 ? 1 : 0));
  });

  it('comes back at the end to what was passed by, and ends when nothing is open', async () => {
    const fake = fakeJudging(3);
    const { deck } = await open(fake);
    deck.forward();
    deck.give('YES');
    deck.skip('not sure');
    expect(answer(deck)).toContain('Answer 1 ');
    deck.give('NO');
    await arrive();
    expect(answer(deck)).toBeNull();
    expect(fake.cards.map(({ state }) => state)).toEqual(['submitted', 'submitted', 'skipped']);
    deck.back();
    expect(answer(deck)).toContain('Answer 3 ');
  });

  it('counts the time at work on a card, also over leaving it and coming back', async () => {
    const fake = fakeJudging(3);
    const { deck, work } = await open(fake);
    work(1000);
    deck.forward();
    work(300);
    deck.back();
    work(500);
    deck.give('YES');
    work(40);
    deck.give('NO');
    await arrive();
    expect(fake.given.map((given) => (given.kind === 'give' ? given.activeMilliseconds : -1))).toEqual([
      1500, 340,
    ]);
  });

  it('keeps what is begun on a card while one looks at another', async () => {
    const fake = fakeJudging(3);
    const { deck } = await open(fake);
    deck.draft({ passages: [{ start: 0, end: 6 }] });
    deck.forward();
    deck.back();
    deck.draft({ note: 'half' });
    deck.give(['Answer'], [{ start: 0, end: 6 }]);
    await arrive();
    expect(fake.cards[0]).toMatchObject({ note: 'half', passages: [{ start: 0, end: 6 }] });
  });

  it('opens a card again that the casebook would not take, and says why', async () => {
    const fake = fakeJudging(3);
    const { deck } = await open(fake);
    fake.next.push(refusal());
    deck.give('YES');
    await arrive();
    const { refused, cards } = deck.state.getState();
    expect(refused).toMatchObject({ place: 0, failure: { message: 'The item was changed.' } });
    expect(cards.get(0)?.state).toBe('open');
  });

  it('reads again after the cards could not be read', async () => {
    const fake = fakeJudging(3);
    const { cards } = fake.transport;
    let down = true;
    const flaky = {
      ...fake,
      transport: {
        ...fake.transport,
        cards: (async (...input: Parameters<typeof cards>) => {
          if (down) throw new TypeError('Failed to fetch');
          return cards(...input);
        }) satisfies typeof cards,
      },
    };
    const { deck } = await open(flaky);
    expect(deck.state.getState().error).toBeInstanceOf(TypeError);
    down = false;
    deck.retry();
    await arrive();
    expect(answer(deck)).toContain('Answer 1 ');
  });
});

describe('verdicts being sent', () => {
  it('are tried again in order until they are there, each once', async () => {
    const fake = fakeJudging(5);
    const { deck, outbox } = await open(fake);
    fake.next.push('lost', 'lost');
    deck.give('YES');
    deck.give('NO');
    await arrive();
    expect(outbox.state.getState()).toMatchObject({
      waiting: [{ place: 0 }, { place: 1 }],
      failure: { message: 'Casebook is not responding.' },
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(outbox.state.getState()).toEqual({ waiting: [], failure: null });
    expect(valuesOf(fake)).toEqual([
      [0, 'YES'],
      [1, 'NO'],
    ]);
  });

  it('wait while the casebook is closed, and are refused where it is open and has no such card', async () => {
    const fake = fakeJudging(5);
    const { deck, outbox } = await open(fake);
    const gone = new ORPCError('not_found', {
      message: 'No casebook is open.',
      data: { code: 'not_found', hint: null },
    });
    const cards = vi.spyOn(fake.transport, 'cards').mockRejectedValue(gone);
    fake.next.push(gone);
    deck.give('YES');
    await vi.advanceTimersByTimeAsync(5000);
    expect(outbox.state.getState().waiting).toHaveLength(1);
    expect(valuesOf(fake)).toEqual([]);
    cards.mockRestore();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(valuesOf(fake)).toEqual([[0, 'YES']]);
    fake.next.push(gone);
    deck.give('NO');
    await vi.advanceTimersByTimeAsync(1000);
    expect(outbox.state.getState().waiting).toEqual([]);
    expect(valuesOf(fake)).toEqual([[0, 'YES']]);
    expect(deck.state.getState().refused?.failure.message).toBe('No casebook is open.');
  });

  it('are not given again when only the acknowledgement was lost', async () => {
    const fake = fakeJudging(5);
    const { deck, outbox } = await open(fake);
    fake.next.push('unheard', 'unheard');
    deck.give('YES');
    deck.skip('not sure');
    await arrive();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.state.getState().waiting).toEqual([]);
    expect(valuesOf(fake)).toEqual([
      [0, 'YES'],
      [1, 'skipped'],
    ]);
  });

  it('give way to a correction that was made before they left', async () => {
    const fake = fakeJudging(5);
    const { deck } = await open(fake);
    fake.next.push('lost');
    deck.give('YES');
    deck.give('YES');
    deck.back();
    deck.give('NO');
    await vi.advanceTimersByTimeAsync(5000);
    expect(valuesOf(fake)).toEqual([
      [0, 'YES'],
      [1, 'NO'],
    ]);
  });

  it('are kept for the page that comes after, which looks first whether they arrived', async () => {
    const fake = fakeJudging(5);
    const { deck, kept, outbox } = await open(fake);
    fake.next.push('unheard');
    deck.give('YES');
    deck.give('NO');
    await arrive();
    outbox.dispose();
    const left = kept.at(-1) ?? [];
    expect(left).toHaveLength(2);
    const after = await open(fake, left);
    await vi.advanceTimersByTimeAsync(5000);
    expect(after.outbox.state.getState().waiting).toEqual([]);
    expect(after.kept.at(-1)).toEqual([]);
    expect(valuesOf(fake)).toEqual([
      [0, 'YES'],
      [1, 'NO'],
    ]);
  });

  it.each([
    ['before', 10, 50],
    ['after', 50, 10],
    ['at the same time as', 20, 20],
  ])(
    'that an earlier page left and that arrive %s the cards are done with: the next one is in hand',
    async (_, toGive, toRead) => {
      const fake = fakeJudging(5);
      const card = present(fake.cards[0]);
      const left: JudgeAction = {
        kind: 'give',
        unit: card.unit,
        place: 0,
        value: 'YES',
        refusal: false,
        passages: [],
        note: '',
        activeMilliseconds: 0,
      };
      const { cards, give } = fake.transport;
      const pause = async (milliseconds: number) =>
        new Promise((resolve) => setTimeout(resolve, milliseconds));
      const slow: FakeJudging = {
        ...fake,
        transport: {
          ...fake.transport,
          // What the core knows when it is asked, told later.
          cards: async (request) => {
            const page = await cards(request);
            await pause(request.limit === 1 ? 0 : toRead);
            return page;
          },
          give: async (request) => {
            await pause(toGive);
            return give(request);
          },
        },
      };
      const { deck } = await open(slow, [left]);
      await vi.advanceTimersByTimeAsync(500);
      expect(answer(deck)).toContain('Answer 2 ');
      expect(deck.state.getState().cards.get(0)?.state).not.toBe('open');
      expect(valuesOf(fake)).toEqual([[0, 'YES']]);
    },
  );

  it('that an earlier page left and that do not get through keep nobody from the next one', async () => {
    const fake = fakeJudging(3);
    const card = present(fake.cards[0]);
    fake.next.push(...Array.from({ length: 50 }, () => 'lost' as const));
    const left: JudgeAction = { kind: 'skip', unit: card.unit, place: 0, reason: 'not sure' };
    const { deck } = await open(fake, [left]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(answer(deck)).toContain('Answer 2 ');
  });
});
