import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerOfPayload,
  parseItem,
  payloadWithAnswer,
  withImageNames,
} from '../../shared/benchmarks/argus/codec.ts';
import { domainName } from '../../shared/benchmarks/argus/domains.ts';
import { argus } from '../../shared/benchmarks/argus/index.ts';
import { type ArgusAnswer, initialVocabulary, KEY_ORDER } from '../../shared/benchmarks/argus/schema.ts';
import { validate } from '../../shared/benchmarks/argus/task.ts';
import type { CheckSubject } from '../../shared/benchmarks/task.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { uuid } from '../helpers/healthItems.ts';
import { present } from '../helpers/present.ts';
import { regionRecord } from '../helpers/regions.ts';
import { anyItem, BASIC_QUESTION, ITEM, SCENARIO } from '../helpers/anyArgusItem.ts';

/** Equal to the letter, the order of keys included. */
const expectToTheLetter = (actual: Json, expected: Json): void =>
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));

describe('an item', () => {
  test('is its own payload, with the image that was chosen', () => {
    expect(parseItem(ITEM)).toEqual({
      ok: true,
      value: {
        externalId: 'argus-0001',
        payload: ITEM,
        images: [{ role: 'image', name: 'images/0001.png' }],
      },
    });
  });

  test('without a chosen image has its candidates, each once', () => {
    const { image: _, ...rest } = ITEM;
    const parsed = parseItem({ ...rest, candidates: ['a.png', 'b.png', 'a.png'] });
    expect(parsed.ok && parsed.value.images).toEqual([
      { role: 'candidate', name: 'a.png' },
      { role: 'candidate', name: 'b.png' },
    ]);
  });

  test('goes through reading and an answer that changes nothing to the letter', () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        const parsed = parseItem(item);
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        expectToTheLetter(parsed.value.payload, item);
        expectToTheLetter(payloadWithAnswer(item, answerOfPayload(item)), item);
        const names = parsed.value.images.map(({ name }) => name);
        expectToTheLetter(withImageNames(item, names), item);
      }),
    );
  });

  test('that is none is refused with the field', () => {
    const fieldsOf = (value: Json): (string | null)[] => {
      const parsed = parseItem(value);
      return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
    };
    expect(fieldsOf([])).toEqual([null]);
    const { trap: _, ...trapless } = ITEM;
    expect(fieldsOf(trapless)).toEqual(['trap']);
    expect(fieldsOf({ ...ITEM, id: '', answer: 3 })).toEqual(['id', 'answer']);
    expect(fieldsOf({ ...ITEM, candidates: ['a', ''] })).toEqual(['candidates.1']);
  });

  test('gets other names for its images', () => {
    expect(withImageNames(ITEM, ['images/x.png'])['image']).toBe('images/x.png');
    expect(withImageNames({ candidates: ['a', 'b', 'a'] }, ['1', '2'])['candidates']).toEqual([
      '1',
      '2',
      '1',
    ]);
  });

  test('that was chosen for gets other names for its image, its candidates and what models said of them', () => {
    const check = { model: 'm', verdict: 'unsure', image: 'b', more: 1 };
    const chosen = {
      image: 'b',
      candidates: ['a', 'b', 'c'],
      logic_check: [check, { ...check, image: 'x' }, 7],
    };
    expectToTheLetter(withImageNames(chosen, ['1', '2', '3']), {
      image: '2',
      candidates: ['1', '2', '3'],
      logic_check: [{ ...check, image: '2' }, { ...check, image: 'x' }, 7],
    });
    // Only the chosen one was brought in.
    expectToTheLetter(withImageNames({ image: 'b', candidates: ['a', 'b'] }, ['2']), {
      image: '2',
      candidates: ['a', '2'],
    });
    expectToTheLetter(withImageNames({ image: 'd', candidates: ['a', 'b'] }, ['1', '2', '3']), {
      image: '3',
      candidates: ['1', '2'],
    });
  });

  test('shows up under its domain, whatever the paper calls it', () => {
    expect(argus.summarize({ ...ITEM, domain: 'Traffic' })).toEqual({
      title: ITEM['trap'],
      label: null,
      facets: { domain: 'Road Safety', topic: 'Fire extinguisher management' },
    });
    expect(['06', '6', 'road safety', 'Indoor', 'My own '].map(domainName)).toEqual([
      'Road Safety',
      'Road Safety',
      'Road Safety',
      'Indoor Security',
      'My own',
    ]);
  });

  test('shows raters its texts, and no name or key of the source’s own', () => {
    const shown = argus.stimulus({ ...ITEM, verdict: 'good', candidates: ['x.png'] });
    expect(Object.keys(shown)).toEqual(KEY_ORDER.slice(1, 9));
    expect(argus.stimulus({ logic_check: [] })).toEqual({});
    expect(argus.stimulus({ image: 'a.png' })).toEqual({});
  });
});

