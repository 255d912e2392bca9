import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { AgreementRequest, RatedItemsRequest } from '../../shared/contract/agreement.ts';
import { testPorts } from '../helpers/core.ts';
import { seededRandom } from '../helpers/random.ts';
import { choices, makeRatedCasebook, tableOf } from '../helpers/ratedCasebook.ts';
import { milliseconds, row } from './measure.ts';

/**
 * The whole way from SQLite to the figures: two raters of many items, 1,000 resamples, beside one pass over the same
 * rows by a bare statement. Meanwhile the main thread has to answer: its longest wait is printed.
 */
const ITEMS = Number(process.argv[2] ?? 500_000);
const OPTIONS = ['a', 'b', 'c', 'd', 'e'];
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const path = join(folder, 'rated.casebook');

function* rows(): Generator<(string | null)[]> {
  const random = seededRandom(1);
  const any = (): string | null => OPTIONS[Math.floor(random() ** 2 * OPTIONS.length)] ?? null;
  for (let item = 0; item < ITEMS; item += 1) {
    const first = any();
    yield [first, random() < 0.7 ? first : any()];
  }
}

/** The longest time for which the main thread could not answer while something ran, in milliseconds. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const every = 10;
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - every);
    last = now;
  }, every);
  await work();
  clearInterval(timer);
  return longest;
}

try {
  const made = await milliseconds(() =>
    makeRatedCasebook(path, {
      vocabulary: choices({ kind: OPTIONS }),
      items: tableOf('kind', ['ana', 'bo'], rows()),
      assignments: false,
    }),
  );
  console.log(`${String(ITEMS)} items, 2 raters; made in ${(made / 1000).toFixed(1)} s`);
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const statement = bare.prepare(
    "SELECT item_id, person_id, payload FROM annotation WHERE independent = 1 AND state = 'submitted' AND task = 'annotate' AND round = 1",
  );
  const reading = await milliseconds(() => {
    for (const _row of statement.raw().iterate());
  });
  bare.close();
  const open = createServices(await openCasebook(path, testPorts(folder), 'read'));
  const asked = { task: 'annotate', field: 'kind' };
  const figures = (bootstrap: number): Promise<unknown> =>
    open.agreement.figures(
      AgreementRequest.parse({ ...asked, bootstrap }),
      everything,
      () => undefined,
      new AbortController().signal,
    );
  const items = (offset: number): Promise<unknown> =>
    open.agreement.items(
      RatedItemsRequest.parse({ ...asked, cell: { kind: 'disagreement' }, offset, limit: 100 }),
      everything,
    );
  const one = 'one pass over the rows';
  console.log(row('figures, no bootstrap', await milliseconds(() => figures(0)), one, reading));
  let waited = 0;
  const whole = await milliseconds(async () => {
    waited = await longestWait(() => figures(1000));
  });
  console.log(row('figures, 1,000 resamples', whole, one, reading));
  console.log(`  the main thread’s longest wait meanwhile: ${waited.toFixed(1)} ms`);
  console.log(row('items that disagree, first page', await milliseconds(() => items(0)), one, reading));
  console.log(row('items that disagree, next page', await milliseconds(() => items(100)), one, reading));
  await open.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
