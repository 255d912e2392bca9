import { readFileSync } from 'node:fs';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest, ImportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from './casebooks.ts';
import { realItems } from './realData.ts';
import { syntheticItems } from './syntheticItems.ts';

export const items = realItems() ?? [...syntheticItems(60, 7)];

export const bringIn = (book: Services, format: string, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format, ...more }, null, quietly);

export const handOut = (book: Services, format: string, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export({ target, names: true, times: true, format, ...more }, null, quietly);

/** A casebook of the data set's items. */
export async function withItems(of: readonly JsonObject[] = items) {
  const book = await freshCasebook();
  await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(of)));
  return book;
}

export const lines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const linesIn = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JsonObject.parse(JSON.parse(line)));
