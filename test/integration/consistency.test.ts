import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Consistency } from '../../shared/contract/validation.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { validationRounds } from '../helpers/validationRounds.ts';

const ITEMS = 8;
const VERDICTS = { a: 'accept', f: 'fix', r: 'reject' } as const;

/** A letter for each item: what was decided. */
type Said = readonly (keyof typeof VERDICTS)[];

interface Round {
  readonly verdicts: Said;
  readonly quality: readonly number[];
  readonly relations: readonly (readonly string[])[];
}

const FIRST: Round = {
  verdicts: ['a', 'a', 'a', 'f', 'f', 'r', 'r', 'a'],
  quality: [5, 5, 4, 3, 2, 1, 3, 4],
  relations: [['PR1'], ['PR1', 'PR2'], ['PR3'], [], ['PR4', 'PR5'], ['PR6'], ['PR1'], ['PR2']],
};
const SECOND: Round = {
  verdicts: ['a', 'a', 'f', 'f', 'f', 'r', 'a', 'a'],
  quality: [5, 4, 4, 2, 2, 1, 5, 4],
  relations: [['PR1'], ['PR1'], ['PR4'], [], ['PR5', 'PR6'], ['PR6'], ['PR1'], ['PR2']],
};

const answerOf = ({ verdicts, quality, relations }: Round, item: number): JsonObject => ({
  verdict: VERDICTS[verdicts[item] ?? 'a'],
  reason: 'r',
  quality: quality[item] ?? null,
  relations: [...(relations[item] ?? [])],
});

/** Bo answers two rounds, Cy the first one as Bo did the second. */
async function twice() {
  const made = await validationRounds(ITEMS);
  await made.assign([made.bo, made.cy]);
  for (const [place, id] of made.items.entries()) {
    await made.answer(made.bo, id, answerOf(FIRST, place));
    await made.answer(made.cy, id, answerOf(SECOND, place));
  }
  await made.assign([made.bo], made.items, 2);
  for (const [place, id] of made.items.entries()) await made.answer(made.bo, id, answerOf(SECOND, place));
  return made;
}

const OPTIONS = { first: 1, second: 2, resamples: 0, seed: 1 };

const fieldOf = (fields: readonly Consistency[], name: string): Consistency | undefined =>
  fields.find(({ field }) => field === name);

/** One less the observed distance over that of any two values that were given, as Krippendorff defines alpha. */
function alpha(
  first: readonly (readonly string[])[],
  second: readonly (readonly string[])[],
  distance: (a: readonly string[], b: readonly string[]) => number,
): number {
  const all = [...first, ...second];
  const observed = first.reduce((sum, one, at) => sum + 2 * distance(one, second[at] ?? []), 0) / all.length;
  let expected = 0;
  all.forEach((a, at) => all.forEach((b, other) => (expected += at === other ? 0 : distance(a, b))));
  return 1 - observed / (expected / (all.length * (all.length - 1)));
}

function masi(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((each) => b.includes(each)).length;
  const either = new Set([...a, ...b]).size;
  if (shared === either) return 0;
  const nested = shared === a.length || shared === b.length;
  return 1 - (shared === 0 ? 0 : nested ? 2 / 3 : 1 / 3) * (shared / either);
}

