import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecords } from '../../shared/domain/document.ts';
import { freshCasebook, quietly } from '../helpers/casebooks.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const sort = { by: 'imported', descending: false } as const;

/** Ratings as a table: per item and rater the value of a field. */
const someRatings = fc.uniqueArray(
  fc.record({
    item: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    rater: fc.constantFrom('ana', 'bo', 'cy'),
    value: fc.constantFrom('heron', 'egret', 'stork'),
  }),
  { minLength: 1, maxLength: 15, selector: ({ item, rater }) => `${item} ${rater}` },
);

/** What follows from ratings that came in: states, gold, payloads, and what items are found by. */
async function derived(
  files: readonly (readonly { item: string; rater: string; value: string }[])[],
  one: boolean,
): Promise<unknown> {
  await using open = await freshCasebook('generic');
  const { recompute } = open.casebook.derived;
  if (one)
    Object.defineProperty(recompute, 'recomputeMany', {
      value: (...[ids, task, by]: Parameters<typeof recompute.recomputeMany>) => {
        for (const id of ids) recompute.recompute(id, task, by);
      },
    });
  for (const [at, lines] of files.entries()) {
    const source = open.at(`${String(at)}.csv`);
    const rows = lines.map(({ item, rater, value }) => `${item},${rater},kind,${value}`);
    writeFileSync(source, `item,rater,field,value\n${rows.join('\n')}\n`);
    await open.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
  }
  const { database } = open.casebook;
  return {
    states: database
      .prepare(
        `SELECT i.external_id, i.status, i.payload, i.gold_source, r.task, r.round, r.state, r.ratings, r.disagreement, r.fields
         FROM item i LEFT JOIN rating_state r ON r.item_id = i.id ORDER BY i.external_id, r.task`,
      )
      .all(),
    found: ['heron', 'egret', 'stork'].map((text) =>
      open.items
        .list({ text }, sort, 0, 50, everything)
        .rows.map(({ externalId }) => externalId)
        .sort(),
    ),
  };
}

test('what follows from the ratings of many items is the same item by item and in sets', async () => {
  await fc.assert(
    fc.asyncProperty(someRatings, someRatings, async (first, second) => {
      expect(await derived([first, second], false)).toEqual(await derived([first, second], true));
    }),
    { numRuns: 12 },
  );
});

/** Where a statement takes a value. */
const PARAMETER = /\?|(?<!['"\w])[@:$][a-z]\w*/gu;

/** Reading a table from its start, other than from an index alone. */
const SCAN = /^SCAN (?!CONSTANT ROW|json_each|\w+ VIRTUAL TABLE|\(subquery|.* USING COVERING INDEX)/u;

/** A page of the history: its newest entries lie together at the end. */
const NEWEST = /FROM event e .* ORDER BY e\.sequence DESC LIMIT \?$/su;

/** The rows that a recursive statement gathers itself: it reads each of them once. */
const isOwnRows = (detail: string, sql: string): boolean => {
  const name = /^SCAN (\w+)$/u.exec(detail)?.[1];
  return name !== undefined && sql.includes(`WITH RECURSIVE ${name} (`);
};

test('edits and sets of items read by indexes, whatever else the casebook has', async () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await using open = await freshCasebook('caughtcheating');
  const source = open.at('data_info.json');
  writeFileSync(source, JSON.stringify([...syntheticItems(300, 1)]));
  await open.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
  const ana = open.people.add({ handle: 'ana', name: 'Ana', roles: ['curator', 'annotator'] }, null);
  const viewpoint = open.viewpoint(ana);
  const first = present(open.items.list({}, sort, 0, 50, viewpoint).rows[0]);
  open.items.neighbours(first.id, {}, sort, 20, viewpoint);
  const ratings = open.at('ratings.csv');
  writeFileSync(ratings, `item,rater,field,value\n${first.externalId},bo,label,true\n`);
  await open.importExport.import({ source: ratings, format: 'ratings-csv' }, null, quietly);
  const key = { itemId: first.id, task: 'curate', round: 1, personId: ana.id };
  const { revision, records } = open.annotations.open(key, viewpoint);
  const labelled: DocumentRecords = {
    ...records,
    'field:label': { type: 'field', name: 'label', value: true },
  };
  const diff = makeDiff(records, labelled);
  open.annotations.edit(key, { revision, diff, mark: v7(), activeMilliseconds: 0 }, viewpoint);
  open.items.tag({ ids: [first.id] }, ['seen'], [], ana.id, viewpoint);
  await open.items.setStatusOfMany({ filter: {} }, 'rejected', ana.id, viewpoint, quietly);
  const change = present(open.history.list({ limit: 20 }, viewpoint).events[0]);
  await open.history.undo(change.id, ana.id);
  const asked = new Set(
    prepare.mock.calls
      .filter((_, at) => {
        const on: unknown = prepare.mock.contexts[at];
        return on instanceof Database && on.name === open.casebook.database.name;
      })
      .map(([sql]) => sql),
  );
  prepare.mockRestore();

  const scans = [...asked]
    .filter((sql) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/u.test(sql))
    .flatMap((sql) =>
      open.casebook.database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(PARAMETER, 'NULL')}`)
        .all()
        .flatMap(({ detail }) =>
          SCAN.test(detail) &&
          !isOwnRows(detail, sql) &&
          !NEWEST.test(sql) &&
          !detail.startsWith('SCAN sqlite_schema')
            ? [`${detail}: ${sql}`]
            : [],
        ),
    );
  expect(asked.size).toBeGreaterThan(50);
  expect(scans).toEqual([]);
});
