import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HealthItem } from '../../shared/benchmarks/benchmark.ts';
import { checkAttribute, comparisonOf } from '../../shared/benchmarks/generic/attributes.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import { type AttributeDefinition, LabelSet } from '../../shared/benchmarks/generic/schema.ts';
import { annotate } from '../../shared/benchmarks/generic/task.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { json, jsonObject, objectOf, oddText } from '../helpers/arbitraries.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { genericItem, type Parts, sentence, uuid } from '../helpers/healthItems.ts';
import { present } from '../helpers/present.ts';
import { regionRecord } from '../helpers/regions.ts';

const weather: AttributeDefinition = {
  id: 'weather',
  name: 'Weather',
  kind: 'choice',
  options: ['sun', 'rain'],
  required: true,
};
const count: AttributeDefinition = {
  id: 'count',
  name: 'Count',
  kind: 'number',
  minimum: 0,
  maximum: 10,
  required: false,
};
const remark: AttributeDefinition = { id: 'remark', name: 'Remark', kind: 'text', required: false };
const quality: AttributeDefinition = {
  id: 'quality',
  name: 'Quality',
  kind: 'scale',
  options: ['poor', 'good'],
  required: false,
};
const colours: AttributeDefinition = {
  id: 'colours',
  name: 'Colours',
  kind: 'set',
  options: ['red', 'blue'],
  required: false,
};
const crowded: AttributeDefinition = { id: 'crowded', name: 'Crowded', kind: 'yesno', required: true };
const vocabulary: JsonObject = {
  imageAttributes: [weather, count, remark, crowded],
  labels: [
    { id: 'cup', name: 'Cup', attributes: [{ ...crowded, id: 'broken', name: 'Broken' }] },
    { id: 'plate', name: 'Plate', attributes: [] },
  ],
};

/** Any item of the format, with whatever other keys. */
const payload: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        id: fc.oneof(oddText, fc.integer()),
        image: oddText,
        images: fc.array(oddText, { maxLength: 3 }),
        text: oddText,
        attributes: jsonObject,
      },
      { requiredKeys: [] },
    ),
    fc.array(
      fc.tuple(
        oddText.filter((key) => !['id', 'image', 'images', 'text', 'attributes'].includes(key)),
        json,
      ),
      { maxLength: 4 },
    ),
  )
  .filter(([known]) => known.id !== '')
  .map(([known, others]) => objectOf([...others, ...Object.entries(known)]));

describe('an item', () => {
  test('that nobody edited goes out as it came in', () => {
    fc.assert(
      fc.property(payload, (source) => {
        const back = annotate.applyAnswer(source, annotate.initialAnswer(source));
        expect(JSON.stringify(back)).toBe(JSON.stringify(source));
      }),
    );
  });

  test('takes an answer and gives the same back, leaving all else alone', () => {
    fc.assert(
      fc.property(payload, jsonObject, (source, answer) => {
        const edited = annotate.applyAnswer(source, answer);
        expect(JSON.stringify(annotate.initialAnswer(edited))).toBe(
          JSON.stringify(annotate.parseAnswer(answer, vocabulary).ok ? answer : null),
        );
        const others = (object: JsonObject): [string, Json][] =>
          Object.entries(object).filter(([key]) => key !== 'attributes');
        expect(JSON.stringify(others(edited))).toBe(JSON.stringify(others(source)));
      }),
    );
  });

  test('needs an id; names its images in order', () => {
    expect(generic.parseItem({ id: 3, image: 'a.png', images: ['b.png'], other: 1 })).toEqual({
      ok: true,
      value: {
        externalId: '3',
        payload: { id: 3, image: 'a.png', images: ['b.png'], other: 1 },
        images: [
          { role: 'image', name: 'a.png' },
          { role: 'image', name: 'b.png' },
        ],
      },
    });
    const wrongs: readonly Json[] = [{}, { id: '' }, { id: 1, images: 'x' }, null, [1]];
    for (const wrong of wrongs) {
      expect(generic.parseItem(wrong).ok).toBe(false);
    }
  });

  test('made of an image is an item of the format', () => {
    expect(generic.parseItem(generic.candidate('nested/photo.jpg'))).toMatchObject({
      ok: true,
      value: { externalId: 'nested/photo.jpg', images: [{ name: 'nested/photo.jpg' }] },
    });
  });
});

