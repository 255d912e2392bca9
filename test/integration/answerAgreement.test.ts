import { describe, expect, it } from 'vitest';
import type { AnswerAgreement } from '../../shared/contract/answerAgreement.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { bcaInterval } from '../../shared/agreement/intervals/bca.ts';
import { wilsonInterval } from '../../shared/statistics/proportions.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import type { GivenAnswers } from '../helpers/givenAnswers.ts';
import {
  about,
  agreement,
  answered,
  choice,
  item,
  matching,
  taskOf,
} from '../helpers/perceptionAgreement.ts';

const localisation = (place: number): JsonObject => ({
  ...about(place),
  id: `guided-1-${String(place)}`,
  kind: 'localisation',
  guidance: 'guided',
  image: 'i.png',
  support: { image: 's.png' },
  side: 'image',
  given: {},
  attributes: ['left_eye', 'right_eye'],
  hint: null,
});

const box = (label: string, x: number, y: number, width: number, height: number) => ({
  label,
  x,
  y,
  width,
  height,
});

const valueOf = (of: AnswerAgreement, title: string, figure: string): number =>
  taskOf(of, title).figures[figure]?.value ?? Number.NaN;

/** (po - pe) / (1 - pe), as scikit-learn's cohen_kappa_score has it. */
function kappa(pairs: readonly (readonly [string, string])[]): number {
  const share = (rater: 0 | 1, value: string): number =>
    pairs.filter((pair) => pair[rater] === value).length / pairs.length;
  const observed = pairs.filter(([a, b]) => a === b).length / pairs.length;
  const expected = [...new Set(pairs.flat())].reduce(
    (sum, value) => sum + share(0, value) * share(1, value),
    0,
  );
  return (observed - expected) / (1 - expected);
}

describe('two people who chose', () => {
  /** 8 of 10 the same: AAAABBCC/D D against AAAABBCC/A B. */
  const first = 'AAAABBCCDD'.split('');
  const second = 'AAAABBCCAB'.split('');
  const given: GivenAnswers = {
    items: first.map((option, place) =>
      item(matching(place), { p1: choice(option), p2: choice(second[place] ?? '') }),
    ),
  };

  it('agree as counted by hand, and beyond chance by Cohen’s formula', async () => {
    const { book } = await answered(given);
    await using _ = book;
    const found = await agreement(book);
    const { figures, ...task } = taskOf(found, 'Image matching');
    expect(task).toMatchObject({
      kind: 'Image matching',
      step: 'answer',
      answer: 'choice',
      respondents: 2,
      items: 10,
      steps: 10,
      undefined: null,
      pairs: [],
      strata: [],
    });
    expect(figures['equal']).toMatchObject({ value: 0.8, n: 10, interval: 'wilson' });
    const wilson = wilsonInterval(8, 10);
    expect(figures['equal']?.ci95).toEqual(wilson.defined ? [wilson.low, wilson.high] : null);
    // A 4 of 10 against 5, B 2 against 3, C 2 against 2, D 2 against 0: chance is 0.30.
    expect(figures['cohen_kappa']?.value).toBeCloseTo((0.8 - 0.3) / 0.7, 12);
    expect(found.groups[0]?.average).toMatchObject({ value: 0.8, n: 10 });
  });

  it('have intervals that drawing items anew gives', async () => {
    const pairs = [first, first, first]
      .flat()
      .map((option, place) => [option, second[place % 10] ?? ''] as const);
    const { book } = await answered({
      items: pairs.map(([option, other], place) =>
        item(matching(place), { p1: choice(option), p2: choice(other) }),
      ),
    });
    await using _ = book;
    const found = await agreement(book, { bootstrap: 400, seed: 7 });
    const random = seededRandom(7);
    const drawn = Array.from({ length: 400 }, () =>
      kappa(
        Array.from(
          { length: pairs.length },
          () => pairs[Math.floor(random() * pairs.length)] ?? (['', ''] as const),
        ),
      ),
    );
    const left = pairs.map((_, out) => kappa(pairs.filter((_pair, at) => at !== out)));
    const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
    const power = (exponent: number): number =>
      left.reduce((sum, value) => sum + (mean - value) ** exponent, 0);
    const expected = bcaInterval(Float64Array.from(drawn), kappa(pairs), power(3) / (6 * power(2) ** 1.5));
    const figure = taskOf(found, 'Image matching').figures['cohen_kappa'];
    expect(pairs.length).toBe(30);
    expect(figure).toMatchObject({ interval: 'bca', sampled: { items: 30, people: 0 } });
    expect(figure?.ci95?.[0]).toBeCloseTo(expected.interval?.[0] ?? Number.NaN, 12);
    expect(figure?.ci95?.[1]).toBeCloseTo(expected.interval?.[1] ?? Number.NaN, 12);
    expect(await agreement(book, { bootstrap: 400, seed: 7 })).toEqual(found);
  });

  it('are divided by a facet of the items', async () => {
    const { book } = await answered(given);
    await using _ = book;
    const { strata } = taskOf(await agreement(book, { stratum: 'family' }), 'Image matching');
    // Places 8 and 9 differ: 8 is OOD, 9 is Org.
    expect(strata.map(({ value, items, figures }) => [value, items, figures['equal']?.value])).toEqual([
      ['ID', 3, 1],
      ['OOD', 3, 2 / 3],
      ['Org', 4, 3 / 4],
    ]);
  });
});

