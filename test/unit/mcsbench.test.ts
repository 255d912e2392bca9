import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerOfPayload,
  parseItem,
  payloadWithAnswer,
  withImageNames,
} from '../../shared/benchmarks/mcsbench/codec.ts';
import { findTask, TASKS } from '../../shared/benchmarks/mcsbench/families.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import {
  namedImages,
  placeInWords,
  placeOf,
  shownOptions,
} from '../../shared/benchmarks/mcsbench/options.ts';
import { initialVocabulary, KEY_ORDER } from '../../shared/benchmarks/mcsbench/schema.ts';
import { validate } from '../../shared/benchmarks/mcsbench/task.ts';
import { type Json, JsonObject } from '../../shared/base/json.ts';
import { json, objectOf, oddText } from '../helpers/arbitraries.ts';
import { mcsBenchItem, mcsBenchItems } from '../helpers/mcsBenchItems.ts';

const ITEM = mcsBenchItem();

const [, SEVERAL = {}] = mcsBenchItems();

/** Equal to the letter, the order of keys included. */
const expectToTheLetter = (actual: Json, expected: Json): void =>
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));

/** A text as it is, anything else as JSON. */
const words = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

const KEYS = new Set<string>(KEY_ORDER);

const text = oddText.map((odd) => `${odd}x`);

const anyItem: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        id: fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
        task: fc.constantFrom(...TASKS.map(({ name }) => name)),
        domain: oddText,
        concept: fc.option(oddText),
        attributes: json,
        image: fc.oneof(oddText, fc.constant(null)),
        images: fc.array(
          fc.oneof(
            fc.string({ minLength: 1 }),
            fc.tuple(json, fc.string({ minLength: 1 })).map(([licence, file]) => ({ licence, file })),
          ),
          { maxLength: 4 },
        ),
        question: oddText,
        options: fc.tuple(text, text, text, text, text).map((five): Json[] => [...five]),
        answer: fc.constantFrom('A', 'b', '(C)', 'D.', ' E '),
        strategy: json,
        references: fc.array(oddText, { maxLength: 4 }),
        evidence: fc.array(fc.oneof(oddText, fc.record({ text: oddText, kind: json })), { maxLength: 3 }),
        pr: fc.array(fc.constantFrom('PR1', 'PR3', 'PR0'), { maxLength: 3 }),
        op_primary: fc.constantFrom('OP1', 'OP6', null),
        audit: json,
      },
      { requiredKeys: ['id', 'task', 'question', 'options', 'answer'] },
    ),
    fc.array(fc.tuple(oddText, json), { maxLength: 4 }),
  )
  .map(([item, unknown]) =>
    objectOf<Json>([...unknown.filter(([key]) => !KEYS.has(key)), ...Object.entries(item)]),
  );

const fieldsOf = (value: Json): (string | null)[] => {
  const parsed = parseItem(value);
  return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
};

