import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const NAMES = ['=SUM(A1)', '+plus', '-minus', '@at', '\ttab', "'=quoted", 'plain, "quoted"', '-3.5'];

/** Ratings of items whose names spreadsheets would run. */
async function rated(): Promise<Book> {
  const book = await freshCasebook('generic');
  const rows = NAMES.flatMap((name) => ['a', 'b'].map((rater) => [name, rater, 'mood', 'good']));
  const source = put(
    book.at('r.csv'),
    Papa.unparse([['item', 'rater', 'field', 'value'], ...rows.map(cells)]),
  );
  await book.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
  return book;
}

/** What is quoted like a formula loses an apostrophe when it comes in. */
const cells = (row: readonly string[]): string[] =>
  row.map((cell) => (/^'+[=+\-@\t]/u.test(cell) ? `'${cell}` : cell));

async function itemsIn(book: Book, file: string, more: Partial<ExportRequest>): Promise<string[]> {
  const target = book.at(`out ${JSON.stringify(more).replaceAll('"', '')}`);
  const request = { target, format: 'ratings-csv', names: true, status: null, force: true, ...more };
  await book.importExport.export(request, null, quietly);
  const { data } = Papa.parse(readFileSync(`${target}/${file}`, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const rows = z.array(z.looseObject({ item: z.string() })).parse(data);
  return [...new Set(rows.map(({ item }) => item))].sort();
}

describe('cells of exported CSV files', () => {
  it('are marked as text where a spreadsheet would run them', async () => {
    await using book = await rated();
    const marked = NAMES.map((name) =>
      /^'*[=+\-@\t]/u.test(name) && name !== '-3.5' ? `'${name}` : name,
    ).sort();
    expect(await itemsIn(book, 'gold.csv', {})).toEqual(marked);
    expect(await itemsIn(book, 'labels.csv', {})).toEqual(marked);
  });

  it('are as they are with --plain, so that names join', async () => {
    await using book = await rated();
    expect(await itemsIn(book, 'gold.csv', { plain: true })).toEqual(NAMES.toSorted());
    expect(await itemsIn(book, 'labels.csv', { plain: true })).toEqual(NAMES.toSorted());
  });
});
