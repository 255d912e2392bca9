import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import fleiss from '../fixtures/agreement/fleiss1971.json' with { type: 'json' };
import { freshCasebook } from '../helpers/casebooks.ts';
import { choices, rate, tableOf } from '../helpers/ratedCasebook.ts';
import { found, names, report } from '../helpers/agreementReports.ts';

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
