import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { metrics, precisionRecall } from '../../shared/benchmarks/caughtcheating/metrics.ts';
import type { ScoredItem } from '../../shared/benchmarks/metrics.ts';
import type { Json } from '../../shared/base/json.ts';
import { realItems } from '../helpers/realData.ts';
import tables from '../fixtures/caughtcheating/tables.json' with { type: 'json' };

const parameters = metrics.parameters.initial;

/**
 * The rows of Table 1. The precision of InternVL2-40B, 2 / 46 = 4.348 %, is printed as 4.4: rounded to 4.35 first.
 * Everything else is rounded once.
 */
const TABLE_1 = tables.table1.map((row) =>
  row.model === 'InternVL2-40B' ? { ...row, precision: 4.3 } : row,
);

/** A percentage as tables print it. */
const printed = (share: number): string => (100 * share).toFixed(1);

function sumsOf(items: readonly ScoredItem[]): number[] {
  const sums = metrics.columns(parameters).map(() => 0);
  for (const item of items) {
    const { values } = metrics.contributions(item, parameters);
    values?.forEach((value, column) => (sums[column] = (sums[column] ?? 0) + value));
  }
  return sums;
}
const figuresOf = (items: readonly ScoredItem[]) => metrics.figures(sumsOf(items), parameters);

/** What was judged about one item; null: no verdict. */
interface Judged {
  readonly label: boolean;
  /** The verdict on the claim question's answer: the clue, or that there is none. */
  readonly claim: boolean | null;
  readonly points: number | null;
  readonly clues: readonly (boolean | null)[];
  readonly perception: readonly (boolean | null)[];
  readonly reasoning: readonly (boolean | null)[];
  /** Of the whole answer, as files have them. */
  readonly whole: { readonly iou: number | null; readonly p: number | null; readonly r: number | null };
}

const word = (verdict: boolean | null): Json => (verdict === null ? null : verdict ? 'YES' : 'NO');

function scored({ label, claim, points, clues, perception, reasoning, whole }: Judged): ScoredItem {
  const text = { kind: 'text', text: 'An answer.' } as const;
  const main = (criterion: string, subject: string): Json => {
    switch (criterion) {
      case 'cue_match':
        return label ? word(claim) : null;
      case 'false_match':
        return label ? null : word(claim);
      case 'key_points':
        return points === null
          ? null
          : Array.from({ length: points }, (_, index) => `Point ${String(index)}`);
      case 'non_detm_match':
        return word(clues[Number(subject)] ?? null);
      case 'iou':
        return whole.iou;
      case 'p_sub_accuracy':
        return whole.p;
      case 'r_sub_accuracy':
        return whole.r;
      default:
        return null;
    }
  };
  const sub = (kind: string, verdicts: readonly (boolean | null)[]) =>
    verdicts.map(
      (verdict, index) =>
        [
          `${kind}/${String(index)}`,
          {
            answer: text,
            verdict: (criterion: string) => (criterion === 'sub_answer' ? word(verdict) : null),
          },
        ] as const,
    );
  return {
    payload: {
      label,
      main_ins: 'Is he alone?',
      ...(label && {
        detm_cue: 'The clue.',
        non_detm_cue: clues.map((_, index) => `Clue ${String(index)}`),
        p_sub_ins: perception.map((_, index) => `P ${String(index)}?`),
        p_sub_ans: perception.map(() => 'Yes'),
        r_sub_ins: reasoning.map((_, index) => `R ${String(index)}?`),
        r_sub_ans: reasoning.map(() => 'Yes'),
      }),
    },
    condition: '',
    steps: Object.fromEntries([
      ['main_ins', { answer: text, verdict: main }] as const,
      ...(label ? [...sub('p_sub_ins', perception), ...sub('r_sub_ins', reasoning)] : []),
    ]),
  };
}

const BLANK: Judged = {
  label: true,
  claim: null,
  points: null,
  clues: [],
  perception: [],
  reasoning: [],
  whole: { iou: null, p: null, r: null },
};

