import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeskServer, type Fate } from '../helpers/deskServer.ts';
import { choose, initial, openStore, put, textOf, type } from '../helpers/openDeskStore.ts';
import { box, regionId } from '../helpers/openDesk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Step =
  | { readonly do: 'type'; readonly text: string; readonly word: number }
  | { readonly do: 'choose'; readonly scene: string }
  | { readonly do: 'box'; readonly number: number; readonly x: number }
  | { readonly do: 'remove'; readonly number: number }
  | { readonly do: 'undo' | 'redo' | 'submit' | 'flush' | 'retry' | 'leave' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'fate'; readonly fate: Fate };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('type'), text: fc.string({ maxLength: 4 }), word: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('choose'), scene: fc.constantFrom('hotel', 'dining') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('box'), number: fc.nat(3), x: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), number: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('undo', 'redo', 'submit', 'flush', 'retry', 'leave') }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: fc.nat(700) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fate'),
      fate: fc.constantFrom<Fate[]>('done', 'disk full', 'cut off before', 'cut off after'),
    }),
  },
);

describe('whatever happens in whatever order', () => {
  it('ends with the same document here and on disk, nothing refused, nothing waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (steps, delay) => {
          const disk = new DeskServer(initial);
          disk.delay = delay;
          const desk = openStore(disk);
          const settled: Promise<unknown>[] = [];
          let lastText: string | null = null;
          let ended = false;
          for (const each of steps) {
            const { records } = desk.getState();
            switch (each.do) {
              case 'type':
                type(desk, each.text, `word ${String(each.word)}`);
                lastText = each.text;
                break;
              case 'choose':
                choose(desk, each.scene);
                break;
              case 'box':
                desk.edit(put(records, `region:${regionId(each.number)}`, box(each.number, each.x)), {
                  mark: `box ${String(each.number)} ${String(each.x)}`,
                  typed: false,
                });
                break;
              case 'remove':
                desk.edit(put(records, `region:${regionId(each.number)}`, null), {
                  mark: 'remove',
                  typed: false,
                });
                break;
              case 'undo':
              case 'redo':
                ended = true;
                settled.push(desk[each.do]().catch((error: unknown) => error));
                break;
              case 'submit':
                settled.push(desk.submit().catch((error: unknown) => error));
                break;
              case 'flush':
                settled.push(desk.flush());
                break;
              case 'retry':
                desk.retry();
                break;
              case 'leave':
                desk.leave();
                break;
              case 'wait':
                await vi.advanceTimersByTimeAsync(each.milliseconds);
                break;
              case 'fate':
                disk.fates.push(each.fate);
                break;
            }
            if (each.do === 'type') expect(textOf(desk.getState().records, 'claim')).toBe(each.text);
          }
          disk.fates = [];
          await vi.advanceTimersByTimeAsync(120_000);
          await Promise.all(settled);
          expect(desk.getState()).toMatchObject({ pending: 0, failure: null, refused: null, running: null });
          expect(desk.getState().records).toEqual(disk.records);
          expect(desk.getState()).toMatchObject({ state: disk.state, version: disk.version });
          if (!ended && lastText !== null) expect(textOf(disk.records, 'claim')).toBe(lastText);
          desk.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });
});