describe('the label set', () => {
  test('refuses two of one id, odd ids and empty choices', () => {
    expect(LabelSet.safeParse(vocabulary).success).toBe(true);
    for (const imageAttributes of [
      [weather, { ...count, id: 'weather' }],
      [{ ...count, id: 'with\nline' }],
      [{ ...count, id: '' }],
      [{ ...count, id: '__proto__' }],
      [{ ...weather, options: [] }],
    ]) {
      expect(LabelSet.safeParse({ ...vocabulary, imageAttributes }).success).toBe(false);
    }
  });

  test('says how each attribute is compared', () => {
    expect([weather, count, remark, crowded].map((definition) => comparisonOf(definition).level)).toEqual([
      'nominal',
      'interval',
      'text',
      'nominal',
    ]);
    expect(annotate.fields(vocabulary).map(({ name }) => name)).toEqual([
      'weather',
      'count',
      'remark',
      'crowded',
      'regions',
    ]);
  });

  test.each<[AttributeDefinition, Json | undefined, boolean]>([
    [weather, 'sun', true],
    [weather, 'snow', false],
    [weather, undefined, false],
    [weather, null, false],
    [count, 0, true],
    [count, 10, true],
    [count, 10.5, false],
    [count, '3', false],
    [count, '', true],
    [count, undefined, true],
    [{ ...count, minimum: null, maximum: null }, -1e9, true],
    [remark, 'anything', true],
    [remark, 4, false],
    [crowded, false, true],
    [crowded, 'no', false],
    [crowded, undefined, false],
    [quality, 'good', true],
    [quality, 'best', false],
    [colours, ['red', 'blue'], true],
    [colours, [], true],
    [colours, ['red', 'green'], false],
    [colours, 'red', false],
  ])('%o takes %j: %s', (definition, value, right) => {
    const problems = checkAttribute(definition, value, 'the.field');
    expect(problems.map(({ field }) => field)).toEqual(right ? [] : ['the.field']);
  });

  test('compares scales by their order and sets by their members', () => {
    expect(comparisonOf(quality)).toEqual({ level: 'ordinal', order: ['poor', 'good'] });
    expect(comparisonOf(colours)).toEqual({ level: 'set' });
  });

  test('gains fields that ratings bring, and the values that its own lack, in their place', () => {
    const stars: AttributeDefinition = { ...quality, id: 'stars', options: ['1', '3'] };
    const before = { imageAttributes: [weather, stars], labels: [] };
    const grown = annotate.openVocabulary?.withFields(before, [
      { name: 'stars', level: 'ordinal', values: ['2', '3'] },
      { name: 'why not?', level: 'text', values: [] },
      { name: 'weight', level: 'interval', values: [] },
    ]);
    expect(LabelSet.parse(grown)).toMatchObject({
      imageAttributes: [
        weather,
        { id: 'stars', options: ['1', '2', '3'] },
        { id: 'why not?', name: 'why not?', kind: 'text' },
        { id: 'weight', kind: 'number', minimum: null, maximum: null },
      ],
    });
    expect(
      annotate.openVocabulary?.withFields(before, [{ name: 'stars', level: 'ordinal', values: ['3'] }]),
    ).toBe(before);
  });

  test('is checked on the image and on every box, each message with its field', () => {
    const region = regionRecord({
      id: RegionId.parse(uuid(5)),
      imageId: ImageId.parse(uuid(6)),
      label: 'cup',
      x: 0,
      y: 0,
      width: 4,
      height: 4,
    });
    const image = {
      type: 'image' as const,
      position: 0,
      role: 'image',
      name: 'a',
      imageId: null,
      size: null,
    };
    const fields = (answer: JsonObject, regions: readonly (typeof region)[]): (string | null)[] =>
      annotate.check({ payload: {}, answer, vocabulary, regions, images: [image] }).map(({ field }) => field);
    expect(fields({ crowded: true, weather: 'rain' }, [])).toEqual(['images']);
    expect(fields({ crowded: 1, weather: 'rain', count: 99 }, [])).toEqual(['images', 'count', 'crowded']);
    expect(fields({ crowded: true, weather: 'sun' }, [region, { ...region, label: 'gone' }])).toEqual([
      'images',
      `regions.${uuid(5)}.broken`,
      'regions',
    ]);
  });

  test('finds a label by its id or its name', () => {
    const labelFor = (category: string): string | null | undefined =>
      annotate.boxes?.labelForCategory({}, vocabulary, category, {});
    expect([labelFor('cup'), labelFor('Plate'), labelFor('spoon')]).toEqual(['cup', 'plate', null]);
  });
});

