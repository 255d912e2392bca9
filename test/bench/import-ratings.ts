import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { readRatingsCsv } from '../../electron/core/formats/ratings/ratingsCsvReader.ts';
import { testPorts } from '../helpers/core.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { milliseconds } from './measure.ts';

/** Import of a CSV file of ratings into an empty casebook, against reading the file alone. */
const ROWS = Number(process.argv[2] ?? 1_000_000);
const RATERS = Number(process.argv[3] ?? 10);
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const quietly = { progress: () => undefined, signal: new AbortController().signal };

try {
  const source = join(folder, 'ratings.csv');
  writeFileSync(source, ratings());
  let read = 0;
  const reading = await milliseconds(async () => {
    for await (const batch of readRatingsCsv(source, { encoding: 'utf-8', ...quietly })) read += batch.length;
  });
  const open = createServices(
    await createCasebook(join(folder, 'a.casebook'), { benchmark: 'generic', title: 'B' }, testPorts(folder)),
  );
  const before = process.memoryUsage().rss;
  let added = 0;
  const importing = await milliseconds(async () => {
    const report = await open.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
    added = report.added;
  });
  const growth = process.memoryUsage().rss - before;
  await open.close();
  if (added !== read) throw new Error(`Only ${String(added)} of ${String(read)} ratings came in.`);
  console.log(`${String(read)} ratings of ${String(read / RATERS)} items by ${String(RATERS)} raters`);
  console.log(`reading alone     ${reading.toFixed(0)} ms`);
  console.log(
    `import            ${importing.toFixed(0)} ms, ${((read / importing) * 1000).toFixed(0)} ratings/s, ${(importing / reading).toFixed(1)} times the reading`,
  );
  console.log(`memory            grew by ${(growth / 1e6).toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Raters who mostly agree on one of five categories. */
function ratings(): string {
  const random = seededRandom(1);
  const category = (): number => Math.floor(random() * 5);
  const lines = ['item,rater,field,value\n'];
  for (let item = 0; item < ROWS / RATERS; item += 1) {
    const truth = category();
    for (let rater = 0; rater < RATERS; rater += 1) {
      const said = random() < 0.9 ? truth : category();
      lines.push(`item-${String(item)},rater ${String(rater)},f,c${String(said)}\n`);
    }
  }
  return lines.join('');
}