const verdicts = (most: number) => fc.array(fc.boolean(), { maxLength: most });
const anyItem: fc.Arbitrary<Judged> = fc.record({
  label: fc.boolean(),
  claim: fc.option(fc.boolean(), { freq: 4 }),
  points: fc.option(fc.nat(6), { freq: 4 }),
  clues: verdicts(3),
  perception: verdicts(2),
  reasoning: verdicts(3),
  whole: fc.constant({ iou: null, p: null, r: null }),
});

/** The formulas item by item, as one would do it by hand. */
function naive(items: readonly Judged[]) {
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (given: readonly (boolean | null)[]): number =>
    given.filter((verdict) => verdict === true).length / given.length;
  const clued = items.filter(({ label }) => label);
  const claims = (of: readonly Judged[]): number[] =>
    of.flatMap(({ claim }) => (claim === null ? [] : [claim ? 1 : 0]));
  const unclued = items.filter(({ label }) => !label);
  const iou = clued.flatMap(({ clues, points }) => {
    if (clues.length === 0 || points === null) return [];
    const intersection = clues.filter((match) => match === true).length;
    return [points === 0 ? 0 : intersection / (clues.length + points - intersection)];
  });
  const [recall, unclaimed] = [mean(claims(clued)), mean(claims(unclued))];
  let [precision, f1]: [number | null, number | null] = [null, null];
  if (recall !== null && unclaimed !== null) {
    const tp = claims(clued).length * recall;
    const fp = claims(unclued).length - claims(unclued).length * unclaimed;
    precision = tp + fp === 0 ? 0 : tp / (tp + fp);
    f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  }
  const both = clued.filter(({ perception, reasoning }) => perception.length + reasoning.length > 0);
  return {
    clued_accuracy: recall,
    clued_iou: mean(iou),
    unclued_accuracy: unclaimed,
    precision,
    recall,
    f1,
    dec_p_questions: mean(clued.flatMap(({ perception }) => perception.map(Number))),
    dec_r_questions: mean(clued.flatMap(({ reasoning }) => reasoning.map(Number))),
    dec_p_accuracy: mean(clued.flatMap(({ perception: p }) => (p.length === 0 ? [] : [share(p)]))),
    dec_r_accuracy: mean(clued.flatMap(({ reasoning: r }) => (r.length === 0 ? [] : [share(r)]))),
    dec_accuracy: mean(
      both.map(({ perception, reasoning }) => ([...perception, ...reasoning].includes(false) ? 0 : 1)),
    ),
  };
}

describe('Table 1', () => {
  test('has 25 rows, one figure rounded twice', () => {
    expect(TABLE_1).toHaveLength(25);
    expect(TABLE_1.filter((row) => !tables.table1.includes(row))).toHaveLength(1);
  });

  test.each(TABLE_1)('$model: precision, recall and F1 follow from its two accuracies', (row) => {
    const derived = precisionRecall({
      truePositives: (50 * row.clued_acc) / 100,
      clued: 50,
      trueNegatives: (50 * row.unclued_acc) / 100,
      unclued: 50,
    });
    expect([derived.precision, derived.recall, derived.f1].map(printed)).toEqual(
      [row.precision, row.recall, row.f1].map((value) => value.toFixed(1)),
    );
  });

  test.each(TABLE_1)('$model: the same from judged answers', (row) => {
    const items = Array.from({ length: 100 }, (_, index) =>
      scored({
        label: index < 50,
        claim: index < 50 ? index < row.clued_acc / 2 : index - 50 < row.unclued_acc / 2,
        points: 1,
        clues: [],
        perception: [],
        reasoning: [],
        whole: { iou: null, p: null, r: null },
      }),
    );
    const figures = figuresOf(items);
    const [table] = metrics.layout;
    const shown = table?.columns.map(({ metric, factor, digits }) => {
      const value = figures[metric]?.value ?? null;
      return value === null ? '/' : (factor * value).toFixed(digits);
    });
    expect(shown).toEqual(
      [row.clued_acc, null, row.unclued_acc, row.precision, row.recall, row.f1].map(
        (value) => value?.toFixed(1) ?? '/',
      ),
    );
  });
});