describe('an item', () => {
  test('is its own payload, with its image or images in their order', () => {
    expect(parseItem(ITEM)).toEqual({
      ok: true,
      value: {
        externalId: 'mcs-0001',
        payload: ITEM,
        images: [{ role: 'image', name: 'allium-oreophilum.jpg' }],
      },
    });
    const parsed = parseItem(SEVERAL);
    expect(parsed.ok && parsed.value.images.map(({ name }) => name)).toEqual([
      'locomotion-house-cat.jpg',
      'allium-oreophilum.jpg',
      'french-alpine-landscape.jpg',
    ]);
  });

  test('goes through reading and an answer that changes nothing to the letter', () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        const parsed = parseItem(item);
        expect(parsed.ok ? [] : parsed.problems).toEqual([]);
        if (!parsed.ok) return;
        expectToTheLetter(parsed.value.payload, item);
        expectToTheLetter(payloadWithAnswer(item, answerOfPayload(item)), item);
        expectToTheLetter(
          withImageNames(
            item,
            parsed.value.images.map(({ name }) => name),
          ),
          item,
        );
      }),
    );
  });

  test('that is none is refused with the field', () => {
    const { question: _, ...unasked } = ITEM;
    expect(fieldsOf([])).toEqual([null]);
    expect(fieldsOf(unasked)).toEqual(['question']);
    expect(fieldsOf({ ...ITEM, task: 'Something else' })).toEqual(['task']);
    expect(fieldsOf({ ...ITEM, options: ['a', 'b', 'c', 'd'] })).toEqual(['options']);
    expect(fieldsOf({ ...ITEM, options: ['a', ' ', 'c', 'd', 'e'] })).toEqual(['options.1']);
    expect(fieldsOf({ ...ITEM, answer: 'F' })).toEqual(['answer']);
    expect(fieldsOf({ ...ITEM, answer: 1 })).toEqual(['answer']);
    expect(fieldsOf({ ...ITEM, pr: ['PR9'] })).toEqual(['pr.0']);
    expect(fieldsOf({ ...ITEM, images: [{ licence: 'CC0' }] })[0]).toMatch(/^images\.0/u);
    const [probe = null] = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'] : [];
    const wrong = typeof probe === 'object' && probe !== null ? { ...probe, answer: 'K' } : null;
    expect(fieldsOf({ ...ITEM, rc_items: [wrong] })).toEqual(['rc_items.0.answer']);
    const chain = JsonObject.parse(probe);
    const chains = Array.isArray(chain['options']) ? chain['options'] : [];
    const types = Array.isArray(chain['error_type']) ? chain['error_type'] : [];
    const faulty = (change: JsonObject) => fieldsOf({ ...ITEM, rc_items: [{ ...chain, ...change }] });
    expect(faulty({})).toEqual([]);
    expect(faulty({ answer: words(chains[0]) })).toEqual([]);
    for (const letter of ['A', 'e', '(B)', 'C.', 'D. x'])
      expect([letter, faulty({ answer: letter })]).toEqual([letter, ['rc_items.0.answer']]);
    expect(faulty({ error_type: types.with(1, 'haste') })).toEqual(['rc_items.0.error_type.1']);
    expect(faulty({ error_type: types.with(1, null) })).toEqual(['rc_items.0.error_type.1']);
    expect(faulty({ error_type: types.toSpliced(0, 0, null) })).toEqual([]);
    expect(faulty({ options: chains.with(3, `${words(chains[1]).toUpperCase()}!`) })).toEqual([
      'rc_items.0.options.3',
    ]);
    // Twice the same probe is a hint: the file of chains takes it, and so must the items' own.
    expect(fieldsOf({ ...ITEM, rc_items: [chain, chain] })).toEqual([]);
  });

  test('gets other names for its images, whatever else is known of them', () => {
    expect(withImageNames(ITEM, ['images/x.png'])['image']).toBe('images/x.png');
    expect(withImageNames(SEVERAL, ['1', '2', '3'])['images']).toEqual([
      { file: '1', source: 'WikiCommons', licence: 'CC0', redistributable: true },
      { file: '2', source: 'ImageNet-21K', synset: 'n02121620', redistributable: false },
      '3',
    ]);
  });

  test('shows up under task, level and domain', () => {
    expect(mcsBench.summarize({ ...ITEM, task: 'concept-concept discrimination', level: null })).toEqual({
      title: ITEM['question'],
      label: null,
      facets: { task: 'C-C Discr.', level: 'L2', domain: 'Plants' },
    });
    const named = ['CA-Align', 'Hypo. Reas. (Counterfactual)', 'Multi-Image Matching', 'mi_discr', 'RC', ''];
    expect(named.map((name) => findTask(name)?.code)).toEqual([
      'ca_align',
      'hypo',
      'mi_match',
      'mi_discr',
      undefined,
      undefined,
    ]);
  });

  test('shows reviewers no score, tag, error type or name of a file', () => {
    const shown = mcsBench.stimulus({
      ...ITEM,
      audit: { quality: 5 },
      pr: ['PR1'],
      op_primary: 'OP2',
      verdict: 'good',
    });
    expect(JSON.stringify(shown)).not.toMatch(/audit|PR1|OP2|verdict|error_type|fabrication|\.jpg/u);
    expect(shown['rc_breakdown']).toEqual(ITEM['rc_breakdown']);
    expect(mcsBench.stimulus({ image: 'a.png' })).toEqual({});
  });
});

