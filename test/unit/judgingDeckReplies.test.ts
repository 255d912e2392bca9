import { describe, expect, it, vi } from 'vitest';
import { fakeJudging, type FakeJudging } from '../helpers/fakeJudging.ts';
import { present } from '../helpers/present.ts';
import { answer, open, useDeckClock } from '../helpers/openDeck.ts';

useDeckClock();

describe('replies that come late, not at all or in another order', () => {
  /** Each reply comes when the test lets it, a macrotask later at the earliest. */
  function slow(fake: FakeJudging, wait: (read: number) => number, fails: (read: number) => boolean) {
    let reads = 0;
    const { cards } = fake.transport;
    return {
      ...fake,
      transport: {
        ...fake.transport,
        cards: (async (...input: Parameters<typeof cards>) => {
          const read = reads;
          reads += 1;
          const failed = fails(read);
          const page = await cards(...input);
          await new Promise((resolve) => setTimeout(resolve, wait(read)));
          if (failed) throw new TypeError('Failed to fetch');
          return page;
        }) satisfies typeof cards,
      },
    };
  }
  const LATE = 2500;

  it('let the clock go on while the next page loads, and show it once it has loaded', async () => {
    const fake = fakeJudging(60);
    const { deck } = await open(
      slow(
        fake,
        () => LATE,
        () => false,
      ),
    );
    await vi.advanceTimersByTimeAsync(LATE);
    for (let number = 1; number <= 20; number += 1) deck.give('YES');
    expect(answer(deck)).toBe('not there yet');
    await vi.advanceTimersByTimeAsync(LATE - 1);
    expect(answer(deck)).toBe('not there yet');
    await vi.advanceTimersByTimeAsync(1);
    expect(answer(deck)).toContain('Answer 21 ');
  });

  it('end at the next open one after a look through what was judged and one more verdict', async () => {
    const fake = fakeJudging(60);
    for (const { unit } of fake.cards.slice(0, 59))
      await fake.transport.give({ unit, value: 'NO', activeMilliseconds: 0 });
    const { deck } = await open(
      slow(
        fake,
        () => 50,
        () => false,
      ),
    );
    await vi.advanceTimersByTimeAsync(50);
    deck.give('YES');
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer(deck)).toBeNull();
    deck.first();
    await vi.advanceTimersByTimeAsync(50);
    expect(answer(deck)).toContain('Answer 1 ');
    deck.give('YES');
    await vi.advanceTimersByTimeAsync(1000);
    expect(deck.state.getState()).toMatchObject({ place: null, searching: false });
    expect(fake.given).toHaveLength(61);
    expect(fake.reads).toBeLessThan(10);
  });

  it('are asked for once, and again only when somebody says so, where they fail', async () => {
    const fake = fakeJudging(60);
    let down = false;
    const { deck } = await open(
      slow(
        fake,
        () => 100,
        () => down,
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    down = true;
    for (let number = 1; number <= 20; number += 1) deck.give('YES');
    const before = fake.reads;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.reads - before).toBeLessThan(3);
    expect(deck.state.getState().error).toBeInstanceOf(TypeError);
    down = false;
    deck.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer(deck)).toContain('Answer 21 ');
    expect(deck.state.getState().error).toBeNull();
  });

  it('bring the search for an open one to its end after it failed twice', async () => {
    let down = false;
    // The open card is before the page that was read: it has to be looked for.
    const fake = fakeJudging(40);
    for (const { unit } of fake.cards.slice(0, 30))
      await fake.transport.give({ unit, value: 'NO', activeMilliseconds: 0 });
    const { deck } = await open(
      slow(
        fake,
        () => 100,
        () => down,
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    const first = present(fake.cards[0]);
    fake.cards[0] = { ...first, state: 'open', value: null };
    down = true;
    for (let number = 31; number <= 40; number += 1) deck.give('YES');
    await vi.advanceTimersByTimeAsync(1000);
    expect(deck.state.getState().error).toBeInstanceOf(TypeError);
    deck.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(deck.state.getState().error).toBeInstanceOf(TypeError);
    down = false;
    deck.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer(deck)).toContain('Answer 1 ');
    expect(deck.state.getState()).toMatchObject({ searching: false, error: null });
  });

  it('do not pull a judge away who has gone on by themself meanwhile', async () => {
    const fake = fakeJudging(40);
    for (const { unit } of fake.cards.slice(0, 30))
      await fake.transport.give({ unit, value: 'NO', activeMilliseconds: 0 });
    const { deck } = await open(
      slow(
        fake,
        () => 100,
        () => false,
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    const first = present(fake.cards[0]);
    fake.cards[0] = { ...first, state: 'open', value: null };
    for (let number = 31; number <= 40; number += 1) deck.give('YES');
    deck.back();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer(deck)).toContain('Answer 40 ');
    expect(deck.state.getState().searching).toBe(false);
  });

  it('come to rest where half of the cards were taken back while somebody judged', async () => {
    const fake = fakeJudging(60);
    const { deck } = await open(
      slow(
        fake,
        () => 100,
        () => false,
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    fake.cards.splice(15);
    for (let number = 1; number <= 20 && deck.state.getState().place !== null; number += 1) {
      deck.give('YES');
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(deck.state.getState()).toMatchObject({ place: null, searching: false });
  });

  it.each([1, 2, 3, 4, 5, 6])('leave no card out and judge none twice (order %i)', async (seed) => {
    const fake = fakeJudging(90);
    let random = seed;
    const next = (): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random;
    };
    const { deck, outbox } = await open(
      slow(
        fake,
        () => next() % 700,
        () => next() % 4 === 0,
      ),
    );
    for (let step = 0; step < 3000 && fake.given.length < 90; step += 1) {
      const { error, place, cards } = deck.state.getState();
      const here = place === null ? undefined : cards.get(place);
      if (here?.state === 'open') deck.give('YES');
      else if (error !== null) deck.retry();
      await vi.advanceTimersByTimeAsync(next() % 60);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(outbox.state.getState().waiting).toEqual([]);
    expect(fake.given.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 90 }, (_, place) => place),
    );
  });

  it('are asked for again where the screen was left and come back to before they came', async () => {
    const fake = fakeJudging(60);
    const { deck } = await open(
      slow(
        fake,
        () => 100,
        () => false,
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    for (let number = 1; number <= 20; number += 1) deck.give('YES');
    deck.close();
    await vi.advanceTimersByTimeAsync(1000);
    deck.open();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer(deck)).toContain('Answer 21 ');
  });
});
