import { expect } from 'vitest';
import { z } from 'zod';
import type { ImportReport, ImportRequest } from '../../shared/contract/importExport.ts';
import { type Json, type JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from './casebooks.ts';

export type Book = Awaited<ReturnType<typeof freshCasebook>>;

export const lines = (rows: readonly Json[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
export const bringIn = (
  book: Book,
  source: string,
  more: Partial<ImportRequest> = {},
): Promise<ImportReport> =>
  book.importExport.import({ source, format: 'observatory-answers', ...more }, null, quietly);

export async function bookOf(questions: readonly JsonObject[]): Promise<Book> {
  const book = await freshCasebook('observatory');
  const source = put(book.at('questions', 'query_sets.jsonl'), lines(questions));
  const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
  expect(report).toMatchObject({ added: questions.length, skipped: [] });
  return book;
}

export const Metrics = z.looseObject({
  respondents: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        value: z.number().nullable(),
        n: z.int(),
        ci95: z.tuple([z.number(), z.number()]).nullable(),
      }),
    ),
  ),
});