/** How many questions of each kind the clued photos of the published data set have. */
const QUESTIONS = { perception: { 1: 50 }, reasoning: { 1: 9, 2: 41 } };

/** The hits that give a share of `of` which prints as this percentage, rounded once. */
const hitsFor = (percentage: number, of: number): number[] =>
  Array.from({ length: of + 1 }, (_, hits) => hits).filter(
    (hits) => ((100 * hits) / of).toFixed(1) === percentage.toFixed(1),
  );

describe('Table 2', () => {
  test('rests on 50 perception and 91 reasoning questions of 50 clued photos', () => {
    const items = realItems() ?? [];
    const lengths = (key: string) =>
      Object.fromEntries(
        [
          ...Map.groupBy(
            items.filter(({ label }) => label === true),
            (item) => z.array(z.unknown()).parse(item[key]).length,
          ),
        ].map(([length, of]) => [length, of.length]),
      );
    const counted = { perception: lengths('p_sub_ins'), reasoning: lengths('r_sub_ins') };
    expect(items.length === 0 ? QUESTIONS : counted).toEqual(QUESTIONS);
  });

  test.each(tables.table2)('$model: Dec. P, Dec. and Clued are shares of 50 photos', (row) => {
    for (const value of [row.dec_p, row.dec, row.clued]) expect(hitsFor(value, 50)).toHaveLength(1);
  });

  test('Dec. R of people is a share of 91 questions, and of nothing else', () => {
    const { dec_r: people = 0 } = tables.table2.find(({ model }) => model === 'Human') ?? {};
    expect(hitsFor(people, 91)).toEqual([89]);
    // Nine photos with one question and 41 with two: halves of 50 photos, which are whole percents.
    expect(hitsFor(people, 100)).toEqual([]);
    expect(hitsFor(people, 102)).toEqual([]);
  });

  test('Dec. R of models follows from neither; four are shares of 102, one of them rounded twice', () => {
    const models = tables.table2.filter(({ model }) => model !== 'Human');
    for (const { dec_r: value } of models) {
      expect(hitsFor(value, 91)).toEqual([]);
      expect(hitsFor(value, 100)).toEqual([]);
    }
    expect(models.map(({ dec_r: value }) => hitsFor(value, 102))).toEqual([[], [71], [40], [54], [25]]);
    const twice = Number(((100 * 13) / 102).toFixed(2));
    expect([twice, Math.round(twice * 10) / 10, models[0]?.dec_r]).toEqual([12.75, 12.8, 12.8]);
  });

  test('is offered both ways, with the paper’s cells where they belong', () => {
    const [, questions, items] = metrics.layout;
    expect([questions?.title, items?.title]).toEqual(['Table 2, per question', 'Table 2, per item']);
    const printedRows = tables.table2.map((row) => [row.model, row.dec_p, row.dec_r, row.dec, row.clued]);
    expect(questions?.published?.rows).toEqual(printedRows);
    expect(items?.published?.rows).toEqual(
      printedRows.map(([name, p, r, ...rest]) => [name, p, name === 'Human' ? null : r, ...rest]),
    );
    for (const layout of [questions, items]) expect(layout?.published?.note).toContain('89 of the 91');
  });

  test('two wrong answers in two photos: 97.8 per question, 98.0 per item', () => {
    const items = Array.from({ length: 50 }, (_, index) =>
      scored({
        ...BLANK,
        perception: [index < 41],
        reasoning: index < 9 ? [true] : [true, index >= 11],
      }),
    );
    const figures = figuresOf(items);
    const shown = metrics.layout
      .slice(1)
      .map(({ columns }) => columns.slice(0, 2).map(({ metric }) => printed(figures[metric]?.value ?? 0)));
    expect(shown).toEqual([
      ['82.0', '97.8'],
      ['82.0', '98.0'],
    ]);
    expect(figures).toMatchObject({ dec_r_questions: { n: 91 }, dec_r_accuracy: { n: 50 } });
  });
});

