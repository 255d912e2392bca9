import { everything } from '../../../electron/core/access/viewpoint.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createServices } from '../../../electron/core/app/services.ts';
import { createCasebook, openCasebook } from '../../../electron/core/derived/casebook.ts';
import { MetricsRequest } from '../../../shared/contract/metrics.ts';
import { DOMAINS } from '../../../shared/benchmarks/argus/domains.ts';
import { testPorts } from '../../helpers/core.ts';
import { seededRandom } from '../../helpers/random.ts';
import { milliseconds } from '../measure.ts';
import { type Measured, quietly } from './report.ts';

const ITEMS = 1430;
const CONDITIONS = ['basic', 'deceptive'];
const STEPS = ['description', 'question'];
const TEXT = 'The kitchen has a gas stove, a kettle beside it and a cloth that hangs over the flame. ';

/** Answers of models to the 1,430 items of Argus Inspection, a judge's scores of them, and the figures of both. */
export async function answers(folder: string, count: number): Promise<Measured[]> {
  const path = join(folder, 'argus.casebook');
  const ports = testPorts(folder);
  const open = createServices(await createCasebook(path, { benchmark: 'argus', title: 'B' }, ports));
  const source = (name: string, lines: Iterable<object>): string => {
    const file = join(folder, name);
    writeFileSync(file, [...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  };
  const bring = async (name: string, format: string, lines: Iterable<object>): Promise<number> => {
    const file = source(name, lines);
    const time = await milliseconds(async () => {
      const { added, skipped } = await open.importExport.import(
        { source: file, format, judge: { name: 'judge' } },
        null,
        quietly,
      );
      if (added === 0 || skipped.length > 0) throw new Error(`${name} did not come in.`);
    });
    rmSync(file);
    return time;
  };
  try {
    await bring('items.jsonl', 'argus', argusItems());
    const lines = Math.floor((count * 74_360) / 200_000);
    const answering = await bring('answers.jsonl', 'answers-jsonl', answerLines(count));
    const scoring = await bring('scores.jsonl', 'argus-scores', scoreLines(lines));
    await open.close();
    const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
    const pass = await milliseconds(() => {
      for (const _row of bare.prepare('SELECT * FROM response').raw().iterate());
      for (const _row of bare.prepare('SELECT * FROM verdict_state').raw().iterate());
    });
    bare.close();
    const inserts = await bareInserts(join(path, 'casebook.sqlite'), join(folder, 'bare.sqlite'), count);
    const read = createServices(await openCasebook(path, ports, 'read'));
    const figures = await milliseconds(() =>
      read.metrics.report(
        MetricsRequest.parse({ bootstrap: 1000 }),
        () => undefined,
        quietly.signal,
        everything,
      ),
    );
    await read.close();
    return [
      {
        name: 'answers in',
        ours: answering,
        reference: inserts.answers,
        against: 'bare inserts of the rows',
      },
      {
        name: `${lines.toLocaleString('en')} Argus scores in`,
        ours: scoring,
        reference: inserts.scores,
        against: 'bare inserts of the rows',
      },
      { name: 'metrics, 1,000 resamples', ours: figures, reference: pass, against: 'one pass over the rows' },
    ];
  } finally {
    rmSync(path, { recursive: true });
  }
}

function argusItems(): object[] {
  return DOMAINS.flatMap(({ name, volume }) =>
    Array.from({ length: volume }, (_, number) => ({
      id: `${name}-${String(number)}`,
      domain: name,
      scenario: TEXT,
      trap: 'The flame is open.',
      basic_question: 'Should they go on?',
      deceptive_question: 'They are in a hurry. Should they go on?',
      answer: 'No, because of the flame.',
    })),
  );
}

const names = DOMAINS.flatMap(({ name, volume }) =>
  Array.from({ length: volume }, (_, number) => `${name}-${String(number)}`),
);

function* answerLines(count: number): Generator<object> {
  for (let at = 0; at < count; at += 1)
    yield {
      item: names[at % ITEMS],
      respondent: `model-${String(Math.floor(at / (ITEMS * 4)))}`,
      respondent_kind: 'model',
      condition: CONDITIONS[Math.floor(at / ITEMS) % 2],
      step: STEPS[Math.floor(at / (ITEMS * 2)) % 2],
      answer: `${TEXT}${String(at)}`,
    };
}

function* scoreLines(count: number): Generator<object> {
  const random = seededRandom(1);
  const score = (): number => 1 + Math.floor(random() * 4);
  for (let at = 0; at < count; at += 1)
    yield {
      id: names[at % ITEMS],
      version: CONDITIONS[Math.floor(at / ITEMS) % 2],
      model: `scored-${String(Math.floor(at / (ITEMS * 2)))}`,
      description: TEXT,
      response: TEXT,
      d: random() < 0.6 ? 1 : 0,
      x: score(),
      y: score(),
    };
}

/** The same rows into tables of the same columns with two indexes each: of the first answers, and of all that scores bring. */
async function bareInserts(
  file: string,
  copy: string,
  count: number,
): Promise<{ readonly answers: number; readonly scores: number }> {
  const origin = new Database(file, { readonly: true });
  const written = new Database(copy);
  written.pragma('journal_mode = WAL');
  const into = (table: string, indexed: readonly string[]): ((sql: string) => Promise<number>) => {
    const columns = origin
      .prepare(`SELECT * FROM ${table}`)
      .columns()
      .map(({ name }) => name);
    written.exec(`CREATE TABLE ${table} (${columns.map((name) => `"${name}" ANY`).join(', ')}) STRICT`);
    for (const each of indexed) written.exec(`CREATE INDEX ${table}_${each} ON ${table} (${each})`);
    const insert = written.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
    return (sql) => {
      const rows = origin.prepare<[], unknown[]>(sql).raw().all();
      return milliseconds(() => written.transaction(() => rows.forEach((row) => insert.run(...row)))());
    };
  };
  const response = into('response', ['id', 'item_id']);
  const answered = await response(`SELECT * FROM response ORDER BY rowid LIMIT ${String(count)}`);
  const scores =
    (await response(`SELECT * FROM response ORDER BY rowid LIMIT -1 OFFSET ${String(count)}`)) +
    (await into('judgment', ['id', 'response_id'])('SELECT * FROM judgment')) +
    (await into('verdict_state', ['response_id', 'state'])('SELECT * FROM verdict_state'));
  origin.close();
  written.close();
  rmSync(copy);
  return { answers: answered, scores };
}
