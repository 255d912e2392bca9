import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnInWords,
  ColumnSurvey,
  columnValue,
} from '../../electron/core/formats/huggingFace/publishedColumns.ts';
import { splitNames } from '../../electron/core/formats/boxes/splitNames.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { json } from '../helpers/arbitraries.ts';

function columnsOf(payloads: readonly JsonObject[], imageNames: readonly string[] = []) {
  const survey = new ColumnSurvey();
  payloads.forEach((payload, at) => {
    survey.observe({ externalId: String(at), payload, imageNames });
  });
  return survey.columns();
}

const typesOf = (values: readonly Json[]) => columnsOf(values.map((x) => ({ x })))[0]?.type;

describe('a column for each field', () => {
  it.each<[string, readonly Json[]]>([
    ['string', ['a', null, '']],
    ['boolean', [true, null]],
    ['integer', [1, -7]],
    ['number', [1, 0.5]],
    ['number', [2 ** 60]],
    ['strings', [['a'], [], null]],
    ['json', ['a', 1]],
    ['json', [true, 1]],
    ['json', [['a', null]]],
    ['json', [{}]],
    ['json', ['a', ['a']]],
    ['json', ['\udc00']],
    ['string', [null]],
  ])('is %s for %j', (type, values) => {
    expect(typesOf(values)).toBe(type);
  });

  it('loses no value and no field, whatever they are, and no two columns have one name', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), json), { minLength: 1, maxLength: 5 }), (payloads) => {
        const columns = columnsOf(payloads);
        const names = columns.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(['id', 'image', 'images', '', '__proto__']).not.toContain(name);
        for (const payload of payloads) {
          for (const column of columns) {
            const value = Object.hasOwn(payload, column.key) ? (payload[column.key] ?? null) : null;
            const cell = columnValue(column, payload);
            const back: unknown =
              cell === null
                ? null
                : column.type === 'json' && typeof cell === 'string'
                  ? JSON.parse(cell)
                  : typeof cell === 'bigint'
                    ? Number(cell)
                    : cell;
            expect(JSON.stringify(back)).toBe(JSON.stringify(value));
          }
        }
        const kept = new Set(columns.map(({ key }) => key));
        for (const key of new Set(payloads.flatMap((payload) => Object.keys(payload))))
          expect(kept.has(key) || ['id', 'image', 'images'].includes(key)).toBe(true);
      }),
    );
  });

  it('leaves out what id and images say already, and keeps what they do not', () => {
    const same = [{ id: 0, image: 'a.png', images: ['b.png'] }];
    expect(columnsOf(same, ['a.png', 'b.png'])).toEqual([]);
    const other = [{ id: 'x', image: 'z.png', images: 7, payload_id: 1 }];
    expect(columnsOf(other, ['a.png']).map(({ key, name }) => [key, name])).toEqual([
      ['id', 'payload_id_2'],
      ['image', 'payload_image'],
      ['images', 'payload_images'],
      ['payload_id', 'payload_id'],
    ]);
  });
});

describe('the names of splits', () => {
  it('are those of the Hub, of letters that files can have, and never shared by two', () => {
    const named = splitNames([null, 'Dev', 'training', 'a b', 'a-b', 'test', 'validation', '人']);
    expect([null, 'Dev', 'training', 'a b', 'a-b', 'test', 'validation', '人'].map(named)).toEqual([
      'unassigned',
      'validation_2',
      'train',
      'a_b',
      'a_b_2',
      'test',
      'validation',
      'test_2',
    ]);
  });
});

it('says in words what a column holds: its type, the form’s title, and its own name where it has another here', () => {
  expect(columnInWords({ key: 'label', name: 'label', type: 'boolean' }, 'items', 'Clued')).toBe(
    'Clued: true or false, as in the benchmark’s own items.',
  );
  expect(columnInWords({ key: 'scene', name: 'scene', type: 'string' }, 'questions', null)).toBe(
    'Text, as in the benchmark’s own questions.',
  );
  expect(columnInWords({ key: 'image', name: 'payload_image', type: 'json' }, 'items', null)).toBe(
    'JSON text, as in the benchmark’s own items, where the field is called "image".',
  );
});
