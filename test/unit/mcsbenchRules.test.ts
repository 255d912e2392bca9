import { describe, expect, test } from 'vitest';
import type { CheckSubject } from '../../shared/benchmarks/task.ts';
import { answerOfPayload } from '../../shared/benchmarks/mcsbench/codec.ts';
import { initialVocabulary, type McsBenchAnswer } from '../../shared/benchmarks/mcsbench/schema.ts';
import { validate } from '../../shared/benchmarks/mcsbench/task.ts';
import { byPriority } from '../../shared/benchmarks/mcsbench/taxonomy.ts';
import { isInTheWay } from '../../shared/benchmarks/problems.ts';
import { ImageId } from '../../shared/base/ids.ts';
import { uuid } from '../helpers/healthItems.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';

const ITEM = mcsBenchItem();

describe('the rules', () => {
  const image = {
    type: 'image',
    position: 0,
    role: 'image',
    name: 'a.png',
    imageId: ImageId.parse(uuid(1)),
    size: { width: 800, height: 600 },
  } as const;
  /** The gold chain of probe n is its n-th. */
  const CHAINS = {
    chainSufficient: 'yes',
    chainCorrect: 'yes',
    chainSound: 'yes',
    ...Object.fromEntries(
      [1, 2, 3].flatMap((probe) =>
        ['F', 'G', 'H', 'I', 'J']
          .filter((_, at) => at !== probe - 1)
          .map((letter) => [`chain${String(probe)}${letter}`, 'fabrication'] as const),
      ),
    ),
  } as const;
  const SOUND: McsBenchAnswer = {
    ...answerOfPayload(ITEM),
    verdict: 'accept',
    shortcut: 'no',
    goldCorrect: 'yes',
    goldOptimal: 'yes',
    plausibleA: 'yes',
    plausibleC: 'yes',
    plausibleD: 'yes',
    plausibleE: 'yes',
    incorrectA: 'yes',
    incorrectC: 'yes',
    incorrectD: 'yes',
    incorrectE: 'yes',
    answerable: 'yes',
    clear: 'yes',
    relations: ['PR1'],
    operator: 'OP2',
    ...CHAINS,
  };
  const problemsIn = (change: Partial<McsBenchAnswer>, subject: Partial<CheckSubject> = {}) =>
    validate.check({
      payload: ITEM,
      answer: { ...SOUND, ...change },
      vocabulary: initialVocabulary,
      regions: [],
      images: [image],
      ...subject,
    });
  const problemsOf = (change: Partial<McsBenchAnswer>, subject: Partial<CheckSubject> = {}): string[] =>
    problemsIn(change, subject).map(({ field, severity }) => `${severity}: ${field ?? ''}`);

  test('let a sound item through, and want every question answered', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ plausibleD: null, clear: null })).toEqual(['error: plausibleD', 'error: clear']);
    // The gold option is no distractor.
    expect(problemsOf({ plausibleB: 'no' })).toEqual([]);
  });

  test('want the questions about chains answered like the others, where an item has chains', () => {
    const open = Object.fromEntries(Object.keys(CHAINS).map((field) => [field, null]));
    const asked = problemsIn(open);
    expect(new Set(asked.map(({ field }) => field))).toEqual(new Set(Object.keys(CHAINS)));
    expect(asked).toHaveLength(15);
    expect(asked.every((problem) => problem.isUnanswered === true && isInTheWay(problem))).toBe(true);
    expect(problemsIn({ chain2F: null }).map(({ message }) => message)).toEqual([
      'Chain F of probe 2 has no error type.',
    ]);
    expect(problemsIn({ chainSound: 'no', chainCorrect: 'unsure' }).map(({ message }) => message)).toEqual([
      'Gold chain: factually correct is unsure.',
      'The item needs fixing: the gold chain is not logically sound.',
    ]);
    // The gold chain has no error type, and a probe that is not there asks nothing.
    expect(problemsOf({ chain1F: null })).toEqual([]);
    expect(problemsOf(open, { payload: { ...ITEM, rc_items: null } })).toEqual([]);
    expect(problemsOf({ ...open, verdict: 'fix', reason: 'unclear' })).toEqual(['error: verdict']);
  });

  test('keep out what a reviewer denied, and ask about what is unsure', () => {
    expect(problemsOf({ incorrectE: 'no' })).toEqual(['error: incorrectE']);
    expect(problemsOf({ goldOptimal: 'unsure', shortcut: 'yes' })).toEqual([
      'warning: shortcut',
      'warning: goldOptimal',
    ]);
  });

  test('tell nothing of the gold option before the image is shown', () => {
    const optionB = 'An umbel of broad, open tepals '.repeat(3);
    const said = (change: Partial<McsBenchAnswer>): readonly string[] =>
      problemsIn(change).map(({ message }) => message);
    expect(said({ shortcut: 'yes' })).toContain('It can be answered without the image.');
    expect(said({ shortcut: 'yes', blindOption: 'B' })).toContain(
      'You chose the gold option, B, without the image.',
    );
    expect(said({ shortcut: 'yes', blindOption: 'A' })).toContain(
      'Without the image you chose A, which is not the gold option.',
    );
    expect(problemsOf({ shortcut: null, plausibleA: null, optionB })).toEqual(['error: shortcut']);
    expect(problemsOf({ shortcut: 'no', optionB })).toEqual(['warning: optionB']);
  });

  test('want a reason for what is not accepted', () => {
    expect(problemsOf({ verdict: null })).toEqual(['error: verdict']);
    expect(problemsOf({ verdict: 'fix', goldCorrect: null })).toEqual(['error: verdict', 'error: reason']);
    expect(problemsOf({ verdict: 'reject', goldCorrect: null })).toEqual(['error: reason']);
    expect(problemsOf({ verdict: 'reject', reason: 'duplicate' })).toEqual([]);
    // Sent back, for whatever reason, the item stays out, and the answer can be submitted.
    const sentBack = { ...SOUND, verdict: 'fix', reason: 'the image is missing', optionC: '' };
    const problems = validate.check({
      payload: ITEM,
      answer: sentBack,
      vocabulary: initialVocabulary,
      regions: [],
      images: [],
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(3);
    expect(problems.filter(isInTheWay)).toEqual([]);
  });

  test('apply the priority of operators', () => {
    expect(problemsOf({ operator: 'OP3', secondOperator: 'OP2' })).toEqual(['error: operator']);
    expect(problemsOf({ operator: 'OP2', secondOperator: 'OP3' })).toEqual([]);
    expect(problemsOf({ operator: 'OP2', secondOperator: 'OP2' })).toEqual(['error: secondOperator']);
    expect(byPriority(['OP1', 'OP3', 'OP2', 'OP4', 'OP5', 'OP6'])).toEqual([
      'OP6',
      'OP5',
      'OP4',
      'OP2',
      'OP3',
      'OP1',
    ]);
  });

  test('point at what the texts give away', () => {
    expect(problemsOf({ optionE: 'Tepals joined into a long tube.' })).toEqual(['warning: optionE']);
    expect(problemsOf({}, { images: [] })).toEqual(['error: images']);
  });
});
