import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaselineStep } from '../../shared/domain/baseline.ts';
import { dealItems } from '../../shared/domain/dealing.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import {
  type PlannedItem,
  type PlannedStudy,
  planStudySession,
  studyOrder,
} from '../../shared/domain/studyPlan.ts';
import {
  CHOICE,
  item,
  items,
  itemsIn,
  kinds,
  MATCHING,
  options,
  spread,
  study,
  tally,
} from '../helpers/plannedStudies.ts';

const CELL: BaselineStep = {
  id: 'cell',
  title: 'Point',
  prompt: 'Where?',
  answer: { kind: 'cell', rows: 3, columns: 3 },
};

describe('dealing items and conditions', () => {
  const deals = fc.record({
    items: fc.integer({ min: 1, max: 24 }),
    conditions: fc.integer({ min: 1, max: 3 }),
    each: fc.integer({ min: 1, max: 30 }),
    participants: fc.integer({ min: 1, max: 40 }),
  });

  it('gives each participant every condition equally often within one, no item twice', () => {
    fc.assert(
      fc.property(deals, ({ items: count, conditions, each, participants }) => {
        for (let participant = 0; participant < participants; participant += 1) {
          const dealt = dealItems(count, conditions, each, participant);
          expect(dealt).toHaveLength(Math.min(each, count));
          expect(new Set(dealt.map(({ item: place }) => place)).size).toBe(dealt.length);
          expect(dealt.every(({ item: place }) => place >= 0 && place < count)).toBe(true);
          const of = Array.from({ length: conditions }, (_, condition) => condition);
          expect(
            spread(
              tally(
                dealt.map(({ condition }) => condition),
                of,
              ),
            ),
          ).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('gives each item every condition equally often within one, at any time, and goes round evenly', () => {
    fc.assert(
      fc.property(deals, ({ items: count, conditions: wanted, each, participants }) => {
        // Three conditions and nearly all items each: a neighbour takes the place of an item that came twice.
        const conditions = wanted === 3 && count - Math.min(each, count) < 2 ? 2 : wanted;
        const met = Array.from({ length: count }, () => Array.from({ length: conditions }, () => 0));
        for (let participant = 0; participant < participants; participant += 1) {
          for (const { item: place, condition } of dealItems(count, conditions, each, participant)) {
            const counts = met[place];
            if (counts !== undefined) counts[condition] = (counts[condition] ?? 0) + 1;
          }
          for (const counts of met) expect(spread(counts)).toBeLessThanOrEqual(1);
          expect(spread(met.map((counts) => counts.reduce((a, b) => a + b, 0)))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('is the alternation of items and participants where everybody gets all', () => {
    for (const count of [1, 2, 7, 10])
      for (let participant = 0; participant < 4; participant += 1)
        for (const { item: place, condition } of dealItems(count, 2, count, participant))
          expect(condition).toBe((place + participant) % 2);
  });
});

describe('the plan of a study session', () => {
  const studies = fc
    .record({
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      order: fc.constantFrom('random', 'fixed'),
      main: fc.integer({ min: 1, max: 15 }),
      practice: fc.integer({ min: 0, max: 3 }),
      itemsEach: fc.option(fc.integer({ min: 1, max: 15 })),
      checks: fc.integer({ min: 0, max: 3 }),
      every: fc.integer({ min: 1, max: 6 }),
      breakEvery: fc.option(fc.integer({ min: 1, max: 6 })),
      instructions: fc.boolean(),
      number: fc.integer({ min: 0, max: 30 }),
    })
    .map(({ main, practice, checks, every, number, ...rest }) => ({
      number,
      study: study({ ...rest, main: items(main), practice: items(practice), attention: { checks, every } }),
    }));

  it('follows from the study’s seed and the number alone', () => {
    fc.assert(
      fc.property(studies, ({ study: of, number }) => {
        expect(planStudySession(of, number)).toEqual(planStudySession(structured(of), number));
      }),
    );
    const of = study({});
    expect(planStudySession(of, 1)).not.toEqual(planStudySession(of, 3));
    expect(planStudySession(of, 1)).not.toEqual(planStudySession({ ...of, seed: 4 }, 1));
  });

  it('holds practice before everything that counts and never twice, and options in some order of all', () => {
    fc.assert(
      fc.property(studies, ({ study: of, number }) => {
        const plan = planStudySession(of, number);
        const ids = [...itemsIn(plan, 'practice'), ...itemsIn(plan)].map(({ itemId }) => itemId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(itemsIn(plan, 'practice').map(({ itemId }) => itemId)).toEqual(
          of.practice.map(({ id }) => id),
        );
        const order = kinds(plan);
        if (of.practice.length > 0) expect(order.lastIndexOf('practice')).toBe(order.indexOf('start') - 1);
        else expect(order).not.toContain('start');
        expect(order.indexOf('instructions')).toBe(of.instructions ? 0 : -1);
        for (const entry of itemsIn(plan)) {
          expect([...entry.images].sort((a, b) => a - b)).toEqual([0, 1, 2, 3]);
          expect(entry.contents).toEqual(['content-0', 'content-1', 'content-2', 'content-3']);
          expect(Object.keys(entry.options).sort()).toEqual(['choose', 'match']);
          for (const given of Object.values(entry.options))
            expect([...given].sort()).toEqual(options.map(({ id }) => id));
        }
      }),
    );
  });

  it('has an attention check after a number of items and a break between them', () => {
    fc.assert(
      fc.property(studies, ({ study: of, number }) => {
        const plan = planStudySession(of, number);
        const { checks, every } = of.attention;
        let seen = 0;
        for (const [place, entry] of plan.entries()) {
          if (entry.kind !== 'item' || entry.purpose !== 'main') continue;
          seen += 1;
          const isCheck = checks > 0 && seen % every === 0;
          const isBreak = of.breakEvery !== null && seen % of.breakEvery === 0 && seen < itemsIn(plan).length;
          const next = plan.slice(place + 1, place + 1 + Number(isCheck) + Number(isBreak));
          expect(kinds(next)).toEqual([...(isCheck ? ['attention'] : []), ...(isBreak ? ['break'] : [])]);
        }
        const used = plan.flatMap((entry) => (entry.kind === 'attention' ? [entry.check] : []));
        // Each check once before any comes again.
        if (checks > 0)
          for (let at = 0; at < used.length; at += checks)
            expect(new Set(used.slice(at, at + checks)).size).toBe(Math.min(checks, used.length - at));
      }),
    );
  });

  it('asks follow-up questions in a second pass: every item once, then those that have any, in the same order', () => {
    fc.assert(
      fc.property(
        studies,
        fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
        ({ study: of, number }, has) => {
          const main = of.main.map((each, place) =>
            has[place] === true ? each : { ...each, steps: () => [CHOICE] },
          );
          const one = planStudySession({ ...of, main }, number);
          const two = planStudySession({ ...of, main, followUps: 'second_pass' }, number);
          const followed = new Set<string>(
            main.flatMap((each) => (each.steps('').length > 1 ? [each.id] : [])),
          );
          const at = kinds(two).indexOf('second_pass');
          const passes = at === -1 ? [two, []] : [two.slice(0, at), two.slice(at + 1)];
          const [first, second] = passes.map((pass) => itemsIn(pass));
          expect(first?.map(({ itemId }) => itemId)).toEqual(itemsIn(one).map(({ itemId }) => itemId));
          expect(second?.map(({ itemId }) => itemId)).toEqual(
            itemsIn(one).flatMap(({ itemId }) => (followed.has(itemId) ? [itemId] : [])),
          );
          expect(at === -1).toBe(second?.length === 0);
          for (const { itemId, condition, images, options: given, part } of [
            ...(first ?? []),
            ...(second ?? []),
          ]) {
            const whole = itemsIn(one).find((each) => each.itemId === itemId);
            // Whatever is drawn for the participant is the same in both passes, and as it would be in one.
            expect([condition, images]).toEqual([whole?.condition, whole?.images]);
            const asked = part === 'first' ? ['choose'] : ['match'];
            expect(Object.keys(given)).toEqual(asked);
            for (const step of asked) expect(given[step]).toEqual(whole?.options[step]);
          }
          // Practice tells the answers anyhow.
          expect(itemsIn(two, 'practice')).toEqual(itemsIn(one, 'practice'));
          expect(itemsIn(one).every(({ part }) => part === undefined)).toBe(true);
          for (const pass of passes) {
            const order = kinds(pass).filter((kind) => kind !== 'instructions' && kind !== 'start');
            expect(order.at(-1)).not.toBe('break');
            expect(order.filter((kind) => kind === 'attention')).toHaveLength(
              of.attention.checks > 0 ? Math.floor(itemsIn(pass).length / of.attention.every) : 0,
            );
          }
        },
      ),
    );
  });

  it('keeps the study’s order where it is fixed, and gives each participant their own where it is not', () => {
    const of = study({ order: 'fixed' });
    const ids = of.main.map(({ id }) => id);
    for (const number of [1, 2, 5])
      expect(itemsIn(planStudySession(of, number)).map(({ itemId }) => itemId)).toEqual(ids);
    const orders = [1, 2, 3, 4].map((number) =>
      itemsIn(planStudySession(study({ main: of.main }), number))
        .map(({ itemId }) => itemId)
        .join(),
    );
    expect(new Set(orders).size).toBe(4);
  });

  it('leaves images in their order where something is asked of the first', () => {
    const first = item([CELL, MATCHING], 5);
    const matched = item([MATCHING], 5);
    const plain = item([CHOICE], 5);
    const of = study({ main: [first, matched, plain], conditions: ['only'] });
    const orders = (id: ItemId): string[] =>
      [1, 2, 3, 4, 5, 6].map((number) =>
        (itemsIn(planStudySession(of, number)).find(({ itemId }) => itemId === id)?.images ?? []).join(),
      );
    expect(new Set(orders(first.id))).toEqual(new Set(['0,1,2,3,4']));
    expect(new Set(orders(plain.id))).toEqual(new Set(['0,1,2,3,4']));
    expect(new Set(orders(matched.id)).size).toBeGreaterThan(1);
  });

  it('gives a curator who tries it out what the first participant is dealt', () => {
    const of = study({ itemsEach: 4, order: 'fixed' });
    const dealt = (number: number): unknown[] =>
      itemsIn(planStudySession(of, number)).map(({ itemId, condition }) => [itemId, condition]);
    expect(dealt(0)).toEqual(dealt(1));
    expect(dealt(2)).not.toEqual(dealt(1));
  });
});

it('the study’s own order is all items, in an order that its seed says', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect([...studyOrder(numbers, 1)].sort((a, b) => a - b)).toEqual(numbers);
  expect(studyOrder(numbers, 1)).toEqual(studyOrder(numbers, 1));
  expect(studyOrder(numbers, 1)).not.toEqual(studyOrder(numbers, 2));
  expect(studyOrder(numbers, 1)).not.toEqual(numbers);
});

/** The same study as other objects: nothing may hang on which objects they are. */
function structured(of: PlannedStudy): PlannedStudy {
  const copy = (each: PlannedItem): PlannedItem => ({
    ...each,
    steps: (condition) => each.steps(condition),
  });
  return { ...of, main: of.main.map(copy), practice: of.practice.map(copy) };
}
