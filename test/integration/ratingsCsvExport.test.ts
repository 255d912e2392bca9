import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook as commandLine, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';

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

const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() !== '' && text.isWellFormed());
const trickyText = fc.oneof(
  anyText,
  fc.constantFrom(
    '=1+1',
    '-1',
    '+3.5',
    "'-1",
    "'=x",
    '@home',
    'a,b',
    'a;b',
    '"',
    'x"y',
    'two\nlines',
    'two\r\nlines',
    ' kept ',
    '[1]',
    'a|b',
  ),
);

describe('what is handed out as CSV', () => {
  it('comes in again the same, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(trickyText, fc.constantFrom('Ana', 'Bo', '=cmd'), trickyText), {
          selector: ([item, rater]) => JSON.stringify([item, rater]),
          minLength: 1,
          maxLength: 8,
        }),
        async (ratings) => {
          await using first = await freshCasebook('generic');
          const source = first.at('r.csv');
          put(
            source,
            Papa.unparse({
              fields: ['item', 'rater', 'field', 'value'],
              // As a program writes them that knows nothing of spreadsheets.
              data: ratings.map(([item, rater, value]) => [
                guarded(item),
                guarded(rater),
                'f',
                guarded(value),
              ]),
            }),
          );
          const levels: ImportRequest['levels'] = { f: { level: 'nominal' } };
          const report = await bringIn(first, source, { levels });
          expect(report.skipped).toEqual([]);
          await handOut(first, first.at('one.csv'));
          await using second = await freshCasebook('generic');
          expect(await bringIn(second, first.at('one.csv'), { levels })).toMatchObject({
            added: ratings.length,
          });
          await handOut(second, second.at('two.csv'));
          expect(readFileSync(second.at('two.csv'), 'utf8')).toBe(readFileSync(first.at('one.csv'), 'utf8'));
          const said = second.casebook.database
            .prepare<[], { item: string; rater: string; answer: string }>(
              'SELECT i.external_id AS item, p.handle AS rater, a.payload AS answer FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id',
            )
            .all()
            .map(({ item, rater, answer }) => JSON.stringify([item, rater, JSON.parse(answer)]));
          expect(said.sort()).toEqual(
            ratings.map(([item, rater, f]) => JSON.stringify([item, rater, { f }])).sort(),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  it('lets no spreadsheet run anything, and leaves numbers numbers', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, put(book.at('r.csv'), 'item,rater,field,value\n=HYPERLINK(0),@x,f,-1\nb,+y,f,2\n'));
    await handOut(book, book.at('out'));
    const lines = readFileSync(book.at('out/labels.csv'), 'utf8').split('\n');
    expect(lines[1]).toMatch(/^'=HYPERLINK\(0\),'@x,f,-1,annotate,/u);
    expect(lines[2]).toMatch(/^b,'\+y,f,2,/u);
  });
});

/** A text whose first character could be taken for the mark of a guarded formula. */
const guarded = (text: string): string => (/^'+[=+\-@\t\r]/u.test(text) ? `'${text}` : text);

describe('on the command line', () => {
  it('Fleiss 1971 comes in, gives its kappa, and goes out again row for row', async () => {
    using folder = temporaryFolder();
    const path = folder.join('f.casebook');
    await commandLine('new', path);
    const report = await json(shapes.import, 0, 'import', path, FLEISS, '--format', 'ratings-csv');
    expect(report).toMatchObject({ added: 180, fields: [{ name: 'diagnosis', level: 'nominal' }] });
    const agreement = await json(
      z.looseObject({
        items: z.int(),
        raters: z.array(z.string()),
        coefficients: z.record(z.string(), z.looseObject({ value: z.number().nullable() })),
      }),
      0,
      'agreement',
      path,
      '--field',
      'diagnosis',
    );
    expect(agreement).toMatchObject({ items: 30 });
    expect(agreement.raters).toHaveLength(6);
    expect(agreement.coefficients['fleiss_kappa']?.value?.toFixed(3)).toBe('0.430');
    const out = await json(
      shapes.export,
      0,
      'export',
      path,
      folder.join('o.csv'),
      '--format',
      'ratings-csv',
      '--names',
      '--times',
    );
    expect(out).toMatchObject({ items: 30, files: ['o.csv'] });
    const plain = (file: string): string[] =>
      rowsOf(file).map(({ item, rater, field, value }) => [item, rater, field, value].join('\t'));
    expect(plain(folder.join('o.csv'))).toEqual(plain(FLEISS));
  });

  it('takes levels, and says what a level is', async () => {
    using folder = temporaryFolder();
    const path = folder.join('f.casebook');
    await commandLine('new', path);
    const source = put(folder.join('r.csv'), 'item,rater,field,value\na,x,how=much,low\nb,x,how=much,high\n');
    const words = ['import', path, source, '--format', 'ratings-csv', '--level'];
    expect(await json(shapes.import, 0, ...words, 'how=much=ordinal:low<high')).toMatchObject({
      fields: [{ name: 'how=much', level: 'ordinal', order: ['low', 'high'] }],
    });
    await json(shapes.error, 2, ...words, 'how=much=roughly');
  });
});
