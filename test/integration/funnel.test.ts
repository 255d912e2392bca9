import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Funnel, FunnelGroup } from '../../shared/contract/validation.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { StageOutcome, ValidationStage } from '../../shared/domain/status.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { ACCEPTED, FIX, REJECT, validationRounds } from '../helpers/validationRounds.ts';

const COUNT = 10;

/**
 * Ten items: 0 fails the shortcut gate, 1 the audit, 2 both; 3 is sent back in round 1, 4 rejected, on 5 raters differ;
 * 6 is rejected in round 2; 7 is accepted; 8 waits to be accepted, 9 waits for round 1.
 */
async function onTheirWay() {
  const made = await validationRounds(COUNT);
  const { item } = made;
  await made.importItems(
    generatedItems(COUNT).map((each, place) => ({
      ...each,
      domain: place < 6 ? 'Plants' : place < 9 ? 'Animals' : null,
      ...(place < 3 && {
        audit: [
          {
            auditor: 'a',
            quality: place === 0 ? 5 : 1,
            shortcut: { solved: place === 1 ? 0 : 3, of: 4 },
          },
        ],
      }),
    })),
  );
  await made.assign([made.bo, made.cy], [3, 4, 5, 6, 7, 8].map(item));
  for (const place of [3, 4, 5, 6, 7, 8]) {
    const said = place === 3 ? FIX : place === 4 ? REJECT : ACCEPTED;
    await made.answer(made.bo, item(place), said);
    await made.answer(made.cy, item(place), place === 5 ? FIX : said);
  }
  await made.assign([made.bo], [6, 7, 8].map(item), 2);
  for (const place of [6, 7, 8]) await made.answer(made.bo, item(place), place === 6 ? REJECT : ACCEPTED);
  await made.ana.window.items.setStatus({ items: { ids: [item(7)] }, status: 'accepted' });
  return made;
}

/** What people accept in both rounds though it failed a gate. */
async function acceptAllTheSame(made: Awaited<ReturnType<typeof onTheirWay>>, places: readonly number[]) {
  const ids = places.map((place) => made.item(place));
  await made.assign([made.bo, made.cy], ids);
  for (const id of ids) for (const who of [made.bo, made.cy]) await made.answer(who, id, ACCEPTED);
  await made.assign([made.bo], ids, 2);
  for (const id of ids) await made.answer(made.bo, id, ACCEPTED);
  await made.ana.window.items.setStatus({ items: { ids }, status: 'accepted' });
}

const table = ({ generated, stages }: FunnelGroup): unknown => [
  generated,
  ...stages.map(({ passed, failed, waiting }) => [passed, failed, waiting]),
];

