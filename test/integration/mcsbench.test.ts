import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/features/people/viewpoint.ts';
import { recognise } from '../../electron/core/formats/index.ts';
import { contentOf, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { generatedItems, mcsBenchItem, mcsBenchItems } from '../helpers/mcsBenchItems.ts';

/** Items as nobody would write them and somebody will, one a line. */
const ODD: readonly string[] = [
  ...mcsBenchItems().map((item) => JSON.stringify(item)),
  JSON.stringify({ _note: null, ...mcsBenchItem(), id: 7, 'with space': [1.5, { deep: [[]] }], '': true }),
  JSON.stringify({ ...mcsBenchItem(), id: 'proto', question: '\u0000\ud800\r\n “é 😀”' }).replace(
    '{',
    '{"__proto__":{"x":1},',
  ),
  JSON.stringify({ ...mcsBenchItem(), id: 'bare', image: null, rc_items: null, evidence: null, strategy: 3 }),
];

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)));

describe('the format mcsbench', () => {
  it('goes in and out through the command line to the letter', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const source = put(folder.join('mcsbench.jsonl'), `\uFEFF${ODD.join('\r\n')}\r\n`);
    await casebook('new', path, '--benchmark', 'mcsbench');
    const report = await json(shapes.import, 0, 'import', path, source, '--format', 'mcsbench');
    expect(report).toMatchObject({ added: ODD.length, skipped: [] });
    const again = await json(shapes.import, 0, 'import', path, source, '--format', 'mcsbench');
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: ODD.length });
    const words = ['export', path, folder.join('out'), '--format', 'mcsbench', '--images', 'none'];
    await json(shapes.export, 0, ...words, '--status', 'any');
    expect(linesOf(folder.join('out', 'mcsbench.jsonl'))).toEqual(
      ODD.map((text) => JSON.stringify(JSON.parse(text))),
    );
  });

  it('takes images along in their order, and comes in again as it was handed out', async () => {
    await using book = await freshCasebook('mcsbench');
    const source = putPhotographs(book.at('source'));
    put(
      book.at('source', 'mcsbench.jsonl'),
      mcsBenchItems()
        .map((item) => JSON.stringify(item))
        .join('\n'),
    );
    expect(await recognise(source)).toBe('mcsbench');
    expect(await recognise(book.at('source', 'mcsbench.jsonl'))).toBe('mcsbench');
    const report = await book.transfer.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report).toMatchObject({ added: 2, images: { added: 3, missing: 0 } });
    const { rows } = book.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
    const [, second] = rows;
    expect(
      second === undefined ? [] : book.items.get(second.id, everything).images.map(({ name }) => name),
    ).toEqual(['locomotion-house-cat.jpg', 'allium-oreophilum.jpg', 'french-alpine-landscape.jpg']);
    await book.transfer.export(
      { target: book.at('out'), format: 'mcsbench', images: 'copy', status: ['draft'] },
      null,
      quietly,
    );
    // An image that two items share goes out with each.
    expect(filesIn(book.at('out', 'images'))).toHaveLength(4);
    await using other = await freshCasebook('mcsbench');
    const back = await other.transfer.import({ source: book.at('out'), format: 'mcsbench' }, null, quietly);
    expect(back).toMatchObject({ added: 2, images: { missing: 0 } });
  });

  it('holds 661 generated items over the seven tasks', async () => {
    await using book = await freshCasebook('mcsbench');
    const source = put(book.at('items.json'), JSON.stringify(generatedItems(661)));
    const report = await book.transfer.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report).toMatchObject({ added: 661, skipped: [] });
    await book.transfer.export(
      { target: book.at('all.json'), format: 'mcsbench', images: 'none', status: ['draft'] },
      null,
      quietly,
    );
    expect(readObjects(book.at('all.json'))).toEqual(generatedItems(661));
  });

  it('names what is wrong and changes nothing', async () => {
    await using book = await freshCasebook('mcsbench');
    const item = mcsBenchItem();
    const { question: _, ...unasked } = item;
    const lines = [
      item,
      unasked,
      { ...item, id: 'four', options: ['a', 'b', 'c', 'd'] },
      { ...item, id: 'key', answer: 'F' },
      { ...item, id: 'task', task: 'Something' },
      item,
    ].map((each) => JSON.stringify(each));
    const source = put(book.at('a.jsonl'), lines.join('\n'));
    const before = contentOf(book);
    const report = await book.transfer.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report.skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['mcs-0001', 'question'],
      ['four', 'options'],
      ['key', 'answer'],
      ['task', 'task'],
      ['mcs-0001', null],
    ]);
    expect(contentOf(book)).toEqual(before);
  });
});
