import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import { put, quietly } from './casebooks.ts';

export type Line = readonly [item: string, rater: string, field: string, value: string];

export const bringIn = (book: Services, source: string, format: string) =>
  book.importExport.import({ source, format }, null, quietly);

export const rate = (book: Services & { at(name: string): string }, name: string, lines: readonly Line[]) =>
  bringIn(
    book,
    put(book.at(name), Papa.unparse({ fields: ['item', 'rater', 'field', 'value'], data: [...lines] })),
    'ratings-csv',
  );

export const rowsOf = (path: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data);
