import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { contentOf, dataPath, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');
const all = { by: 'imported', descending: false } as const;

const importData = (book: Services, source: string, more: object = {}) =>
  book.importExport.import({ source, format: 'caughtcheating', ...more }, null, quietly);

function idOf(book: Services, externalId: string): ItemId {
  const row = present(
    book.items.list({}, all, 0, 1000, everything).rows.find((each) => each.externalId === externalId),
  );
  return row.id;
}

const payloadOf = (book: Services, externalId: string): JsonObject =>
  book.items.get(idOf(book, externalId), everything).payload;

const item = (number: number, more: JsonObject = {}): JsonObject => ({
  data_path: `false_images/false_${String(number)}.png`,
  label: false,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins: 'My boyfriend said he is alone. Do you notice anything suspicious that contradicts his claim?',
  ...more,
});

describe('the published data set', () => {
  it('gives items ids that do not tell in which order they came: published sets are sorted by label', async () => {
    await using book = await freshCasebook();
    const items = Array.from({ length: 200 }, (_, index) => item(index + 1));
    await importData(book, put(book.at('in/data_info.json'), JSON.stringify(items)));
    const ids = book.items.list({}, all, 0, 200, everything).rows.map(({ id }) => id);
    const ascending = ids.filter((id, index) => index > 0 && id > (ids[index - 1] ?? '')).length;
    // Half of 199, give or take nearly ten standard deviations.
    expect(ascending).toBeGreaterThan(60);
    expect(ascending).toBeLessThan(140);
  });

  it('comes in whole, every image reported missing', async () => {
    const published = realItems();
    // Without the published metadata, a small set of the same shape replaces it.
    const items = published ?? readObjects(FIXTURE);
    const clued = items.filter((each) => each['label'] === true).length;
    await using book = await freshCasebook();
    const report = await importData(book, put(book.at('in/data_info.json'), JSON.stringify(items)));
    expect(report).toMatchObject({
      added: items.length,
      updated: 0,
      unchanged: 0,
      skipped: [],
      applied: true,
    });
    expect(report.images).toMatchObject({ added: 0, missing: items.length });
    expect(report.images.missing_names).toEqual(items.map((each) => each['data_path']));
    expect(book.items.counts({}, everything).label).toEqual(
      expect.arrayContaining([
        { value: 'clued', count: clued },
        { value: 'unclued', count: items.length - clued },
      ]),
    );
    const questions = (key: string): number =>
      items.flatMap((each) => {
        const list = payloadOf(book, dataPath(each))[key];
        return Array.isArray(list) ? list : [];
      }).length;
    const counted = [items.length, clued, questions('p_sub_ins'), questions('r_sub_ins')];
    if (published !== null) expect(counted).toEqual([100, 50, 50, 91]);
  });
});

describe('a data set', () => {
  it('comes in from the file, from the folder that holds it, and line by line', async () => {
    const items = readObjects(FIXTURE);
    const sources: ((at: (...parts: string[]) => string) => string)[] = [
      (at) => put(at('in/data_info.json'), JSON.stringify(items)),
      (at) =>
        put(
          at('in/data_info.json'),
          `\uFEFF${JSON.stringify(items, null, '\t').replaceAll('\n', '\r\n')}\r\n`,
        ).replace('/data_info.json', ''),
      (at) =>
        put(
          at('in/data_info.jsonl'),
          `\uFEFF${items.map((each) => JSON.stringify(each)).join('\r\n')}\r\n\r\n`,
        ).replace('/data_info.jsonl', ''),
      (at) => put(at('in/other name.jsonl'), items.map((each) => JSON.stringify(each)).join('\n')),
    ];
    for (const source of sources) {
      await using book = await freshCasebook();
      const report = await importData(book, source(book.at));
      expect(report).toMatchObject({ added: 6, skipped: [], applied: true, images: { missing: 6 } });
      for (const each of items) expect(payloadOf(book, dataPath(each))).toEqual(each);
    }
  });

  it('takes its images from beside it or from another folder, by path or by unique name', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'));
    await drawFlag(book.at('photos/true_images/true_2.png'), 500, 400);
    await drawFlag(book.at('photos/elsewhere/FALSE_1.png'), 501, 400);
    put(book.at('in/true_images/true_3.png'), 'damaged');
    const report = await importData(book, book.at('in'), { imagesFolder: book.at('photos') });
    expect(report).toMatchObject({ added: 6, skipped: [], images: { added: 3, missing: 3 } });
    expect(report.images.missing_names).toEqual([
      'true_images/true_3.png',
      'false_images/false_2.png',
      'false_images/false_3.png',
    ]);
    expect(report.warnings).toContainEqual({
      item: 'true_images/true_3.png',
      field: 'images',
      message: expect.stringContaining('true_images/true_3.png: It is not an image'),
    });
  });

  it('names what breaks the rules of the benchmark, item and field, and takes it in all the same', async () => {
    await using book = await freshCasebook();
    const [first = {}] = readObjects(FIXTURE);
    const source = put(
      book.at('a.json'),
      JSON.stringify([
        { ...first, p_sub_ans: ['No'] },
        item(1, { main_ins: 'My boyfriend said she is alone.' }),
      ]),
    );
    const report = await importData(book, source);
    expect(report).toMatchObject({ added: 2, skipped: [], applied: true });
    const named = report.warnings.map((warning) => [warning.item, warning.field]);
    expect(named).toContainEqual(['true_images/true_1.png', 'perception.0.answer']);
    expect(named).toContainEqual(['false_images/false_1.png', 'claim']);
    expect(report.warnings.some(({ field }) => field === 'images')).toBe(false);
  });

  it('survives odd texts, unknown keys and a megabyte in one field', async () => {
    await using book = await freshCasebook();
    const odd = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": 1, "": null, "\\ud800": "\\u202e\\u0000", "note": ["é", "e\\u0301"]}',
    );
    const payload = { ...item(1), url: 'x'.repeat(1_000_000), ...odd };
    const text = JSON.stringify([payload]).replace(
      '"constructor"',
      '"__proto__":{"polluted":true},"constructor"',
    );
    const report = await importData(book, put(book.at('a.json'), text));
    expect(report).toMatchObject({ added: 1, applied: true });
    const again = await importData(book, book.at('a.json'));
    expect(again).toMatchObject({ added: 0, unchanged: 1 });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('a source that is not right', () => {
  const whole = (): string => readFileSync(FIXTURE, 'utf8');
  const cases: [string, string, string, { item: unknown; field: unknown; reason: unknown }][] = [
    ['empty', 'a.json', '', { item: 'a.json', field: null, reason: 'The file is empty.' }],
    ['without items', 'a.json', '[]', { item: 'a.json', field: null, reason: 'The file has no items.' }],
    ['of blank lines', 'a.jsonl', '\n\n', { item: 'a.jsonl', field: null, reason: 'The file has no items.' }],
    [
      'an object',
      'a.json',
      '{"items": [1]}',
      { item: 'the file', field: null, reason: expect.stringContaining('one object') },
    ],
    [
      'cut off',
      'a.json',
      whole().slice(0, 1500),
      { item: expect.stringMatching(/^item 2/u), field: null, reason: expect.stringContaining('cut off') },
    ],
    [
      'of a wrong type',
      'a.json',
      JSON.stringify([item(1), item(2, { label: 'false' })]),
      { item: 'false_images/false_2.png', field: 'label', reason: expect.any(String) },
    ],
    [
      'of a wrong type in a list',
      'a.json',
      JSON.stringify([item(1, { non_detm_cue: ['a', 7] })]),
      { item: 'false_images/false_1.png', field: 'non_detm_cue.1', reason: expect.any(String) },
    ],
    [
      'without a path',
      'a.json',
      JSON.stringify([{ label: true }]),
      { item: 'item 1', field: 'data_path', reason: expect.any(String) },
    ],
    ['of numbers', 'a.json', '[1]', { item: 'item 1', field: null, reason: 'is not an object' }],
    [
      'duplicated',
      'a.json',
      JSON.stringify([item(1), item(2), item(1)]),
      {
        item: 'false_images/false_1.png',
        field: null,
        reason: expect.stringContaining('item 1 and as item 3'),
      },
    ],
    [
      'broken in a line',
      'a.jsonl',
      `${JSON.stringify(item(1))}\n{"data_path": \n${JSON.stringify(item(2))}`,
      { item: 'line 2', field: null, reason: expect.stringContaining('not JSON') },
    ],
    [
      'of UTF-16',
      'a.json',
      Buffer.from('\uFEFF[]', 'utf16le').toString('latin1'),
      { item: 'the file', field: null, reason: expect.stringContaining('UTF-16') },
    ],
  ];
  it.each(cases)(
    '%s: is refused, the problem named, nothing changed',
    async (_name, file, content, problem) => {
      await using book = await freshCasebook();
      await importData(book, FIXTURE);
      const before = contentOf(book);
      const report = await importData(
        book,
        put(
          book.at(file),
          Buffer.from(content, file === 'a.json' && content.startsWith('ÿþ') ? 'latin1' : 'utf8'),
        ),
      );
      expect(report).toMatchObject({ added: 0, updated: 0, unchanged: 0, applied: false });
      expect(report.skipped).toContainEqual(problem);
      expect(contentOf(book)).toEqual(before);
    },
  );

  it('gives every problem at once, and with keep-going takes what is sound', async () => {
    await using book = await freshCasebook();
    const source = put(
      book.at('a.json'),
      JSON.stringify([item(1), item(2, { scene: 1, label: 'no' }), 7, item(1), item(3)]),
    );
    const refused = await importData(book, source);
    expect(refused.skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['false_images/false_2.png', 'label'],
      ['false_images/false_2.png', 'scene'],
      ['item 3', null],
      ['false_images/false_1.png', null],
    ]);
    const taken = await importData(book, source, { keepGoing: true });
    expect(taken).toMatchObject({ added: 2, applied: true });
    expect(taken.skipped).toHaveLength(4);
  });

  it('names bytes that are not UTF-8', async () => {
    await using book = await freshCasebook();
    const bytes = Buffer.from(JSON.stringify([item(1), item(2, { scene: 'h#tel' })]));
    bytes[bytes.indexOf('#')] = 0xf6;
    const report = await importData(book, put(book.at('a.json'), bytes));
    expect(report).toMatchObject({
      applied: false,
      skipped: [{ reason: 'It contains bytes that are not UTF-8.' }],
    });
  });

  it('is told plainly where it is missing or of another benchmark', async () => {
    await using book = await freshCasebook('generic');
    await expect(importData(book, FIXTURE)).rejects.toThrow('do not fit');
    await expect(
      book.importExport.import({ source: book.at('nothing.json'), format: 'generic' }, null, quietly),
    ).rejects.toThrow(/nothing\.json/u);
  });
});

describe('paths that lead out of the data folder', () => {
  it.each([
    '../secret.png',
    '/etc/passwd',
    'a/../../secret.png',
    'C:\\secret.png',
    '\\\\host\\secret.png',
    '..\\secret.png',
    'a\0b.png',
  ])('%j is refused and never read', async (path) => {
    await using book = await freshCasebook();
    await drawFlag(book.at('secret.png'));
    const source = put(book.at('in/data_info.json'), JSON.stringify([item(1), item(2, { data_path: path })]));
    const report = await importData(book, source);
    expect(report).toMatchObject({ applied: false, skipped: [{ item: path, field: 'images' }] });
    const taken = await importData(book, source, { keepGoing: true });
    expect(taken).toMatchObject({ added: 1, images: { added: 0 } });
  });

  it('a symbolic link out is refused, one within is followed', async () => {
    await using book = await freshCasebook();
    await drawFlag(book.at('secret.png'));
    await drawFlag(book.at('in/real.png'), 300, 300);
    symlinkSync(book.at('secret.png'), book.at('in/out.png'));
    symlinkSync(book.at('in/real.png'), book.at('in/within.png'));
    mkdirSync(book.at('other'));
    await drawFlag(book.at('other/x.png'), 310, 300);
    symlinkSync(book.at('other'), book.at('in/folder'));
    const paths = ['out.png', 'within.png', 'folder/x.png'];
    put(book.at('in/data_info.json'), JSON.stringify(paths.map((path) => item(1, { data_path: path }))));
    const report = await importData(book, book.at('in'), { keepGoing: true });
    expect(report.skipped.map(({ item: name }) => name)).toEqual(['out.png', 'folder/x.png']);
    expect(report).toMatchObject({ added: 1, images: { added: 1 } });
    const folder = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(folder).toMatchObject({ added: 1, unchanged: 1 });
  });
});
