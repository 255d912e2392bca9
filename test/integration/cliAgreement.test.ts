import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casebook, documentOf, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { ShapedRegions } from '../../shared/foreign/comparedByBoxes.ts';
import { choices, type GivenItem, makeRatedCasebook } from '../helpers/ratedCasebook.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const path = folder.join('rated.casebook');

const ends = z.tuple([z.number(), z.number()]).nullable();
/** Key for key as others script against it; more keys may come. */
const Coefficient = z.strictObject({
  value: z.number().nullable(),
  undefined: z.string().nullable(),
  se: z.number().nullable(),
  ci95: ends,
  method: z.enum(['wilson', 'score']).nullable(),
  no_interval: z.string().nullable(),
  ci95_bootstrap: ends,
});
const Agreement = z.looseObject({
  task: z.string(),
  field: z.string(),
  level: z.enum(['nominal', 'ordinal', 'interval', 'set', 'boxes']),
  items: z.int(),
  ratings: z.int(),
  raters: z.array(z.string()),
  seed: z.int(),
  resamples: z.int(),
  coefficients: z.record(z.string(), Coefficient),
  shaped: ShapedRegions.optional(),
});

/** 40 items by ana and bo, who differ on every fourth; cy rated the first ten. */
beforeAll(async () => {
  const box = { label: 'cup', x: 10, y: 10, width: 100, height: 100 };
  await makeRatedCasebook(path, {
    vocabulary: choices({ kind: ['a', 'b'], colour: ['red', 'green', 'blue'] }, ['cup']),
    photographs: 40,
    width: 160,
    height: 120,
    items: Array.from({ length: 40 }, (_, at): GivenItem => {
      const kind = at % 2 === 0 ? 'a' : 'b';
      const other = at % 4 === 0 ? 'b' : kind;
      return {
        externalId: `item-${String(at)}`,
        split: at < 20 ? 'train' : 'test',
        ratings: [
          {
            rater: 'ana',
            answer: { kind, colour: 'red' },
            boxes: at < 4 ? [{ ...box, shapes: at < 3 ? ['polygon'] : [] }] : [],
          },
          { rater: 'bo', answer: { kind: other, colour: 'red' }, boxes: at < 2 ? [box] : [] },
          ...(at < 10 ? [{ rater: 'cy', answer: { kind } }] : []),
        ],
      };
    }),
  });
});

const agreement = (...words: string[]) => json(Agreement, 0, 'agreement', path, ...words);

