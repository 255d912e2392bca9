import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HealthItem } from '../../shared/benchmarks/benchmark.ts';
import { baseline } from '../../shared/benchmarks/mcsbench/baseline.ts';
import { answerOfPayload } from '../../shared/benchmarks/mcsbench/codec.ts';
import { TASKS } from '../../shared/benchmarks/mcsbench/families.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { judging } from '../../shared/benchmarks/mcsbench/judging.ts';
import { metrics, structuralAlignment } from '../../shared/benchmarks/mcsbench/metrics.ts';
import { placeOf } from '../../shared/benchmarks/mcsbench/options.ts';
import { type AskedItem, otherGoldOfSameQuestion } from '../../shared/benchmarks/mcsbench/sameQuestions.ts';
import type { ScoredItem } from '../../shared/benchmarks/metrics.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { ImageId } from '../../shared/base/ids.ts';
import { type Json, JsonObject } from '../../shared/base/json.ts';
import { uuid } from '../helpers/healthItems.ts';
import { FAULTS, generatedItems, mcsBenchItem, mcsBenchItems } from '../helpers/mcsBenchItems.ts';

const ITEM = mcsBenchItem();

const [, SEVERAL = {}] = mcsBenchItems();

/** A text as it is, anything else as JSON. */
const words = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

describe('the health report', () => {
  const healthItem = (payload: JsonObject): HealthItem => ({
    id: words(payload['id']),
    externalId: words(payload['id']),
    payload,
    answer: answerOfPayload(payload),
    regions: [],
    regionLabels: [],
    images: [
      {
        type: 'image',
        position: 0,
        role: 'image',
        name: 'a.jpg',
        imageId: ImageId.parse(uuid(1)),
        size: { width: 10, height: 10 },
        sha256: null,
        perceptualHash: null,
      },
    ],
  });
  const found = (items: readonly JsonObject[]): Record<string, string[]> =>
    Object.fromEntries(
      mcsBench
        .health(items.map(healthItem))
        .filter(({ kind }) => !kind.startsWith('near-duplicate'))
        .map(({ kind, groups }) => [kind, groups.flatMap(({ items: own }) => own).toSorted()]),
    );

  test('finds nothing in sound items', () => {
    expect(found([ITEM])).toEqual({});
    expect(found(generatedItems(661))).toEqual({});
  });

  test('finds one question about one image with another gold option', () => {
    const other = { ...ITEM, id: 'other', rc_items: null, rc_breakdown: null, strategy: null, answer: 'C' };
    expect(found([ITEM, other])).toMatchObject({ 'same-question-other-gold': [words(ITEM['id']), 'other'] });
    const asked = { id: '1', question: 'Which?', images: ['a', 'b'], gold: 'Three petals' };
    const kinds = (change: Partial<AskedItem>): string[] =>
      otherGoldOfSameQuestion([asked, { ...asked, id: '2', ...change }]).map(({ kind }) => kind);
    expect(kinds({ gold: 'Five petals', question: 'which', images: ['b', 'a'] })).toHaveLength(1);
    expect(kinds({ gold: 'three petals.' })).toEqual([]);
    expect(kinds({ gold: 'Five petals', images: ['a'] })).toEqual([]);
    expect(kinds({ gold: 'Five petals', question: 'Which of them?' })).toEqual([]);
    expect(kinds({ gold: null })).toEqual([]);
  });

  test('finds every planted fault, and only those', () => {
    const kinds = Object.keys(FAULTS);
    const planted: Record<string, string[]> = {};
    const items = generatedItems(661).map((item, number) => {
      const kind = number % 13 === 0 ? kinds[(number / 13) % kinds.length] : undefined;
      if (kind === undefined) return item;
      planted[kind] = [...(planted[kind] ?? []), words(item['id'])].toSorted();
      const { id = null, image = null, task = null } = item;
      const faulty = {
        ...ITEM,
        id,
        image,
        task,
        level: null,
        question: `${words(ITEM['question'])} ${words(id)}`,
        ...FAULTS[kind],
      };
      const own = FAULTS[kind]?.['question'];
      return own === undefined ? faulty : { ...faulty, question: `${words(own)} ${words(id)}` };
    });
    expect(found(items)).toEqual(planted);
  });

  test('finds a gold option that is always the longest, or always in one place', () => {
    const items = generatedItems(100);
    const longest = items.map((item) => {
      const options = Array.isArray(item['options']) ? item['options'] : [];
      const gold = placeOf(words(item['answer']), options.map(words)) ?? 0;
      return { ...item, options: options.with(gold, `${words(options[gold])} and more`) };
    });
    expect(Object.keys(found(longest))).toEqual(['gold-longest']);
    const always = items.map((item) => ({ ...item, answer: 'C', rc_items: null }));
    expect(Object.keys(found(always))).toEqual(['gold-position']);
    expect(found(always.slice(0, 10))).toEqual({});
    expect(Object.keys(found([{ ...ITEM, level: 'L3' }]))).toEqual(['other-level']);
  });
});

