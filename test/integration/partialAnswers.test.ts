import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { dataPath, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { observatoryItems } from '../helpers/observatoryItems.ts';
import { runs } from '../helpers/runs.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { bringIn, type Line, rate, rowsOf } from '../helpers/partialAnswers.ts';

const named = (objects: readonly JsonObject[]): readonly string[] =>
  objects.map(({ id }) => z.coerce.string().parse(id));

const attributesOf = (payload: JsonObject | undefined): JsonObject => {
  const attributes = payload?.['attributes'];
  return isJsonObject(attributes) ? attributes : {};
};

/** Benchmarks with items, and per field a value that somebody could give. */
const cases = [
  {
    benchmark: 'caughtcheating',
    objects: [...syntheticItems(4, 5)],
    ids: [...syntheticItems(4, 5)].map(dataPath),
    values: {
      label: ['true', 'false'],
      scene: ['hotel', 'dining'],
      partner: ['boyfriend', 'girlfriend'],
      triage: ['keep', 'discard'],
      claim: ['A claim of a rater.', 'Another one.'],
      noPersonalInformation: ['true', 'false'],
    },
    keys: { label: ['label'], scene: ['scene'], partner: ['target_partner'], claim: ['main_ins'] },
  },
  {
    benchmark: 'mcsbench',
    objects: [mcsBenchItem()],
    ids: named([mcsBenchItem()]),
    values: {
      verdict: ['accept', 'reject', 'fix'],
      clear: ['yes', 'no'],
      relations: ['["PR1"]', '[]'],
      operator: ['OP1', 'OP2'],
      secondOperator: ['OP3'],
      question: ['Another question?'],
      optionA: ['Another option'],
    },
    keys: { relations: ['pr'], operator: ['op_primary'], secondOperator: ['op_secondary'] },
  },
  {
    benchmark: 'argus',
    objects: argusItems(),
    ids: named(argusItems()),
    values: {
      verdict: ['accept', 'reject', 'fix'],
      logical: ['yes', 'no'],
      domain: ['Wildlife and Environment', 'Fire and Combustion'],
      scenario: ['Another scenario.'],
      trap: ['Another trap.'],
    },
    keys: { domain: ['domain'] },
  },
  {
    benchmark: 'generic',
    objects: [{ id: 'one', attributes: { kept: 'by hand' } }, { id: 'two' }],
    ids: ['one', 'two'],
    values: { weather: ['wet', 'dry'], score: ['1', '2'] },
    keys: { weather: ['attributes'], score: ['attributes'] },
  },
  {
    benchmark: 'observatory',
    objects: observatoryItems(),
    ids: named(observatoryItems()),
    values: { notVisible: ['["nose"]', '[]'], boxes: ['[]'] },
    keys: { notVisible: ['not_visible'], boxes: ['boxes'] },
  },
] as const;

describe('any set of partial answers', () => {
  it.each(cases)('leaves the unanswered fields of every export as they were: $benchmark', async (subject) => {
    const { benchmark, objects, ids } = subject;
    const values: Readonly<Record<string, readonly string[]>> = subject.values;
    const keys: Readonly<Record<string, readonly string[]>> = subject.keys;
    const fields = Object.keys(values);
    const line = fc
      .record({
        item: fc.constantFrom(...ids),
        rater: fc.constantFrom('a', 'b', 'c'),
        field: fc.constantFrom(...fields),
        pick: fc.nat(7),
      })
      .map(({ item, rater, field, pick }): Line => {
        const offered = values[field] ?? [];
        return [item, rater, field, offered[pick % offered.length] ?? ''];
      });
    const one = fc.uniqueArray(line, {
      selector: ([item, rater, field]) => `${item} ${rater} ${field}`,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(one, fc.boolean(), async (lines, atOnce) => {
        await using book = await freshCasebook(benchmark);
        const text =
          benchmark === 'observatory' || benchmark === 'generic'
            ? objects.map((each) => JSON.stringify(each)).join('\n')
            : JSON.stringify(objects);
        const file = `items.${text.startsWith('[') ? 'json' : 'jsonl'}`;
        await bringIn(book, put(book.at(file), text), benchmark);
        const payloads = (): Map<string, JsonObject> =>
          new Map(
            book.casebook.database
              .prepare<[], { id: string; payload: string }>('SELECT external_id AS id, payload FROM item')
              .all()
              .map(({ id, payload }): [string, JsonObject] => [id, JSON.parse(payload)]),
          );
        const before = payloads();
        expect(before.size).toBe(ids.length);
        for (const [at, part] of (atOnce ? [lines] : lines.map((each) => [each])).entries())
          if (part.length > 0) await rate(book, `${String(at)}.csv`, part);
        const after = payloads();
        for (const [id, came] of before) {
          const answered = new Set(
            lines.filter(([item]) => item === id).flatMap(([, , field]) => keys[field] ?? []),
          );
          const rest = (payload: JsonObject | undefined): [string, Json][] =>
            Object.entries(payload ?? {}).filter(([key]) => !answered.has(key));
          expect(rest(after.get(id))).toEqual(rest(came));
          if (benchmark === 'generic')
            expect(Object.entries(attributesOf(after.get(id)))).toEqual(
              expect.arrayContaining(Object.entries(attributesOf(came))),
            );
        }
        // What was said, and nothing else.
        const target = book.at('labels.csv');
        await book.importExport.export(
          { target, names: true, times: true, format: 'ratings-csv' },
          null,
          quietly,
        );
        expect(
          rowsOf(target)
            .map(({ item, rater, field }) => `${item ?? ''} ${rater ?? ''} ${field ?? ''}`)
            .toSorted(),
        ).toEqual(
          lines
            .filter(([, , field, value]) => field !== 'boxes' || value !== '[]')
            .map(([item, rater, field]) => `${item} ${rater} ${field}`)
            .toSorted(),
        );
        expect(findBenchmark(benchmark)).toBeDefined();
      }),
      { numRuns: runs(12) },
    );
  });
});
