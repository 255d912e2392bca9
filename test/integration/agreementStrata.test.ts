import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../shared/statistics/random.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { choices, rate, tableOf } from '../helpers/ratedCasebook.ts';
import { found, names, report } from '../helpers/agreementReports.ts';

describe('figures by stratum, filter and image', () => {
  it('are given by stratum and under a filter', async () => {
    await using open = await freshCasebook('generic');
    const rated = [
      ...tableOf(
        'kind',
        ['ana', 'bo'],
        [
          ['a', 'a'],
          ['b', 'b'],
          ['a', 'b'],
          ['b', 'a'],
        ],
      ),
    ];
    const splits = ['train', 'train', 'test', undefined];
    const { items } = await rate(open, {
      vocabulary: choices({ kind: ['a', 'b'] }),
      items: rated.map((item, at) => ({ ...item, ...(splits[at] !== undefined && { split: splits[at] }) })),
    });
    const figures = await report(open, { field: 'kind', stratum: 'split' });
    expect(
      figures.strata.map(({ value, items: count, coefficients }) => [
        value,
        count,
        coefficients['percent_agreement']?.value,
      ]),
    ).toEqual([
      ['test', 1, 0],
      ['train', 2, 1],
      [null, 1, 0],
    ]);
    expect(await report(open, { field: 'kind', filter: { ids: items.slice(0, 3) } })).toMatchObject({
      items: 3,
      coefficients: { percent_agreement: { value: expect.closeTo(2 / 3, 12) } },
    });
    expect(names(await found(open, 'kind', { kind: 'stratum', stratum: 'split', value: null }))).toEqual([
      'item-4',
    ]);
    expect((await open.agreement.choices())[0]?.strata).toEqual([{ name: 'split', title: 'Split' }]);
  });

  it('take items of one image as one: the intervals are wider, and the report says of how many images', async () => {
    const random = seededRandom(4);
    const said = Array.from({ length: 100 }, (_, item) => {
      // Ten items share an image, and on some images raters always agree.
      const same = random() < (Math.floor(item / 10) % 2 === 0 ? 0.95 : 0.5);
      return ['a', same ? 'a' : 'b'];
    });
    const figuresFor = async (photographs: number) => {
      await using open = await freshCasebook('generic');
      await rate(open, {
        vocabulary: choices({ kind: ['a', 'b'] }),
        items: tableOf('kind', ['ana', 'bo'], said),
        photographs,
        width: 32,
        height: 32,
      });
      return await report(open, { field: 'kind' });
    };
    const [alone, shared] = [await figuresFor(0), await figuresFor(25)];
    expect([alone.groups, shared.groups]).toEqual([100, 25]);
    expect(alone.coefficients['percent_agreement']?.method).toBe('wilson');
    expect(shared.coefficients['percent_agreement']?.method).toBe('score');
    expect(shared.coefficients['percent_agreement']?.value).toBe(
      alone.coefficients['percent_agreement']?.value,
    );
    expect(shared.coefficients['percent_agreement']?.ci95).not.toEqual(
      alone.coefficients['percent_agreement']?.ci95,
    );
  });

  it.each([
    ['a task', { task: 'x', field: 'kind' }, 'annotate'],
    ['a field', { field: 'x' }, 'kind'],
    ['a stratum', { field: 'kind', stratum: 'x' }, 'label'],
    ['a coefficient', { field: 'kind', coefficients: ['box_f1'] }, 'cohen_kappa'],
  ])('name what there is where %s is asked for that does not exist', async (_what, request, there) => {
    await using open = await freshCasebook('generic');
    await rate(open, { vocabulary: choices({ kind: ['a', 'b'] }), items: [] });
    await expect(report(open, request)).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining(there),
    });
  });
});