describe('options', () => {
  const OPTIONS = ['red', 'blue', 'a long red one', 'none', 'B'];

  test('are named by letter, by text, or by both', () => {
    expect(
      ['c', '(C)', 'C.', ' a long red one ', 'C. a long red one', 'B'].map((key) => placeOf(key, OPTIONS)),
    )
      // An option's own text comes before the letter that it happens to be.
      .toEqual([2, 2, 2, 2, 2, 4]);
    expect(['', 'F', 'C. blue', 'reddish', 'AB'].map((key) => placeOf(key, OPTIONS))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(shownOptions(['A. x', 'B. y', 'C. z', 'D. v', 'E. w'])).toEqual(['x', 'y', 'z', 'v', 'w']);
    expect(shownOptions(['A. x', 'y', 'z', 'v', 'w'])).toEqual(['A. x', 'y', 'z', 'v', 'w']);
  });

  test('are read out of a model’s words, never guessed', () => {
    const of = (words: string) => placeInWords(words, ['red', 'blue', 'green', 'grey', 'white']);
    expect(
      ['The answer is (D).', 'Answer: **C**', 'B) because it is', 'Not A. The answer is E'].map(of),
    ).toEqual([3, 2, 1, 4]);
    expect(['It might be A or B', 'A plant with leaves', '', 'I cannot see the image'].map(of)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('that are images alone are told from texts about images', () => {
    expect(
      namedImages(['Image-1', 'Image 2, Image 3', 'Images-4', 'Image-1 and Image-2', 'Image-3']),
    ).toEqual([[1], [2, 3], [4], [1, 2], [3]]);
    expect(namedImages(['Image-1', 'Image-2 shows a cat', 'Image-3', 'Image-4', 'Image-1'])).toBeNull();
  });
});

describe('an answer', () => {
  test('writes its tags, new keys in their place, and no text that is there', () => {
    const answer = answerOfPayload(ITEM);
    expectToTheLetter(payloadWithAnswer(ITEM, { ...answer, verdict: 'accept', goldCorrect: 'yes' }), ITEM);
    expectToTheLetter(
      payloadWithAnswer(ITEM, { ...answer, question: 'Q?', optionB: 'An open umbel', gold: 'C' }),
      ITEM,
    );
    const tagged = payloadWithAnswer(ITEM, { ...answer, relations: ['PR1', 'PR3'], operator: 'OP2' });
    expectToTheLetter(tagged, { ...ITEM, pr: ['PR1', 'PR3'], op_primary: 'OP2' });
    // Operators are given together; what nobody gave erases nothing.
    const other = payloadWithAnswer({ ...tagged, op_secondary: 'OP3' }, { ...answer, operator: 'OP4' });
    expectToTheLetter(other, { ...tagged, op_primary: 'OP4' });
    expectToTheLetter(payloadWithAnswer(tagged, answer), tagged);
  });

  test('fills in the texts that an item lacks', () => {
    const { question: _, answer: __, ...lacking } = ITEM;
    const options = (Array.isArray(ITEM['options']) ? ITEM['options'] : []).with(2, '');
    const given = { ...answerOfPayload(ITEM), optionA: 'Something else' };
    expectToTheLetter(payloadWithAnswer({ ...lacking, options }, given), ITEM);
    expect(payloadWithAnswer(mcsBench.candidate('a.png'), given)).toMatchObject({
      question: ITEM['question'],
      answer: 'B',
    });
  });

  test('has to be of its shape', () => {
    const parsed = validate.parseAnswer(
      { ...answerOfPayload(ITEM), verdict: 'maybe', plausibleC: 'perhaps', quality: 6 },
      initialVocabulary,
    );
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
      'verdict',
      'plausibleC',
      'quality',
    ]);
    const names = validate.fields(initialVocabulary).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(answerOfPayload(ITEM))));
  });
});