describe('the baseline', () => {
  const probes = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'] : [];

  test('asks the question, then, with that locked, for the chain that justifies the answer', () => {
    const steps = baseline.steps(ITEM, '');
    expect(steps.map(({ id }) => id)).toEqual(['base', 'rc/0', 'rc/1', 'rc/2']);
    expect(steps[0]?.prompt).toBe(ITEM['question']);
    // Its chains speak of options by their letters.
    expect(steps[0]?.answer).toMatchObject({ kind: 'choice', permute: false });
    expect(steps[1]?.prompt).toContain('The answer is: B. An umbel of broad, open tepals');
    const unlettered = [
      { ...JsonObject.parse(probes[0]), options: ['f', 'g', 'a chain', 'the tepals are open', 'j'] },
    ];
    const [base, chain] = baseline.steps({ ...ITEM, rc_items: unlettered }, '');
    expect(base?.answer).toMatchObject({ kind: 'choice', permute: true });
    expect(chain?.prompt).toContain('The answer is: An umbel of broad, open tepals');
    expect(steps[1]?.answer.kind === 'choice' && steps[1].answer.options.map(({ id }) => id)).toEqual([
      'F',
      'G',
      'H',
      'I',
      'J',
    ]);
  });

  test('asks for the images that fit where the options are images', () => {
    expect(baseline.steps(SEVERAL, '')).toEqual([
      {
        id: 'base',
        title: 'Question',
        prompt: SEVERAL['question'],
        answer: {
          kind: 'choices',
          options: ['1', '2', '3'].map((id) => ({ id, text: `Image-${id}` })),
          permute: false,
        },
      },
    ]);
  });

  test('tells a participant’s machine nothing but what it needs', () => {
    for (const item of [ITEM, SEVERAL, ...generatedItems(14)]) {
      const forParticipant = baseline.forParticipant(item);
      expect(baseline.steps(forParticipant, '')).toEqual(baseline.steps(item, ''));
      expect(JSON.stringify(forParticipant)).not.toMatch(/strategy|evidence|error_type|concept|\.jpg/u);
    }
    expect(baseline.forParticipant(SEVERAL)['answer']).toBeUndefined();
  });

  test('leaves options that speak of one another in their places', () => {
    const options = ['red', 'blue', 'green', 'all of the above', 'both A and B'];
    expect(baseline.steps({ ...ITEM, options }, '')[0]?.answer).toMatchObject({ permute: false });
  });

  test('says what practice expected', () => {
    expect(
      baseline.feedback(ITEM, '', {
        base: { kind: 'choice', option: 'B' },
        'rc/0': { kind: 'choice', option: 'J' },
      }),
    ).toEqual([
      { step: 'base', correct: true, expected: 'An umbel of broad, open tepals' },
      { step: 'rc/0', correct: false, expected: expect.stringContaining('Only B is left') },
    ]);
    expect(baseline.feedback(SEVERAL, '', { base: { kind: 'choices', options: ['1', '2'] } })).toEqual([
      { step: 'base', correct: false, expected: 'Image-1' },
    ]);
  });

  test('cannot use what lacks something, and says what', () => {
    expect(baseline.usable(ITEM)).toEqual({ ok: true });
    expect(baseline.usable({ ...ITEM, image: null })).toEqual({ ok: false, reason: 'It has no image.' });
    expect(baseline.usable({ image: 'a' })).toEqual({ ok: false, reason: 'The question is missing.' });
  });
});

