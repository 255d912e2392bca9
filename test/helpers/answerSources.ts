import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from './casebooks.ts';
import { present } from './present.ts';
import { realItems } from './realData.ts';
import { syntheticItems } from './syntheticItems.ts';

/** Several questions of a kind and several clues: then a sum does not tell what is behind it. */
const withMore = (item: JsonObject): JsonObject =>
  item['label'] === true
    ? {
        ...item,
        non_detm_cue: ['There is a hat on the chair.', 'Two menus lie on the table.'],
        r_sub_ins: ['Does it mean that somebody is there?', 'Is it a second person’s?'],
        r_sub_ans: ['Yes', 'Yes'],
      }
    : item;
export const items = realItems() ?? [...syntheticItems(100, 7)].map(withMore);

export const gpt = { name: 'gpt-4o', version: '2024-11-20' };

export const bringIn = (book: Services, format: string, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format, ...more }, null, quietly);

/** A casebook of the data set's items. */
export async function withItems(of: readonly JsonObject[] = items) {
  const book = await freshCasebook();
  await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(of)));
  return book;
}

export const all = (book: Services, sql: string): unknown[] =>
  book.casebook.database.prepare(sql).raw().all();

export const first = <T>(list: readonly T[]): T => present(list[0]);
