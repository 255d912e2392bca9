import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { AssignRequest } from '../../shared/contract/assignments.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { seededRandom } from '../helpers/random.ts';
import { choices, makeRatedCasebook, tableOf } from '../helpers/ratedCasebook.ts';
import { milliseconds, row } from './measure.ts';

/**
 * What follows from the answers of many items, beside reading the same answers once by a bare statement: the first
 * time, when gold, payload, status, texts and log of each are written, and again, when nothing changes.
 */
const ITEMS = Number(process.argv[2] ?? 20_000);
const RATERS = Number(process.argv[3] ?? 10);
const OPTIONS = ['a', 'b', 'c', 'd', 'e'];
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const path = join(folder, 'rated.casebook');
const raters = Array.from({ length: RATERS }, (_, at) => `rater-${String(at)}`);

/** Four of five items on which all agree. */
function* rows(): Generator<(string | null)[]> {
  const random = seededRandom(1);
  const any = (): string | null => OPTIONS[Math.floor(random() * OPTIONS.length)] ?? null;
  for (let item = 0; item < ITEMS; item += 1) {
    const truth = any();
    const agreed = random() < 0.8;
    yield raters.map(() => (agreed ? truth : any()));
  }
}

try {
  const { items } = await makeRatedCasebook(path, {
    vocabulary: choices({ kind: OPTIONS }),
    items: tableOf('kind', raters, rows()),
    assignments: false,
  });
  console.log(`${String(ITEMS)} items, ${String(RATERS)} raters`);
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const statement = bare.prepare('SELECT * FROM annotation WHERE item_id = ?').raw();
  const reading = await milliseconds(() => {
    for (const id of items) statement.all(id);
  });
  bare.close();
  const open = createServices(await openCasebook(path, testPorts(folder)));
  const { casebook } = open;
  const task = present(casebook.benchmark.tasks[0]);
  const recompute = (): Promise<number> =>
    milliseconds(() => {
      casebook.database.transaction(() => {
        const { items: writer, recompute: recomputing } = casebook.derived;
        writer.together(() => {
          for (const id of items) recomputing.recompute(id, task.id, null);
        });
      })();
    });
  const one = 'reading the answers';
  console.log(row('settling, first time', await recompute(), one, reading));
  console.log(row('settling, nothing changed', await recompute(), one, reading));
  const people = Array.from(
    { length: 3 },
    (_, at) => open.people.add({ handle: `new-${String(at)}`, name: 'New', roles: ['annotator'] }, null).id,
  );
  const request = AssignRequest.parse({
    items: { filter: {} },
    people,
    overlap: 3,
    order: 'random',
    seed: 1,
    task: task.id,
    round: 2,
  });
  const assigning = await milliseconds(() => open.assignments.assign(request, everything));
  console.log(row('a second round for 3 more people', assigning, one, reading));
  await open.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