describe('figures', () => {
  const choice = (option: string): StepAnswer => ({ kind: 'choice', option });
  const GOLD = ['F', 'G', 'H'];
  const answered = (
    payload: JsonObject,
    base: StepAnswer | null,
    probes: readonly boolean[] = [],
  ): ScoredItem => {
    const steps: Record<string, StepAnswer> = {
      ...(base !== null && { base }),
      ...Object.fromEntries(
        probes.map((right, at) => [`rc/${String(at)}`, choice(right ? (GOLD[at] ?? '') : 'J')]),
      ),
    };
    return {
      payload,
      condition: '',
      steps: Object.fromEntries(
        Object.entries(steps).map(([step, answer]) => [
          step,
          {
            answer,
            verdict: (criterion: string, subject: string) => {
              const target = judging
                .targets(payload, '', step)
                .find((each) => each.criterion === criterion && each.subject === subject);
              return target === undefined ? null : judging.exact(payload, target, answer);
            },
          },
        ]),
      ),
    };
  };
  const figuresOf = (items: readonly ScoredItem[]) => {
    const sums = metrics.columns({}).map(() => 0);
    for (const item of items) {
      metrics.contributions(item, {}).values?.forEach((value, column) => {
        sums[column] = (sums[column] ?? 0) + value;
      });
    }
    return metrics.figures(sums, {});
  };

  test('by hand: SAI is the mean of base right times the share of probes right', () => {
    const figures = figuresOf([
      answered(ITEM, choice('B'), [true, true, false]),
      answered(ITEM, choice('B'), [true, true, true]),
      answered(ITEM, choice('A'), [true, true, true]),
      answered({ ...ITEM, task: 'Hypo. Reas.', level: 'L3' }, choice('B'), [false, false, false]),
      // Without probes it has no part in SAI.
      answered({ ...ITEM, task: 'C-A Align.', level: 'L1', rc_items: [] }, choice('B')),
    ]);
    expect(figures['sai']?.value).toBeCloseTo((2 / 3 + 1 + 0 + 0) / 4, 12);
    expect(figures).toMatchObject({
      accuracy: { value: 0.8, n: 5 },
      sai: { n: 4 },
      sai_base: { value: 0.75, n: 4 },
      cc_discr: { n: 3 },
      hypo: { value: 1, n: 1 },
      hypo_sai: { value: 0, n: 1 },
      L1: { value: 1, n: 1 },
      L2: { n: 3 },
      L3: { value: 1, n: 1 },
      mi_match: { value: null, undefined: 'No item of this kind is answered.' },
    });
    expect(figures['cc_discr_sai']?.value).toBeCloseTo((2 / 3 + 1) / 3, 12);
    expect(figures['probes']?.value).toBeCloseTo((2 / 3 + 1 + 1 + 0) / 4, 12);
  });

  test('SAI is never above the accuracy on the same items, and equal where every probe is right', () => {
    const item = fc.record({
      base: fc.boolean(),
      probes: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), (given) => {
        const figures = figuresOf(
          given.map(({ base, probes }) => answered(ITEM, choice(base ? 'B' : 'D'), probes)),
        );
        const [sai, base] = [figures['sai']?.value ?? Number.NaN, figures['sai_base']?.value ?? Number.NaN];
        expect(sai).toBeLessThanOrEqual(base + 1e-12);
        if (given.every(({ probes }) => probes.every(Boolean))) expect(sai).toBeCloseTo(base, 12);
        const mean = given.reduce(
          (sum, { base: right, probes }) => sum + structuralAlignment(right, probes),
          0,
        );
        expect(sai).toBeCloseTo(mean / given.length, 12);
      }),
    );
  });

  test('SAI rests on items with every probe answered, Base on all with probes', () => {
    const given = fc.record({
      base: fc.boolean(),
      // How many probes the item has, and how those that were answered were.
      probes: fc.integer({ min: 0, max: 3 }),
      rights: fc.array(fc.boolean(), { maxLength: 3 }),
      task: fc.constantFrom(...TASKS.filter(({ overlaid }) => overlaid)),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 30 }), (items) => {
        const of = (those: typeof items) =>
          figuresOf(
            those.map(({ base, probes, rights, task }) => {
              const chains = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'].slice(0, probes) : [];
              const payload = { ...ITEM, task: task.name, level: task.level, rc_items: chains };
              return answered(payload, choice(base ? 'B' : 'D'), rights.slice(0, probes));
            }),
          );
        const isOverlaid = ({ probes, rights }: (typeof items)[number]): boolean =>
          probes > 0 && rights.length >= probes;
        const overlaid = items.filter(isOverlaid);
        const [all, only] = [of(items), of(overlaid)];
        for (const id of ['sai', 'L2_sai', 'L3_sai', 'mi_match_sai', 'probes'])
          expect(all[id], id).toEqual(only[id]);
        expect(all['sai']?.n).toBe(overlaid.length);
        const probed = items.filter(({ probes }) => probes > 0);
        expect(all['sai_base']).toEqual(of(probed)['sai_base']);
        expect(all['sai_base']?.n).toBe(probed.length);
        if (overlaid.length === 0) return;
        // Over those, base is plain accuracy, and SAI no more; equal where no probe of a right base item is wrong.
        const [sai, accuracy] = [all['sai']?.value ?? 0, only['accuracy']?.value ?? 0];
        expect(only['sai_base']?.value).toBeCloseTo(accuracy, 12);
        expect(sai).toBeLessThanOrEqual(accuracy + 1e-12);
        const isWhole = overlaid.every(
          ({ base, probes, rights }) => !base || rights.slice(0, probes).every(Boolean),
        );
        expect(Math.abs(sai - accuracy) < 1e-12).toBe(isWhole);
      }),
    );
  });

  test('read models’ words, and count the time that ran out as wrong', () => {
    expect(figuresOf([answered(SEVERAL, { kind: 'choices', options: ['1'] })])['accuracy']?.value).toBe(1);
    expect(
      figuresOf([answered(SEVERAL, { kind: 'text', text: 'Image-1, Image-3' })])['mi_discr']?.value,
    ).toBe(0);
    expect(figuresOf([answered(ITEM, { kind: 'text', text: 'Answer: B' })])['accuracy']?.value).toBe(1);
    expect(figuresOf([answered(ITEM, { kind: 'none' })])['accuracy']?.value).toBe(0);
    const unread = answered(ITEM, { kind: 'text', text: 'I cannot tell' });
    expect(figuresOf([unread])['accuracy']).toMatchObject({ value: 0, n: 1 });
    expect(metrics.readable?.(unread, 'base')).toBe(false);
    const unrecorded = answered(ITEM, { kind: 'unknown' });
    expect(metrics.readable?.(unrecorded, 'base')).toBe(true);
    expect(metrics.contributions(unrecorded, {})).toEqual({
      values: null,
      missing: [
        expect.stringMatching(/^no accepted verdict on “.+”/u),
        ...[1, 2, 3].map((chain) => `“Reasoning chain ${String(chain)}” is not answered`),
      ],
    });
    expect(metrics.contributions(answered(ITEM, choice('B'), [true]), {}).missing).toEqual([
      '“Reasoning chain 2” is not answered',
      '“Reasoning chain 3” is not answered',
    ]);
    expect(metrics.correctness(answered(ITEM, choice('B'), [false]), 'rc/0', {})).toBe(0);
  });

  test('have a definition each, and of nothing are undefined in words', () => {
    const figures = metrics.figures([], {});
    expect(Object.keys(figures).toSorted()).toEqual(metrics.definitions.map(({ id }) => id).toSorted());
    for (const figure of Object.values(figures)) expect(figure.undefined).toMatch(/\.$/u);
    const columns = metrics.columns({});
    for (const { share } of metrics.definitions)
      if (share !== null) expect(columns).toEqual(expect.arrayContaining([share.hits, share.of]));
    for (const { columns: own } of metrics.layout)
      for (const { metric } of own) expect(figures[metric], metric).toBeDefined();
  });
});
