import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { compose, createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { testPorts } from '../helpers/core.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import { seededRandom } from '../helpers/random.ts';
import { type GivenItem, type GivenRating, rate } from '../helpers/ratedCasebook.ts';
import { median, milliseconds, row } from './measure.ts';

/**
 * Validating 100,000 generated items: their import beside that of the same items where nothing is validated, and, with
 * most of them on their way through two rounds, what people ask for, beside a bare SQL query over as many rows. Goals:
 * the import at least two thirds as fast, the funnel under 300 ms, the next item and a search in tens of milliseconds.
 */
const ITEMS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const ports = testPorts(folder);
const quietly = { progress: () => undefined, signal: new AbortController().signal };
const sort = { by: 'imported', descending: false } as const;
/** What the Desk walks along at work. */
const ownWork: ItemFilter = { assignment: ['open', 'submitted', 'skipped'] };

/** Every third item with what an auditor found of it. */
function* items(): Generator<JsonObject> {
  const random = seededRandom(1);
  const audit = (): Json => [
    { auditor: 'a', quality: 1 + Math.floor(5 * random()), shortcut: { solved: 1, of: 3 } },
  ];
  for (const [place, item] of generatedItems(ITEMS).entries())
    yield { ...item, ...(place % 3 === 0 && { audit: audit() }) };
}

async function importTime(source: string, validates: boolean): Promise<number> {
  const path = join(folder, `${String(validates)}.casebook`);
  const casebook = await createCasebook(path, { benchmark: 'mcsbench', title: 'B' }, ports);
  const { validation: _without, ...plain } = casebook.benchmark;
  const open = createServices(validates ? casebook : compose({ ...casebook, benchmark: plain }));
  const time = await milliseconds(async () => {
    const { added } = await open.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    if (added !== ITEMS) throw new Error(`Only ${String(added)} items came in.`);
  });
  await open.close();
  rmSync(path, { recursive: true });
  return time;
}

/** How many people share the work. */
const PEOPLE = 20;
const personAt = (place: number): string => `rater-${String(place % PEOPLE)}`;

/** Of ten items two nobody has answered; the others went through round 1, those who passed it through round 2. */
function* onTheirWay(): Generator<GivenItem> {
  const random = seededRandom(2);
  const said = (): JsonObject => {
    const chance = random();
    if (chance < 0.8) return { verdict: 'accept', quality: 4, relations: ['PR1'] };
    return chance < 0.9
      ? { verdict: 'fix', reason: `reason ${String(Math.floor(20 * random()))}` }
      : { verdict: 'reject', reason: 'duplicate' };
  };
  let place = 0;
  for (const payload of items()) {
    place += 1;
    const answered = place % 10 > 1;
    const [first, second] = [said(), said()];
    const rating = (rater: string, round: number, answer: JsonObject): GivenRating => ({
      rater,
      round,
      answer: answered ? answer : null,
    });
    const passed = answered && first['verdict'] === 'accept';
    yield {
      externalId: `item-${String(place)}`,
      payload,
      ratings: [
        rating(personAt(place), 1, first),
        rating(personAt(place + 1), 1, random() < 0.9 ? first : second),
        ...(passed ? [rating(personAt(place), 2, second)] : []),
      ],
    };
  }
}

try {
  const source = join(folder, 'mcsbench.jsonl');
  writeFileSync(source, [...items()].map((item) => JSON.stringify(item)).join('\n'));
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    times.without.push(await importTime(source, false));
    times.with.push(await importTime(source, true));
  }
  console.log(`${String(ITEMS)} items`);
  const [validated, plain] = [median(times.with), median(times.without)];
  console.log(row('import', validated, 'without validation', plain));
  console.log(`  ${((ITEMS / validated) * 1000).toFixed(0)} items/s`);

  const path = join(folder, 'rated.casebook');
  const making = createServices(await createCasebook(path, { benchmark: 'mcsbench', title: 'B' }, ports));
  const made = await milliseconds(() => rate(making, { items: onTheirWay(), settled: true }));
  console.log(`  rated and settled in ${(made / 1000).toFixed(0)} s`);
  await making.close();

  const open = createServices(await openCasebook(path, ports));
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const some = present(open.items.list({}, sort, Math.floor(ITEMS / 2), 1, everything).rows[0]);
  const rater = present(open.people.called(personAt(0)));
  const asRater = open.viewpoint(rater);
  const own = present(
    open.items.list(ownWork, { by: 'assignment', descending: false }, 100, 1, asRater).rows[0],
  );
  const scan =
    'SELECT count(*) FROM item i JOIN validation_state v ON v.item_id = i.id WHERE i.status IS NOT NULL';
  const failed: ItemFilter = { validation: { at: { stage: 'first_round', outcome: ['failed'] } } };
  const asked: readonly (readonly [name: string, work: () => unknown, reference: string])[] = [
    ['funnel', () => open.validation.funnel({}, null, everything), scan],
    ['funnel by task', () => open.validation.funnel({}, 'task', everything), scan],
    [
      'funnel of a filter',
      () => open.validation.funnel({ facets: { domain: ['Tools'] } }, 'task', everything),
      scan,
    ],
    ['overview', () => open.validation.overview(everything), scan],
    ['to fix, first page', () => open.validation.toFix(0, 100, everything), scan],
    ['a bar’s items, first page', () => open.items.list(failed, sort, 0, 200, everything), scan],
    [
      'next item, of all',
      () => open.items.neighbours(some.id, {}, sort, 20, everything),
      'SELECT * FROM item ORDER BY sequence LIMIT 41',
    ],
    [
      'next item, own work',
      () => open.items.neighbours(own.id, ownWork, { by: 'assignment', descending: false }, 20, asRater),
      'SELECT * FROM item ORDER BY sequence LIMIT 41',
    ],
    [
      'opening it at the Desk',
      () =>
        open.annotations.open({ itemId: own.id, task: 'validate', round: 1, personId: rater.id }, asRater),
      'SELECT * FROM item ORDER BY sequence LIMIT 41',
    ],
    [
      'search',
      () => open.items.list({ text: 'specimen 4242' }, sort, 0, 200, everything),
      'SELECT * FROM item WHERE sequence IN (SELECT rowid FROM item_text WHERE item_text MATCH \'"specimen" AND "4242"*\') LIMIT 200',
    ],
  ];
  for (const [name, work, reference] of asked) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await milliseconds(work));
      theirs.push(await milliseconds(() => bare.prepare(reference).all()));
    }
    console.log(row(name, median(ours), 'bare SQL', median(theirs)));
  }
  const consistency = await milliseconds(() =>
    open.validation.consistency({ first: 1, second: 2, resamples: 1000, seed: 1 }, everything),
  );
  console.log(`consistency, beside the main thread  ${(consistency / 1000).toFixed(1)} s`);
  bare.close();
  await open.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
