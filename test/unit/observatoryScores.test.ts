import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { querySets } from '../../shared/benchmarks/observatory/querySets.ts';
import type { QueryScores, SourceValue } from '../../shared/benchmarks/querySets.ts';
import type { Json } from '../../shared/base/json.ts';
import { queryItem } from '../helpers/queryItems.ts';

const lines = (values: readonly Json[]): SourceValue[] =>
  values.map((value, at) => ({ where: `line ${String(at + 1)}`, value }));

/** A figure's value by what it is about. */
const value = (
  { figures }: QueryScores,
  metric: string,
  of: string | null = null,
): number | null | undefined => figures.find((figure) => figure.metric === metric && figure.of === of)?.value;
const reason = (
  { figures }: QueryScores,
  metric: string,
  of: string | null = null,
): string | null | undefined =>
  figures.find((figure) => figure.metric === metric && figure.of === of)?.undefined;

interface AskedCell {
  readonly family: 'Org' | 'ID' | 'OOD';
  readonly cell: readonly [number, number];
  readonly gender: 'male' | 'female';
  readonly answer: Json;
}
const grid = (asked: readonly AskedCell[]): QueryScores =>
  querySets.score(
    [],
    lines(
      asked.map(({ family, cell, gender }, at) => ({
        id: `grid-${String(at)}`,
        kind: 'grid',
        domain: 'CELEB',
        gender,
        family,
        answer: [...cell],
      })),
    ),
    lines(asked.map(({ answer }, at) => ({ set: `grid-${String(at)}`, answer }))),
  );
const says = (cell: string): Json => ({ reasoning: '', final_answer: cell });

describe('answers to query sets', () => {
  // By hand: Org 3 of 4, ID 2 of 4, OOD 0 of 2; by cell 2/3, 2/3, 1/2 and 0/2.
  const asked: readonly AskedCell[] = [
    { family: 'Org', cell: [0, 0], gender: 'male', answer: says('[0,0]') },
    { family: 'Org', cell: [0, 1], gender: 'male', answer: says('[0,1]') },
    { family: 'Org', cell: [1, 0], gender: 'female', answer: says('[1,0]') },
    { family: 'Org', cell: [1, 1], gender: 'female', answer: says('[0,0]') },
    { family: 'ID', cell: [0, 0], gender: 'male', answer: says('[0,0]') },
    { family: 'ID', cell: [0, 1], gender: 'female', answer: says('[0,1]') },
    { family: 'ID', cell: [1, 0], gender: 'male', answer: says('[1,1]') },
    { family: 'ID', cell: [1, 1], gender: 'female', answer: says('top left') },
    { family: 'OOD', cell: [0, 0], gender: 'male', answer: says('[1,1]') },
    { family: 'OOD', cell: [0, 1], gender: 'female', answer: says('[1,1]') },
  ];

  it('come to the accuracies, drops, cells and gap worked out by hand', () => {
    const scores = grid(asked);
    expect(value(scores, 'accuracy')).toBeCloseTo(5 / 10, 12);
    expect(value(scores, 'accuracy', 'Org')).toBe(0.75);
    expect(value(scores, 'accuracy', 'ID')).toBe(0.5);
    expect(value(scores, 'accuracy', 'OOD')).toBe(0);
    expect(value(scores, 'drop', 'ID')).toBe(0.25);
    expect(value(scores, 'drop', 'OOD')).toBe(0.75);
    // On variants 2 of 6.
    expect(value(scores, 'drop')).toBeCloseTo(0.75 - 1 / 3, 12);
    expect(value(scores, 'cell_accuracy', '[0,0]')).toBeCloseTo(2 / 3, 12);
    expect(value(scores, 'cell_accuracy', '[0,1]')).toBeCloseTo(2 / 3, 12);
    expect(value(scores, 'cell_accuracy', '[1,0]')).toBe(0.5);
    expect(value(scores, 'cell_accuracy', '[1,1]')).toBe(0);
    expect(value(scores, 'cell_spread')).toBeCloseTo(2 / 3, 12);
    expect(value(scores, 'cell_spread', 'Org')).toBe(1);
    // Found everywhere, at the bottom right every other time.
    const everywhere = asked.slice(0, 4).map((one) => ({ ...one, answer: says(`[${one.cell.join()}]`) }));
    const last = { ...asked[3], family: 'Org', cell: [1, 1], gender: 'male', answer: says('[0,0]') } as const;
    expect(value(grid([...everywhere, last]), 'cell_spread')).toBe(0.5);
    // Male 3 of 5, female 2 of 5; in ID 1 of 2 each.
    expect(value(scores, 'gender_gap')).toBeCloseTo(0.2, 12);
    expect(value(scores, 'gender_gap', 'ID')).toBe(0);
  });

  it('that name nothing are not right, and are told; what nobody answered is left out', () => {
    const scores = grid(asked);
    expect(scores.problems).toEqual([
      { where: 'line 8', reason: 'The answer to grid-7 names no cell: it counts as wrong.' },
    ]);
    const set = { id: 'm', kind: 'matching', domain: 'WORD', gender: null, family: 'ID', answer: 'C' };
    const two = querySets.score(
      [],
      lines([set, { ...set, id: 'n' }]),
      lines([{ set: 'm', answer: says('C') }]),
    );
    expect(two.notes).toEqual(['1 of 2 query sets are not answered: left out.']);
    expect(value(two, 'accuracy')).toBe(1);
    expect(two.figures.find(({ metric }) => metric === 'accuracy')?.n).toBe(1);
  });

  it('have no figure where there is nothing to work it out of, and say why', () => {
    const scores = grid(asked.filter(({ family }) => family !== 'Org'));
    expect(value(scores, 'drop', 'ID')).toBeNull();
    expect(reason(scores, 'drop', 'ID')).toBe('Nothing with Org is answered.');
    expect(value(scores, 'cell_spread', 'OOD')).toBeNull();
    expect(reason(scores, 'cell_spread', 'OOD')).toBe('Nothing with the original in [1,0] is answered.');
  });

  it('that are about nothing known, are given twice or have no form are named', () => {
    const set = { id: 'm', kind: 'matching', domain: 'WORD', gender: null, family: 'ID', answer: 'C' };
    const { problems, figures } = querySets.score(
      [],
      lines([set, { id: 'broken' }]),
      lines([
        { set: 'm', answer: says('C') },
        { set: 'm', answer: says('D') },
        { set: 'x', answer: says('A') },
        { set: 'm' },
        'nonsense',
      ]),
    );
    expect(problems.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('It is not a query set'),
      'm is answered twice: the first counts.',
      'There is no query set "x".',
      expect.stringContaining('answer is missing'),
      expect.stringMatching(/^1 answer of another kind left out/u),
    ]);
    expect(figures.find(({ metric }) => metric === 'accuracy')).toMatchObject({ value: 1, n: 1 });
  });
});