describe('the funnel', () => {
  it('counts at each gate what failed none before it', async () => {
    await using made = await onTheirWay();
    const { all, reasons } = await made.ana.window.validation.funnel({ filter: {}, by: null });
    expect(all.stages.map(({ stage }) => stage)).toEqual(ValidationStage.options);
    expect(table(all)).toEqual([10, [1, 2, 7], [0, 1, 7], [3, 2, 2], [2, 1, 2], [1, 0, 3]]);
    expect(reasons).toEqual([
      { decision: 'reject', reason: 'duplicate', items: 2 },
      { decision: 'fix', reason: 'the question is unclear', items: 1 },
    ]);
  });

  it('is divided by a facet, the items without one last', async () => {
    await using made = await onTheirWay();
    const { groups } = await made.ana.window.validation.funnel({ filter: {}, by: 'domain' });
    expect(groups.map(({ value }) => value)).toEqual(['Plants', 'Animals', null]);
    expect(groups.map(table)).toEqual([
      [6, [1, 2, 3], [0, 1, 3], [0, 2, 1], [0, 0, 1], [0, 0, 1]],
      [3, [0, 0, 3], [0, 0, 3], [3, 0, 0], [2, 1, 0], [1, 0, 1]],
      [1, [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]],
    ]);
    await expect(made.ana.window.validation.funnel({ filter: {}, by: 'weather' })).rejects.toThrow(
      /cannot be divided by "weather"/u,
    );
  });

  it('is of the items that a filter finds', async () => {
    await using made = await onTheirWay();
    const { all, reasons } = await made.ana.window.validation.funnel({
      filter: { facets: { domain: ['Animals'] } },
      by: 'domain',
    });
    expect(table(all)).toEqual([3, [0, 0, 3], [0, 0, 3], [3, 0, 0], [2, 1, 0], [1, 0, 1]]);
    expect(reasons).toEqual([{ decision: 'reject', reason: 'duplicate', items: 1 }]);
  });

  it('counts every accepted item at the last gate, and says how many are despite a failed one', async () => {
    await using made = await onTheirWay();
    const { window } = made.ana;
    await acceptAllTheSame(made, [0, 1]);
    const { all } = await window.validation.funnel({ filter: {}, by: null });
    expect(all.stages.at(-1)).toEqual({ stage: 'accepted', passed: 3, failed: 0, waiting: 3, despite: 2 });
    const { accepted } = await window.validation.overview();
    expect(accepted).toBe(3);
  });

  it('opens with each bar the items that it counts', async () => {
    await using made = await onTheirWay();
    const { window } = made.ana;
    await acceptAllTheSame(made, [0]);
    const { all, groups, reasons } = await window.validation.funnel({ filter: {}, by: 'domain' });
    const found = async (filter: ItemFilter): Promise<number> =>
      (await window.items.list({ filter, sort: { by: 'imported', descending: false }, offset: 0, limit: 1 }))
        .total;
    for (const group of [all, ...groups.filter(({ value }) => value !== null)]) {
      const facets = group.value === null ? {} : { facets: { domain: [group.value] } };
      for (const counts of group.stages) {
        for (const outcome of StageOutcome.options) {
          const validation = { at: { stage: counts.stage, outcome: [outcome] } };
          expect([counts.stage, outcome, await found({ ...facets, validation })]).toEqual([
            counts.stage,
            outcome,
            counts[outcome],
          ]);
        }
      }
    }
    for (const { decision, reason, items } of reasons)
      expect(await found({ validation: { decision: [decision], reason: [reason] } })).toBe(items);
  });

  it('tells nobody of items that they have yet to answer, and nothing to anybody who only annotates', async () => {
    await using made = await onTheirWay();
    const { rey, item } = made;
    await made.ana.window.people.update({ id: rey.id, name: 'Rey', roles: ['reviewer', 'annotator'] });
    await made.assign([rey], [item(3)], 2);
    const of = (filter: ItemFilter): Promise<Funnel> => rey.window.validation.funnel({ filter, by: null });
    expect(table((await of({})).all)).toEqual([9, [1, 2, 6], [0, 1, 6], [3, 1, 2], [2, 1, 2], [1, 0, 3]]);
    expect((await of({ ids: [item(3)] })).all.generated).toBe(0);
    expect((await of({})).reasons).toEqual([{ decision: 'reject', reason: 'duplicate', items: 2 }]);
    const listed = await rey.window.items.list({
      filter: { validation: { at: { stage: 'first_round', outcome: ['failed'] } } },
      sort: { by: 'imported', descending: false },
      offset: 0,
      limit: 9,
    });
    expect(listed.rows.map(({ id }) => id)).toEqual([item(4)]);
    const asked = [
      made.bo.window.validation.funnel({ filter: {}, by: null }),
      made.bo.window.validation.overview(),
      made.bo.window.items.list({
        filter: { validation: { decision: ['accept'] } },
        sort: { by: 'assignment', descending: false },
        offset: 0,
        limit: 9,
      }),
      made.rey.window.validation.consistency({ first: 1, second: 2, resamples: 0, seed: 1 }),
    ];
    for (const refused of await Promise.allSettled(asked)) {
      const reason: unknown = refused.status === 'rejected' ? refused.reason : null;
      expect(reason).toBeInstanceOf(ORPCError);
      expect(reason).toMatchObject({ data: { code: 'forbidden' } });
    }
  });
});

describe('the overview', () => {
  it('counts what waits', async () => {
    await using made = await onTheirWay();
    const { item } = made;
    await made.assign([made.di], [item(0), item(8)], 3);
    await made.ana.window.casebooks.saveSettings({ promotion: 'adjudicated' });
    const expected = {
      items: COUNT,
      unassigned: 3,
      outstanding: 2,
      outdated: 0,
      disputed: 1,
      undecided: 0,
      toFix: 1,
      shortOfPromotion: 1,
      ready: 0,
      accepted: 0,
      rejected: 2,
      rounds: [1, 2, 3],
    };
    expect(await made.ana.window.validation.overview()).toEqual(expected);
    expect(await made.rey.window.validation.overview()).toEqual(expected);
    expect(await made.ed.window.validation.overview()).toEqual(expected);
    expect(made.services.validation.overview(everything)).toEqual(expected);
  });

  it('does not tell what became of an item that the caller has yet to answer', async () => {
    await using made = await onTheirWay();
    const { rey, item } = made;
    const before = await rey.window.validation.overview();
    await made.assign([rey], [item(8)], 3);
    const asked = await rey.window.validation.overview();
    for (const status of ['rejected', 'accepted', 'in_review'] as const)
      await made.ana.window.items.setStatus({ items: { ids: [item(8)] }, status });
    expect(await rey.window.validation.overview()).toEqual(asked);
    await made.ana.window.items.setStatus({ items: { ids: [item(8)] }, status: 'rejected' });
    expect(await rey.window.validation.overview()).toEqual(asked);
    expect((await made.ana.window.validation.overview()).rejected).toBe(before.rejected + 1);
  });
});
