import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { answer, base, itemBy, shelf, type Shelf } from '../helpers/branches.ts';
import { temporaryFolder } from '../helpers/core.ts';

const COPIES = ['one', 'two', 'three'] as const;
type Copy = (typeof COPIES)[number];

/** Ana answers in one of her copies, or one of them takes in another. */
type Step =
  { readonly at: Copy; readonly answers: 'a' | 'b' | 'c' } | { readonly at: Copy; readonly takesIn: Copy };

const copy = fc.constantFrom(...COPIES);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: copy, answers: fc.constantFrom('a' as const, 'b' as const, 'c' as const) }),
  fc.record({ at: copy, takesIn: copy }).filter(({ at, takesIn }) => at !== takesIn),
);

const take = async (on: Shelf, { at, ...what }: Step): Promise<void> => {
  if ('takesIn' in what) await on.merge(at, what.takesIn);
  else await on.use(at, (open) => answer(open, 'ana', itemBy(open, 'item-1'), { kind: what.answers }, null));
};

/** Every copy takes in every other, until nothing is new to any. */
async function settle(on: Shelf): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    for (const at of COPIES) for (const takesIn of COPIES) if (at !== takesIn) await on.merge(at, takesIn);
}

/** The answer that counts: the last one submitted. */
const counting = ({ casebook: { database } }: Services): unknown =>
  database
    .prepare(
      "SELECT id, payload ->> 'kind' AS kind FROM annotation WHERE state = 'submitted' ORDER BY version DESC LIMIT 1",
    )
    .get();

describe('one person who goes on in several copies again and again', () => {
  it('has the same last answer in all of them, in whatever order they take in one another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        using folder = temporaryFolder();
        const on = shelf(folder);
        await base(on);
        for (const name of COPIES) on.copy('base', name);
        for (const each of steps) await take(on, each);
        await settle(on);
        const counts = [];
        for (const name of COPIES) counts.push(await on.use(name, counting));
        expect(counts).toEqual([counts[0], counts[0], counts[0]]);
      }),
      { numRuns: 40 },
    );
  });
});