describe('boxes', () => {
  const boxes = { left_eye: [10, 10, 30, 20], nose: [40, 40, 60, 60] } as const;
  const man = queryItem({
    id: 'm',
    domain: 'CELEB',
    entity: 'Man',
    gender: 'male',
    within: 1,
    ood: 1,
    boxes,
  });
  const woman = queryItem({ id: 'w', domain: 'CELEB', entity: 'Woman', gender: 'female', boxes });
  const word = queryItem({ id: 'cat', domain: 'WORD', entity: 'cat', boxes: { word: [0, 0, 100, 40] } });
  const corners = ([x1, y1, x2, y2]: readonly [number, number, number, number]): Json => ({ x1, y1, x2, y2 });
  const left = corners(boxes.left_eye);
  const nose = corners(boxes.nose);
  const blurred = 'variants/m_gaussian_blur.png';

  // By hand. Guided, originals: 1, 200/600 (m), 1, 1 (w), so 5/6; blurred: 0 (undrawn) and 1, so 1/2. With the nose as
  // one hint on the blurred: 100/200; with none: 50/200 and 0.
  const answers: readonly Json[] = [
    {
      item: 'm',
      image: 'originals/m.png',
      task: 'guided',
      answer: { left_eye: left, nose: corners([50, 40, 70, 60]) },
    },
    { item: 'w', image: 'originals/w.png', task: 'guided', answer: { left_eye: left, nose } },
    { item: 'm', image: blurred, task: 'guided', answer: { nose } },
    {
      item: 'm',
      image: blurred,
      task: 'semi-guided',
      given: 'nose',
      answer: { left_eye: corners([10, 10, 20, 20]), nose },
    },
    { item: 'm', image: blurred, task: 'unguided', answer: { left_eye: corners([10, 10, 15, 20]) } },
  ];

  it('come to the mIoU, retention, gap and gain worked out by hand', () => {
    const scores = querySets.score([man, woman], [], lines(answers));
    expect(scores.problems).toEqual([]);
    expect(value(scores, 'miou_guided')).toBeCloseTo((1 + 1 / 3 + 1 + 1 + 0 + 1) / 6, 12);
    expect(value(scores, 'miou_guided', 'Org')).toBeCloseTo(5 / 6, 12);
    expect(value(scores, 'miou_guided', 'ID')).toBe(0.5);
    expect(value(scores, 'drop_guided', 'ID')).toBeCloseTo(1 / 3, 12);
    expect(value(scores, 'attribute_miou_guided', 'left_eye')).toBeCloseTo(2 / 3, 12);
    expect(value(scores, 'attribute_miou_guided', 'nose')).toBeCloseTo((1 / 3 + 1 + 1) / 3, 12);
    expect(value(scores, 'attribute_miou_guided', 'left_eye ID')).toBe(0);
    expect(value(scores, 'transfer_retention', 'gaussian_blur')).toBeCloseTo(0.6, 12);
    expect(value(scores, 'transfer_retention', 'ID')).toBeCloseTo(0.6, 12);
    expect(value(scores, 'transfer_retention', 'OOD')).toBeNull();
    expect(value(scores, 'gender_gap_guided', 'Org')).toBeCloseTo(2 / 3 - 1, 12);
    // The hint itself is not asked for.
    expect(scores.figures.find(({ metric }) => metric === 'miou_semi_guided')).toMatchObject({
      value: 0.5,
      n: 1,
    });
    expect(value(scores, 'miou_unguided')).toBe(0.125);
    expect(value(scores, 'gain_of_one_hint')).toBe(0.25);
  });

  it('have no retention over originals that were not found, and no gain without answers to compare', () => {
    const scores = querySets.score(
      [man],
      [],
      lines([{ item: 'm', image: 'originals/m.png', task: 'guided', answer: [] }, ...answers.slice(2, 4)]),
    );
    expect(reason(scores, 'transfer_retention', 'gaussian_blur')).toBe('The mIoU on the originals is 0.');
    expect(reason(scores, 'gain_of_one_hint')).toBe(
      'No question asked for the same attribute both with one hint and with none.',
    );
  });

  it('of a word count whole, the hint being one of its corners', () => {
    const scores = querySets.score(
      [word],
      [],
      lines([
        {
          item: 'cat',
          image: 'originals/cat.png',
          task: 'semi-guided',
          answer: JSON.stringify([{ sequence: 'cat', reasoning: '', x1: 0, y1: 0, x2: 50, y2: 40 }]),
        },
      ]),
    );
    expect(scores.problems).toEqual([]);
    expect(value(scores, 'miou_semi_guided')).toBe(0.5);
  });

  it('that cannot be scored are left out and named; those that are none count 0', () => {
    const excepted = {
      ...man,
      payload: {
        ...man.payload,
        variants: [{ image: blurred, transformation: 'gaussian_blur', family: 'ID', exception: 'shifted' }],
      },
    };
    const { problems, figures } = querySets.score(
      [excepted, queryItem({ id: 'bare', domain: 'CELEB', entity: 'Bare' })],
      [],
      lines([
        { item: 'nobody', image: 'a.png', task: 'guided', answer: [] },
        { item: 'm', image: 'a.png', task: 'guided', answer: [] },
        { item: 'm', image: blurred, task: 'guided', answer: [] },
        { item: 'bare', image: 'originals/bare.png', task: 'guided', answer: [] },
        { item: 'm', image: 'originals/m.png', task: 'semi-guided', answer: [] },
        { item: 'm', image: 'originals/m.png', task: 'semi-guided', given: 'mouth', answer: [] },
        { item: 'm', image: 'originals/m.png', task: 'guided', given: 'nose', answer: [] },
        { item: 'm', image: 'originals/m.png', task: 'guided', answer: 'I see a face.' },
      ]),
    );
    expect(problems).toHaveLength(8);
    expect(figures.find(({ metric }) => metric === 'miou_guided')).toMatchObject({ value: 0, n: 2 });
    expect(figures.some(({ metric }) => metric === 'miou_semi_guided')).toBe(false);
  });

  it('tell of answers of another kind once, with how many there are', () => {
    const { problems } = querySets.score(
      [],
      [],
      lines([
        { item: 'm', step: 'describe', answer: 'A face.' },
        { item: 'n', step: 'describe', answer: 'A face.' },
        { set: 'unheard of', answer: 'A' },
        { item: 'o', step: 'describe', answer: 'A face.' },
      ]),
    );
    expect(problems.map(({ reason }) => reason)).toEqual([
      'There is no query set "unheard of".',
      expect.stringMatching(/^3 answers of another kind left out/u),
    ]);
  });

  it('overlap as exact fractions and as counted cells say', () => {
    const coordinate = fc.integer({ min: 0, max: 24 });
    const corner = fc
      .tuple(coordinate, coordinate, coordinate, coordinate)
      .filter(([x1, y1, x2, y2]) => x2 > x1 && y2 > y1);
    fc.assert(
      fc.property(corner, corner, fc.constantFrom(1, 3, 16), (gold, drawn, scale) => {
        let [shared, either] = [0n, 0n];
        const inside = ([x1, y1, x2, y2]: readonly number[], x: number, y: number): boolean =>
          x >= (x1 ?? 0) && x < (x2 ?? 0) && y >= (y1 ?? 0) && y < (y2 ?? 0);
        for (let x = 0; x < 24; x += 1)
          for (let y = 0; y < 24; y += 1) {
            const [inGold, inDrawn] = [inside(gold, x, y), inside(drawn, x, y)];
            if (inGold && inDrawn) shared += 1n;
            if (inGold || inDrawn) either += 1n;
          }
        // Fractions of a pixel count as they are: the cells are a third or a sixteenth wide.
        const scaled = (box: readonly [number, number, number, number]) =>
          [box[0] / scale, box[1] / scale, box[2] / scale, box[3] / scale] as const;
        const item = queryItem({ id: 'q', domain: 'WORD', entity: 'q', boxes: { word: scaled(gold) } });
        const scores = querySets.score(
          [item],
          [],
          lines([{ item: 'q', image: 'originals/q.png', task: 'guided', answer: corners(scaled(drawn)) }]),
        );
        expect(value(scores, 'miou_guided', 'Org')).toBeCloseTo(Number(shared) / Number(either), 9);
      }),
    );
  });
});
