import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseline } from '../../shared/benchmarks/mcsbench/baseline.ts';
import { parseItem } from '../../shared/benchmarks/mcsbench/codec.ts';
import { correctnessOf, matchingShare } from '../../shared/benchmarks/mcsbench/correctness.ts';
import {
  assignmentInWords,
  goldOf,
  matchingOf,
  parseAssignment,
} from '../../shared/benchmarks/mcsbench/matching.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { placeInWords } from '../../shared/benchmarks/mcsbench/options.ts';
import { McsBenchPayload } from '../../shared/benchmarks/mcsbench/schema.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { itemsOfAllTasks } from '../helpers/mcsBenchTasks.ts';
import { present } from '../helpers/present.ts';

const items = new Map(itemsOfAllTasks().map((item) => [JSON.stringify(item['id']), item]));
const item = (id: string): JsonObject => items.get(JSON.stringify(id)) ?? {};
const [SPELLED, KEYED] = [item('mi-match'), item('mi-match-key')];
const { descriptions: _, matching: __, ...UNNAMED } = SPELLED;

const kindOf = (payload: JsonObject) => baseline.steps(payload, '')[0]?.answer;
const said = (text: string): StepAnswer => ({ kind: 'text', text });
const given = (pairs: Record<string, string>): StepAnswer => ({ kind: 'matching', pairs });
const right = (payload: JsonObject, answer: StepAnswer): boolean | null =>
  correctnessOf(McsBenchPayload.parse(payload), 'base', answer);
const share = (payload: JsonObject, answer: StepAnswer): number | null =>
  matchingShare(McsBenchPayload.parse(payload), answer);
const problem = (change: JsonObject): string => {
  const parsed = parseItem({ ...SPELLED, ...change });
  return parsed.ok ? '' : parsed.problems.map(({ field, message }) => `${field ?? ''} ${message}`).join();
};

describe('how an item of several images is asked', () => {
  test('is an image for each description, under the labels of the item', () => {
    expect(kindOf(SPELLED)).toEqual({
      kind: 'matching',
      texts: [
        { id: 'a', text: 'Umbels of open tepals' },
        { id: 'b', text: 'Ridges under snow' },
        { id: 'c', text: 'All four limbs off the ground' },
      ],
      images: ['1', '2', '3'].map((id) => ({ id, text: `Image-${id}` })),
      permute: false,
    });
    expect(kindOf(KEYED)).toMatchObject({ kind: 'matching', texts: [{ id: 's1' }, {}, {}, { id: 's4' }] });
  });

  test('takes descriptions from options that all assign the same, whichever comes first', () => {
    const spelled = (options: string[], question = 'Match.') => kindOf({ ...UNNAMED, question, options });
    const texts = ['red', 'green', 'blue'];
    const orders = ['012', '120', '201', '021', '102'];
    const written = (of: (image: number, text: string) => string) =>
      orders.map((order) =>
        order
          .split('')
          .map((place, at) => of(at + 1, texts[Number(place)] ?? ''))
          .join('; '),
      );
    for (const options of [
      written((image, text) => `Image-${String(image)}: ${text}`),
      written((image, text) => `Image ${String(image)} → “${text}”`),
      written((image, text) => `${text} - Image-${String(image)}`),
    ])
      expect(spelled(options)).toMatchObject({
        texts: [
          { id: 'a', text: 'blue' },
          { id: 'b', text: 'green' },
          { id: 'c', text: 'red' },
        ],
      });
    const letters = orders.map((order) =>
      order
        .split('')
        .map((place, at) => `Image-${String(at + 1)}: (${'ABC'[Number(place)] ?? ''})`)
        .join(', '),
    );
    expect(spelled(letters)).toMatchObject({ texts: [{ id: 'a', text: 'Description a' }, {}, {}] });
    expect(
      spelled(letters, 'Match them.\n(A) a long bill\n(B) a short bill; with a hook\n(C) no bill'),
    ).toMatchObject({
      texts: [{ text: 'a long bill' }, { text: 'a short bill; with a hook' }, { text: 'no bill' }],
    });
  });

  test('is a choice where options assign different things, or nothing', () => {
    const options = (change: string[]) => [...change, ...['b', 'c', 'd', 'e'].slice(change.length - 1)];
    for (const list of [
      ['Image-1: red; Image-2: green', 'Image-1: green; Image-2: red', 'Image-1: red; Image-2: blue'],
      ['Image-1: red; Image-2: red'],
      ['Image-1: red; Image-2: green', 'Image-2: red; Image-3: green'],
      ['Image-1 is red', 'Image-2 is red'],
    ])
      expect(kindOf({ ...UNNAMED, options: options(list) })?.kind).toBe('choice');
  });

  test('is the images that fit where an option names several, and one of five where each names one', () => {
    expect(kindOf(item('mi-discr'))).toMatchObject({
      kind: 'choices',
      options: [{ text: 'Image-1' }, {}, {}],
    });
    const options = ['Image-1', 'Image-2', 'Image-3', 'Image-4', 'Image-5'];
    expect(kindOf({ ...item('mi-discr'), options })).toMatchObject({ kind: 'choice', permute: false });
  });

  test('tells a participant’s machine not what belongs to what', () => {
    for (const [id, payload] of items) {
      const forParticipant = baseline.forParticipant(payload);
      expect(baseline.steps(forParticipant, ''), id).toEqual(baseline.steps(payload, ''));
      const { matching = null } = forParticipant;
      expect(JSON.stringify(matching)).not.toMatch(/"(?:[abc]|s\d)"/u);
    }
  });
});

