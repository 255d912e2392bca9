import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckSubject } from '../../shared/benchmarks/task.ts';
import {
  answerOfPayload,
  parseItem,
  payloadWithAnswer,
  withDataPath,
} from '../../shared/benchmarks/caughtcheating/codec.ts';
import { checkRules } from '../../shared/benchmarks/caughtcheating/rules.ts';
import {
  CaughtCheatingAnswer,
  initialVocabulary,
  KEY_ORDER,
} from '../../shared/benchmarks/caughtcheating/schema.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import { claimFromTemplate } from '../../shared/benchmarks/caughtcheating/template.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { json, objectOf, oddText } from '../helpers/arbitraries.ts';
import { uuid } from '../helpers/healthItems.ts';
import { firsts } from '../helpers/present.ts';
import { regionRecord } from '../helpers/regions.ts';
import { published, SAMPLE } from '../helpers/caughtPayloads.ts';

const texts = fc.array(oddText, { maxLength: 3 });
const KNOWN: Readonly<Record<(typeof KEY_ORDER)[number], fc.Arbitrary<Json>>> = {
  data_path: oddText.filter((path) => path !== ''),
  label: fc.boolean(),
  scene: oddText,
  target_partner: fc.oneof(fc.constantFrom('boyfriend', 'girlfriend'), oddText),
  main_ins: oddText,
  detm_cue: oddText,
  non_detm_cue: texts,
  p_sub_ins: texts,
  p_sub_ans: texts,
  r_sub_ins: texts,
  r_sub_ans: texts,
  url: oddText,
};
const knownEntry = fc
  .constantFrom(...KEY_ORDER)
  .chain((key) => KNOWN[key].map((value): [string, Json] => [key, value]));
const unknownEntry = fc.tuple(
  oddText.filter((key) => !KEY_ORDER.some((known) => known === key)),
  json,
);
/** Any keys of the format, in any order, with any others between them. */
const payload: fc.Arbitrary<JsonObject> = fc
  .array(fc.oneof({ weight: 4, arbitrary: knownEntry }, { weight: 1, arbitrary: unknownEntry }), {
    maxLength: 16,
  })
  .map(objectOf);

/** Equal to the letter: keys, their order, values. */
const expectToTheLetter = (actual: Json, expected: Json): void => {
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
};

describe('an item that nobody edited', () => {
  test('goes out as it came in, whatever it holds', () => {
    fc.assert(
      fc.property(payload, (source) => {
        expectToTheLetter(payloadWithAnswer(source, answerOfPayload(source)), source);
      }),
      { numRuns: 500 },
    );
  });

  test('goes out as it came in also after triage and sign-off, which the format has no key for', () => {
    fc.assert(
      fc.property(payload, (source) => {
        const answer = { ...answerOfPayload(source), triage: 'keep', noPersonalInformation: true };
        expectToTheLetter(payloadWithAnswer(source, answer), source);
      }),
    );
  });

  test('of the data set goes out as it came in', () => {
    for (const source of published) {
      const parsed = parseItem(source);
      if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join());
      expect(parsed.value.payload).toBe(source);
      expectToTheLetter(payloadWithAnswer(source, answerOfPayload(source)), source);
    }
  });

  test('has an answer that its task accepts', () => {
    fc.assert(
      fc.property(payload, (source) => {
        expect(curate.parseAnswer(curate.initialAnswer(source), initialVocabulary).ok).toBe(true);
      }),
    );
  });
});

