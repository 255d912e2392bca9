import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { noPostgres } from '../helpers/hub.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';
import { runs } from '../helpers/runs.ts';

const COMPUTERS = ['desk', 'laptop', 'tablet'] as const;
type Computer = (typeof COMPUTERS)[number];

/** Ana answers at one of her computers, or one of them exchanges with the hub. */
type Step = { readonly at: Computer; readonly answers: 'a' | 'b' | 'c' } | { readonly at: Computer };

const computer = fc.constantFrom(...COMPUTERS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: computer, answers: fc.constantFrom('a' as const, 'b' as const, 'c' as const) }),
  fc.record({ at: computer }),
);

/** The answer to an item that counts in a copy: the last one submitted. */
const counting = ({ services: { casebook } }: Member, item: ItemId): unknown =>
  casebook.database
    .prepare(
      `SELECT id, payload ->> 'kind' AS kind FROM annotation WHERE item_id = ? AND state = 'submitted'
       ORDER BY version DESC LIMIT 1`,
    )
    .get(item);

describe.skipIf(noPostgres !== null)('one person who goes on at several computers again and again', () => {
  it('has the same last answer everywhere, in whatever order they exchange', async () => {
    await using team = await startTeam();
    /** No two answers are of one moment. */
    let passed = 0;
    const now = (): number => Date.now() + passed;
    const members = new Map<Computer, Member>();
    for (const each of COMPUTERS) members.set(each, await team.join('ana', { now }));
    const at = (each: Computer): Member => members.get(each) ?? team.mara;
    const everybody = [...members.values(), team.mara];
    const counts = async (item: ItemId, steps: readonly Step[]): Promise<unknown[]> => {
      for (const each of steps)
        if ('answers' in each) {
          passed += 10;
          answer(at(each.at).services, 'ana', item, { kind: each.answers }, null);
        } else await at(each.at).exchange();
      for (let round = 0; round < 2; round += 1) for (const each of everybody) await each.exchange();
      return everybody.map((each) => counting(each, item));
    };
    // They part for a second time where one of them has a version more than the other.
    const twice: Step[] = [
      { at: 'desk', answers: 'a' },
      { at: 'laptop', answers: 'b' },
      { at: 'laptop' },
      { at: 'desk' },
      { at: 'laptop' },
      { at: 'desk', answers: 'c' },
      { at: 'laptop', answers: 'a' },
      { at: 'desk' },
      { at: 'laptop' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Item 1', 'Item 2', 'Item 3'),
        fc.array(step, { minLength: 3, maxLength: 9 }),
        async (name, steps) => {
          const found = await counts(itemBy(at('desk').services, name), steps);
          expect(found).toEqual(found.map(() => found[0]));
        },
      ),
      { numRuns: runs(15), examples: [['Item 1', twice]], endOnFailure: true },
    );
  });

  it('has nothing more to resolve where each answer follows the last one that counts', async () => {
    await using team = await startTeam();
    const [desk, laptop] = [await team.join('ana'), await team.join('ana')];
    const item = itemBy(desk.services, 'Item 1');
    const open = ({ services }: Member): number => services.merging.conflicts().length;
    answer(desk.services, 'ana', item, { kind: 'a' }, null);
    answer(laptop.services, 'ana', item, { kind: 'b' }, null);
    for (const each of [desk, laptop, desk, team.mara]) await each.exchange();
    const everybody = [desk, laptop, team.mara];
    const before = everybody.map(open);
    // At the desk it is the third answer, at the laptop the second.
    answer(desk.services, 'ana', item, { kind: 'c' }, null);
    for (const each of [desk, laptop, team.mara]) await each.exchange();
    answer(laptop.services, 'ana', item, { kind: 'a' }, null);
    for (const each of [laptop, desk, team.mara]) await each.exchange();
    expect(everybody.map((each) => counting(each, item))).toMatchObject([
      { kind: 'a' },
      { kind: 'a' },
      { kind: 'a' },
    ]);
    for (const [at, each] of everybody.entries()) expect(open(each)).toBeLessThanOrEqual(before[at] ?? 0);
  });
});