describe('a matching', () => {
  const GOLD = { a: '2', b: '3', c: '1' };

  test('is right where every description has its image; the share right is kept', () => {
    expect(right(SPELLED, given(GOLD))).toBe(true);
    expect(share(SPELLED, given(GOLD))).toBe(1);
    expect(right(SPELLED, given({ ...GOLD, a: '3', b: '2' }))).toBe(false);
    expect(share(SPELLED, given({ ...GOLD, a: '3', b: '2' }))).toBeCloseTo(1 / 3, 12);
    expect(right(KEYED, given({ s1: '1', s2: '2', s3: '1', s4: '3' }))).toBe(true);
    expect(share(KEYED, given({ s1: '1', s2: '2', s3: '2', s4: '3' }))).toBe(3 / 4);
    // Time ran out.
    expect([right(SPELLED, given({ a: '2' })), share(SPELLED, given({ a: '2' }))]).toEqual([false, 1 / 3]);
    expect([right(SPELLED, { kind: 'none' }), share(SPELLED, { kind: 'none' })]).toEqual([false, 0]);
  });

  test('is read out of a model’s choice, words or JSON, and unknown where it cannot be', () => {
    const told = (answer: StepAnswer) => [right(SPELLED, answer), share(SPELLED, answer)];
    for (const answer of [
      said('B'),
      said('(B)'),
      said('Answer: B'),
      said('Image-1: c; Image-2: a; Image-3: b'),
      said('B. Image-1: c; Image-2: a; Image-3: b'),
      said('My answer:\nImage 3 -> b\nImage 1 -> c\nImage 2 -> a'),
      said('{"Image-1": "c", "Image-2": "a", "Image-3": "b"}'),
      said('{"a": "Image-2", "b": "Image-3", "c": "Image-1"}'),
      said('a: Image-2, b: Image-3, c: Image-1'),
      said('**Image-1**: All four limbs off the ground; **Image-2**: (a); **Image-3**: Description b.'),
      given({ 'Image-1': 'c', 'Image-2': 'a', 'Image-3': 'b' }),
      given({ a: 'Image-2', b: '3', c: '1' }),
      { kind: 'choice', option: 'B' } as const,
    ])
      expect(told(answer), JSON.stringify(answer)).toEqual([true, 1]);
    expect(told(said('C'))).toEqual([false, 1 / 3]);
    expect(told(said('Image-1: a; Image-2: b; Image-3: c'))).toEqual([false, 0]);
    for (const answer of [
      said('Image-1: c; Image-2: a'),
      said('Image-1: c; Image-2: a; Image-3: a'),
      said('Image-1: c; Image-2: a; Image-3: d'),
      said('A. Image-1: c; Image-2: a; Image-3: b'),
      said('I cannot tell the images apart.'),
      given({ a: '9', b: '1', c: '2' }),
      given({ x: '1' }),
      { kind: 'unknown' } as const,
    ])
      expect(told(answer), JSON.stringify(answer)).toEqual([null, null]);
    expect(right(KEYED, said('Image-1: s1 and s3; Image-2: s2; Image-3: s4'))).toBe(true);
    expect([right(KEYED, said('C')), right(KEYED, said('B'))]).toEqual([true, false]);
  });

  test('that gives every description to one image is read, others named empty or not at all', () => {
    const payload = {
      descriptions: ['one bill', 'two bills', 'a tail'],
      matching: { 'Image-3': ['a', 'b', 'c'] },
    };
    const matching = present(matchingOf(payload, 3));
    const all = [
      ['a', 3],
      ['b', 3],
      ['c', 3],
    ];
    for (const words of [
      'Image-3: a, b, c',
      'Answer: Image-3: a, b and c.',
      '{"Image-3": ["a", "b", "c"]}',
      'a, b, c: Image-3',
      'Image-1: none; Image-2: nothing; Image-3: a, b, c',
    ])
      expect([...(parseAssignment(words, matching) ?? [])], words).toEqual(all);
    for (const words of ['Image-3: a, b', 'Image-3: none', 'Image-3 shows a bill', 'Image-3'])
      expect(parseAssignment(words, matching), words).toBeNull();
  });

  test('written out in any order is read as it is', () => {
    const labels = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        (places, imageFirst) => {
          const payload = {
            descriptions: ['one bill', 'two bills', 'a tail', 'no tail'],
            matching: Object.fromEntries(
              [1, 2, 3, 4].map((image) => [
                `Image-${String(image)}`,
                labels.filter((_each, at) => places[at] === image),
              ]),
            ),
          };
          const matching = present(matchingOf(payload, 4));
          const gold = goldOf(payload, matching);
          expect([...(gold ?? [])]).toEqual(labels.map((label, at) => [label, places[at]]));
          const words = imageFirst
            ? assignmentInWords(gold ?? new Map())
            : labels.map((label, at) => `${label}: Image-${String(places[at])}`).join(', ');
          expect([...(parseAssignment(words, matching) ?? [])]).toEqual([...(gold ?? [])]);
        },
      ),
    );
  });

  test('that contradicts itself is refused with the field', () => {
    expect(problem({})).toBe('');
    expect(problem({ matching: { 'Image-1': 'a', 'Image-2': 'b', 'Image-3': 'c' } })).toBe(
      'matching differs from the gold option',
    );
    expect(problem({ matching: { 'Image-1': 'c', 'Image-2': 'a' } })).toMatch(
      /^matching does not assign every/u,
    );
    expect(problem({ matching: { 'Image-1': ['c', 'a', 'b'], 'Image-2': 'a' } })).toMatch(
      /^matching does not/u,
    );
    expect(problem({ matching: { 'Image-4': ['a', 'b', 'c'] } })).toMatch(
      /^matching names Image-4, and the item has 3/u,
    );
    expect(problem({ matching: { cat: 'a' } })).toMatch(/^matching.*names no image/u);
    expect(problem({ descriptions: null })).toBe(
      'matching says what belongs to which image, but there are no "descriptions"',
    );
    expect(problem({ descriptions: ['one'] })).toMatch(/^descriptions/u);
  });

  test('follows the gold option that a fix names', () => {
    const mended = (texts: Record<string, string>, of = SPELLED) => {
      const written = mcsBench.validation?.withTexts(of, texts);
      if (written?.ok !== true) throw new Error(JSON.stringify(written));
      expect(parseItem(written.value).ok).toBe(true);
      return written.value['matching'];
    };
    expect(mended({ question: 'Which?' })).toEqual(SPELLED['matching']);
    expect(mended({ gold: 'A' })).toEqual({ 'Image-1': 'a', 'Image-2': 'b', 'Image-3': 'c' });
    // Options that spell nothing say nothing against it.
    expect(mended({ optionA: 'None of these' })).toEqual(SPELLED['matching']);
    expect(mended({ optionA: 'Another' }, KEYED)).toEqual(KEYED['matching']);
    // What belongs to what under another gold option nobody has said.
    expect(mended({ gold: 'A' }, KEYED)).toBeUndefined();
  });

  test('is told after practice in words', () => {
    expect(baseline.feedback(SPELLED, '', { base: given({ a: '1', b: '2', c: '3' }) })).toEqual([
      { step: 'base', correct: false, expected: 'Image-1: c; Image-2: a; Image-3: b' },
    ]);
    expect(baseline.steps(SPELLED, '')[1]?.prompt).toContain(
      'The answer is: Image-1: c; Image-2: a; Image-3: b',
    );
  });
});

