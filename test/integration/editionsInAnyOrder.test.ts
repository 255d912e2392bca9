import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import { VALIDATE, validators } from '../helpers/validators.ts';

const fix = { verdict: 'fix', reason: 'the question is unclear' };

type Team = Awaited<ReturnType<typeof validators>>;

const one = ({ items }: Team): ItemId => present(items[0]);

describe('giving items out', () => {
  it('to a reviewer keeps from them what others said until they have answered', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.rey]);
    await team.answer(team.bo, item, { ...fix, question: 'A question proposed by another rater' });
    const seen = JSON.stringify([
      await team.rey.window.annotations.open({ itemId: item, task: VALIDATE }),
      await team.rey.window.annotations.versions({ itemId: item, task: VALIDATE }),
      await team.rey.window.items.get({ id: item }),
      await team.rey.window.validation.toFix({ offset: 0, limit: 10 }),
      (await team.rey.window.history.list({ limit: 100 })).events.filter(({ kind }) => kind !== 'assign'),
    ]);
    expect(seen).not.toContain('proposed by another rater');
    expect(seen).not.toContain(fix.reason);
    await team.answer(team.rey, item, fix);
    const own = await team.rey.window.annotations.versions({ itemId: item, task: VALIDATE });
    expect(own.map(({ person }) => person)).toEqual(['rey by name', 'bo by name']);
  });
});

describe('editions, answers and decisions in any order', () => {
  let team: Team;
  beforeAll(async () => {
    team = await validators(0);
  });
  afterAll(async () => {
    await team[Symbol.asyncDispose]();
  });

  type Step =
    | { readonly do: 'answer'; readonly by: 'bo' | 'cy'; readonly verdict: 'accept' | 'fix' | 'reject' }
    | { readonly do: 'decide'; readonly verdict: 'accept' | 'fix' }
    | { readonly do: 'fix' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        by: fc.constantFrom('bo' as const, 'cy' as const),
        verdict: fc.constantFrom('accept' as const, 'fix' as const, 'reject' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        verdict: fc.constantFrom('accept' as const, 'fix' as const),
      }),
    },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'fix' }) },
  );

  /** The state after these steps, worked out from what was done since the last fix alone. */
  const expected = (done: readonly Step[]) => {
    const since = done.slice(done.findLastIndex((each) => each.do === 'fix') + 1);
    const said = new Map(since.flatMap((each) => (each.do === 'answer' ? [[each.by, each.verdict]] : [])));
    const decision = since.findLast((each) => each.do === 'decide');
    if (decision !== undefined) return { ratings: 'decided', verdict: decision.verdict };
    if (said.size === 0) return { ratings: null, verdict: null };
    if (said.size === 1) return { ratings: 'waiting', verdict: null };
    const [first, second] = [said.get('bo'), said.get('cy')];
    return first === second
      ? { ratings: 'unanimous', verdict: first }
      : { ratings: 'disputed', verdict: null };
  };

  it('stand as if nothing had been said before the last fix', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        number += 1;
        const [made = {}] = generatedItems(1);
        const id = `run-${String(number)}`;
        await team.importItems([{ ...made, id, image: `${id}.jpg` } satisfies JsonObject]);
        const item = present(
          team.database
            .prepare<[string], ItemId>('SELECT id FROM item WHERE external_id = ?')
            .pluck()
            .get(id),
        );
        await team.assign([team.bo, team.cy], [item]);
        const done: Step[] = [];
        let fixes = 0;
        for (const each of steps) {
          const { ratings } = expected(done);
          // Who answers while a decision stands changes what it decided between; that is said of elsewhere.
          if (each.do === 'answer' && ratings === 'decided') continue;
          if (each.do === 'decide' && ratings !== 'disputed') continue;
          if (each.do === 'answer') await team.answer(team[each.by], item, { verdict: each.verdict });
          else if (each.do === 'decide') await team.decide(team.ed, item, { verdict: each.verdict });
          else {
            fixes += 1;
            await team.fix(team.ray, item, { question: `Question ${String(fixes)} of ${id}?` });
          }
          done.push(each);
          const itemStatus = await team.itemStatus(item);
          const { ratings: found, verdict } = expected(done);
          expect(itemStatus.ratings).toBe(found);
          const gold = team.database
            .prepare<[string], string | null>(
              `SELECT a.payload ->> 'verdict' FROM item i LEFT JOIN annotation a ON a.id = i.gold_annotation_id WHERE i.id = ?`,
            )
            .pluck()
            .get(item);
          expect(gold ?? null).toBe(verdict);
          expect(itemStatus.payload['question']).toBe(
            fixes === 0 ? made['question'] : `Question ${String(fixes)} of ${id}?`,
          );
          const editions = await team.ray.window.validation.editions({ itemId: item });
          expect(editions).toHaveLength(fixes + 1);
          // Nothing that was said is gone.
          const rated = editions.reduce((sum, { ratings: count }) => sum + count, 0);
          expect(rated).toBe(done.filter((past) => past.do !== 'fix').length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
