import { everything } from '../../electron/core/access/viewpoint.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { DOMAINS } from '../../shared/benchmarks/argus/domains.ts';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import { testPorts } from '../helpers/core.ts';
import { seededRandom } from '../helpers/random.ts';
import { milliseconds, row } from './measure.ts';

/**
 * The size of Argus Inspection: 1,430 items, 52 sets of answers (26 models, both questions), judged by one LLM, with
 * 1,000 resamples, beside one pass over the same rows by a bare statement.
 */
const MODELS = Number(process.argv[2] ?? 26);
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const path = join(folder, 'argus.casebook');
const TEXT = 'The kitchen has a gas stove, a kettle beside it and a cloth that hangs over the flame. '.repeat(
  8,
);

async function make(): Promise<void> {
  const casebook = await createCasebook(path, { benchmark: 'argus', title: 'Bench' }, testPorts(folder));
  const { database, ports } = casebook;
  const random = seededRandom(1);
  const model = casebook.records.models;
  const writer = casebook.derived.items;
  const insert = database.prepare(
    `INSERT INTO response (id, person_id, item_id, item_revision, condition, step, question, answer, created_at)
     VALUES (?, ?, ?, 1, ?, ?, '', ?, 1)`,
  );
  const state = database.prepare(
    `INSERT INTO verdict_state (response_id, criterion, subject, item_id, state, value, source, judges, human_human,
       human_model, model_model, since) VALUES (?, ?, '', ?, 'single', ?, 'model', 1, 0, 0, 0, 1)`,
  );
  database.transaction(() => {
    const people = Array.from({ length: MODELS }, (_, at) =>
      model({
        name: `model-${String(at)}`,
        version: null,
        temperature: null,
        instructionHash: null,
        settings: null,
      }),
    );
    const answer = JSON.stringify({ kind: 'text', text: TEXT });
    writer.together(() => {
      for (const { name, volume } of DOMAINS) {
        for (let number = 0; number < volume; number += 1) {
          const { id } = writer.insert({
            externalId: `${name}-${String(number)}`,
            payload: { id: `${name}-${String(number)}`, domain: name, scenario: TEXT, trap: 'flame' },
            images: [],
            imported: false,
          });
          for (const person of people) {
            for (const condition of ['basic', 'deceptive']) {
              const [description, question] = [ports.newId(), ports.newId()];
              insert.run(description, person, id, condition, 'description', answer);
              insert.run(question, person, id, condition, 'question', answer);
              state.run(description, 'd', id, random() < 0.6 ? '1' : '0');
              state.run(question, 'x', id, String(1 + Math.floor(random() * 4)));
              state.run(question, 'y', id, String(1 + Math.floor(random() * 4)));
            }
          }
        }
      }
    });
  })();
  casebook.close();
}

try {
  console.log(`made in ${((await milliseconds(make)) / 1000).toFixed(1)} s`);
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const reading = await milliseconds(() => {
    for (const _row of bare.prepare('SELECT * FROM response').raw().iterate());
    for (const _row of bare.prepare('SELECT * FROM verdict_state').raw().iterate());
  });
  bare.close();
  const open = createServices(await openCasebook(path, testPorts(folder), 'read'));
  const report = (more: object) =>
    open.metrics.report(
      MetricsRequest.parse({ bootstrap: 1000, ...more }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
  const one = 'one pass over the rows';
  console.log(row('no bootstrap', await milliseconds(() => report({ bootstrap: 0 })), one, reading));
  console.log(row('1,000 resamples', await milliseconds(() => report({})), one, reading));
  console.log(
    row('by domain as well', await milliseconds(() => report({ stratum: 'domain' })), one, reading),
  );
  await open.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
