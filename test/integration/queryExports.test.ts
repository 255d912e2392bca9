import { everything } from '../../electron/core/access/viewpoint.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leftOutLines } from '../../shared/domain/leftOut.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, fingerprint } from '../helpers/commandLine.ts';
import { questionBook } from '../helpers/questionBook.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;
let book: Book;

const KINDS = ['matching', 'grid', 'guided', 'semi-guided', 'unguided'] as const;
const out = (format: string, target: string, from: Book = book) =>
  from.importExport.export({ target, format, status: null }, null, quietly);
const Line = z.looseObject({ id: z.string(), kind: z.string().optional() });
const linesOf = (file: string): z.infer<typeof Line>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));

/** What a folder holds beside what tells when its items came in. */
const data = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fingerprint(folder)).filter(([name]) => !/^(?:labels\.csv|reliability\.)/u.test(name)),
  );

beforeAll(async () => {
  book = await questionBook();
  for (const kind of KINDS)
    await book.querySets.add({ kind, count: 1, seed: 3, distances: null }, null, quietly, everything);
});
afterAll(() => book[Symbol.asyncDispose]());

describe('entities and questions', () => {
  it('go out in files of their own, with the pictures that they share once, and come in again to the same bytes', async () => {
    const first = book.at('first');
    const report = await out('observatory', first);
    expect(report).toMatchObject({ items: 7 + 16, left_out: [] });
    expect(linesOf(`${first}/observatory.jsonl`).map(({ kind }) => kind)).toEqual(Array(7).fill(undefined));
    const asked = linesOf(`${first}/query_sets.jsonl`);
    expect(asked).toHaveLength(16);
    const pictures = filesIn(first).filter((name) => name.startsWith('images/'));
    expect(pictures.filter((name) => !name.includes('collages/'))).toHaveLength(21);
    expect(report.images).toBe(pictures.length);

    await using fresh = await freshCasebook('observatory');
    expect(
      await fresh.importExport.import({ source: first, format: 'observatory' }, null, quietly),
    ).toMatchObject({ added: 23, skipped: [], images: { missing: 0 } });
    const second = book.at('second');
    await out('observatory', second, fresh);
    expect(data(second)).toEqual(data(first));
  });

  it('go out the same where questions came in before the entities, under other names', async () => {
    await book.querySets.build(
      { kind: 'matching', count: 3, seed: 9, distances: null, target: book.at('sets'), force: false },
      quietly,
      everything,
    );
    await using mixed = await freshCasebook('observatory');
    for (const source of [book.at('sets'), book.at('source')])
      await mixed.importExport.import({ source, format: 'observatory' }, null, quietly);
    await out('observatory', book.at('third'), mixed);
    await using fresh = await freshCasebook('observatory');
    await fresh.importExport.import({ source: book.at('third'), format: 'observatory' }, null, quietly);
    await out('observatory', book.at('fourth'), fresh);
    expect(data(book.at('fourth'))).toEqual(data(book.at('third')));
  });

  it('come in by the file that is in the way where one of two is broken, and not at all', async () => {
    const folder = book.at('broken');
    await out('observatory', folder);
    const lines = readFileSync(`${folder}/query_sets.jsonl`, 'utf8').split('\n');
    put(
      `${folder}/query_sets.jsonl`,
      [lines[0], '{"id":"q","kind":"grid","domain":"CELEB"}', lines[0]].join('\n'),
    );
    await using fresh = await freshCasebook('observatory');
    const report = await fresh.importExport.import({ source: folder, format: 'observatory' }, null, quietly);
    expect(report).toMatchObject({ applied: false, added: 0 });
    expect(report.skipped.map(({ item, field, reason }) => `${item} ${field ?? ''} ${reason}`)).toEqual([
      expect.stringMatching(/^q support .+ \(query_sets\.jsonl, line 2\)$/u),
      expect.stringMatching(/^q collage .+ \(query_sets\.jsonl, line 2\)$/u),
      expect.stringMatching(
        /It occurs twice: as query_sets\.jsonl, line 1 and as query_sets\.jsonl, line 3\.$/u,
      ),
    ]);
  });

  it('are one list in a single file', async () => {
    const file = book.at('all.jsonl');
    await out('observatory', file);
    expect(linesOf(file)).toHaveLength(23);
  });

  it.each(['coco', 'yolo', 'voc', 'labelstudio'])(
    'are told apart by %s, which has entities alone',
    async (format) => {
      const target = book.at(format);
      const report = await book.importExport.export(
        { target, format, status: null, strict: false },
        null,
        quietly,
      );
      expect(report.items).toBe(7);
      expect(report.left_out).toHaveLength(16);
      const said = leftOutLines(report.left_out);
      expect(said.map((line) => line.split(':')[0])).toEqual([
        'Image matching, 2 items',
        'Grid pointing, 8 items',
        'Localisation, guided, 2 items',
        'Localisation, semi-guided, 2 items',
        'Localisation, unguided, 2 items',
      ]);
      for (const { item, reason } of report.left_out) {
        expect(item).toMatch(/^(?:matching|grid|guided|semi-guided|unguided)-3-/u);
        expect(reason).toMatch(/^A question is built/u);
      }
      expect(filesIn(target).filter((name) => name.includes('collages'))).toEqual([]);
      for (const name of ['gold.csv', 'labels.csv'])
        expect(readFileSync(`${target}/${name}`, 'utf8')).not.toMatch(/guided-3/u);
    },
  );

  it('are summed up by kind on the command line, not named one by one', async () => {
    await using own = await questionBook();
    await own.querySets.add(
      { kind: 'matching', count: 1, seed: 3, distances: null },
      null,
      quietly,
      everything,
    );
    const { path } = own.casebook;
    await own.close();
    const how = ['--format', 'coco', '--status', 'any'];
    const { code, stdout } = await casebook('export', path, own.at('coco'), ...how);
    expect(code).toBe(0);
    const left = stdout.split('\n').filter((line) => line.startsWith('left out'));
    expect(left).toEqual([expect.stringMatching(/^left out Image matching, 2 items: A question is built/u)]);
  });

  it('are no reason for a strict export to refuse', async () => {
    const { database } = book.casebook;
    database.prepare("UPDATE item SET status = 'accepted'").run();
    const report = await book.importExport.export(
      { target: book.at('strict'), format: 'coco', strict: true },
      null,
      quietly,
    );
    expect(report.items).toBe(7);
    database.prepare("UPDATE item SET status = 'draft'").run();
  });
});
