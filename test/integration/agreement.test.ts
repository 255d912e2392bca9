import { rmSync } from 'node:fs';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core/app/createCore.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { AgreementReport } from '../../shared/contract/agreement.ts';
import { AgreementRequest, RatedItemsRequest } from '../../shared/contract/agreement.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import fleiss from '../fixtures/agreement/fleiss1971.json' with { type: 'json' };
import { freshCasebook } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import type { GivenItem, Rated } from '../helpers/ratedCasebook.ts';
import { choices, rate, tableOf } from '../helpers/ratedCasebook.ts';

type Open = Pick<Services, 'agreement'>;
type Request = Parameters<typeof AgreementRequest.parse>[0];

/** The figures of a field, as the command line asks for them. */
function report(open: Open, request: object): Promise<AgreementReport> {
  const parsed = AgreementRequest.parse({ task: 'annotate', bootstrap: 0, ...request } satisfies Request);
  return open.agreement.figures(parsed, everything, () => undefined, new AbortController().signal);
}

/** The external ids of the items behind a figure, in their order, with what the list says of each. */
async function found(open: Open, field: string, cell: object, more: object = {}) {
  const request = RatedItemsRequest.parse({
    task: 'annotate',
    field,
    cell,
    offset: 0,
    limit: 100,
    ...more,
  });
  return open.agreement.items(request, everything);
}
const names = ({ rows }: Awaited<ReturnType<typeof found>>): string[] =>
  rows.map(({ item }) => item.externalId);

const idOf = ({ people }: Rated, handle: string): PersonId =>
  present(people.get(handle), `There is nobody called ${handle}.`);

