import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { testPorts } from '../helpers/core.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { median, milliseconds } from './measure.ts';

/**
 * Import of 62,000 generated items, from the JSON file to the report, against bare better-sqlite3 inserting the very
 * same rows into the same schema in one transaction. Goal: at least half its speed.
 */
const ITEMS = Number(process.argv[2] ?? 62_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const ports = testPorts(folder);
const quietly = { progress: () => undefined, signal: new AbortController().signal };

try {
  const source = join(folder, 'data_info.json');
  const items = [...syntheticItems(ITEMS, 1)];
  const bytes = JSON.stringify(items, null, 2);
  writeFileSync(source, bytes);
  items.length = 0;
  const ours: number[] = [];
  const bare: number[] = [];
  let growth = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = join(folder, `${String(round)}.casebook`);
    const open = createServices(
      await createCasebook(path, { benchmark: 'caughtcheating', title: 'B' }, ports),
    );
    const before = process.memoryUsage().rss;
    const look = (): void => void (growth = Math.max(growth, process.memoryUsage().rss - before));
    const watch = setInterval(look, 20);
    ours.push(
      await milliseconds(async () => {
        const { added } = await open.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
        if (added !== ITEMS) throw new Error(`Only ${String(added)} items came in.`);
      }),
    );
    clearInterval(watch);
    look();
    await open.close();
    const empty = join(folder, `${String(round)}-bare.casebook`);
    (await createCasebook(empty, { benchmark: 'caughtcheating', title: 'B' }, ports)).close();
    bare.push(await insertSameRows(join(path, 'casebook.sqlite'), join(empty, 'casebook.sqlite')));
    rmSync(path, { recursive: true });
    rmSync(empty, { recursive: true });
  }
  const [import_, insert] = [median(ours), median(bare)];
  console.log(
    `${String(ITEMS)} items, ${(bytes.length / 1e6).toFixed(0)} MB of JSON, medians of ${String(ROUNDS)} rounds`,
  );
  console.log(`import            ${import_.toFixed(0)} ms, ${((ITEMS / import_) * 1000).toFixed(0)} items/s`);
  console.log(`bare inserts      ${insert.toFixed(0)} ms, ${((ITEMS / insert) * 1000).toFixed(0)} items/s`);
  console.log(
    `import's speed    ${(insert / import_).toFixed(2)} of the bare inserts' (goal: at least 0.50)`,
  );
  console.log(`memory            grew by at most ${(growth / 1e6).toFixed(0)} MB during an import`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds for writing the rows of one casebook's tables into another's, prepared statements, one transaction. */
async function insertSameRows(from: string, to: string): Promise<number> {
  const origin = new Database(from, { readonly: true });
  const rows = (sql: string): unknown[][] => origin.prepare<[], unknown[]>(sql).raw().all();
  const tables = ['item', 'item_image', 'item_facet', 'event', 'event_item'].map((name) => ({
    name,
    rows: rows(`SELECT * FROM ${name}`),
  }));
  // The full-text table gives no texts back: the same texts, made of the payloads beforehand.
  const texts = rows('SELECT sequence, external_id, payload FROM item').map(([sequence, name, payload]) => [
    sequence,
    `${String(name)}\n${stringsOf(JSON.parse(String(payload))).join('\n')}`,
  ]);
  tables.push({ name: 'item_text (rowid, text)', rows: texts });
  origin.close();
  const target = new Database(to);
  target.pragma('journal_mode = WAL');
  target.pragma('synchronous = FULL');
  target.pragma('foreign_keys = ON');
  const time = await milliseconds(() => {
    target.transaction(() => {
      for (const { name, rows } of tables) {
        const width = rows[0]?.length ?? 0;
        if (width === 0) continue;
        const insert = target.prepare(`INSERT INTO ${name} VALUES (${Array(width).fill('?').join(', ')})`);
        for (const row of rows) insert.run(...row);
      }
    })();
  });
  target.close();
  return time;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
