import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AssignableItem,
  type AssignmentPlan,
  type AssignmentRequest,
  planAssignments,
} from '../../shared/domain/assignment.ts';

type Request = AssignmentRequest<string, string>;
type Plan = AssignmentPlan<string, string>;

const people = (count: number, load = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${String(index)}`, load }));
const everybody = (count: number): string[] => people(count).map(({ id }) => id);
const items = (count: number): AssignableItem<string, string>[] =>
  Array.from({ length: count }, (_, index) => ({ id: `i${String(index)}`, raters: [] }));
const request = (overrides: Partial<Request>): Request => ({
  items: items(12),
  people: people(3),
  overlap: 2,
  order: 'fixed',
  seed: 1,
  ...overrides,
});

/** Who gets an item. */
const takers = (plan: Plan, item: string): string[] =>
  plan.people.filter((each) => each.items.includes(item)).map(({ id }) => id);

/** Everybody's work in the end. */
const totals = (asked: Request, plan: Plan): Record<string, number> =>
  Object.fromEntries(
    plan.people.map(({ id, items: own }) => [
      id,
      own.length + (asked.people.find((each) => each.id === id)?.load ?? 0),
    ]),
  );
const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** Requests in which some people have some of the items already, and other work besides. */
const requests: fc.Arbitrary<Request> = fc
  .record({
    team: fc.integer({ min: 1, max: 6 }),
    count: fc.integer({ min: 0, max: 25 }),
    overlap: fc.integer({ min: 1, max: 4 }),
    order: fc.constantFrom('fixed', 'random'),
    seed: fc.integer({ min: 0, max: 0xffff_ffff }),
  })
  .chain(({ team, count, ...rest }) =>
    fc.record({
      items: fc
        .array(fc.uniqueArray(fc.integer({ min: 0, max: team }), { maxLength: 3 }), {
          minLength: count,
          maxLength: count,
        })
        .map((raters) =>
          raters.map((each, index) => ({
            id: `i${String(index)}`,
            raters: each.map((person) => `p${String(person)}`),
          })),
        ),
      people: fc
        .array(fc.integer({ min: 0, max: 30 }), { minLength: team, maxLength: team })
        .map((loads) => loads.map((load, index) => ({ id: `p${String(index)}`, load }))),
      overlap: fc.constant(rest.overlap),
      order: fc.constant(rest.order),
      seed: fc.constant(rest.seed),
    }),
  );

/** The least sum of squared loads that any way of giving the items out has, by trying them all. */
function leastSquares(asked: Request): number {
  const loads = new Map(asked.people.map(({ id, load }) => [id, load]));
  const place = (at: number): number => {
    const item = asked.items[at];
    if (item === undefined) return [...loads.values()].reduce((sum, load) => sum + load ** 2, 0);
    const free = asked.people.map(({ id }) => id).filter((id) => !item.raters.includes(id));
    const missing = Math.min(free.length, Math.max(0, asked.overlap - item.raters.length));
    let least = Number.POSITIVE_INFINITY;
    for (const chosen of choices(free, missing)) {
      for (const id of chosen) loads.set(id, (loads.get(id) ?? 0) + 1);
      least = Math.min(least, place(at + 1));
      for (const id of chosen) loads.set(id, (loads.get(id) ?? 0) - 1);
    }
    return least;
  };
  return place(0);
}

function choices(from: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return from.flatMap((first, index) =>
    choices(from.slice(index + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

describe('a plan of assignments', () => {
  it('gives every item to as many as asked for, counting who has it already, and to nobody twice', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const plan = planAssignments(asked);
        let given = 0;
        for (const item of asked.items) {
          const got = takers(plan, item.id);
          for (const id of got) expect(item.raters).not.toContain(id);
          const free = asked.people.filter(({ id }) => !item.raters.includes(id)).length;
          const missing = Math.max(0, asked.overlap - item.raters.length);
          expect(got).toHaveLength(Math.min(missing, free));
          given += got.length;
        }
        for (const each of plan.people) expect(new Set(each.items).size).toBe(each.items.length);
        expect(plan.people.reduce((sum, each) => sum + each.items.length, 0)).toBe(given);
        expect(plan.complete).toBe(asked.items.filter(({ raters }) => raters.length >= asked.overlap).length);
        expect(plan.short).toBe(
          asked.items.filter(({ id, raters }) => raters.length + takers(plan, id).length < asked.overlap)
            .length,
        );
        expect(plan.items).toBe(asked.items.filter(({ id }) => takers(plan, id).length > 0).length);
      }),
    );
  });

  it('levels the work: the difference between people is at most 1 beyond what was there', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const free: Request = { ...asked, items: asked.items.map(({ id }) => ({ id, raters: [] })) };
        const before = spread(free.people.map(({ load }) => load));
        expect(spread(Object.values(totals(free, planAssignments(free))))).toBeLessThanOrEqual(
          Math.max(1, before),
        );
      }),
    );
  });

  it('is as level as can be, also where some have some of the items already', () => {
    // Few can take each item: who is free where is what decides.
    const scarce: fc.Arbitrary<Request> = fc.integer({ min: 3, max: 5 }).chain((team) =>
      fc.record({
        items: fc
          .array(fc.subarray(everybody(team), { minLength: team - 3, maxLength: team - 1 }), { maxLength: 7 })
          .map((raters) => raters.map((each, index) => ({ id: `i${String(index)}`, raters: each }))),
        people: fc
          .array(fc.integer({ min: 0, max: 3 }), { minLength: team, maxLength: team })
          .map((loads) => loads.map((load, index) => ({ id: `p${String(index)}`, load }))),
        overlap: fc.integer({ min: team - 2, max: team }),
        order: fc.constant('fixed' as const),
        seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      }),
    );
    fc.assert(
      fc.property(scarce, (asked) => {
        const squares = Object.values(totals(asked, planAssignments(asked))).reduce(
          (sum, total) => sum + total ** 2,
          0,
        );
        expect(squares).toBe(leastSquares(asked));
      }),
      { numRuns: 500 },
    );
  });

  it('passes work on through others where nobody can take it directly', () => {
    // Each block can be taken by two neighbours only, in a row of four people.
    const block = (from: number, count: number, free: readonly string[]) =>
      Array.from({ length: count }, (_, index) => ({
        id: `i${String(from + index)}`,
        raters: everybody(4).filter((id) => !free.includes(id)),
      }));
    const asked = request({
      overlap: 3,
      people: people(4),
      items: [...block(0, 8, ['p0', 'p1']), ...block(8, 8, ['p1', 'p2']), ...block(16, 8, ['p2', 'p3'])],
    });
    expect(totals(asked, planAssignments(asked))).toEqual({ p0: 6, p1: 6, p2: 6, p3: 6 });
  });

  it('is the same for the same request, in whatever order the people are named', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const plan = planAssignments(asked);
        expect(planAssignments(asked)).toEqual(plan);
        expect(planAssignments({ ...asked, people: asked.people.toReversed() })).toEqual(plan);
      }),
    );
  });

  it('keeps the order of import for everybody when fixed', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const positions = new Map(asked.items.map(({ id }, index) => [id, index]));
        for (const { items: own } of planAssignments({ ...asked, order: 'fixed' }).people) {
          const order = own.map((id) => positions.get(id) ?? -1);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('gives everybody an order of their own when random, of the same items as when fixed', () => {
    const asked = request({ items: items(60), people: people(3), overlap: 3, seed: 7 });
    const fixed = planAssignments(asked);
    const random = planAssignments({ ...asked, order: 'random' });
    const orders = random.people.map((each) => each.items.join(' '));
    expect(new Set([...orders, ...fixed.people.map((each) => each.items.join(' '))]).size).toBe(4);
    for (const [index, each] of random.people.entries())
      expect(each.items.toSorted()).toEqual(fixed.people[index]?.items.toSorted());
  });

  it('lets the seed decide who works with whom', () => {
    const pairs = (seed: number) => {
      const plan = planAssignments(request({ items: items(60), people: people(6), seed }));
      return items(60).map(({ id }) => takers(plan, id).join('+'));
    };
    expect(pairs(1)).not.toEqual(pairs(2));
    // Of the 15 pairs that six people form, not only three over and over.
    expect(new Set(pairs(1)).size).toBeGreaterThan(8);
  });

  it('gives somebody new what the others have done more of', () => {
    const asked = request({
      items: items(30),
      people: [...people(2, 20), { id: 'p2', load: 0 }],
      overlap: 1,
    });
    const plan = planAssignments(asked);
    expect(spread(Object.values(totals(asked, plan)))).toBeLessThanOrEqual(1);
  });
});
