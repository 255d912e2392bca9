import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recognise } from '../../electron/core/formats/index.ts';
import type { Services } from '../../electron/core/services.ts';
import type { ImportRequest } from '../../shared/contract/transfer.ts';
import type { JsonObject } from '../../shared/domain/json.ts';
import {
  answerFile,
  differing,
  judgedFile,
  plantAnswers,
  plantVerdicts,
  unitKey,
  verdictLines,
} from '../helpers/answerFiles.ts';
import { contentOf, dataPath, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const items = realItems() ?? [...syntheticItems(100, 7)];
const gpt = { name: 'gpt-4o', version: '2024-11-20' };
const judge = { name: 'gpt-4.1' };

const bringIn = (book: Services, format: string, source: string, more: Partial<ImportRequest> = {}) =>
  book.transfer.import({ source, format, ...more }, null, quietly);

/** A casebook of the data set's items. */
async function withItems(of: readonly JsonObject[] = items) {
  const book = await freshCasebook();
  await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(of)));
  return book;
}

const all = (book: Services, sql: string): unknown[] => book.casebook.database.prepare(sql).raw().all();

const RESPONSES = `SELECT i.external_id, p.name, r.step, r.answer FROM current_response r JOIN item i ON i.id = r.item_id
  JOIN person p ON p.id = r.person_id ORDER BY 1, 2, 3`;

const count = (book: Services, table: string): unknown =>
  book.casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** The verdicts of one judge that are given, by unit. */
function verdictsIn(book: Services): Record<string, unknown> {
  const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);
  return Object.fromEntries(
    all(
      book,
      `SELECT i.external_id, r.step, j.criterion, j.subject, j.value FROM current_judgment j JOIN item i ON i.id = j.item_id
       JOIN response r ON r.id = j.response_id WHERE j.outcome = 'given'`,
    ).map((raw) => {
      const [item, step, criterion, subject, value] = Row.parse(raw);
      return [unitKey({ item, step, criterion, subject }), JSON.parse(value)];
    }),
  );
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('answers of a model in the data set’s own form', () => {
  it('come in question by question, under the model that is named', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 1 });
    const source = put(book.at('gpt.json'), JSON.stringify(answerFile(items, planted), null, 4));
    expect(await recognise(source)).toBe('caughtcheating-answers');
    const expected = [...planted.answers].flatMap(([item, said]) =>
      [...said].map(([step, text]) => [item, 'gpt-4o', step, JSON.stringify({ kind: 'text', text })]),
    );
    const dry = await bringIn(book, 'caughtcheating-answers', source, { respondent: gpt, dryRun: true });
    expect(dry).toMatchObject({ added: expected.length, updated: 0, skipped: [], applied: false });
    expect(count(book, 'response')).toBe(0);
    expect(await bringIn(book, 'caughtcheating-answers', source, { respondent: gpt })).toMatchObject({
      added: expected.length,
      skipped: [],
      applied: true,
    });
    expect(all(book, RESPONSES)).toEqual(
      expected.sort(([a = '', , c = ''], [b = '', , d = '']) =>
        a === b ? (c < d ? -1 : 1) : a < b ? -1 : 1,
      ),
    );
    expect(all(book, "SELECT name, kind, version FROM person WHERE kind = 'model'")).toEqual([
      ['gpt-4o', 'model', '2024-11-20'],
    ]);
  });
});

describe('an LLM’s verdicts in the data set’s own form', () => {
  it('are those that the file tells of, and no others', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2, skill: 0.6 });
    await bringIn(
      book,
      'caughtcheating-answers',
      put(book.at('a.json'), JSON.stringify(answerFile(items, planted))),
      { respondent: gpt },
    );
    const verdicts = plantVerdicts(planted, { seed: 3, errors: 0.2 });
    const source = put(book.at('judged.json'), JSON.stringify(judgedFile(items, planted, verdicts)));
    expect(await recognise(source)).toBe('caughtcheating-judged');
    const report = await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge });
    expect(report).toMatchObject({ skipped: [], updated: 0, applied: true });
    const given = verdictsIn(book);
    for (const [unit, value] of verdicts.verdicts)
      if (Object.hasOwn(given, unit)) expect([unit, given[unit]]).toEqual([unit, value]);
    const before = contentOf(book);
    expect(await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge })).toMatchObject({
      added: 0,
      updated: 0,
    });
    expect(contentOf(book)).toEqual(before);
  });
});
