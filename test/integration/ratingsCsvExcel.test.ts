import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook as commandLine } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';

const CASES = resolve(import.meta.dirname, '../fixtures/csv');

const bringIn = (book: Services, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format: 'ratings-csv', ...more }, null, quietly);

/** Who said what of which item. */
const said = ({ casebook: { database } }: Services): unknown[] =>
  database
    .prepare<[], string>(
      `SELECT json_array(i.external_id, p.handle, json(a.payload)) FROM annotation a JOIN item i ON i.id = a.item_id
         JOIN person p ON p.id = a.person_id ORDER BY 1`,
    )
    .pluck()
    .all()
    .map((text): unknown => JSON.parse(text));

describe('ratings as Excel writes them', () => {
  it('have numbers with a decimal comma, compared as measurements, and say so', async () => {
    await using book = await freshCasebook('generic');
    const source = resolve(CASES, 'excel-german.csv');
    expect(await formats.recognise(source)).toEqual(['ratings-csv']);
    const dry = await bringIn(book, source, { dryRun: true });
    expect(dry.fields).toMatchObject([{ name: 'quality', level: 'interval', values: 4 }]);
    expect(dry.warnings.map(({ field, message }) => `${field ?? ''}: ${message}`)).toEqual(
      expect.arrayContaining([
        'quality: Numbers with a decimal comma: “3,5” is 3.5.',
        'quality: New here: a field, compared as interval.',
      ]),
    );
    expect(await bringIn(book, source)).toMatchObject({ added: 4, skipped: [] });
    expect(said(book)).toEqual([
      ['x1', 'a', { quality: 3.5 }],
      ['x1', 'b', { quality: 4 }],
      ['x2', 'a', { quality: 2.5 }],
      ['x2', 'b', { quality: 2 }],
    ]);
    const before = contentOf(book);
    expect(await bringIn(book, source)).toMatchObject({ unchanged: 4, updated: 0 });
    expect(contentOf(book)).toEqual(before);
  });

  const TEXT = 'item\trater\tfield\tvalue\r\nx1\tMüller\tmood\tschön\r\nx1\t王\tmood\t🐈\r\n';
  it.each([
    ['Unicode text (UTF-16)', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
    ['a first line that says what separates', Buffer.from(`\uFEFFsep=|\r\n${TEXT.replaceAll('\t', '|')}`)],
    [
      'the same without quotes and line ends of old',
      Buffer.from(`sep=;\r${TEXT.replaceAll('\t', ';').replaceAll('\r\n', '\r')}`),
    ],
  ])('are read as %s', async (_name, content) => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), content);
    expect(await formats.recognise(source)).toEqual(['ratings-csv']);
    expect(await bringIn(book, source)).toMatchObject({ added: 2, skipped: [] });
    expect(said(book)).toEqual([
      ['x1', 'Müller', { mood: 'schön' }],
      ['x1', '王', { mood: '🐈' }],
    ]);
  });

  it('count lines from 1, the one that says what separates included', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), 'sep=;\r\nitem;rater;field;value\r\nx;a;f;1\r\nx;;f;2\r\n');
    expect((await bringIn(book, source)).skipped).toMatchObject([{ item: 'line 4', field: 'rater' }]);
  });

  it('in Windows-1252 are read once somebody said so, and never guessed', async () => {
    await using book = await freshCasebook('generic');
    const source = resolve(CASES, 'windows-1252.csv');
    const before = contentOf(book);
    for (const more of [{}, { keepGoing: true }]) {
      const report = await bringIn(book, source, more);
      expect(report).toMatchObject({
        applied: false,
        added: 0,
        asks_encoding: { line: 2, preview: 'x1,Müller,mood,schön' },
      });
      expect(report.skipped).toHaveLength(1);
      expect(report.skipped[0]?.reason).toMatch(/CSV UTF-8.*--encoding windows-1252.*x1,Müller,mood,schön/u);
    }
    expect(contentOf(book)).toEqual(before);
    expect(await bringIn(book, source, { encoding: 'windows-1252' })).toMatchObject({
      added: 2,
      skipped: [],
    });
    expect(said(book)).toEqual([
      ['x1', 'Müller', { mood: 'schön' }],
      ['x2', 'Müller', { mood: 'häßlich' }],
    ]);
  });

  it('in UTF-8 stay so, whatever was said', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), 'item,rater,field,value\nx,Zoë,mood,é\n');
    await bringIn(book, source, { encoding: 'windows-1252' });
    expect(said(book)).toEqual([['x', 'Zoë', { mood: 'é' }]]);
  });

  it('are asked about where numbers can be read in two ways, unless another field tells', async () => {
    await using book = await freshCasebook('generic');
    const lines = 'item;rater;field;value\nx;a;price;1,234\nx;b;price;2,500\n';
    const source = put(book.at('r.csv'), lines);
    const report = await bringIn(book, source, { keepGoing: true });
    expect(report.asks_decimals).toEqual({ field: 'price', example: '1,234', readings: ['1234', '1.234'] });
    expect(said(book)).toEqual([]);
    const telling = put(book.at('t.csv'), `${lines}x;a;weight;0,5\n`);
    expect(await bringIn(book, telling, { dryRun: true })).toMatchObject({ skipped: [] });
    expect(await bringIn(book, source, { decimals: 'point' })).toMatchObject({ added: 2, skipped: [] });
    expect(said(book)).toEqual([
      ['x', 'a', { price: '1234' }],
      ['x', 'b', { price: '2500' }],
    ]);
  });

  it('are names where that was said, to the letter', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), 'item;rater;field;value\nx;a;code;1,234\nx;b;code;3,5\n');
    await bringIn(book, source, { levels: { code: { level: 'nominal' } } });
    expect(said(book)).toEqual([
      ['x', 'a', { code: '1,234' }],
      ['x', 'b', { code: '3,5' }],
    ]);
  });

  it('are read by the command line with --encoding and --decimals', async () => {
    using folder = temporaryFolder();
    const dir = folder.join('a.casebook');
    await commandLine('new', dir, '--benchmark', 'generic', '--title', 'A');
    const words = ['import', dir, resolve(CASES, 'windows-1252.csv'), '--format', 'ratings-csv'];
    const refused = await commandLine(...words);
    expect(refused.code).toBe(1);
    expect(refused.stdout.match(/^skipped /gmu)).toHaveLength(1);
    expect(refused.stdout).toContain('save it as “CSV UTF-8”');
    expect((await commandLine(...words, '--encoding', 'windows-1252')).stdout).toContain('2 added');
    expect((await commandLine(...words, '--encoding', 'latin-9')).stderr).toContain('is not windows-1252');
    expect((await commandLine(...words, '--decimals', 'dot')).stderr).toContain('is not point or comma');
  });
});
