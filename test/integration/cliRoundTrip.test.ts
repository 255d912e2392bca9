import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const BOM = '\uFEFF';

/** Items as nobody would write them and somebody will: the texts of the objects, to keep keys as they are. */
function oddObjects(): string[] {
  const [clued, unclued, ...plain] = [...syntheticItems(12, 21)];
  const megabyte = '“e\u0301 😀 \u202e” '.repeat(100_000);
  return [
    // An unknown key in front, one in the middle, one that Object has itself, values of every kind.
    JSON.stringify({
      _note: null,
      ...clued,
      constructor: [1.5, -0.25, 1e300, { deep: [[]] }],
      license: 'CC0',
    }),
    JSON.stringify({ ...unclued, url: '', '': 'no name', 'with space': true }).replace(
      '{',
      '{"__proto__":{"x":1},',
    ),
    JSON.stringify({ ...plain[0], main_ins: 'My boyfriend \u0000\ud800\r\n\t said he is alone.' }),
    JSON.stringify({ ...plain[1], remark: megabyte }),
    ...plain.slice(2).map((item) => JSON.stringify(item, null, 2).replaceAll('\n', '\r\n')),
  ];
}

const odd = oddObjects();
const published = join(process.env['CASEBOOK_DATA'] ?? '', 'caughtcheating', 'data_info.json');

/** The file's values, written out again in one way. */
const objects = (text: string): string[] => {
  const value: unknown = JSON.parse(text);
  return z
    .array(z.unknown())
    .parse(value)
    .map((each) => JSON.stringify(each));
};

const sources: readonly (readonly [string, string, () => string])[] = [
  [
    'with a byte-order mark and Windows line ends',
    'odd.json',
    () => `${BOM}[\r\n${odd.join(',\r\n')}\r\n]\r\n`,
  ],
  [
    'one a line',
    'odd.jsonl',
    () => `${BOM}${odd.map((text) => text.replaceAll(/\r\n */gu, ' ')).join('\r\n')}`,
  ],
  // Only where the data set is present; the product does not need it.
  ...(existsSync(published)
    ? [['as published', 'published.json', () => readFileSync(published, 'utf8')] as const]
    : []),
];

describe('import followed by export', () => {
  it.each(sources)('gives the very same objects: %s', async (_name, file, text) => {
    const source = folder.join(file);
    writeFileSync(source, text());
    const path = folder.join(`${file}.casebook`);
    const out = folder.join(`${file}.out`);
    await casebook('new', path, '--benchmark', 'caughtcheating');
    const expected = file.endsWith('.jsonl')
      ? odd.map((each) => JSON.stringify(JSON.parse(each)))
      : objects(text().replace(BOM, ''));
    const report = await json(shapes.import, 0, 'import', path, source, '--format', 'caughtcheating');
    expect(report).toMatchObject({
      added: expected.length,
      skipped: [],
      images: { missing: expected.length },
    });
    await json(
      shapes.export,
      0,
      'export',
      path,
      out,
      '--format',
      'caughtcheating',
      '--images',
      'none',
      '--status',
      'any',
    );
    expect(objects(readFileSync(join(out, 'data_info.json'), 'utf8'))).toEqual(expected);
    const lines = readFileSync(join(out, 'data_info.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(expected);
    if (file === 'published.json') {
      const { items } = await json(shapes.items, 0, 'list', path, 'items');
      expect(items.filter(({ label }) => label === 'clued')).toHaveLength(50);
      expect(items.filter(({ label }) => label === 'unclued')).toHaveLength(50);
    }
  });
});

describe('a source with something wrong in it', () => {
  const [first, second, third] = [...syntheticItems(3, 4)];
  const one = JSON.stringify(first);
  const name = z.string().parse(first?.['data_path']);
  const list = (...items: readonly unknown[]): string => JSON.stringify(items);
  const path = folder.join('untouched.casebook');

  it.each([
    ['cut off in an item', `[${one}, ${one.slice(0, 60)}`, /2/u, null],
    ['cut off after an item', `[${one}`, /./u, null],
    ['a label that is no label', list({ ...first, label: 'clued' }, second), name, 'label'],
    ['a list that is none', list({ ...first, non_detm_cue: 'one' }), name, 'non_detm_cue'],
    ['a list of the wrong things', list({ ...first, p_sub_ins: [1] }), name, /^p_sub_ins/u],
    ['a name that is missing', list({ ...first, data_path: undefined }), /1/u, 'data_path'],
    ['an item that is none', list(first, 'text', third), /2/u, null],
    ['one item twice', list(first, second, first), new RegExp(name.replaceAll('.', '\\.'), 'u'), null],
    ['a path that leads out', list({ ...first, data_path: '../../etc/passwd' }), '../../etc/passwd', /./u],
    ['nothing', '', /./u, null],
    ['an empty list', '[]', /./u, null],
    ['another document', '{"data": 1}', /./u, null],
    ['words', 'hello', /./u, null],
  ])(
    'ends with 1, names item and field, and leaves the casebook alone: %s',
    async (what, text, item, field) => {
      if (!existsSync(path)) await casebook('new', path, '--benchmark', 'caughtcheating');
      const source = folder.join(`${what}.json`);
      writeFileSync(source, text);
      const before = fingerprint(path);
      const report = await json(shapes.import, 1, 'import', path, source, '--format', 'caughtcheating');
      expect(report).toMatchObject({ added: 0, updated: 0, unchanged: 0, applied: false });
      const named = report.skipped.find(
        (each) =>
          (typeof item === 'string' ? each.item === item : item.test(each.item)) &&
          (field === null ||
            (typeof field === 'string' ? each.field === field : field.test(each.field ?? ''))),
      );
      expect(named, JSON.stringify(report.skipped)).toMatchObject({
        reason: expect.stringMatching(/\w{2}/u),
      });
      expect(fingerprint(path)).toEqual(before);
    },
  );
});
