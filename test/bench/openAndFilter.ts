import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { testPorts } from '../helpers/core.ts';
import { seedCasebook } from '../helpers/seedCasebook.ts';
import { median, milliseconds, row } from './measure.ts';

/**
 * Opening a casebook of 100,000 items and filtering it, beside a bare SQL query that reads as many rows.
 * Goals: first rows under 1.5 s, a filter under 100 ms.
 */
const ITEMS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 7;
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const path = join(folder, 'big.casebook');
const ports = testPorts(folder);
const sort = { by: 'imported', descending: false } as const;

try {
  await seedCasebook(path, { items: ITEMS, photographs: 4, boxes: 1, seed: 1, width: 640, height: 480 });
  const opening: number[] = [];
  const bareOpening: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    opening.push(
      await milliseconds(async () => {
        const open = createServices(await openCasebook(path, ports));
        open.items.list({}, sort, 0, 200, everything);
        await open.close();
      }),
    );
    bareOpening.push(
      await milliseconds(() => {
        const database = new Database(join(path, 'casebook.sqlite'));
        database.prepare('SELECT count(*) FROM item').get();
        database.prepare('SELECT * FROM item ORDER BY sequence LIMIT 200').all();
        database.close();
      }),
    );
  }
  console.log(`${String(ITEMS)} items, medians of ${String(ROUNDS)} rounds`);
  console.log(row('open, first 200 rows, close', median(opening), 'bare SQL', median(bareOpening)));

  const open = createServices(await openCasebook(path, ports));
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const filters: [string, ItemFilter, string][] = [
    [
      'status',
      { status: ['accepted'] },
      "SELECT * FROM item WHERE status = 'accepted' ORDER BY sequence LIMIT 200",
    ],
    [
      'label and status',
      { status: ['draft'], label: ['clued'] },
      "SELECT * FROM item WHERE status = 'draft' AND label = 'clued' ORDER BY sequence LIMIT 200",
    ],
    [
      'facet',
      { facets: { scene: ['dining'] } },
      "SELECT * FROM item WHERE sequence IN (SELECT item FROM item_facet WHERE name = 'scene' AND value = 'dining') ORDER BY sequence LIMIT 200",
    ],
    [
      'text',
      { text: 'toothbrushes mirror' },
      'SELECT * FROM item WHERE sequence IN (SELECT rowid FROM item_text WHERE item_text MATCH \'"toothbrushes"* AND "mirror"*\') ORDER BY sequence LIMIT 200',
    ],
    [
      'text, one hit',
      { text: 'posts 99999' },
      'SELECT * FROM item WHERE sequence IN (SELECT rowid FROM item_text WHERE item_text MATCH \'"posts"* AND "99999"*\') ORDER BY sequence LIMIT 200',
    ],
    [
      'boxes',
      { boxes: 'some' },
      'SELECT * FROM item i WHERE EXISTS (SELECT 1 FROM annotation a JOIN region r ON r.annotation_id = a.id WHERE a.item_id = i.id) ORDER BY sequence LIMIT 200',
    ],
    [
      'the last page, by title',
      {},
      `SELECT * FROM item ORDER BY title, sequence LIMIT 200 OFFSET ${String(ITEMS - 200)}`,
    ],
  ];
  for (const [name, filter, sql] of filters) {
    const ours: number[] = [];
    const theirs: number[] = [];
    const counts: number[] = [];
    const last = name.startsWith('the last page');
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(
        await milliseconds(() =>
          open.items.list(
            filter,
            last ? { by: 'title', descending: false } : sort,
            last ? ITEMS - 200 : 0,
            200,
            everything,
          ),
        ),
      );
      theirs.push(
        await milliseconds(() => {
          bare.prepare(sql.replace('SELECT *', 'SELECT count(*)').replace(/ ORDER BY.*$/u, '')).get();
          bare.prepare(sql).all();
        }),
      );
      counts.push(await milliseconds(() => open.items.counts(filter, everything)));
    }
    console.log(row(`filter: ${name}`, median(ours), 'bare SQL', median(theirs)));
    console.log(`  the filter panel's counts beside it: ${median(counts).toFixed(1)} ms`);
  }
  bare.close();
  await open.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