describe('casebook agreement', () => {
  it('gives every figure as one document, and leaves the casebook as it was', async () => {
    const before = fingerprint(path);
    const figures = await agreement(
      '--field',
      'kind',
      '--raters',
      'ana,bo',
      '--bootstrap',
      '200',
      '--seed',
      '9',
    );
    expect(figures).toMatchObject({
      task: 'annotate',
      field: 'kind',
      level: 'nominal',
      items: 40,
      ratings: 80,
      raters: ['ana', 'bo'],
      seed: 9,
      resamples: 200,
    });
    // Observed 0.75; expected (0.5 * 0.25 + 0.5 * 0.75) = 0.5.
    const kappa = figures.coefficients['cohen_kappa'];
    expect(kappa?.value).toBeCloseTo(0.5, 12);
    expect(kappa?.se).toBeGreaterThan(0);
    expect(kappa?.method).toBe('score');
    expect(kappa?.ci95?.[0]).toBeGreaterThan(0);
    expect(kappa?.ci95?.[0]).toBeLessThan(0.5);
    expect(kappa?.ci95_bootstrap?.[0]).toBeLessThan(0.5);
    expect(figures.coefficients['pabak']?.value).toBeCloseTo(0.5, 12);
    for (const name of ['percent_agreement', 'scott_pi', 'fleiss_kappa', 'krippendorff_alpha', 'gwet_ac1'])
      expect(Object.keys(figures.coefficients)).toContain(name);
    expect(fingerprint(path)).toEqual(before);
  });

  it('gives the same intervals for the same seed, and none where none are asked for', async () => {
    const words = ['--field', 'kind', '--bootstrap', '100', '--coefficient', 'krippendorff_alpha,gwet_ac1'];
    const first = await agreement(...words, '--seed', '3');
    expect(Object.keys(first.coefficients)).toEqual(['krippendorff_alpha', 'gwet_ac1']);
    expect(await agreement(...words, '--seed', '3')).toEqual(first);
    expect((await agreement(...words, '--seed', '4')).coefficients).not.toEqual(first.coefficients);
    const none = await agreement('--field', 'kind', '--bootstrap', '0');
    expect(none.resamples).toBe(0);
    expect(Object.values(none.coefficients).map((figure) => figure.ci95_bootstrap)).toEqual(
      Object.keys(none.coefficients).map(() => null),
    );
  });

  it('says in words what is undefined, and measures boxes at a threshold and by stratum', async () => {
    const colour = await agreement('--field', 'colour', '--raters', 'ana,bo', '--bootstrap', '0');
    expect(colour.coefficients['cohen_kappa']).toMatchObject({
      value: null,
      undefined: 'All ratings are the same category.',
      se: null,
      ci95: null,
    });
    expect(colour.coefficients['gwet_ac1']?.value).toBe(1);
    const boxes = await agreement(
      '--field',
      'regions',
      '--raters',
      'ana,bo',
      '--threshold',
      '0.9',
      '--stratum',
      'split',
      '--bootstrap',
      '0',
    );
    expect(boxes.shaped).toEqual({ regions: 6, shaped: 3, kinds: ['polygon'] });
    expect(boxes.level).toBe('boxes');
    expect(boxes.coefficients['box_mean_iou']?.value).toBe(1);
    // Two of bo's two boxes and two of ana's four.
    expect(boxes.coefficients['box_f1']?.value).toBeCloseTo(2 / 3, 12);
    const Strata = z.looseObject({
      strata: z.array(
        z.looseObject({
          value: z.string().nullable(),
          items: z.int(),
          coefficients: z.record(z.string(), Coefficient),
        }),
      ),
    });
    expect(
      Strata.parse(boxes).strata.map(({ value, items, coefficients }) => [
        value,
        items,
        coefficients['box_f1']?.value,
      ]),
    ).toEqual([
      ['test', 20, null],
      ['train', 20, expect.closeTo(2 / 3, 12)],
    ]);
  });

  it('is a table for people, with reasons, intervals and the note on a skew', async () => {
    const { code, stdout } = await casebook('agreement', path, '--field', 'colour', '--bootstrap', '100');
    expect(code).toBe(0);
    expect(stdout).toContain('40 items, 40 with at least two ratings; 80 ratings by ana, bo');
    expect(stdout).toContain('100 resamples of the items, seed 1');
    expect(stdout).toMatch(/^Scott’s pi +- +All ratings are the same category\.$/mu);
    expect(stdout).toMatch(/^Percent agreement +1\.000 +0\.912 to 1\.000 \(Wilson\) +-$/mu);
    expect(stdout).toContain(
      '100 % of the ratings are “red”. With nothing else to tell apart, kappa is undefined',
    );
    expect(stdout).toContain('AC1 is 1.000');
  });

  it('counts what a round and a status hold', async () => {
    expect(await agreement('--field', 'kind', '--round', '2', '--bootstrap', '0')).toMatchObject({
      items: 0,
      raters: [],
      coefficients: { fleiss_kappa: { value: null, undefined: 'There are no ratings.' } },
    });
    expect((await agreement('--field', 'kind', '--status', 'accepted', '--bootstrap', '0')).items).toBe(0);
    expect((await agreement('--field', 'kind', '--status', 'draft', '--bootstrap', '0')).items).toBe(40);
  });

  it.each([
    ['no field', [], /--field/u],
    ['an unknown field', ['--field', 'colours'], /colours.*kind, colour, regions/u],
    ['an unknown task', ['--field', 'kind', '--task', 'x'], /"x".*annotate/u],
    ['an unknown rater', ['--field', 'kind', '--raters', 'ana,zoe'], /"zoe".*ana, bo, cy/u],
    ['an unknown coefficient', ['--field', 'kind', '--coefficient', 'kappa'], /"kappa".*cohen_kappa/u],
    [
      'a coefficient of another level',
      ['--field', 'kind', '--coefficient', 'box_f1'],
      /"box_f1".*fleiss_kappa/u,
    ],
    ['an unknown stratum', ['--field', 'kind', '--stratum', 'scene'], /"scene".*split/u],
    ['round nought', ['--field', 'kind', '--round', '0'], /start at 1/u],
    ['a threshold that is none', ['--field', 'regions', '--threshold', '1.5'], /1\.5/u],
    ['too many resamples', ['--field', 'kind', '--bootstrap', '1000000'], /up to 100000/u],
  ])('ends with 2 on %s and says what there is', async (_what, words, told) => {
    const finished = await casebook('agreement', path, ...words, '--json');
    expect(finished.code).toBe(2);
    const { error } = documentOf(finished, shapes.error);
    expect(error.code).toBe('usage');
    expect(error.message).toMatch(told);
  });

  it('ends with 3 where there is no casebook', async () => {
    const { error } = await json(shapes.error, 3, 'agreement', folder.join('none'), '--field', 'kind');
    expect(error.code).toBe('missing');
  });
});
