import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { definitionsOf, type MetricValue } from '../../shared/benchmarks/metrics.ts';
import { metrics } from '../../shared/benchmarks/observatory/metrics.ts';
import { answerOfModel } from '../../shared/benchmarks/observatory/queries/answerLine.ts';
import { querySets } from '../../shared/benchmarks/observatory/querySets.ts';
import type { QueryFigure } from '../../shared/benchmarks/querySets.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { type Json, type JsonObject, JsonObject as Parameters } from '../../shared/base/json.ts';
import {
  type Corners,
  cornersJson,
  gridQuestion,
  localisationQuestion,
  matchingQuestion,
} from '../helpers/perceptionQuestions.ts';
import {
  type Answered,
  cell,
  contribution,
  drawn,
  figuresOf,
  initial,
  of,
  says,
} from '../helpers/metricsOfAnswers.ts';

describe('grid pointing', () => {
  const CELLS = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const;
  /** Answers to the four cells of one entity: its right cell, or the opposite one. */
  const four = (
    family: 'Org' | 'ID' | 'OOD',
    gender: 'male' | 'female',
    right: readonly boolean[],
  ): Answered[] =>
    CELLS.map(([row, column], at) => ({
      question: gridQuestion({
        id: `${family}-${gender}-${String(at)}`,
        family,
        gender,
        answer: [row, column],
      }),
      // People count from 1.
      answer: right[at] === true ? cell(row + 1, column + 1) : cell(2 - row, 2 - column),
    }));

  it('comes to accuracies, drops, spread and gaps worked out by hand', () => {
    const figures = figuresOf([
      ...four('Org', 'male', [true, true, true, true]),
      ...four('Org', 'female', [true, true, true, false]),
      ...four('ID', 'male', [true, true, false, false]),
      ...four('OOD', 'female', [true, false, false, false]),
    ]);
    // Org 4 + 3 of 8; ID 2 of 4; OOD 1 of 4; variants 3 of 8; all 10 of 16.
    expect(of(figures, 'celeb_grid_accuracy')).toEqual({ value: 10 / 16, undefined: null, n: 16 });
    expect(of(figures, 'celeb_grid_accuracy_org')).toEqual({ value: 7 / 8, undefined: null, n: 8 });
    expect(of(figures, 'celeb_grid_accuracy_id').value).toBe(2 / 4);
    expect(of(figures, 'celeb_grid_accuracy_ood').value).toBe(1 / 4);
    expect(of(figures, 'celeb_grid_accuracy_variants').value).toBe(3 / 8);
    expect(of(figures, 'celeb_grid_drop').value).toBe(7 / 8 - 3 / 8);
    expect(of(figures, 'celeb_grid_drop_id').value).toBe(7 / 8 - 2 / 4);
    expect(of(figures, 'celeb_grid_drop_ood').value).toBe(7 / 8 - 1 / 4);
    // By cell over the four entities: [0,0] 4 of 4, [0,1] 3 of 4, [1,0] 2 of 4, [1,1] 1 of 4.
    expect([0, 1].flatMap((r) => [0, 1].map((c) => of(figures, `celeb_grid_cell_${r}_${c}`).value))).toEqual([
      1,
      3 / 4,
      2 / 4,
      1 / 4,
    ]);
    expect(of(figures, 'celeb_grid_spread')).toEqual({ value: 1 - 1 / 4, undefined: null, n: 16 });
    // Org: 2/2, 2/2, 2/2, 1/2.
    expect(of(figures, 'celeb_grid_spread_org').value).toBe(1 - 1 / 2);
    expect(of(figures, 'celeb_grid_cell_1_1_org').value).toBe(1 / 2);
    // Male 4 + 2 of 8, female 3 + 1 of 8; Org male 4 of 4, female 3 of 4.
    expect(of(figures, 'celeb_grid_gender_gap').value).toBe(6 / 8 - 4 / 8);
    expect(of(figures, 'celeb_grid_gender_gap_org').value).toBe(1 - 3 / 4);
    expect(of(figures, 'celeb_grid_gender_gap_id')).toEqual({
      value: null,
      undefined: 'Nothing of CELEB, grid pointing, ID about female entities is answered.',
      n: 4,
    });
    // Nothing of it is about words or about another task.
    expect(of(figures, 'word_grid_accuracy').n).toBe(0);
    expect(of(figures, 'celeb_matching_accuracy').n).toBe(0);
  });

  it('has no spread before every cell is answered, no drop without originals', () => {
    const some = four('OOD', 'male', [true, true, true, true]).slice(0, 3);
    const figures = figuresOf(some);
    expect(of(figures, 'celeb_grid_spread').undefined).toBe(
      'Nothing of CELEB, grid pointing with the original in [1,1] is answered.',
    );
    expect(of(figures, 'celeb_grid_drop_ood')).toEqual({
      value: null,
      undefined: 'Nothing of CELEB, grid pointing with Org is answered.',
      n: 3,
    });
  });
});