describe('an edit', () => {
  test('of the claim changes that key and no other', () => {
    fc.assert(
      fc.property(payload, oddText, (source, claim) => {
        const answer = answerOfPayload(source);
        const edited = payloadWithAnswer(source, { ...answer, claim });
        const others = (object: JsonObject): [string, Json][] =>
          Object.entries(object).filter(
            ([key]) => key !== 'main_ins' && !key.startsWith('non_') && !/_sub_/u.test(key),
          );
        expectToTheLetter(others(edited), others(source));
        if (answer.claim !== claim) expect(edited['main_ins']).toBe(claim);
      }),
    );
  });

  test('is read back as it was made', () => {
    const question = fc.record({ question: oddText, answer: oddText });
    const edit = fc.record({
      label: fc.constant(true),
      scene: oddText,
      partner: fc.constantFrom('boyfriend' as const, 'girlfriend' as const),
      claim: oddText,
      clues: fc
        .tuple(oddText, fc.array(oddText, { maxLength: 3 }))
        .map(([first, others]) => [
          { id: 'clue-1', text: first, deterministic: true },
          ...others.map((text, index) => ({ id: `clue-${String(index + 2)}`, text, deterministic: false })),
        ]),
      perception: fc.array(question, { minLength: 1, maxLength: 2 }),
      reasoning: fc.array(question, { minLength: 1, maxLength: 2 }),
    });
    fc.assert(
      fc.property(payload, edit, (source, changes) => {
        const before = answerOfPayload(source);
        const answer = CaughtCheatingAnswer.parse({ ...before, ...changes });
        expect(answerOfPayload(payloadWithAnswer(source, answer))).toEqual(answer);
      }),
    );
  });

  test('never loses, adds or moves a key that the format does not know', () => {
    fc.assert(
      fc.property(payload, fc.option(fc.boolean()), oddText, (source, label, claim) => {
        const edited = payloadWithAnswer(source, { ...answerOfPayload(source), label, claim });
        const unknown = (object: JsonObject): [string, Json][] =>
          Object.entries(object).filter(([key]) => !KEY_ORDER.some((known) => known === key));
        expectToTheLetter(unknown(edited), unknown(source));
      }),
    );
  });

  test('to unclued takes the clues out; new keys go where the data set has them', () => {
    const [clued, unclued] = firsts(SAMPLE, 2);
    const without = payloadWithAnswer(clued, {
      ...answerOfPayload(clued),
      label: false,
      clues: [],
      perception: [],
      reasoning: [],
    });
    expect(Object.keys(without)).toEqual([
      'data_path',
      'label',
      'scene',
      'target_partner',
      'main_ins',
      'url',
    ]);
    const made = payloadWithAnswer(unclued, {
      ...answerOfPayload(unclued),
      label: true,
      clues: [{ id: 'x', text: 'A second plate.', deterministic: true }],
      perception: [{ question: 'Is there?', answer: 'Yes' }],
      reasoning: [{ question: 'Does it?', answer: 'Yes' }],
    });
    expect(Object.keys(made)).toEqual([...KEY_ORDER]);
    expect(made).toMatchObject({ detm_cue: 'A second plate.', non_detm_cue: [], p_sub_ans: ['Yes'] });
  });

  test('of the path puts it first where it is new', () => {
    expectToTheLetter(withDataPath({ label: true }, 'a.png'), { data_path: 'a.png', label: true });
    expectToTheLetter(withDataPath({ label: true, data_path: 'b' }, 'a'), { label: true, data_path: 'a' });
  });
});

test('what is no item is refused with the field', () => {
  const problemsOf = (value: Json): (string | null)[] => {
    const parsed = parseItem(value);
    return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
  };
  const [item = {}] = SAMPLE;
  expect(problemsOf([])).toEqual([null]);
  expect(problemsOf('x')).toEqual([null]);
  expect(problemsOf({ ...item, label: 'true' })).toEqual(['label']);
  expect(problemsOf({ ...item, data_path: '' })).toEqual(['data_path']);
  expect(problemsOf({ ...item, p_sub_ins: ['a', 3] })).toEqual(['p_sub_ins.1']);
  const { url: _url, ...rest } = item;
  expect(problemsOf(rest)).toEqual([]);
});