describe('a model’s words', () => {
  const OPTIONS = ['red', 'blue', 'green', 'grey', 'white'];
  const place = (words: string, letters?: readonly string[]) => placeInWords(words, OPTIONS, letters);

  test.each([
    ['a letter', 'B'],
    ['a letter in brackets', '(B)'],
    ['a letter with a full stop', 'B.'],
    ['a small letter', ' b) '],
    ['a bold option', '**Option B**'],
    ['a text', 'blue'],
    ['a text of another case', 'Blue.'],
    ['letter and text', 'B. Blue.'],
    ['an answer in a sentence', 'The sky is seen, so the answer is B because it is blue.'],
    ['an answer after thought', 'A) is wrong.\n\nAnswer: (B)'],
    ['the last of several', 'Answer: A\nOn second thoughts, answer: B.'],
    ['JSON', '{"answer": "B"}'],
    ['a box', String.raw`Therefore \boxed{B}`],
    ['a tag', '<answer>B</answer>'],
  ])('name an option: %s', (_name, words) => {
    expect(place(words)).toBe(1);
  });

  test.each([
    'The answer is a bird.',
    'The answer is I believe the second',
    'The answer is A or B',
    'Answer: A, B',
    'A) is wrong, B) is right',
    'A. is not what is seen',
    'B. red',
    'red or blue',
    'F',
    '6',
    '',
    'Cannot say.',
    'B’s tail is long',
  ])('name none: %s', (words) => {
    expect(place(words)).toBeNull();
  });

  test('of a chain go by F to J, or by A to E as its generator prints them', () => {
    const LETTERS = ['F', 'G', 'H', 'I', 'J'];
    for (const words of ['G', '(G)', 'Answer: G', 'G. blue', 'B', 'g.'])
      expect(place(words, LETTERS), words).toBe(1);
    expect(place('The answer is I.', LETTERS)).toBe(3);
    expect(place('The answer is I think so', LETTERS)).toBeNull();
    const chain = item('cc-align');
    const of = (words: string) => correctnessOf(McsBenchPayload.parse(chain), 'rc/1', said(words));
    expect([of('G'), of('(g)'), of('Answer: **G**'), of('F'), of('none of them')]).toEqual([
      true,
      true,
      true,
      false,
      null,
    ]);
  });
});