describe('the figures', () => {
  test('from sums are those of the formulas item by item', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 40 }), (items) => {
        const figures = figuresOf(items.map(scored));
        for (const [metric, expected] of Object.entries(naive(items))) {
          const value = figures[metric]?.value ?? null;
          if (expected === null) {
            expect(value, metric).toBeNull();
            expect(figures[metric]?.undefined, metric).toMatch(/\.$/u);
          } else {
            expect(value, metric).toBeCloseTo(expected, 12);
          }
        }
      }),
    );
  });

  test('have a definition each, and a share is the ratio of its two columns', () => {
    const columns = metrics.columns(parameters);
    const sums = columns.map((_, index) => index + 1);
    const figures = metrics.figures(sums, parameters);
    expect(Object.keys(figures).sort()).toEqual(metrics.definitions.map(({ id }) => id).sort());
    for (const { id, share } of metrics.definitions) {
      if (share === null) continue;
      const [hits, of] = [sums[columns.indexOf(share.hits)] ?? 0, sums[columns.indexOf(share.of)] ?? 0];
      expect(figures[id]).toEqual({ value: hits / of, undefined: null, n: of });
    }
  });

  test('of nothing are undefined in words', () => {
    for (const figure of Object.values(metrics.figures([], parameters))) {
      expect(figure).toMatchObject({ value: null, n: 0 });
      expect(figure.undefined).toMatch(/\.$/u);
    }
  });
});

describe('where single verdicts are not known', () => {
  const file: Judged = {
    ...BLANK,
    claim: true,
    clues: [null, null],
    perception: [null, null],
    reasoning: [null, null, null],
    whole: { iou: 0.25, p: 0.5, r: 1 },
  };

  test('those of the whole answer count', () => {
    const figures = figuresOf([scored(file)]);
    expect(figures).toMatchObject({
      clued_iou: { value: 0.25, n: 1 },
      dec_p_accuracy: { value: 0.5, n: 1 },
      dec_r_accuracy: { value: 1, n: 1 },
      dec_p_questions: { value: 0.5, n: 2 },
      dec_r_questions: { value: 1, n: 3 },
      dec_accuracy: { value: 0, n: 1 },
    });
  });

  test('a share of an item with few digits still tells how many of its questions are right', () => {
    const rounded: Judged = { ...file, whole: { iou: null, p: 0.5, r: 0.667 } };
    expect(figuresOf([scored(rounded), scored(file)])['dec_r_questions']).toEqual({
      value: 5 / 6,
      undefined: null,
      n: 6,
    });
  });

  test('but never against single verdicts', () => {
    const single: Judged = { ...file, points: 1, clues: [true, false], perception: [true, true] };
    expect(figuresOf([scored(single)])).toMatchObject({
      clued_iou: { value: 0.5 },
      dec_p_accuracy: { value: 1 },
      dec_accuracy: { value: 1 },
    });
  });

  test('what is missing is said', () => {
    const { values, missing } = metrics.contributions(
      scored({ ...BLANK, claim: false, clues: [true], perception: [null] }),
      parameters,
    );
    expect(values).not.toBeNull();
    expect(missing).toEqual([
      'no accepted verdict on “Key points”: nobody gave one, or judges differ',
      'no accepted verdict on “Decomposed question”: nobody gave one, or judges differ',
    ]);
    expect(metrics.contributions({ payload: {}, condition: '', steps: {} }, parameters).values).toBeNull();
    expect(
      metrics.contributions(
        { payload: { label: false, main_ins: 'x' }, condition: '', steps: {} },
        parameters,
      ),
    ).toEqual({ values: null, missing: ['“The claim” is not answered'] });
  });
});

test('how right an answer to a step was', () => {
  const item = scored({ ...BLANK, claim: true, perception: [false], reasoning: [null] });
  const steps = ['main_ins', 'p_sub_ins/0', 'r_sub_ins/0', 'other'];
  expect(steps.map((step) => metrics.correctness(item, step, parameters))).toEqual([1, 0, null, null]);
  expect(metrics.correctness(scored({ ...BLANK, label: false, claim: false }), 'main_ins', parameters)).toBe(
    0,
  );
});
