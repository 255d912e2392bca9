import { createRouterClient } from '@orpc/server';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StudySessionId } from '../../shared/base/ids.ts';
import { holdingOf } from '../../electron/core/derived/places.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { argusPairs, completeStudySession, numbersOf, studyCasebook } from '../helpers/study.ts';

const DESK = { width: 1440, height: 900, touch: false };
const PLACES = 4;
const SILENCE = 10;
const MINUTE = 60_000;

interface Somebody {
  readonly window: Client;
  readonly id: StudySessionId;
  is: 'here' | 'away' | 'gone' | 'done';
}

const act = fc.record({
  what: fc.constantFrom(
    ...(['arrive', 'arrive', 'fallSilent', 'fallSilent', 'return', 'return'] as const),
    ...(['finish', 'leave', 'exclude'] as const),
  ),
  who: fc.nat(5),
});

it('gives each place to one person at a time, and in the end each was finished once, in whatever order people come and go', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 40 }), async (acts) => {
      await using book = await studyCasebook({ benchmark: 'argus', items: argusPairs(2) });
      const { ana, core, study } = book;
      core.state.network = { url: 'https://study.example.org' };
      await ana.studies.open({ id: study });
      const initial = await ana.recruitment.initial({ id: study, preset: 'classroom' });
      const settings = { ...initial, places: PLACES, silenceMinutes: SILENCE };
      const { link } = await ana.recruitment.save({ id: study, settings });
      const token = new URL(link ?? '').pathname.slice(3);
      const people: Somebody[] = [];

      const arrive = async (): Promise<boolean> => {
        const connection = await core.arrive(token, {});
        const window = createRouterClient(core.router, { context: core.contextOf(connection) });
        await window.arrivals.consent({ device: DESK, agree: true });
        const { now } = await window.arrivals.begin({ device: DESK });
        if (now.view === 'admitted') people.push({ window, id: now.studySessionId, is: 'here' });
        return now.view === 'admitted';
      };
      /** Time passes; only those who are here give a sign of life. */
      const pass = async (): Promise<void> => {
        for (let minute = 0; minute <= SILENCE; minute += 5) {
          book.wait(5 * MINUTE);
          for (const { window, id, is } of people)
            if (is === 'here') await window.studySessions.present({ id });
        }
      };
      const comeBack = async (each: Somebody): Promise<void> => {
        const { now } = await each.window.studySessions.look({ id: each.id });
        each.is = now.view === 'withdrawn' ? 'gone' : 'here';
      };
      const check = async (): Promise<void> => {
        const held = core
          .services()
          .casebook.records.arrivals.holders(study)
          .filter((holder) =>
            ['underWay', 'finished'].includes(holdingOf(holder, settings, core.state.ports.now())),
          )
          .map(({ place }) => place);
        expect(new Set(held).size).toBe(held.length);
        expect((await numbersOf(ana, study)).left).toBe(PLACES - held.length);
      };

      for (let place = 0; place < PLACES; place += 1) await arrive();
      for (const { what, who } of acts) {
        const each = people[who % Math.max(1, people.length)];
        if (what === 'arrive' || each === undefined) await arrive();
        else if (what === 'finish' && each.is === 'here') {
          await completeStudySession(each.window, each.id);
          each.is = 'done';
        } else if (what === 'fallSilent' && each.is === 'here') {
          each.is = 'away';
          await pass();
        } else if (what === 'return' && each.is === 'away') await comeBack(each);
        else if (what === 'leave' && each.is === 'here') {
          await each.window.studySessions.withdraw({ id: each.id });
          each.is = 'gone';
        } else if (what === 'exclude' && each.is === 'done')
          await ana.studies.exclude({ studySessionId: each.id, reason: 'They talked.' });
        await check();
      }
      // Everybody who is here finishes, then others come until no place is left.
      do {
        for (const each of people.filter(({ is }) => is === 'here')) {
          await completeStudySession(each.window, each.id);
          each.is = 'done';
        }
        await pass();
      } while (await arrive());
      const board = await numbersOf(ana, study);
      expect(board).toMatchObject({ finished: PLACES, left: 0 });
      expect(board.groups.map(({ finished }) => finished)).toEqual([PLACES / 2, PLACES / 2]);
      for (const { answers } of board.conditions) expect(answers).toBe(board.conditions[0]?.answers);
    }),
    { numRuns: 15 },
  );
});
