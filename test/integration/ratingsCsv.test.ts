import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { importedPayload } from '../helpers/raters.ts';

const FLEISS = resolve(import.meta.dirname, '../fixtures/agreement/fleiss1971.csv');

const bringIn = (book: Services, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format: 'ratings-csv', ...more }, null, quietly);

const handOut = (book: Services, target: string) =>
  book.importExport.export({ target, names: true, times: true, format: 'ratings-csv' }, null, quietly);

/** The rows of a file of labels as objects. */
const rowsOf = (path: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data);

const figuresOf = (book: Services, field: string) =>
  book.agreement.figures(
    AgreementRequest.parse({ task: 'annotate', field, bootstrap: 0 }),
    everything,
    () => undefined,
    new AbortController().signal,
  );

describe('ratings from a CSV file', () => {
  it('become submitted answers of people, on items and fields that are made', async () => {
    await using book = await freshCasebook('generic');
    const source = put(
      book.at('r.csv'),
      'value,field,rater,item,submitted_at,remark\nyes,clear,Ana,one,2026-02-01T10:00:00Z,x\n3,score,Ana,one,2026-02-01T10:00:05Z,\nno,clear,Bo,one,2026-02-02T10:00:00+01:00,\n1,score,Bo,two,2026-02-02,\n',
    );
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ added: 3, updated: 0, skipped: [], applied: true });
    expect(report.fields).toMatchObject([
      { name: 'clear', level: 'nominal', values: 2, known: false },
      { name: 'score', level: 'ordinal', values: 2, order: ['1', '3'], known: false },
    ]);
    expect(book.people.list()).toMatchObject([
      { handle: 'Ana', kind: 'human', roles: ['annotator'] },
      { handle: 'Bo', kind: 'human', roles: ['annotator'] },
    ]);
    await handOut(book, book.at('out.csv'));
    expect(rowsOf(book.at('out.csv'))).toEqual(
      [
        ['one', 'Ana', 'clear', 'yes', '2026-02-01T10:00:05.000Z'],
        ['one', 'Ana', 'score', '3', '2026-02-01T10:00:05.000Z'],
        ['one', 'Bo', 'clear', 'no', '2026-02-02T09:00:00.000Z'],
        ['two', 'Bo', 'score', '1', '2026-02-02T00:00:00.000Z'],
      ].map(([item, rater, field, value, at]) => ({
        item,
        rater,
        field,
        value,
        task: 'annotate',
        round: '1',
        version: '1',
        submitted_at: at,
        status: 'rating',
        made_in: '',
        blind: '',
        made_when: '',
      })),
    );
    // What follows from the ratings is computed: two who differ, and one alone.
    expect(
      book.casebook.database
        .prepare(
          'SELECT i.external_id AS item, s.state FROM rating_state s JOIN item i ON i.id = s.item_id ORDER BY 1',
        )
        .all(),
    ).toEqual([
      { item: 'one', state: 'disputed' },
      { item: 'two', state: 'single' },
    ]);
  });

  it('change nothing the second time; a changed value is a new version, and the former one stays', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), 'item,rater,field,value\na,x,f,1\na,y,f,2\nb,x,f,1\nb,x,g,red\n');
    await bringIn(book, source);
    const before = contentOf(book);
    expect(await bringIn(book, source)).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
    expect(contentOf(book)).toEqual(before);
    put(source, 'item,rater,field,value\na,y,f,1\nb,x,f,1\n');
    expect(await bringIn(book, source)).toMatchObject({
      added: 0,
      updated: 1,
      unchanged: 1,
      changes: [{ item: 'a, y', field: 'f', from: '2', to: '1' }],
    });
    const versions = book.casebook.database
      .prepare(
        "SELECT a.version, a.payload FROM annotation a JOIN person p ON p.id = a.person_id JOIN item i ON i.id = a.item_id WHERE p.handle = 'y' ORDER BY 1",
      )
      .all();
    expect(versions).toEqual([
      { version: 1, payload: '{"f":"2"}' },
      { version: 2, payload: '{"f":"1"}' },
    ]);
    // What the later file does not speak of stays as it was said.
    await handOut(book, book.at('out.csv'));
    expect(
      rowsOf(book.at('out.csv')).map(({ item, rater, field, value }) => [item, rater, field, value]),
    ).toEqual([
      ['a', 'x', 'f', '1'],
      ['a', 'y', 'f', '1'],
      ['b', 'x', 'f', '1'],
      ['b', 'x', 'g', 'red'],
    ]);
  });

  it.each([
    ['semicolons', 'item;rater;field;value\r\na;x;f;"1;2"\r\nb;x;f;plain\r\n'],
    ['tabs and a byte order mark', '\uFEFFitem\trater\tfield\tvalue\r\na\tx\tf\t1;2\r\nb\tx\tf\tplain'],
    ['quotes, and line ends of old', '"item","rater","field","value"\r"a","x","f","1;2"\rb,x,f,plain\r'],
    ['empty lines and capitals', 'Item, Rater ,FIELD,value\n\na,x,f,1;2\n\n\nb,x,f,plain\n\n'],
  ])('are read with %s', async (_name, text) => {
    await using book = await freshCasebook('generic');
    expect(await bringIn(book, put(book.at('r.csv'), text))).toMatchObject({ added: 2, skipped: [] });
    await handOut(book, book.at('out.csv'));
    expect(rowsOf(book.at('out.csv')).map(({ item, value }) => [item, value])).toEqual([
      ['a', '1;2'],
      ['b', 'plain'],
    ]);
  });

  it('name what is wrong by line and column; nothing comes in unless asked to go on', async () => {
    await using book = await freshCasebook('generic');
    const source = put(
      book.at('r.csv'),
      'item,rater,field,value,round,submitted_at\na,x,f,"two\nlines",1,\nb,,f,1,1,\nb,x\nb,x,f,1,0,\nb,x,f,1,1,yesterday\nb,y,f,1,1,\nb,y,f,2,1,\nc,x,f,"a"b,1,\n',
    );
    const before = contentOf(book);
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ added: 0, applied: false });
    expect(report.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['line 4', 'rater'],
      ['line 5', 'field'],
      ['line 6', 'round'],
      ['line 7', 'submitted_at'],
      ['line 10', null],
    ]);
    expect(contentOf(book)).toEqual(before);
    const rest = await bringIn(book, source, { keepGoing: true });
    // Two values for one thing: the first stands, the second is named with both lines.
    expect(rest).toMatchObject({ added: 2, applied: true });
    expect(rest.skipped.at(-1)).toMatchObject({
      item: 'b, y',
      field: 'f',
      reason: expect.stringMatching(/line 9.*line 8/u),
    });
  });

  it.each([
    ['nothing', '', /empty/u],
    ['no header', 'a,x,f,1\n', /lacks item, rater, field, value/u],
    ['a header alone', 'item,rater,field,value\n', /no ratings/u],
    ['a quote that is never closed', 'item,rater,field,value\na,x,f,"1\nb,x,f,2\n', /never closed/u],
    ['a column twice', 'item,rater,field,value,item\na,x,f,1,b\n', /item twice/u],
    ['UTF-16 without its mark', Buffer.from('item,rater,field,value\n', 'utf16le'), /no text file/u],
    ['bytes that are no text', Buffer.from([0x69, 0xff, 0xfe, 0x0a]), /UTF-8/u],
    ['a field that is none', 'item,rater,field,value\na,x,__proto__,1\n', /cannot be a field name/u],
  ])('are refused with words: %s', async (_name, content, reason) => {
    await using book = await freshCasebook('generic');
    const report = await bringIn(book, put(book.at('r.csv'), content));
    expect(report.applied).toBe(false);
    expect(report.skipped.map((each) => each.reason).join(' ')).toMatch(reason);
  });

  it('are compared as was asked: measurements, sets, texts, words in an order', async () => {
    await using book = await freshCasebook('generic');
    const source = put(
      book.at('r.csv'),
      `item,rater,field,value\n${['x', 'y']
        .map(
          (rater) =>
            `a,${rater},size,low\na,${rater},tags,red|blue\na,${rater},metres,1.5\na,${rater},why,because\n`,
        )
        .join('')}b,x,size,high\n`,
    );
    const levels: ImportRequest['levels'] = {
      size: { level: 'ordinal' },
      tags: { level: 'set' },
      metres: { level: 'interval' },
      why: { level: 'text' },
    };
    const refused = await bringIn(book, source, { levels });
    expect(refused.skipped).toMatchObject([
      { field: 'size', reason: expect.stringContaining('their order') },
    ]);
    const order = ['low', 'middle', 'high'];
    expect(
      await bringIn(book, source, { levels: { ...levels, size: { level: 'ordinal', order } } }),
    ).toMatchObject({
      applied: true,
    });
    expect((await figuresOf(book, 'size')).categories).toEqual(order);
    expect(await figuresOf(book, 'tags')).toMatchObject({ level: 'set', pairable: 1 });
    expect(await figuresOf(book, 'metres')).toMatchObject({ level: 'interval', pairable: 1 });
    await expect(figuresOf(book, 'why')).rejects.toThrow('does not compare texts');
    const again = await bringIn(book, source, { levels: { size: { level: 'nominal' } } });
    expect(again.skipped).toMatchObject([{ field: 'size', reason: expect.stringContaining('ordinal') }]);
  });

  it('a dry run tells what would come of it and leaves every table alone; so does cancelling', async () => {
    await using book = await freshCasebook('generic');
    const before = contentOf(book);
    expect(await bringIn(book, FLEISS, { dryRun: true })).toMatchObject({ added: 180, applied: false });
    const stop = new AbortController();
    await expect(
      book.importExport.import({ source: FLEISS, format: 'ratings-csv' }, null, {
        signal: stop.signal,
        progress: (phase) => {
          if (phase === 'Writing') stop.abort();
        },
      }),
    ).rejects.toThrow();
    expect(contentOf(book)).toEqual(before);
  });

  it('onto another benchmark take its fields and items, and name what it has not', async () => {
    await using book = await freshCasebook('caughtcheating');
    const name = 'true_images/true_1.png';
    await book.importExport.import(
      {
        source: put(book.at('data_info.json'), JSON.stringify([importedPayload(name)])),
        format: 'caughtcheating',
      },
      null,
      quietly,
    );
    const good = `item,rater,field,value\n${name},x,label,clued\n${name},y,label,false\n${name},x,triage,keep\n`;
    expect(await bringIn(book, put(book.at('r.csv'), good))).toMatchObject({
      added: 2,
      skipped: [],
      applied: true,
    });
    await handOut(book, book.at('out.csv'));
    const row = rowsOf(book.at('out.csv')).find(({ field, rater }) => field === 'label' && rater === 'x');
    expect(row).toMatchObject({ item: name, value: 'true', task: 'curate' });
    const bad = `item,rater,field,value\nunknown.png,x,label,true\n${name},z,label,maybe\n${name},z,beauty,3\n`;
    const report = await bringIn(book, put(book.at('r.csv'), bad), { keepGoing: true });
    expect(report.skipped).toMatchObject([
      { item: 'the source', field: 'beauty', reason: expect.stringContaining('your own label set') },
      { item: 'unknown.png', reason: expect.stringContaining('no such item') },
      {
        item: `${name}, z`,
        field: 'label',
        reason: expect.stringContaining('"maybe" is not one of its values: true, false'),
      },
    ]);
  });

  it('are recognised by their header', async () => {
    await using book = await freshCasebook('generic');
    expect(await formats.recognise(FLEISS)).toEqual(['ratings-csv']);
    expect(await formats.recognise(put(book.at('other.csv'), 'a,b\n1,2\n'))).toEqual([]);
  });
});