describe('figures from a casebook', () => {
  it('are Fleiss’s for the 30 patients of 1971', async () => {
    await using open = await freshCasebook('generic');
    const raters = ['one', 'two', 'three', 'four', 'five', 'six'];
    const rows = fleiss.counts.map((counts) =>
      counts.flatMap((count, at) => Array.from({ length: count }, () => fleiss.categories[at] ?? '')),
    );
    await rate(open, {
      vocabulary: choices({ diagnosis: fleiss.categories }),
      items: tableOf('diagnosis', raters, rows),
    });
    const figures = await report(open, { field: 'diagnosis', bootstrap: 200, seed: 7 });
    expect(figures.coefficients['fleiss_kappa']?.value).toBeCloseTo(0.43, 3);
    expect(figures).toMatchObject({
      level: 'nominal',
      round: 1,
      items: 30,
      pairable: 30,
      ratings: 180,
      seed: 7,
      resamples: 200,
      skew: null,
      categories: fleiss.categories,
    });
    expect(figures.raters.map(({ handle, ratings }) => [handle, ratings])).toEqual(
      raters.map((handle) => [handle, 30]),
    );
    expect(figures.pairs).toHaveLength(15);
    expect(figures.confusions).toHaveLength(15);
    expect(
      figures.perCategory.map(({ coefficients }) => coefficients['fleiss_kappa']?.value?.toFixed(3)),
    ).toEqual(['0.245', '0.245', '0.520', '0.471', '0.566']);
    expect(figures.coefficients['cohen_kappa']).toMatchObject({
      value: null,
      undefined: expect.stringContaining('two raters'),
      ci95: null,
    });
    const [low, high] = figures.coefficients['fleiss_kappa']?.ci95_bootstrap ?? [1, 0];
    expect(low).toBeLessThan(0.43);
    expect(high).toBeGreaterThan(0.43);
    expect(await report(open, { field: 'diagnosis', bootstrap: 200, seed: 7 })).toEqual(figures);
  });

  it('keep rounds apart, take the latest unless told, and leave out what was not rated', async () => {
    await using open = await freshCasebook('generic');
    const first = [
      ...tableOf(
        'kind',
        ['ana', 'bo'],
        [
          ['a', 'b'],
          ['a', 'a'],
          ['b', null],
          [null, null],
        ],
      ),
    ];
    const again = [
      ...tableOf(
        'kind',
        ['ana', 'bo'],
        [
          ['a', 'a'],
          ['b', 'b'],
        ],
        2,
      ),
    ];
    await rate(open, {
      vocabulary: choices({ kind: ['a', 'b'] }),
      items: first.map((item, at) => ({
        ...item,
        ratings: [...item.ratings, ...(again[at]?.ratings ?? [])],
      })),
    });
    expect(await report(open, { field: 'kind', round: 1 })).toMatchObject({
      round: 1,
      items: 3,
      pairable: 2,
      ratings: 5,
      coefficients: { percent_agreement: { value: 0.5 } },
    });
    expect(await report(open, { field: 'kind' })).toMatchObject({
      round: 2,
      items: 2,
      ratings: 4,
      coefficients: { percent_agreement: { value: 1 }, pabak: { value: 1 } },
    });
    expect((await open.agreement.choices())[0]).toMatchObject({
      task: 'annotate',
      fields: [
        { name: 'kind', level: 'nominal' },
        { name: 'regions', level: 'boxes' },
      ],
      rounds: [
        {
          round: 1,
          items: 3,
          raters: [
            { handle: 'ana', ratings: 3 },
            { handle: 'bo', ratings: 2 },
          ],
        },
        { round: 2, items: 2 },
      ],
    });
  });

  it('count only independent answers, and of them the categories that are offered', async () => {
    await using open = await freshCasebook('generic');
    await rate(open, {
      people: { bo: ['annotator'] },
      vocabulary: choices({ kind: ['c', 'a', 'b'] }),
      items: [
        {
          externalId: 'x',
          ratings: [
            { rater: 'ana', answer: { kind: 'a' } },
            { rater: 'bo', answer: { kind: 'zebra' } },
            { rater: 'cy', answer: { kind: 'b' }, dependent: true },
            { rater: 'di', answer: null },
          ],
        },
      ],
    });
    const figures = await report(open, { field: 'kind' });
    // As people came, no matter who answered first.
    expect(figures.raters.map(({ handle }) => handle)).toEqual(['bo', 'ana']);
    const [choice] = await open.agreement.choices();
    expect(choice?.rounds[0]?.raters.map(({ handle }) => handle)).toEqual(['bo', 'ana']);
    expect(figures.categories).toEqual(['c', 'a', 'b', 'zebra']);
    expect(figures.marginals.map(({ counts }) => counts)).toEqual([
      [0, 0, 0, 1],
      [0, 1, 0, 0],
    ]);
  });

  it('are in the words of the benchmark, and depend on what it offers', async () => {
    await using open = await freshCasebook();
    const clue = (id: string) => ({ id, text: 'two cups', deterministic: true });
    const box = (label: string) => ({ label, x: 0, y: 0, width: 50, height: 50 });
    await rate(open, {
      photographs: 1,
      items: ['one', 'two'].map((externalId) => ({
        externalId,
        ratings: [
          {
            rater: 'ana',
            answer: { label: true, scene: 'hotel', triage: 'needs_crop', clues: [clue('clue-1')] },
            boxes: [box('clue-1')],
          },
          {
            rater: 'bo',
            answer: { label: true, scene: 'attic', triage: 'keep', clues: [clue('other')] },
            boxes: [box('other')],
          },
        ],
      })),
    });
    const label = await report(open, { task: 'curate', field: 'label' });
    expect(label.categories).toEqual(['clued', 'unclued']);
    // Two are offered although only one was chosen.
    expect(label.coefficients['pabak']?.value).toBe(1);
    expect((await report(open, { task: 'curate', field: 'scene' })).categories).toEqual([
      'hotel',
      'dining',
      'karaoke bar',
      'attic',
    ]);
    expect((await report(open, { task: 'curate', field: 'triage' })).categories).toContain('needs crop');
    // Boxes count by what their label stands for, whatever each rater's clue is numbered.
    expect(await report(open, { task: 'curate', field: 'clues' })).toMatchObject({
      categories: ['deterministic clue'],
      coefficients: { box_f1: { value: 1 } },
    });
  });

  it('compare numbers as numbers, and tell texts from what they look like', async () => {
    await using open = await freshCasebook('generic');
    const number = { id: 'n', name: 'n', kind: 'number', minimum: 0, maximum: 10, required: false };
    const yesNo = { id: 'q', name: 'q', kind: 'yesno', required: false };
    await rate(open, {
      vocabulary: { imageAttributes: [number, yesNo], labels: [] },
      items: [
        ...tableOf(
          'n',
          ['ana', 'bo'],
          [
            [10, 9],
            [2, 2],
            [1, 'many'],
          ],
        ),
        ...[...tableOf('q', ['ana', 'bo'], [[true, 'true']])].map((item) => ({ ...item, externalId: 'q' })),
      ],
    });
    const numbers = await report(open, { field: 'n' });
    expect(numbers).toMatchObject({ level: 'interval', items: 3, pairable: 2, ratings: 5 });
    expect(numbers.categories).toEqual(['1', '2', '9', '10']);
    expect(numbers.marginals.map(({ counts }) => counts)).toEqual([
      [1, 1, 0, 1],
      [0, 1, 1, 0],
    ]);
    const list = await found(open, 'n', { kind: 'disagreement' });
    expect(list.rows.map(({ disagreement }) => disagreement)).toEqual([0.1]);
    const answers = await report(open, { field: 'q' });
    expect(answers.categories).toEqual(['yes', 'no', '"true"']);
    expect(answers.coefficients['percent_agreement']?.value).toBe(0);
  });

  it('of sets are given for each member too', async () => {
    await using open = await freshCasebook('generic');
    const parts = { id: 'parts', name: 'parts', kind: 'set', options: ['x', 'y', 'z'], required: false };
    await rate(open, {
      vocabulary: { imageAttributes: [parts], labels: [] },
      items: tableOf(
        'parts',
        ['ana', 'bo'],
        [
          [
            ['x', 'y'],
            ['y', 'x'],
          ],
          [['x'], ['x', 'z']],
          [[], ['y']],
        ],
      ),
    });
    const figures = await report(open, { field: 'parts' });
    expect(figures).toMatchObject({
      level: 'set',
      items: 3,
      coefficients: { percent_agreement: { value: expect.closeTo(1 / 3, 12) } },
    });
    expect(figures.coefficients['alpha_masi']?.value).toBeTypeOf('number');
    expect(
      figures.perCategory.map(({ category, ratings, coefficients }) => [
        category,
        ratings,
        coefficients['percent_agreement']?.value,
      ]),
    ).toEqual([
      ['x', 4, 1],
      ['y', 3, expect.closeTo(2 / 3, 12)],
      ['z', 1, expect.closeTo(2 / 3, 12)],
    ]);
    const holding = async (category: string) =>
      names(await found(open, 'parts', { kind: 'category', category }));
    expect(await holding('z')).toEqual(['item-2']);
    expect(await holding('{x, y}')).toEqual(['item-1']);
    const list = await found(open, 'parts', { kind: 'disagreement' });
    expect(list.rows.map(({ item, disagreement }) => [item.externalId, disagreement])).toEqual([
      ['item-3', 1],
      ['item-2', 0.5],
    ]);
  });

  it('say in words why there is none, and where a category is nearly all there is', async () => {
    await using open = await freshCasebook('generic');
    const rows = Array.from({ length: 20 }, (_, at) => ['no', at === 0 ? 'yes' : 'no']);
    await rate(open, {
      vocabulary: choices({ kind: ['yes', 'no'], other: ['x', 'y'] }),
      items: tableOf('kind', ['ana', 'bo'], rows),
    });
    const figures = await report(open, { field: 'kind' });
    expect(figures.skew).toEqual({ category: 'no', share: 39 / 40 });
    expect(figures.coefficients['gwet_ac1']?.value).toBeGreaterThan(0.9);
    expect(await report(open, { field: 'other' })).toMatchObject({
      items: 0,
      coefficients: { fleiss_kappa: { value: null, undefined: 'There are no ratings.' } },
    });
    const only = await report(open, {
      field: 'kind',
      raters: (await report(open, { field: 'kind' })).raters.slice(0, 1).map(({ personId }) => personId),
    });
    expect(only.coefficients['percent_agreement']).toMatchObject({
      value: null,
      undefined: 'Only one rater has rated.',
    });
  });

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

  it('are not had for texts', async () => {
    await using open = await freshCasebook();
    await expect(report(open, { task: 'curate', field: 'claim' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('say what is wrong with a casebook that is gone', async () => {
    await using open = await freshCasebook('generic');
    await rate(open, { vocabulary: choices({ kind: ['a', 'b'] }), items: [] });
    rmSync(open.at('a.casebook', 'casebook.sqlite'));
    await expect(report(open, { field: 'kind' })).rejects.toMatchObject({
      code: 'missing',
      hint: expect.any(String),
    });
  });

  it('end with the thread that computes them when they are cancelled', async () => {
    await using open = await freshCasebook('generic');
    const rows = Array.from({ length: 4000 }, (_, at) => [at % 997, at % 991]);
    await rate(open, {
      vocabulary: {
        imageAttributes: [
          { id: 'score', name: 'score', kind: 'number', minimum: null, maximum: null, required: false },
        ],
        labels: [],
      },
      items: tableOf('score', ['ana', 'bo'], rows),
    });
    const cancel = new AbortController();
    // Minutes of work, were it let finish.
    const request = AgreementRequest.parse({ task: 'annotate', field: 'score', bootstrap: 100_000 });
    const running = open.agreement.figures(
      request,
      everything,
      (phase) => {
        if (phase === 'Computing the figures') cancel.abort();
      },
      cancel.signal,
    );
    await expect(running).rejects.toThrow(/abort/iu);
    // However many share the machine, a thread that goes on computing gets more than this.
    await expect.poll(processorShare(), { interval: 500 }).toBeLessThan(0.1);
    expect((await report(open, { field: 'score' })).items).toBe(4000);
  });
});

/** How many processors this process has kept busy since it was asked last; at once nothing can be said. */
function processorShare(): () => number {
  let [cpu, time] = [process.cpuUsage(), performance.now()];
  return () => {
    const used = process.cpuUsage(cpu);
    const passed = performance.now() - time;
    if (passed < 400) return Infinity;
    [cpu, time] = [process.cpuUsage(), performance.now()];
    return (used.user + used.system) / 1000 / passed;
  };
}

describe('the items behind a figure', () => {
  const folder = temporaryFolder();
  let core: Core;
  let open: Services;
  let rated: Rated;
  /** Three raters; every kind of cell has its items by hand. */
  const rows = [
    ['a', 'a', 'a'],
    ['a', 'b', 'a'],
    ['a', 'b', 'c'],
    ['b', 'a', null],
    ['c', null, null],
    ['b', 'b', null],
  ];
  beforeAll(async () => {
    core = createCore(testPorts(folder.path));
    open = await core.keeper.create(folder.join('a.casebook'), {
      benchmark: 'generic',
      title: 'A',
      person: 'eve',
    });
    rated = await rate(open, {
      people: { ana: ['annotator'], bo: ['annotator'], cy: ['annotator'] },
      vocabulary: choices({ kind: ['a', 'b', 'c'] }),
      items: tableOf('kind', ['ana', 'bo', 'cy'], rows),
    });
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });

  it('come most disputed first, ties in the order of import, with what each rater said', async () => {
    const list = await found(open, 'kind', { kind: 'disagreement' });
    expect(list.total).toBe(3);
    expect(list.rows.map(({ item, disagreement }) => [item.externalId, disagreement])).toEqual([
      ['item-3', 1],
      ['item-4', 1],
      ['item-2', expect.closeTo(2 / 3, 12)],
    ]);
    const said = list.rows[0]?.ratings.map(({ rater, value, text }) => [rater?.handle, value, text]);
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        ['ana', 'a', 'a'],
        ['bo', 'b', 'b'],
        ['cy', 'c', 'c'],
      ]),
    );
  });

  it('are those of every kind of cell', async () => {
    const [a, b] = [idOf(rated, 'ana'), idOf(rated, 'bo')];
    const of = async (cell: object): Promise<string[]> => names(await found(open, 'kind', cell)).sort();
    expect(await of({ kind: 'pair', a, b, agree: null })).toEqual([
      'item-1',
      'item-2',
      'item-3',
      'item-4',
      'item-6',
    ]);
    expect(await of({ kind: 'pair', a, b, agree: true })).toEqual(['item-1', 'item-6']);
    expect(await of({ kind: 'pair', a, b, agree: false })).toEqual(['item-2', 'item-3', 'item-4']);
    expect(await of({ kind: 'confusion', a, b, row: 'a', column: 'b' })).toEqual(['item-2', 'item-3']);
    expect(await of({ kind: 'confusion', a, b, row: 'b', column: 'a' })).toEqual(['item-4']);
    expect(await of({ kind: 'confusion', a, b, row: 'x', column: 'y' })).toEqual([]);
    expect(await of({ kind: 'category', category: 'c' })).toEqual(['item-3', 'item-5']);
    expect(await of({ kind: 'marginal', personId: b, category: 'a' })).toEqual(['item-1', 'item-4']);
  });

  it('are as many as the report counts, cell by cell', async () => {
    const figures = await report(open, { field: 'kind' });
    for (const [at, { a, b }] of figures.pairs.entries()) {
      for (const [row, counts] of (figures.confusions[at] ?? []).entries()) {
        for (const [column, count] of counts.entries()) {
          const [rowName, columnName] = [figures.categories[row], figures.categories[column]];
          const { total } = await found(open, 'kind', {
            kind: 'confusion',
            a,
            b,
            row: rowName,
            column: columnName,
          });
          expect([at, rowName, columnName, total]).toEqual([at, rowName, columnName, count]);
        }
      }
    }
  });

  it('come in pages, and of some raters only', async () => {
    const all = names(await found(open, 'kind', { kind: 'category', category: 'a' }));
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 2) {
      pages.push(
        ...names(await found(open, 'kind', { kind: 'category', category: 'a' }, { offset, limit: 2 })),
      );
    }
    expect(pages).toEqual(all);
    const raters = [idOf(rated, 'bo'), idOf(rated, 'cy')];
    const list = await found(open, 'kind', { kind: 'disagreement' }, { raters });
    expect(names(list)).toEqual(['item-2', 'item-3']);
    expect(list.rows[0]?.ratings.map(({ rater }) => rater?.handle).sort()).toEqual(['bo', 'cy']);
  });

  it('follow what was submitted since', async () => {
    const before = (await found(open, 'kind', { kind: 'disagreement' })).total;
    const more: GivenItem = {
      externalId: 'later',
      ratings: [
        { rater: 'ana', answer: { kind: 'a' } },
        { rater: 'bo', answer: { kind: 'c' } },
      ],
    };
    await rate(open, { people: { ana: [] }, items: [more] });
    expect((await found(open, 'kind', { kind: 'disagreement' })).total).toBe(before + 1);
  });
});

describe('who may know what', () => {
  const folder = temporaryFolder();
  let core: Core;
  let rated: Rated;
  const windowOf = (person: PersonId) => {
    const session = { ...core.createSession(), personId: person };
    return createRouterClient(core.router, { context: core.contextOf(session) });
  };
  const ask = { task: 'annotate', field: 'kind' };
  const page = { ...ask, offset: 0, limit: 100 };
  beforeAll(async () => {
    core = createCore(testPorts(folder.path));
    const open = await core.keeper.create(folder.join('a.casebook'), {
      benchmark: 'generic',
      title: 'A',
      person: 'eve',
    });
    rated = await rate(open, {
      people: {
        ana: ['annotator'],
        bo: ['annotator'],
        cy: ['annotator', 'curator'],
        rex: ['reviewer'],
        ed: ['curator', 'adjudicator'],
        cora: ['curator'],
      },
      vocabulary: choices({ kind: ['a', 'b'] }, ['thing']),
      photographs: 1,
      settled: true,
      items: [
        ...tableOf(
          'kind',
          ['ana', 'bo'],
          [
            ['a', 'b'],
            ['a', 'a'],
            ['b', 'a'],
          ],
        ),
        {
          externalId: 'blind',
          ratings: [
            {
              rater: 'ana',
              answer: { kind: 'a' },
              boxes: [{ label: 'thing', x: 10, y: 10, width: 50, height: 50 }],
            },
            { rater: 'bo', answer: { kind: 'b' } },
            { rater: 'cy', answer: null },
          ],
        },
      ],
    });
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });
  const itemAt = (at: number): ItemId => present(rated.items[at]);

  it('refuses everybody but curators', async () => {
    for (const handle of ['ana', 'rex']) {
      const { agreement } = windowOf(idOf(rated, handle));
      const refused = { data: { code: 'forbidden' } };
      await expect(agreement.choices()).rejects.toMatchObject(refused);
      await expect(agreement.figures(ask)).rejects.toMatchObject(refused);
      await expect(agreement.items({ ...page, cell: { kind: 'disagreement' } })).rejects.toMatchObject(
        refused,
      );
      await expect(agreement.boxes({ ...ask, field: 'regions', itemId: itemAt(3) })).rejects.toMatchObject(
        refused,
      );
    }
  });

  it('leaves out what the caller has yet to answer', async () => {
    const { agreement } = windowOf(idOf(rated, 'cy'));
    const { rows } = await agreement.items({ ...page, cell: { kind: 'disagreement' } });
    expect(rows.map(({ item }) => item.externalId)).toEqual(['item-1', 'item-3']);
    let items = 0;
    for await (const step of await agreement.figures({ ...ask, bootstrap: 0 })) {
      if (step.type === 'result') items = step.result.items;
    }
    expect(items).toBe(3);
    const boxes = { ...ask, field: 'regions', itemId: itemAt(3) };
    await expect(agreement.boxes(boxes)).rejects.toMatchObject({ data: { code: 'forbidden' } });
    expect((await windowOf(idOf(rated, 'cora')).agreement.boxes(boxes)).raters).toHaveLength(2);
  });

  it('hides from the person who is to decide who said what, in the list and behind the cells', async () => {
    const [a, b] = [idOf(rated, 'ana'), idOf(rated, 'bo')];
    const { agreement } = windowOf(idOf(rated, 'ed'));
    const cell = { kind: 'disagreement' } as const;
    const { rows } = await agreement.items({ ...page, cell });
    expect(rows.flatMap(({ ratings }) => ratings.map(({ rater }) => rater))).toEqual(Array(6).fill(null));
    for (const raters of [[a], [b]]) {
      const one = await agreement.items({ ...page, raters, cell: { kind: 'category', category: 'a' } });
      expect(one.rows.find(({ item }) => item.externalId === 'item-1')?.ratings).toHaveLength(2);
    }
    const behind = async (row: string, column: string): Promise<string[]> =>
      (await agreement.items({ ...page, cell: { kind: 'confusion', a, b, row, column } })).rows.map(
        ({ item }) => item.externalId,
      );
    expect(await behind('a', 'b')).toEqual(await behind('b', 'a'));
    const marginal = async (personId: PersonId, category: string): Promise<number> =>
      (await agreement.items({ ...page, cell: { kind: 'marginal', personId, category } })).total;
    expect(await marginal(a, 'a')).toBe(await marginal(b, 'a'));
    // Nobody has to decide on what all agree on: there the names stand.
    const agreed = await agreement.items({ ...page, cell: { kind: 'pair', a, b, agree: true } });
    expect(agreed.rows[0]?.ratings.map(({ rater }) => rater?.handle).sort()).toEqual(['ana', 'bo']);
    const boxes = await agreement.boxes({ ...ask, field: 'regions', itemId: itemAt(3) });
    expect(boxes.raters.map(({ column, rater }) => [column, rater])).toEqual([
      ['A', null],
      ['B', null],
    ]);
    const seen = await windowOf(idOf(rated, 'cora')).agreement.items({ ...page, cell });
    for (const { ratings } of seen.rows) {
      expect(new Set(ratings.map(({ rater }) => rater?.handle))).toEqual(new Set(['ana', 'bo']));
    }
  });
});

describe('boxes', () => {
  const box = (x: number, label = 'cup', size = 100) => ({ label, x, y: 50, width: size, height: 100 });
  async function drawn() {
    const open = await freshCasebook('generic');
    const rated = await rate(open, {
      vocabulary: choices({}, ['cup', 'spoon']),
      photographs: 2,
      items: [
        // The same box, and a spoon that only one saw.
        {
          externalId: 'one',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(300, 'spoon'), box(0)] },
            { rater: 'bo', answer: {}, boxes: [box(0)] },
          ],
        },
        // IoU 1/3: matched, and not the same at 0.5.
        {
          externalId: 'two',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(0)] },
            { rater: 'bo', answer: {}, boxes: [box(50)] },
          ],
        },
        {
          externalId: 'three',
          ratings: [
            { rater: 'ana', answer: {} },
            { rater: 'bo', answer: {} },
          ],
        },
        { externalId: 'four', ratings: [{ rater: 'ana', answer: {}, boxes: [box(0, 'spoon')] }] },
      ],
    });
    return { open, rated };
  }

  it('are matched one to one, and measured per label', async () => {
    const { open } = await drawn();
    await using _ = open;
    const figures = await report(open, { field: 'regions' });
    expect(figures).toMatchObject({
      level: 'boxes',
      items: 4,
      pairable: 3,
      ratings: 7,
      categories: ['cup', 'spoon'],
      confusions: [],
    });
    expect(figures.threshold).toBe(0.5);
    // The pair with an IoU of 1/3 does not match at 0.5.
    expect(figures.coefficients['box_mean_iou']?.value).toBe(1);
    // One of the three boxes of ana's and of the two of bo's on items that both rated.
    expect(figures.coefficients['box_f1']?.value).toBeCloseTo(2 / 5, 12);
    expect(figures.coefficients['box_precision']?.value).toBeCloseTo(1 / 2, 12);
    expect(figures.coefficients['box_recall']?.value).toBeCloseTo(1 / 3, 12);
    expect(
      (await report(open, { field: 'regions', threshold: 0.3 })).coefficients['box_f1']?.value,
    ).toBeCloseTo(4 / 5, 12);
    expect(figures.marginals.map(({ counts }) => counts)).toEqual([
      [2, 2],
      [2, 0],
    ]);
    expect(
      figures.perCategory.map(({ category, ratings, coefficients }) => [
        category,
        ratings,
        coefficients['box_f1']?.value,
      ]),
    ).toEqual([
      ['cup', 4, 0.5],
      ['spoon', 2, 0],
    ]);
  });

  it('are all that is compared of polygons, which the report says', async () => {
    const { open } = await drawn();
    await using _ = open;
    expect((await report(open, { field: 'regions' })).shaped).toBeUndefined();
    await using other = await freshCasebook('generic');
    await rate(other, {
      vocabulary: choices({}, ['cup']),
      photographs: 1,
      items: [
        {
          externalId: 'one',
          ratings: [
            { rater: 'ana', answer: {}, boxes: [{ ...box(0), shapes: ['polygon'] }, box(200)] },
            { rater: 'bo', answer: {}, boxes: [{ ...box(0), shapes: ['keypoints'] }] },
          ],
        },
      ],
    });
    expect((await report(other, { field: 'regions' })).shaped).toEqual({
      regions: 3,
      shaped: 1,
      kinds: ['polygon'],
    });
  });

  it('on different images are never the same', async () => {
    await using open = await freshCasebook('generic');
    await rate(open, {
      vocabulary: choices({}, ['cup']),
      photographs: 3,
      items: ['one', 'two'].map((externalId, at) => ({
        externalId,
        images: 2,
        ratings: [
          { rater: 'ana', answer: {}, boxes: [box(0), { ...box(0), image: 1 }] },
          { rater: 'bo', answer: {}, boxes: [{ ...box(0), image: 1 - at }] },
        ],
      })),
    });
    const figures = await report(open, { field: 'regions' });
    expect(figures.coefficients).toMatchObject({
      box_mean_iou: { value: 1 },
      box_precision: { value: 1 },
      box_recall: { value: 0.5 },
    });
    const apart = await found(open, 'regions', { kind: 'disagreement' });
    expect(apart.rows.map(({ disagreement }) => disagreement)).toEqual([
      expect.closeTo(1 / 3, 12),
      expect.closeTo(1 / 3, 12),
    ]);
    await rate(open, {
      items: [
        {
          externalId: 'three',
          images: 2,
          ratings: [
            { rater: 'ana', answer: {}, boxes: [box(0)] },
            { rater: 'bo', answer: {}, boxes: [{ ...box(0), image: 1 }] },
          ],
        },
      ],
      photographs: 3,
    });
    const [first] = (await found(open, 'regions', { kind: 'disagreement' })).rows;
    expect([first?.item.externalId, first?.disagreement]).toEqual(['three', 1]);
  });

  it('lead to the items behind their figures', async () => {
    const { open } = await drawn();
    await using _ = open;
    const list = await found(open, 'regions', { kind: 'disagreement' });
    expect(list.rows.map(({ item, disagreement }) => [item.externalId, disagreement])).toEqual([
      ['two', 1],
      ['one', expect.closeTo(1 / 3, 12)],
    ]);
    expect(list.rows[1]?.ratings.map(({ text }) => text).sort()).toEqual(['1 × cup', '1 × spoon, 1 × cup']);
    expect(names(await found(open, 'regions', { kind: 'disagreement' }, { threshold: 0.3 }))).toEqual([
      'one',
    ]);
    expect(names(await found(open, 'regions', { kind: 'category', category: 'spoon' }))).toEqual([
      'one',
      'four',
    ]);
  });

  it('of one item are given side by side, with what found no partner', async () => {
    const { open, rated } = await drawn();
    await using _ = open;
    const itemId = present(rated.items[0]);
    const compared = await open.agreement.boxes(
      { itemId, task: 'annotate', field: 'regions', threshold: 0.5 },
      everything,
    );
    const of = (handle: string) => compared.raters.find(({ rater }) => rater?.handle === handle);
    expect(of('ana')?.categories).toEqual(['spoon', 'cup']);
    const [pair] = compared.pairs;
    const spoon = of('ana')?.regions[0]?.id;
    expect(pair?.matched.map(({ iou }) => iou)).toEqual([1]);
    expect([...(pair?.unmatchedA ?? []), ...(pair?.unmatchedB ?? [])]).toEqual([spoon]);
    expect(pair).toMatchObject({ meanIou: 1, f1: expect.closeTo(2 / 3, 12) });
    expect(compared.images).toHaveLength(1);
  });
});