describe('boxes', () => {
  it('agree by their mean IoU, a box without a partner counting 0', async () => {
    const { book } = await answered({
      items: [
        // Half beside each other: 50 x 100 of 150 x 100; the second eye is drawn by one alone.
        item(localisation(0), {
          p1: { kind: 'boxes', boxes: [box('left_eye', 0, 0, 100, 100), box('right_eye', 300, 0, 50, 50)] },
          p2: { kind: 'boxes', boxes: [box('left_eye', 50, 0, 100, 100)] },
        }),
        // The same; of two of one label those first that overlap the most: 1, and then 0 and 0 for what is left.
        item(localisation(1), {
          p1: { kind: 'boxes', boxes: [box('left_eye', 0, 0, 10, 10), box('left_eye', 2, 0, 10, 10)] },
          p2: { kind: 'boxes', boxes: [box('left_eye', 2, 0, 10, 10), box('left_eye', 50, 50, 10, 10)] },
        }),
        // Nobody drew: nothing to average.
        item(localisation(2), { p1: { kind: 'boxes', boxes: [] }, p2: { kind: 'boxes', boxes: [] } }),
      ],
    });
    await using _ = book;
    const task = taskOf(await agreement(book, { bootstrap: 200 }), 'Localisation, guided');
    // (1/3 + 0 + 1 + 0 + 0) over 5 boxes.
    expect(task.figures['mean_iou']?.value).toBeCloseTo((1 / 3 + 1) / 5, 12);
    expect(task.figures['mean_iou']).toMatchObject({
      n: 3,
      interval: null,
      noInterval: 'Too few items for an interval: 3; at least 30 are needed.',
    });
    expect(Object.keys(task.figures)).toEqual(['mean_iou']);
  });

  it('have no figure where nobody drew any', async () => {
    const none: StepAnswer = { kind: 'boxes', boxes: [] };
    const { book } = await answered({ items: [item(localisation(0), { p1: none, p2: none })] });
    await using _ = book;
    expect(taskOf(await agreement(book), 'Localisation, guided').figures['mean_iou']).toMatchObject({
      value: null,
      undefined: 'Nobody drew a box.',
    });
  });
});

describe('three people', () => {
  const rows = ['AAA', 'AAB', 'BBB', 'BCB', 'CCC', 'DDA'] as const;
  const given: GivenAnswers = {
    items: rows.map((row, place) =>
      item(matching(place), {
        p1: choice(row.charAt(0)),
        p2: choice(row.charAt(1)),
        p3: choice(row.charAt(2)),
      }),
    ),
  };

  it('have Fleiss’ kappa by its formula, and every two of them theirs', async () => {
    const { book } = await answered(given);
    await using _ = book;
    const found = await agreement(book);
    const counts = rows.map((row) => ['A', 'B', 'C', 'D'].map((value) => row.split(value).length - 1));
    const perItem = counts.map((of) => of.reduce((sum, n) => sum + n * (n - 1), 0) / 6);
    const observed = perItem.reduce((sum, value) => sum + value, 0) / rows.length;
    const expected = [0, 1, 2, 3].reduce(
      (sum, at) => sum + (counts.reduce((all, of) => all + (of[at] ?? 0), 0) / 18) ** 2,
      0,
    );
    expect(valueOf(found, 'Image matching', 'fleiss_kappa')).toBeCloseTo(
      (observed - expected) / (1 - expected),
      12,
    );
    expect(valueOf(found, 'Image matching', 'equal')).toBeCloseTo(observed, 12);
    const task = taskOf(found, 'Image matching');
    expect(task.figures['cohen_kappa']?.undefined).toContain('compares two raters; these are 3');
    expect(found.groups[0]?.respondents.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3']);
    const between = (a: number, b: number) => rows.map((row) => [row.charAt(a), row.charAt(b)] as const);
    expect(task.pairs.map(({ first, second, steps }) => [first, second, steps])).toEqual([
      [0, 1, 6],
      [0, 2, 6],
      [1, 2, 6],
    ]);
    task.pairs.forEach(({ first, second, figures }) => {
      expect(figures['cohen_kappa']?.value).toBeCloseTo(kappa(between(first, second)), 12);
    });
  });

  it('lose anybody who is excluded, and what has no answer', async () => {
    const { book, given: open } = await answered({
      items: [...given.items, item(matching(6), { p1: choice('A'), p2: { kind: 'none' }, p3: choice('A') })],
    });
    await using _ = book;
    expect((await agreement(book)).notes).toEqual([
      '1 answer not compared: without an answer when the time ran out, or not recorded (p2 1).',
    ]);
    open.exclude('p3', 'Looked things up.');
    const task = taskOf(await agreement(book), 'Image matching');
    expect(task).toMatchObject({ respondents: 2, steps: 6, pairs: [] });
    expect(task.figures['equal']?.value).toBeCloseTo(5 / 6, 12);
  });
});