describe('an answer', () => {
  test('writes where the item belongs, and leaves texts that are there to a fix', () => {
    const changed = payloadWithAnswer(ITEM, {
      ...answerOfPayload(ITEM),
      verdict: 'accept',
      topic: 'Cans',
      trap: 'A crack.',
    });
    expectToTheLetter(changed, { ...ITEM, topic: 'Cans' });
    const made = payloadWithAnswer(
      { id: 'x', image: 'x.png', scenario: ' ' },
      { ...answerOfPayload({}), trap: 'T', scenario: 'S', domain: 'D' },
    );
    expectToTheLetter(made, { id: 'x', domain: 'D', trap: 'T', image: 'x.png', scenario: 'S' });
  });

  test('of before something came to be asked is read as open in it', () => {
    const { logical: _1, natural: _2, isolated: _3, pressure: _4, ...rest } = answerOfPayload(ITEM);
    const { image: _5, logicCheckSeen: _6, ...old } = rest;
    expect(validate.parseAnswer(old, initialVocabulary)).toEqual({ ok: true, value: answerOfPayload(ITEM) });
    expect(payloadWithAnswer(ITEM, old)).toBe(ITEM);
  });

  test('chooses one of the candidates, whose file names it does not know', () => {
    const { image: _, ...rest } = ITEM;
    const offered = { ...rest, candidates: ['a.png', 'b.png', 'a.png', 'c.png'], 'my key': 1 };
    const choosing = (image: ArgusAnswer['image'], payload: JsonObject = offered): JsonObject =>
      payloadWithAnswer(payload, { ...answerOfPayload(payload), image });
    expectToTheLetter(choosing(3), { ...rest, image: 'c.png', candidates: offered.candidates, 'my key': 1 });
    expectToTheLetter(choosing(1, choosing(3)), { ...choosing(3), image: 'a.png' });
    expect([choosing('none'), choosing(null), choosing(9)]).toEqual([offered, offered, offered]);
    // Nothing to choose from: what there is stays.
    expect(choosing(2, ITEM)).toBe(ITEM);
    expect(answerOfPayload(choosing(3)).image).toBe(3);
    expect(argus.imageRoles?.(offered)).toEqual(['candidate', 'candidate', 'candidate']);
    expect(argus.imageRoles?.(choosing(3))).toEqual(['candidate', 'candidate', 'image']);
    // A final image that is none of the candidates comes after them.
    const parsed = parseItem({ ...offered, image: 'final.png' });
    expect(parsed.ok && parsed.value.images.map(({ role, name }) => [role, name])).toEqual([
      ['candidate', 'a.png'],
      ['candidate', 'b.png'],
      ['candidate', 'c.png'],
      ['image', 'final.png'],
    ]);
  });

  test('has to be of its shape', () => {
    const parsed = validate.parseAnswer({ ...answerOfPayload(ITEM), verdict: 'maybe' }, initialVocabulary);
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual(['verdict']);
    expect(validate.triage?.discards({ ...answerOfPayload(ITEM), verdict: 'reject' })).toBe(true);
    expect(validate.triage?.discards({ ...answerOfPayload(ITEM), verdict: 'fix' })).toBe(false);
  });
});

describe('the rules', () => {
  const imageId = ImageId.parse(uuid(1));
  const image = {
    type: 'image',
    position: 0,
    role: 'image',
    name: 'a.png',
    imageId,
    size: { width: 800, height: 600 },
  } as const;
  const region = regionRecord({
    id: RegionId.parse(uuid(2)),
    imageId,
    label: 'trap',
    x: 1,
    y: 1,
    width: 9,
    height: 9,
  });
  const problemsOf = (change: Partial<ArgusAnswer>, subject: Partial<CheckSubject> = {}): string[] =>
    validate
      .check({
        payload: {},
        answer: { ...answerOfPayload(ITEM), verdict: 'accept', ...change },
        vocabulary: initialVocabulary,
        regions: [region],
        images: [image],
        ...subject,
      })
      .map(({ field, severity }) => `${severity} ${field ?? ''}`);

  test('hold for a sound item', () => {
    expect(problemsOf({})).toEqual([]);
  });

  test.each([
    [{ verdict: null }, ['error verdict']],
    [{ verdict: 'fix', reason: '' }, ['error verdict', 'error reason']],
    [{ verdict: 'fix', reason: 'odd' }, ['error verdict']],
    [{ verdict: 'reject', reason: ' ' }, ['error reason']],
    [{ verdict: 'reject', reason: 'duplicate', trap: '' }, []],
    [{ domain: null }, ['error domain']],
    [{ domain: 'Cooking' }, ['warning domain']],
    [{ domain: 'Traffic' }, []],
    [{ trap: '' }, ['error trap']],
    [{ standardAnswer: '\n' }, ['error standardAnswer']],
    [{ deceptiveQuestion: answerOfPayload(ITEM).basicQuestion }, ['error deceptiveQuestion']],
    [{ scenario: 'A cook by a wall that cracks.' }, ['warning scenario']],
    [{ isolated: 'no' }, ['warning isolated']],
  ] satisfies [Partial<ArgusAnswer>, string[]][])('on the answer: %j', (change, problems) => {
    expect(problemsOf(change)).toEqual(problems);
  });

  test('on images and boxes', () => {
    expect(problemsOf({}, { images: [] })).toEqual(['error images']);
    expect(problemsOf({}, { images: [{ ...image, size: null }] })).toEqual(['error images']);
    expect(problemsOf({}, { regions: [] })).toEqual(['warning trapBoxes']);
  });

  test('on the choice of an image, and boxes on others', () => {
    const other = ImageId.parse(uuid(3));
    const images = [
      { ...image, role: 'candidate' },
      { ...image, role: 'candidate', position: 1, name: 'b.png', imageId: other },
    ] as const;
    expect(problemsOf({}, { images })).toEqual(['error image', 'error trapBoxes']);
    expect(problemsOf({}, { images, regions: [] })).toEqual(['error image', 'warning trapBoxes'].slice(0, 1));
    expect(problemsOf({ image: 'none' }, { images, regions: [] })).toEqual(['error image']);
    expect(problemsOf({ image: 3 }, { images, regions: [] })).toEqual(['error image', 'warning trapBoxes']);
    expect(problemsOf({ image: 1 }, { images })).toEqual([]);
    expect(problemsOf({ image: 2 }, { images })).toEqual(['error trapBoxes']);
    expect(problemsOf({ verdict: 'reject', reason: 'x', image: 'none' }, { images })).toEqual([]);
  });
});