describe('health', () => {
  const set = (
    change: (number: number) => { payload?: JsonObject; parts?: Parts } = () => ({}),
  ): HealthItem[] =>
    Array.from({ length: 60 }, (_, number) => {
      const { payload: changes = {}, parts = {} } = change(number);
      return genericItem(
        {
          id: String(number),
          image: `${String(number)}.png`,
          text: sentence(number),
          attributes: { kind: ['a', 'b', 'c'][number % 3] ?? '', seen: number % 2 === 0 },
          ...changes,
        },
        {
          boxes: [
            { label: 'object', x: (number * 137) % 800, y: (number * 211) % 800, width: 90, height: 70 },
          ],
          ...parts,
        },
      );
    });
  const kinds = (items: readonly HealthItem[]): string[] => generic.health(items).map(({ kind }) => kind);

  test('says which regions it sees as boxes alone', () => {
    const items = set();
    const first = present(items[0]);
    const region = present((first?.regions ?? [])[0]);
    const { x, y, width, height } = region;
    const foreign: ForeignPart = {
      format: 'coco',
      source: '{}',
      shapes: ['mask'],
      box: [x, y, width, height],
    };
    const carrying = (box: RegionRecord): HealthItem[] => [{ ...first, regions: [box] }, ...items.slice(1)];
    expect(generic.health(carrying({ ...region, foreign }))).toMatchObject([
      {
        kind: 'shapes-as-boxes',
        severity: 'note',
        title: '1 of 60 regions is a mask: compared by its box.',
        groups: [{ label: 'mask', items: [first.id] }],
      },
    ]);
    expect(kinds(carrying({ ...region, width: width + 1, foreign }))).toEqual([]);
  });

  test('invents nothing', () => {
    expect(kinds(set())).toEqual([]);
    expect(kinds([])).toEqual([]);
  });

  test.each<[string, (number: number) => { payload?: JsonObject; parts?: Parts }]>([
    ['duplicate-images', (number) => (number < 2 ? { parts: { image: { sha256: 'f'.repeat(64) } } } : {})],
    [
      'near-duplicate-images',
      (number) =>
        number < 2 ? { parts: { image: { perceptualHash: `${String(number)}${'0'.repeat(63)}` } } } : {},
    ],
    ['missing-images', (number) => (number === 3 ? { parts: { image: { size: null } } } : {})],
    ['duplicate-texts', (number) => (number < 2 ? { payload: { text: 'Twice the same.' } } : {})],
    [
      'duplicate-urls',
      (number) =>
        number < 2
          ? { payload: { url: `https://a.example/b?ref=${String(number)}` } }
          : { payload: { url: `https://a.example/${String(number)}` } },
    ],
    ['constant-answers', (number) => ({ payload: { attributes: { kind: number === 0 ? 'a' : 'b' } } })],
    [
      'large-boxes',
      (number) =>
        number === 3 ? { parts: { boxes: [{ label: 'object', x: 0, y: 0, width: 999, height: 990 }] } } : {},
    ],
    [
      'box-position-prior',
      (number) => ({
        parts: { boxes: [{ label: 'object', x: 400 + number, y: 450, width: 99, height: 99 }] },
      }),
    ],
  ])('finds %s', (kind, change) => {
    expect(kinds(set(change))).toContain(kind);
  });

  test('takes an attribute called __proto__ for any other', () => {
    const attributes: JsonObject = JSON.parse('{"__proto__": "always"}');
    const items = set(() => ({ payload: { attributes } }));
    expect(generic.health(items).find(({ kind }) => kind === 'constant-answers')?.title).toBe(
      'Always answering "always" scores 100 % on the attribute __proto__',
    );
  });
});
