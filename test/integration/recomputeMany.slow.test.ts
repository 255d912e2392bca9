import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { idsOf } from '../../electron/core/access/itemQueries.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { choices, makeRatedCasebook } from '../helpers/ratedCasebook.ts';

const found = ({ casebook }: Services, text: string): number =>
  idsOf(casebook.database, { text }, everything).length;

test('what many raters said is found by its words after one import, more items than are indexed at a time', async () => {
  using folder = temporaryFolder();
  const source = folder.join('ratings.csv');
  const items = Array.from({ length: 2500 }, (_, at) => at);
  const lines = items.flatMap((at) => [
    `item-${String(at)},ana,kind,heron`,
    `item-${String(at)},bo,kind,${at % 5 === 0 ? 'egret' : 'heron'}`,
  ]);
  writeFileSync(source, `item,rater,field,value\n${lines.join('\n')}\n`);
  const open = createServices(
    await createCasebook(
      folder.join('a.casebook'),
      { benchmark: 'generic', title: 'A' },
      testPorts(folder.path),
    ),
  );
  const told: number[] = [];
  const progress = (phase: string, done: number): void => {
    if (phase === 'Writing') told.push(done);
  };
  const work = { progress, signal: new AbortController().signal };
  await open.importExport.import({ source, format: 'ratings-csv' }, null, work);
  expect(found(open, 'heron')).toBe(2500);
  expect(found(open, 'egret')).toBe(500);
  expect(found(open, 'item-2499')).toBe(1);
  expect(told.length).toBeGreaterThan(2);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect([told.at(0), told.at(-1)]).toEqual([0, 5000]);
  await open.close();
});

test('raters who say the same and draw differently disagree', async () => {
  using folder = temporaryFolder();
  const box = { label: 'bird', x: 10, y: 10, width: 50, height: 50 };
  const rated = (externalId: string, second: typeof box) => ({
    externalId,
    ratings: [
      { rater: 'ana', answer: { kind: 'a' }, boxes: [box] },
      { rater: 'bo', answer: { kind: 'a' }, boxes: [second] },
    ],
  });
  const path = folder.join('drawn.casebook');
  await makeRatedCasebook(path, {
    vocabulary: choices({ kind: ['a', 'b'] }, ['bird']),
    photographs: 1,
    items: [rated('same', box), rated('other', { ...box, x: 300 })],
    settled: true,
  });
  const open = createServices(await openCasebook(path, testPorts(folder.path), 'read'));
  const states = open.casebook.database
    .prepare<[], { name: string; state: string; gold: string | null }>(
      `SELECT external_id AS name, r.state, gold_source AS gold FROM item i JOIN rating_state r ON r.item_id = i.id
       ORDER BY sequence`,
    )
    .all();
  expect(states).toEqual([
    { name: 'same', state: 'unanimous', gold: 'unanimous' },
    { name: 'other', state: 'disputed', gold: null },
  ]);
  await open.close();
});