describe('the rules', () => {
  const imageId = ImageId.parse(uuid(1));
  const answer = CaughtCheatingAnswer.parse({
    ...answerOfPayload(SAMPLE[0] ?? {}),
    triage: 'keep',
    noPersonalInformation: true,
  });
  const box = regionRecord({
    id: RegionId.parse(uuid(2)),
    imageId,
    label: 'clue-1',
    x: 1,
    y: 1,
    width: 5,
    height: 5,
  });
  const photo = { type: 'image' as const, position: 0, role: 'photo', name: 'a.png', imageId };
  const subject = (
    changes: Partial<CaughtCheatingAnswer>,
    others: Partial<CheckSubject> = {},
  ): CheckSubject => ({
    payload: {},
    answer: { ...answer, ...changes },
    vocabulary: initialVocabulary,
    regions: [box],
    images: [{ ...photo, size: { width: 800, height: 600 } }],
    ...others,
  });
  const broken = (changes: Partial<CaughtCheatingAnswer>, others?: Partial<CheckSubject>): string[] =>
    checkRules(subject(changes, others)).map(({ field, severity }) => `${String(field)} ${severity}`);
  const clue = { id: 'clue-1', text: 'A hat.', deterministic: true };
  const question = { question: 'Is it?', answer: 'Yes' };

  test('have nothing against a complete item of either class', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ label: false, clues: [], perception: [], reasoning: [] }, { regions: [] })).toEqual([]);
  });

  test.each<[string, Partial<CaughtCheatingAnswer>, string[]]>([
    ['no label', { label: null }, ['label error']],
    ['no scene', { scene: null }, ['scene error']],
    ['a scene of nobody', { scene: 'moon' }, ['scene warning']],
    ['no partner', { partner: null }, ['partner error']],
    ['no claim', { claim: ' ' }, ['claim error']],
    ['an open slot', { claim: claimFromTemplate('boyfriend', '') }, ['claim error']],
    ['the other pronouns', { claim: 'My boyfriend said she is out.' }, ['claim error']],
    ['the other partner', { partner: 'girlfriend' }, ['claim error', 'claim error']],
    ['no deterministic clue', { clues: [{ ...clue, deterministic: false }] }, ['clues error']],
    [
      'two deterministic clues',
      { clues: [clue, { ...clue, id: 'b', text: 'B' }] },
      ['clues error', 'clues.1.regions warning'],
    ],
    ['a clue without words', { clues: [{ ...clue, text: '' }] }, ['clues.0.text error']],
    [
      'a clue twice',
      { clues: [clue, { id: 'b', text: 'A hat.', deterministic: false }] },
      ['clues.1.text warning'],
    ],
    ['no perception question', { perception: [] }, ['perception error']],
    ['no reasoning question', { reasoning: [] }, ['reasoning error']],
    [
      'an answer that is not Yes',
      { reasoning: [question, { ...question, answer: 'No' }] },
      ['reasoning.1.answer error'],
    ],
    [
      'a question without an answer',
      { perception: [{ ...question, answer: '' }] },
      ['perception.0.answer error'],
    ],
    [
      'an answer without a question',
      { perception: [{ ...question, question: '' }] },
      ['perception.0.question error'],
    ],
    ['nobody signed off', { noPersonalInformation: false }, ['noPersonalInformation error']],
    ['waiting for a crop', { triage: 'needs_crop' }, ['triage error']],
    ['waiting for redaction', { triage: 'needs_redaction' }, ['triage error']],
    ['discarded without a reason', { triage: 'discard' }, ['discardReason error']],
    ['discarded with one', { triage: 'discard', discardReason: 'duplicate', label: null }, []],
    ['clues of an unclued item', { label: false }, ['clues error', 'perception error', 'reasoning error']],
  ])('name the field: %s', (_, changes, expected) => {
    expect(broken(changes)).toEqual(expected);
  });

  test('look at the images and the boxes', () => {
    expect(broken({}, { images: [] })).toEqual(['images error']);
    expect(broken({}, { images: [{ ...photo, size: null }] })).toEqual(['images error']);
    expect(broken({}, { images: [{ ...photo, size: { width: 255, height: 900 } }] })).toEqual([
      'images error',
    ]);
    expect(broken({}, { regions: [] })).toEqual(['clues.0.regions warning']);
    expect(broken({}, { regions: [box, { ...box, label: 'gone' }] })).toEqual(['regions warning']);
  });

  test('find no fault with the pronouns and lists of the data set', () => {
    for (const source of published) {
      const problems = checkRules(
        subject({ ...answerOfPayload(source), triage: 'keep', noPersonalInformation: true }),
      ).filter(({ severity }) => severity === 'error');
      expect(problems).toEqual([]);
    }
  });
});