describe('image matching', () => {
  const question = matchingQuestion({ id: 'm', domain: 'WORD', family: 'ID', answer: 'C' });
  const accuracy = (answer: StepAnswer): MetricValue =>
    of(figuresOf([{ question, answer }]), 'word_matching_accuracy_id');

  it('takes a choice, and a letter as the prompts have it', () => {
    expect(accuracy({ kind: 'choice', option: 'C' }).value).toBe(1);
    expect(accuracy({ kind: 'choice', option: 'B' }).value).toBe(0);
    expect(accuracy(says('{"reasoning": "…", "final_answer": "C"}')).value).toBe(1);
    expect(accuracy(says('```json\n{"final_answer": "C"}\n```')).value).toBe(1);
    expect(accuracy(says('{"final_answer": "D"}')).value).toBe(0);
  });

  it('counts what cannot be read, what is no letter, and no answer in time as not right', () => {
    for (const answer of [
      says('C'),
      says('It is C.'),
      says(''),
      says('{"final_answer": "E"}'),
      { kind: 'none' } as const,
      cell(1, 1),
      drawn([]),
    ])
      expect(accuracy(answer)).toEqual({ value: 0, undefined: null, n: 1 });
  });

  it('leaves out what was answered in unknown words, what is no question, and what has no right answer', () => {
    expect(contribution({ question, answer: { kind: 'unknown' } })).toEqual({
      values: null,
      missing: ['the answer is not known'],
    });
    const { answer: _, ...open } = question;
    expect(contribution({ question: open, answer: says('C') }).missing).toEqual([
      'its right answer is not known',
    ]);
    const { family: __, ...homeless } = question;
    expect(contribution({ question: homeless, answer: says('C') }).missing).toEqual([
      'it does not say which family of images it is about',
    ]);
    expect(contribution({ question: { id: 'x', domain: 'CELEB' }, answer: says('C') }).values).toBeNull();
    expect(metrics.contributions({ payload: question, condition: '', steps: {} }, initial)).toEqual({
      values: null,
      missing: ['“The question” is not answered'],
    });
  });
});

describe('the definitions', () => {
  const definitions = definitionsOf(metrics, initial);

  it('are one for each figure, and of nothing every figure says in words why there is none', () => {
    const figures = metrics.figures([], initial);
    expect(Object.keys(figures).toSorted()).toEqual(definitions.map(({ id }) => id).toSorted());
    expect(new Set(definitions.map(({ title }) => title)).size).toBe(definitions.length);
    for (const [id, { value, undefined: reason }] of Object.entries(figures)) {
      expect(value, id).toBeNull();
      expect(reason, id).toMatch(/\.$/u);
    }
    for (const { title, columns } of metrics.layout) {
      expect(new Set(columns.map((column) => column.title)).size, title).toBe(columns.length);
      for (const { metric } of columns) expect(figures[metric], metric).toBeDefined();
    }
    const columns = metrics.columns(initial);
    expect(new Set(columns).size).toBe(columns.length);
    for (const { share, chance } of definitions) {
      if (share !== null) expect(columns).toEqual(expect.arrayContaining([share.hits, share.of]));
      expect(chance === null || share !== null).toBe(true);
    }
    for (const id of ['celeb_matching_accuracy_org', 'word_grid_cell_1_0_ood', 'word_grid_accuracy_variants'])
      expect(definitions.find((each) => each.id === id)?.share).not.toBeNull();
  });

  it('list the transformations that variants are made by', () => {
    const { transformations } = Parameters.parse(initial);
    expect(transformations).toMatchObject({ ID: [...TRANSFORMATIONS] });
  });

  it('take what a casebook sets, and say what is wrong with it', () => {
    const { parameters } = metrics;
    expect(parameters.parse(initial).ok).toBe(true);
    const wrong = (value: Json): readonly (string | null)[] => {
      const parsed = parameters.parse(value);
      return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
    };
    expect(wrong([])).toEqual([null]);
    expect(wrong({ ...initial, attributes: { CELEB: ['nose', 'nose'], WORD: [''] } })).toEqual([
      'attributes.CELEB',
      'attributes.WORD.0',
    ]);
    expect(wrong({ ...initial, transformations: { ID: ['a', 'b'], OOD: ['b'] } })).toEqual([
      'transformations.OOD.0',
    ]);
  });
});