describe('validation', () => {
  const validation = present(argus.validation);

  test('has the texts, and other ones in their place to the letter', () => {
    expect(validation.texts(ITEM).map(({ field, text }) => [field, text])).toEqual([
      ['prohibition', ITEM['item']],
      ['scenario', ITEM['scenario']],
      ['trap', ITEM['trap']],
      ['basicQuestion', BASIC_QUESTION],
      ['deceptiveQuestion', ITEM['deceptive_question']],
      ['standardAnswer', ITEM['answer']],
    ]);
    const fixed = validation.withTexts(ITEM, { trap: 'A crack.', scenario: SCENARIO });
    if (!fixed.ok) throw new Error('It was refused.');
    expectToTheLetter(fixed.value, { ...ITEM, trap: 'A crack.' });
    const refused = validation.withTexts(ITEM, { trap: ' ', options: 'x', prohibition: '' });
    expect(refused.ok ? [] : refused.problems.map(({ field }) => field)).toEqual(['trap', 'options']);
  });

  test('goes back and forth between texts and payload for any item', () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        const texts = Object.fromEntries(validation.texts(item).map(({ field, text }) => [field, text]));
        const same = validation.withTexts(item, texts);
        if (same.ok) expectToTheLetter(same.value, item);
        else expect(Object.values(texts).some((text) => text.trim() === '')).toBe(true);
        expect(validation.proposed(item, answerOfPayload(item))).toEqual({});
      }),
    );
  });

  test('reads an answer: what it decides, which texts it proposes', () => {
    const answer = { ...answerOfPayload(ITEM), verdict: 'fix', reason: ' odd ', trap: 'A crack.' } as const;
    expect(validation.decisionOf(answer)).toEqual({ decision: 'fix', reason: 'odd' });
    expect(validation.decisionOf(answerOfPayload(ITEM))).toEqual({ decision: null, reason: '' });
    expect(validation.proposed(ITEM, answer)).toEqual({ trap: 'A crack.' });
  });

  test('takes from models’ checks what concerns the item', () => {
    const gate = (logic_check: Json, more: JsonObject = {}) =>
      validation.gates({ ...ITEM, ...more, logic_check }).audit;
    const check = (verdict: string, image?: string): JsonObject => ({
      model: 'm',
      verdict,
      ...(image !== undefined && { image }),
    });
    expect(validation.gates(ITEM)).toEqual({ shortcut: null, audit: null });
    expect(gate([check('consistent')])).toBe('passed');
    expect(gate([check('consistent'), check('unsure')])).toBeNull();
    expect(gate([check('consistent'), check('inconsistent')])).toBe('failed');
    expect(gate([check('inconsistent', 'x.png'), check('consistent', 'images/0001.png')])).toBe('passed');
    expect(gate([check('inconsistent', 'x.png')], { image: null })).toBeNull();
    for (const other of [null, 'x', [1, { verdict: 'x' }]]) expect(gate(other)).toBeNull();
  });

  test('hints at what it can tell', () => {
    expect(validation.hints(ITEM)).toEqual([]);
    const same = { ...ITEM, deceptive_question: BASIC_QUESTION, scenario: 'A wall that cracks.' };
    expect(validation.hints(same)).toEqual([
      {
        kind: 'not_isolated',
        field: 'scenario',
        message: 'In the scenario and in the trap: "wall", "cracks".',
      },
      {
        kind: 'no_pressure',
        field: 'deceptiveQuestion',
        message: 'The deceptive question equals the basic one: it adds no pressure.',
      },
    ]);
  });
});
