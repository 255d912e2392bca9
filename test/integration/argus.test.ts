import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { contentOf, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';

/** Items as nobody would write them and somebody will, one a line. */
const ODD: readonly string[] = [
  ...argusItems().map((item) => JSON.stringify(item)),
  JSON.stringify({ _note: null, ...argusItems()[0], id: 7, 'with space': [1.5, { deep: [[]] }], '': true }),
  JSON.stringify({ ...argusItems()[0], id: 'proto', trap: '\u0000\ud800\r\n “é 😀”' }).replace(
    '{',
    '{"__proto__":{"x":1},',
  ),
  JSON.stringify({ ...argusItems()[1], id: 'nothing chosen', image: null, candidates: [] }),
  JSON.stringify({
    ...argusItems()[1],
    id: 'chosen',
    image: 'locomotion-house-cat.jpg',
    logic_check: [
      { verdict: 'unsure', model: 'm', image: 'locomotion-house-cat.jpg', 'own key': { a: [] } },
      'odd',
    ],
  }),
  JSON.stringify({ ...argusItems()[1], id: 'another', image: 'final.png', logic_check: { model: 7 } }),
];

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)));

describe('the format argus', () => {
  it('goes in and out through the command line to the letter', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const source = put(folder.join('argus.jsonl'), `\uFEFF${ODD.join('\r\n')}\r\n`);
    await casebook('new', path, '--benchmark', 'argus');
    const report = await json(shapes.import, 0, 'import', path, source, '--format', 'argus');
    expect(report).toMatchObject({ added: ODD.length, skipped: [] });
    const again = await json(shapes.import, 0, 'import', path, source, '--format', 'argus');
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: ODD.length });
    const out = folder.join('out');
    const words = ['export', path, out, '--format', 'argus', '--images', 'none', '--status', 'any'];
    await json(shapes.export, 0, ...words);
    expect(linesOf(folder.join('out', 'argus.jsonl'))).toEqual(
      ODD.map((text) => JSON.stringify(JSON.parse(text))),
    );
  });

  it('takes images along: the chosen one, or the candidates', async () => {
    await using book = await freshCasebook('argus');
    const source = putPhotographs(book.at('source'));
    put(
      book.at('source', 'argus.jsonl'),
      argusItems()
        .map((item) => JSON.stringify(item))
        .join('\n'),
    );
    expect(await formats.recognise(source)).toEqual(['argus']);
    expect(await formats.recognise(book.at('source', 'argus.jsonl'))).toEqual(['argus']);
    const report = await book.importExport.import({ source, format: 'argus' }, null, quietly);
    expect(report).toMatchObject({ added: 2, images: { added: 4, missing: 0 } });
    // Leaked words are worth a warning; that nobody has chosen an image or given a verdict yet is not.
    expect(new Set(report.warnings.map(({ field }) => field))).toEqual(
      new Set(['scenario', 'basicQuestion', 'deceptiveQuestion']),
    );
    const { rows } = book.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
    const imagesOf = (at: number) =>
      rows[at] === undefined ? [] : book.items.get(rows[at].id, everything).images.map(({ role }) => role);
    expect([imagesOf(0), imagesOf(1)]).toEqual([['image'], ['candidate', 'candidate', 'candidate']]);
    await book.importExport.export(
      { target: book.at('out'), format: 'argus', images: 'copy', status: ['draft'] },
      null,
      quietly,
    );
    const [first, second] = linesOf(book.at('out', 'argus.jsonl')).map((line): JsonObject =>
      JSON.parse(line),
    );
    expect(first).toEqual({ ...argusItems()[0], image: 'images/airplane-from-above.jpg' });
    expect(second?.['candidates']).toEqual([
      'images/allium-oreophilum.jpg',
      'images/locomotion-house-cat.jpg',
      'images/french-alpine-landscape.jpg',
    ]);
    expect(filesIn(book.at('out', 'images'))).toHaveLength(4);
    expect(existsSync(book.at('out', 'boxes.json'))).toBe(true);
    // What was handed out comes in as it was.
    await using other = await freshCasebook('argus');
    const back = await other.importExport.import({ source: book.at('out'), format: 'argus' }, null, quietly);
    expect(back).toMatchObject({ added: 2, images: { added: 4, missing: 0 } });
  });

  it('writes a list where one file is asked for', async () => {
    await using book = await freshCasebook('argus');
    const source = put(book.at('items.json'), JSON.stringify(argusItems()));
    await book.importExport.import({ source, format: 'argus' }, null, quietly);
    await book.importExport.export(
      { target: book.at('all.json'), format: 'argus', images: 'none', status: ['draft'] },
      null,
      quietly,
    );
    expect(readObjects(book.at('all.json'))).toEqual(argusItems());
  });

  it('names what is wrong and changes nothing', async () => {
    await using book = await freshCasebook('argus');
    const [item = {}] = argusItems();
    const { trap: _, ...trapless } = item;
    const lines = [item, trapless, { ...item, id: 'x', answer: 1 }, item].map((each) => JSON.stringify(each));
    const source = put(book.at('a.jsonl'), lines.join('\n'));
    const before = contentOf(book);
    const report = await book.importExport.import({ source, format: 'argus' }, null, quietly);
    expect(report.skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['argus-0001', 'trap'],
      ['x', 'answer'],
      ['argus-0001', null],
    ]);
    expect(contentOf(book)).toEqual(before);
  });

  it('fits no other casebook', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('a.jsonl'), JSON.stringify(argusItems()[0]));
    await expect(book.importExport.import({ source, format: 'argus' }, null, quietly)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