describe('the same answers', () => {
  /** Where a figure of `query-scores` stands among those of Results. */
  function idOf({ task, domain, metric, of }: QueryFigure): string {
    const d = domain.toLowerCase();
    const family = (name: string, part: string | null): string =>
      part === null ? name : `${name}_${part.toLowerCase()}`;
    if (task !== 'localisation') {
      const name = `${d}_${task}`;
      if (metric === 'accuracy' || metric === 'drop' || metric === 'gender_gap')
        return family(`${name}_${metric}`, of);
      if (metric === 'cell_spread') return family(`${name}_spread`, of);
      const [, part = null, row, column] = /^(?:(\w+) )?\[(\d),(\d)\]$/u.exec(of ?? '') ?? [];
      return family(`${name}_cell_${row ?? ''}_${column ?? ''}`, part);
    }
    if (metric === 'gain_of_one_hint') return `${d}_hint_gain`;
    if (metric === 'transfer_retention')
      return of === 'ID' || of === 'OOD' ? family(`${d}_retention`, of) : `${d}_retention:${of ?? ''}`;
    const [, kind = '', guidance = ''] =
      /^(miou|drop|gender_gap|attribute_miou)_(guided|semi_guided|unguided)$/u.exec(metric) ?? [];
    if (kind !== 'attribute_miou') return family(`${d}_${guidance}_${kind}`, of);
    const [attribute = '', part = null] = (of ?? '').split(' ');
    return `${family(`${d}_${guidance}_miou`, part)}:${attribute}`;
  }

  const FAMILIES = ['Org', 'ID', 'OOD'] as const;
  const coordinate = fc.integer({ min: 0, max: 12 });
  const box = fc
    .tuple(coordinate, coordinate, coordinate, coordinate)
    .map(([x, y, w, h]): Corners => [x, y, x + w + 1, y + h + 1]);
  /** What a model may say of some attributes. */
  const places = (attributes: readonly string[]) => {
    const said = fc.oneof(
      { weight: 8, arbitrary: box.map(cornersJson) },
      { weight: 1, arbitrary: fc.constantFrom<Json>('nowhere', 7, { x1: 5, y1: 5, x2: 1, y2: 9 }, null) },
    );
    return fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(...attributes.map((name) => fc.option(fc.tuple(fc.constant(name), said))))
          .map((entries): Json => Object.fromEntries(entries.filter((entry) => entry !== null))),
      },
      { weight: 1, arbitrary: box.map(cornersJson) },
      { weight: 1, arbitrary: fc.constantFrom<Json>('no', [], null, 3, [[1]]) },
    );
  };
  const final = (values: readonly Json[]) =>
    fc.oneof(
      fc.constantFrom(...values).map((value): Json => ({ reasoning: 'so', final_answer: value })),
      fc.constantFrom(...values).map((value): Json => [{ final_answer: value }]),
      fc.constantFrom<Json>('none', null, { final_answer: 'E' }, { final_answer: '[2,0]' }, []),
    );
  /** As an object, or as the text of it. */
  const asSaid = (answer: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    fc.tuple(answer, fc.constantFrom('object', 'text', 'fenced')).map(([value, way]): Json => {
      if (way === 'object' || value === null) return value;
      const text = JSON.stringify(value);
      return way === 'text' ? text : `Here it is:\n\`\`\`json\n${text}\n\`\`\``;
    });

  interface Asked {
    readonly question: JsonObject;
    readonly said: Json;
  }
  const entity = fc
    .record({
      domain: fc.constantFrom('CELEB', 'WORD'),
      gender: fc.constantFrom('male', 'female', null),
      family: fc.constantFrom(...FAMILIES),
      style: fc.constantFrom('gamma', 'gothic', 'sharpen'),
      kind: fc.constantFrom('matching', 'grid', 'localisation'),
      hint: fc.constantFrom('left_eye', 'nose'),
    })
    .chain(({ domain, gender, family, style, kind, hint }) => {
      const about = {
        domain,
        family,
        gender: domain === 'WORD' ? null : gender,
        transformation: family === 'Org' ? 'Org' : family === 'ID' ? style : 'a style',
      };
      if (kind === 'matching')
        return fc
          .tuple(fc.constantFrom('A', 'B', 'C', 'D'), asSaid(final(['A', 'B', ' C ', 'D'])))
          .map(([answer, said]) => (id: string): Asked[] => [
            { question: matchingQuestion({ id, ...about, answer }), said },
          ]);
      if (kind === 'grid')
        return fc
          .tuple(
            fc.constantFrom<readonly [number, number]>([0, 0], [0, 1], [1, 0], [1, 1]),
            asSaid(final(['[0,0]', '[0, 1]', [1, 0], '[1,1]'])),
          )
          .map(([answer, said]) => (id: string): Asked[] => [
            { question: gridQuestion({ id, ...about, answer }), said },
          ]);
      const attributes = domain === 'WORD' ? ['word'] : ['left_eye', 'nose', 'an_ear'];
      const said = asSaid(places(attributes));
      return fc.tuple(fc.tuple(...attributes.map(() => box)), said, said, said).map(
        ([golds, ...answers]) =>
          (id: string): Asked[] =>
            (['guided', 'semi-guided', 'unguided'] as const).map((guidance, at) => ({
              question: localisationQuestion({
                id: `${guidance}-${id}`,
                item: id,
                ...about,
                guidance,
                boxes: Object.fromEntries(
                  attributes.map((name, place) => [name, golds[place] ?? [0, 0, 1, 1]]),
                ),
                hint: domain === 'WORD' ? null : hint,
              }),
              said: answers[at] ?? null,
            })),
      );
    });

  it('have the same figures in Results as from files', () => {
    fc.assert(
      fc.property(fc.array(entity, { minLength: 1, maxLength: 24 }), (entities) => {
        const asked = entities.flatMap((make, at) => make(String(at)));
        const scores = querySets.score(
          [],
          asked.map(({ question }) => ({ where: 'a set', value: question })),
          asked.map(({ question, said }) => ({
            where: 'an answer',
            value: { set: question['id'] ?? '', answer: said },
          })),
        );
        expect(scores.notes).toEqual([]);
        const parameters = {
          attributes: { CELEB: ['left_eye', 'nose', 'an_ear'], WORD: ['word'] },
          transformations: { ID: ['gamma', 'gothic', 'sharpen'], OOD: ['a style'] },
        };
        const figures = figuresOf(
          asked.map(({ question, said }) => ({ question, answer: answerOfModel(said) })),
          parameters,
        );
        const met = new Set<string>();
        for (const figure of scores.figures) {
          const id = idOf(figure);
          met.add(id);
          const own = of(figures, id);
          expect(own.value === null, id).toBe(figure.value === null);
          // Retention is a quotient, of hundreds where originals were hardly found: nine digits of those hold.
          if (figure.value !== null) expect(own.value, id).toBeCloseTo(figure.value, 9);
          // The gain counts pairs there, attributes of both sides here.
          if (figure.value !== null)
            expect(own.n, id).toBe(id.endsWith('hint_gain') ? 2 * figure.n : figure.n);
        }
        for (const [id, { value }] of Object.entries(figures))
          if (value !== null && !id.endsWith('_variants')) expect(met.has(id), id).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