describe('consistency', () => {
  it('is each person against themselves, as computed by hand', async () => {
    await using made = await twice();
    const report = await made.ana.window.validation.consistency(OPTIONS);
    expect(report).toMatchObject({ first: 1, second: 2, outdated: 0 });
    expect(report.people.map(({ person, items }) => [person, items])).toEqual([['bo', ITEMS]]);
    const [bo] = report.people;
    const fields = bo?.fields ?? [];
    // Same on 6 of 8; by chance (4 · 4 + 2 · 3 + 2 · 1) / 64: (3/4 - 3/8) / (5/8).
    const verdict = fieldOf(fields, 'verdict');
    expect(verdict).toMatchObject({
      items: ITEMS,
      agreement: 6 / 8,
      coefficient: 'Cohen’s kappa',
      why: null,
    });
    expect(verdict?.value).toBeCloseTo(3 / 5, 12);
    // Squares of the differences: 6 / 8 observed, (8 · 105 + 8 · 107 - 2 · 27 · 27) / 64 by chance.
    const quality = fieldOf(fields, 'quality');
    expect(quality).toMatchObject({ agreement: 5 / 8, coefficient: 'Weighted kappa, quadratic' });
    expect(quality?.value).toBeCloseTo(95 / 119, 12);
    const relations = fieldOf(fields, 'relations');
    expect(relations).toMatchObject({ agreement: 5 / 8, coefficient: 'Alpha, MASI distance' });
    expect(relations?.value).toBeCloseTo(alpha(FIRST.relations, SECOND.relations, masi), 12);
    // Texts are not compared, and what nobody answered is not told.
    expect(fields.map(({ field }) => field)).toEqual(['verdict', 'quality', 'relations', 'gold']);
    expect(bo?.changed.map(({ id, from, to }) => [id, from, to])).toEqual([
      [made.item(2), 'accept', 'fix'],
      [made.item(6), 'reject', 'accept'],
    ]);
    expect(report.pooled).toEqual(fields);
  });

  it('is told in words where a figure is undefined', async () => {
    await using made = await twice();
    const { pooled } = await made.ana.window.validation.consistency(OPTIONS);
    const gold = fieldOf(pooled, 'gold');
    expect(gold?.agreement).toBe(1);
    if (gold?.value === null) expect(gold.why).toMatch(/\w/u);
    await using other = await validationRounds(2);
    for (const round of [1, 2]) {
      await other.assign([other.bo], other.items, round);
      for (const id of other.items) await other.answer(other.bo, id, answerOf(FIRST, 0));
    }
    const { pooled: same } = await other.ana.window.validation.consistency(OPTIONS);
    expect(fieldOf(same, 'verdict')).toMatchObject({
      agreement: 1,
      value: null,
      why: expect.stringMatching(/\w/u),
    });
  });

  it('is between people within a round too', async () => {
    await using made = await twice();
    const { between } = await made.ana.window.validation.consistency(OPTIONS);
    expect(between.map(({ round, raters }) => [round, raters])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    const verdict = fieldOf(between[0]?.fields ?? [], 'verdict');
    expect(verdict).toMatchObject({ items: ITEMS, agreement: 6 / 8, coefficient: 'Cohen’s kappa' });
    expect(verdict?.value).toBeCloseTo(3 / 5, 12);
    expect(between[1]?.fields).toEqual([]);
    // Whichever round is named first.
    const back = await made.ana.window.validation.consistency({ ...OPTIONS, first: 2, second: 1 });
    expect(back.people[0]?.changed.map(({ from, to }) => [from, to])).toEqual([
      ['fix', 'accept'],
      ['accept', 'reject'],
    ]);
  });

  it('of three people is alpha, and pools everybody’s pairs', async () => {
    await using made = await twice();
    await made.assign([made.bo, made.cy, made.di], made.items, 2);
    for (const [place, id] of made.items.entries()) {
      await made.answer(made.cy, id, answerOf(SECOND, place));
      await made.answer(made.di, id, answerOf(FIRST, place));
    }
    const { people, pooled, between } = await made.ana.window.validation.consistency(OPTIONS);
    expect(people.map(({ person, items }) => [person, items])).toEqual([
      ['bo', ITEMS],
      ['cy', ITEMS],
    ]);
    expect(fieldOf(people[1]?.fields ?? [], 'verdict')).toMatchObject({ agreement: 1, value: 1 });
    expect(fieldOf(pooled, 'verdict')).toMatchObject({ items: 2 * ITEMS, agreement: 14 / 16 });
    const verdict = fieldOf(between[1]?.fields ?? [], 'verdict');
    expect(verdict).toMatchObject({ coefficient: 'Krippendorff’s alpha', items: ITEMS });
    // Values of all 24: a 12, f 8, r 4; on the two items where they differ, two of three pairs do.
    const observed = (2 * (2 / 3)) / ITEMS;
    const expected = 1 - (12 * 11 + 8 * 7 + 4 * 3) / (24 * 23);
    expect(verdict?.value).toBeCloseTo(1 - observed / expected, 12);
  });

  it('has intervals where there are items enough, the same whenever it is asked', async () => {
    await using made = await twice();
    const asked = { ...OPTIONS, resamples: 200, seed: 5 };
    const report = await made.ana.window.validation.consistency(asked);
    expect(await made.ana.window.validation.consistency(asked)).toEqual(report);
    expect(fieldOf(report.pooled, 'verdict')).toMatchObject({
      interval: null,
      noInterval: 'Too few items for an interval: 8; at least 20 are needed.',
    });
    const [from = 1, to = 0] = fieldOf(report.pooled, 'verdict')?.agreementInterval ?? [];
    expect(from).toBeLessThan(6 / 8);
    expect(to).toBeGreaterThan(6 / 8);
    expect(fieldOf(report.pooled, 'relations')).toMatchObject({
      interval: null,
      noInterval: 'Too few items for an interval: 8; at least 20 are needed.',
    });
  });

  it('does not compare answers to different editions, and says how many there were', async () => {
    await using made = await twice();
    await made.fix(made.rey, made.item(0), { question: 'Which attribute is it?' });
    const asked = () => made.ana.window.validation.consistency(OPTIONS);
    expect(await asked()).toMatchObject({ outdated: 0, people: [{ items: ITEMS }] });
    await made.answer(made.bo, made.item(0), answerOf(SECOND, 0));
    const report = await asked();
    expect(report).toMatchObject({ outdated: 1, people: [{ items: ITEMS - 1 }] });
    // In the first round nobody has seen the new edition.
    expect(fieldOf(report.between[0]?.fields ?? [], 'verdict')?.items).toBe(ITEMS - 1);
  });

  it('names no item and counts none that the caller has yet to answer', async () => {
    await using made = await twice();
    await made.ana.window.people.update({
      id: made.ana.id,
      name: 'Ana',
      roles: ['curator', 'annotator'],
    });
    await made.assign([made.ana], [made.item(2)], 3);
    const { people } = await made.ana.window.validation.consistency(OPTIONS);
    expect(people[0]?.items).toBe(ITEMS - 1);
    expect(people[0]?.changed.map(({ id }) => id)).toEqual([made.item(6)]);
  });

  it('does not tell who said what to anybody who is to decide between them', async () => {
    await using made = await twice();
    await made.assign([made.cy], [made.item(6)], 3);
    await made.ana.window.people.update({ id: made.ana.id, name: 'Ana', roles: ['curator', 'adjudicator'] });
    const { people } = await made.ana.window.validation.consistency(OPTIONS);
    expect(people[0]?.items).toBe(ITEMS);
    expect(people[0]?.changed.map(({ id }) => id)).toEqual([made.item(2)]);
  });

  it('is not of one round with itself', async () => {
    await using made = await validationRounds(1);
    const asked = made.services.validation.consistency({ ...OPTIONS, second: 1 }, everything);
    await expect(asked).rejects.toThrow(/cannot be compared with itself/u);
  });

  it('finds nothing where nobody answered twice', async () => {
    await using made = await validationRounds(1);
    expect(await made.ana.window.validation.consistency(OPTIONS)).toEqual({
      first: 1,
      second: 2,
      people: [],
      pooled: [],
      between: [
        { round: 1, raters: 0, fields: [] },
        { round: 2, raters: 0, fields: [] },
      ],
      outdated: 0,
    });
  });
});
