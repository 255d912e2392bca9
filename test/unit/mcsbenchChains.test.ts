import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignChains, alignSteps, stepsOf } from '../../shared/benchmarks/mcsbench/chains.ts';

describe('the steps of a chain', () => {
  test('are its lines, without their numbers and marks', () => {
    expect(stepsOf('1. It is red.\n2) It is a berry. It is small.\n- Hence B.\n\n')).toEqual([
      'It is red.',
      'It is a berry. It is small.',
      'Hence B.',
    ]);
  });

  test('are the parts between arrows', () => {
    for (const arrow of ['→', '->', '=>', '⇒', '-->'])
      expect(stepsOf(`O1 red ${arrow} E1 a berry ${arrow} B`)).toEqual(['O1 red', 'E1 a berry', 'B']);
    expect(stepsOf('A well-known berry - and > 3 seeds')).toHaveLength(1);
  });

  test('are what numbers in one line head, where those follow one another', () => {
    expect(stepsOf('(1) It has 3 of 5. (2) So it is B.')).toEqual(['It has 3 of 5.', 'So it is B.']);
    expect(stepsOf('Step 1: red, of 20. Step 2: a berry. Step 3: B.')).toEqual([
      'red, of 20.',
      'a berry.',
      'B.',
    ]);
    expect(stepsOf('It has 12. That is more than 3. Hence B.')).toEqual([
      'It has 12.',
      'That is more than 3.',
      'Hence B.',
    ]);
  });

  test('are its sentences, abbreviations aside', () => {
    expect(stepsOf('A. oreophilum has open tepals (cf. E1). Only B is left; hence B!')).toEqual([
      'A. oreophilum has open tepals (cf. E1).',
      'Only B is left;',
      'hence B!',
    ]);
    expect(stepsOf('See E. Allium grows, e.g. Here. So.')).toEqual([
      'See E. Allium grows, e.g. Here.',
      'So.',
    ]);
    expect(stepsOf('  ')).toEqual([]);
    expect(stepsOf('B')).toEqual(['B']);
  });
});

const GOLD = [
  'O1: the tepals are broad and open.',
  'E1: the neighbours have narrow or joined tepals.',
  'Only option B holds of the plant and of none of them.',
];

describe('two chains side by side', () => {
  test('share what is the same, mark what is said otherwise, missing or added', () => {
    expect(
      alignSteps(GOLD, [
        'O1: the tepals are broad and joined.',
        'It grows in Turkey.',
        'only option B holds of the plant, and of none of them',
      ]),
    ).toEqual([
      { kind: 'changed', gold: GOLD[0], other: 'O1: the tepals are broad and joined.' },
      { kind: 'missing', gold: GOLD[1], other: null },
      { kind: 'added', gold: null, other: 'It grows in Turkey.' },
      { kind: 'same', gold: GOLD[2], other: 'only option B holds of the plant, and of none of them' },
    ]);
  });

  test('with the steps of one reversed share the longer run', () => {
    expect(
      alignSteps(
        ['first thing', 'second matter', 'third point'],
        ['third point', 'first thing', 'second matter'],
      ).map(({ kind }) => kind),
    ).toEqual(['added', 'same', 'same', 'missing']);
  });

  test('that have nothing in common stand one after the other', () => {
    expect(alignSteps(['a'], ['b']).map(({ kind }) => kind)).toEqual(['missing', 'added']);
    expect(alignSteps([], [])).toEqual([]);
  });

  const word = fc.constantFrom('the', 'tepals', 'are', 'open', 'joined', 'B', 'hence');
  const step = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  const chain = fc.array(step, { maxLength: 7 });

  test('show every step of both once, in its order', () => {
    fc.assert(
      fc.property(chain, chain, (gold, other) => {
        const rows = alignSteps(gold, other);
        expect(rows.flatMap((row) => (row.gold === null ? [] : [row.gold]))).toEqual(gold);
        expect(rows.flatMap((row) => (row.other === null ? [] : [row.other]))).toEqual(other);
        expect(alignSteps(gold, gold).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('share at least as many steps word for word as stand in both at either end', () => {
    fc.assert(
      fc.property(chain, chain, chain, (start, middle, end) => {
        const rows = alignSteps([...start, ...end], [...start, ...middle, ...end]);
        const common = rows.filter(({ kind }) => kind === 'same' || kind === 'changed').length;
        expect(common).toBe(start.length + end.length);
      }),
    );
  });
});

describe('several chains side by side', () => {
  test('have a line for each step of the gold one and for what others add', () => {
    const rows = alignChains(
      ['one thing', 'another matter'],
      [
        ['one thing', 'another matter'],
        ['one thing', 'a third idea', 'a fourth notion'],
        ['something else', 'another matter'],
      ],
    );
    expect(rows.map(({ gold, others }) => [gold, others.map((each) => each?.kind ?? null)])).toEqual([
      ['one thing', ['same', 'same', 'missing']],
      [null, [null, null, 'added']],
      ['another matter', ['same', 'missing', 'same']],
      [null, [null, 'added', null]],
      [null, [null, 'added', null]],
    ]);
  });

  test('lose no step', () => {
    const chain = fc.array(fc.constantFrom('a b', 'a c', 'd', 'e f g', 'a b d'), { maxLength: 6 });
    fc.assert(
      fc.property(chain, fc.array(chain, { minLength: 1, maxLength: 4 }), (gold, others) => {
        const rows = alignChains(gold, others);
        expect(rows.flatMap((row) => (row.gold === null ? [] : [row.gold]))).toEqual(gold);
        others.forEach((other, at) => {
          expect(rows.flatMap((row) => row.others[at]?.other ?? [])).toEqual(other);
        });
      }),
    );
  });
});
