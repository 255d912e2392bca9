import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { ResponseId } from '../../shared/base/ids.ts';
import { testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { pick, seededRandom } from '../helpers/random.ts';
import { median, milliseconds, row } from './measure.ts';

/**
 * Judging at the size of a whole benchmark: 1,430 items, 26 models, 3 scores and 3 judges are 334,620 verdicts, a
 * tenth of the scores disputed. Everything a screen asks for beside a bare statement that reads the same rows.
 */
const ITEMS = Number(process.argv[2] ?? 1430);
const MODELS = Number(process.argv[3] ?? 26);
const JUDGES = 3;
const TIMES = 5;

const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const path = join(folder, 'verdicts.casebook');
const core = createCore(testPorts(folder));

const trap = (at: number): JsonObject => ({
  id: `item-${String(at)}`,
  domain: 'Safety',
  scenario: 'A kitchen.',
  trap: `A kettle on the edge of table ${String(at)}.`,
  basic_question: 'What should I do?',
  deceptive_question: 'A good host would hurry. What should I do?',
  answer: 'You should step back. Otherwise you burn yourself.',
});

/** The middle of several runs. */
async function often(work: () => unknown): Promise<number> {
  const times = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await milliseconds(work));
  return median(times);
}

try {
  const services = await core.keeper.create(path, { benchmark: 'argus', title: 'A', person: 'cara' });
  const { casebook, people, judging, verdicts } = services;
  const { database } = casebook;
  const random = seededRandom(1);
  const judge = people.add({ handle: 'jo', name: 'Jo', roles: ['judge'] }, null);
  const curator = people.add({ handle: 'curt', name: 'Curt', roles: ['curator'] }, null);
  const responses: ResponseId[] = [];
  const filling = await milliseconds(() =>
    database.transaction(() => {
      const { models } = casebook.records;
      const writer = casebook.derived.items;
      const model = (name: string): string =>
        models({ name, version: null, temperature: null, instructionHash: null, settings: null });
      const respondents = Array.from({ length: MODELS }, (_, at) => model(`respondent-${String(at)}`));
      const judges = Array.from({ length: JUDGES }, (_, at) => model(`judge-${String(at)}`));
      const items = Array.from(
        { length: ITEMS },
        (_, at) =>
          writer.insert({ externalId: `item-${String(at)}`, payload: trap(at), images: [], imported: true })
            .id,
      );
      const insertResponse = database.prepare(
        `INSERT INTO response (id, person_id, item_id, item_revision, condition, step, question, answer, created_at)
         VALUES (?, ?, ?, 1, 'basic', ?, 'What should I do?', ?, 1)`,
      );
      const insertVerdict = database.prepare(
        `INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, value, source, created_at)
         VALUES (?, ?, ?, 1, ?, ?, ?, 'imported', ?)`,
      );
      const answer = JSON.stringify({
        kind: 'text',
        text: 'You should step back from the table. '.repeat(8),
      });
      for (const item of items)
        for (const respondent of respondents)
          for (const [step, criteria] of [
            ['description', ['d']],
            ['question', ['x', 'y']],
          ] as const) {
            const response = ResponseId.parse(v7());
            responses.push(response);
            insertResponse.run(response, respondent, item, step, answer);
            for (const criterion of criteria) {
              const values = criterion === 'd' ? [0, 1] : [1, 2, 3, 4];
              const value = pick(random, values);
              const differs = random() < 0.1 ? Math.floor(random() * JUDGES) : -1;
              judges.forEach((each, place) => {
                const said = place === differs ? pick(random, values) : value;
                insertVerdict.run(v7(), each, item, response, criterion, JSON.stringify(said), place + 1);
              });
            }
          }
    })(),
  );
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const everyVerdict = bare.prepare('SELECT * FROM judgment').raw();
  const reading = await often(() => everyVerdict.all().length);
  const count = ITEMS * MODELS * 3 * JUDGES;
  console.log(
    `${String(count)} verdicts on ${String(responses.length)} answers (filled in ${filling.toFixed(0)} ms)`,
  );

  const recomputing = casebook.derived.verdicts;
  const recompute = (): Promise<number> =>
    milliseconds(() => database.transaction(() => recomputing.recomputeMany(responses))());
  const one = 'reading all verdicts';
  console.log(row('settling, first time', await recompute(), one, reading));
  console.log(row('settling, nothing changed', await recompute(), one, reading));

  const states = bare.prepare("SELECT * FROM verdict_state WHERE state = 'disputed'").raw();
  const listing = await often(() => states.all().length);
  const disputed = 'reading the disputed';
  const queue = (offset: number) => () => verdicts.queue({}, offset, 50, curator);
  console.log(`${String(queue(0)().total)} disputed`);
  console.log(row('queue, first page', await often(queue(0)), disputed, listing));
  console.log(row('queue, page 100', await often(queue(5000)), disputed, listing));
  console.log(row('counts', await often(() => verdicts.counts(curator)), disputed, listing));
  const unit = present(queue(0)().rows[0]?.unit);
  console.log(row('case', await often(() => verdicts.case(unit, curator)), disputed, listing));

  const settings = {
    criteria: ['d', 'x', 'y'],
    judges: [judge.id],
    overlap: 1,
    seed: 1,
    unjudgedOnly: false,
  };
  const assigning = await milliseconds(() => judging.assign('All', settings, curator));
  console.log(row('giving all of it to one judge', assigning, one, reading));
  const mine = present(judging.mine(judge.id)[0]);
  const pile = { judging: mine.id, criterion: 'x' };
  const page = (from: number | null) => () => judging.cards(pile, { from, limit: 5 }, judge.id);
  const rest = bare.prepare(
    "SELECT * FROM judging_assignment WHERE person_id = ? AND judging_id = ? AND criterion = 'x'",
  );
  const own = await often(() => rest.raw().all(judge.id, mine.id).length);
  const whole = 'reading the pile';
  console.log(row('mine', await often(() => judging.mine(judge.id)), whole, own));
  console.log(row('next five cards', await often(page(null)), whole, own));
  console.log(row('five cards far down', await often(page(30_000)), whole, own));
  console.log(
    row(
      'a verdict, and the next cards',
      await often(() => {
        const [card] = page(null)().cards;
        if (card !== undefined)
          judging.give(
            { unit: card.unit, value: 2, refusal: false, passages: [], note: '', activeMilliseconds: 1 },
            judge.id,
          );
      }),
      whole,
      own,
    ),
  );
  const controller = new AbortController();
  const figures = (): Promise<unknown> =>
    verdicts.agreement({ bootstrap: 1000, seed: 1 }, curator, () => undefined, controller.signal);
  console.log(row('agreement of all judges', await milliseconds(figures), one, reading));
  const llm = present(verdicts.judges().find(({ kind }) => kind === 'model'));
  const effects = (): Promise<unknown> => verdicts.effects(llm.personId, curator);
  console.log(row('what one judge changes', await milliseconds(effects), one, reading));
  bare.close();
} finally {
  await core.close();
  rmSync(folder, { recursive: true, force: true });
}
