import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { DOMAINS } from '../../shared/benchmarks/argus/domains.ts';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Contract } from '../../shared/contract/index.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { externalIdOf, syntheticItems } from '../helpers/syntheticItems.ts';

/**
 * How long a colleague waits while long work goes on: a second client reads a page of the list and edits an item every
 * 50 ms, one edit at a time, through the browser host in a process of its own. For each piece of work: the 95th percentile
 * and the longest of both, beside the same while nothing goes on. Goal: an edit is acknowledged within 50 ms at the 95th
 * percentile, and none fails.
 *
 * `node test/bench/latency.ts [SHARE]`: of 200,000 ratings, 20,000 items and 100,000 answers.
 */
const SHARE = Number(process.argv[2] ?? 1);
const RATINGS = 200_000 * SHARE;
const ITEMS = 20_000 * SHARE;
const ANSWERS = 100_000 * SHARE;
const EVERY_MS = 50;
const QUIET_MS = 4_000;

type Client = ContractRouterClient<Contract>;

interface Job {
  readonly name: string;
  readonly work: (client: Client, folder: string) => Promise<unknown>;
}

/** The host, in this process; tells its link. */
async function serveCasebook(folder: string, benchmark: string): Promise<void> {
  const core = createCore(testPorts(folder));
  await core.keeper.create(join(folder, 'B.casebook'), { benchmark, title: 'B' });
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, 'index.html'), '');
  const host = await startBrowserHost({ core, rendererFolder: pages, host: '127.0.0.1' });
  process.send?.(host.openUrl);
  await once(process, 'message');
  await host.close();
  await core.close();
  process.disconnect();
}

async function measure(): Promise<void> {
  console.log(
    `${'while'.padEnd(36)} ${'lasts'.padStart(8)}  edits: p95, longest; reads: p95, longest; edits in all`,
  );
  await among('generic', [
    imported('first ratings', 'ratings-csv', 'first.csv', () => ratingLines(20)),
    imported('an import of ratings', 'ratings-csv', 'ratings.csv', () => ratingLines(RATINGS)),
    {
      name: 'agreement, 1,000 resamples',
      work: async (client) =>
        end(await client.agreement.figures({ task: 'annotate', field: 'f', bootstrap: 1000 })),
    },
    exported('an export of ratings', 'ratings-csv', 'out.csv'),
  ]);
  await among('caughtcheating', [
    imported('first items', 'caughtcheating', 'first.json', () => [
      JSON.stringify([...syntheticItems(100, 2)].map(renamed)),
    ]),
    imported('an import of items', 'caughtcheating', 'data_info.json', () => [
      JSON.stringify([...syntheticItems(ITEMS, 1)]),
    ]),
    { name: 'health', work: async (client) => end(await client.health.report({ status: null })) },
    exported('an export to COCO', 'coco', 'out-coco'),
    exported('an export to Hugging Face', 'hf', 'out-hf'),
    {
      name: 'a change of status of all items',
      work: async (client) =>
        end(await client.items.setStatusOfMany({ items: { filter: {} }, status: 'rejected' })),
    },
    {
      name: 'its undo',
      work: async (client) => {
        const { events } = await client.history.list({ limit: 200 });
        const change = present(events.find(({ kind }) => kind === 'status'));
        return end(await client.history.undoOfMany({ id: change.id }));
      },
    },
  ]);
  await among('argus', [
    imported('first items', 'argus', 'items.jsonl', argusLines),
    imported('an import of answers', 'answers-jsonl', 'answers.jsonl', () => answerLines(ANSWERS)),
    imported('an import of scores', 'argus-scores', 'scores.jsonl', () => scoreLines(ANSWERS / 4)),
    {
      name: 'metrics, 1,000 resamples',
      work: async (client) => end(await client.metrics.report({ bootstrap: 1000 })),
    },
  ]);
}

/** Does jobs on a casebook of its own; the first only fills it. */
async function among(benchmark: string, [first, ...jobs]: readonly Job[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  const host = fork(import.meta.filename, [folder, benchmark]);
  try {
    const [openUrl]: unknown[] = await once(host, 'message');
    const client = await signIn(String(openUrl));
    const handle = 'ana';
    const ana = await client.people.add({ handle, name: 'Ana', roles: ['curator'] });
    await client.people.workAs({ id: ana.id });
    await first?.work(client, folder);
    report(`nothing (${benchmark})`, await during(client, () => after(QUIET_MS)));
    for (const { name, work } of jobs) report(name, await during(client, () => work(client, folder)));
  } finally {
    if (host.connected) host.send('end');
    await once(host, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

function imported(name: string, format: string, file: string, lines: () => Iterable<string>): Job {
  return {
    name,
    work: async (client, folder) => {
      const source = join(folder, file);
      writeFileSync(source, [...lines()].join(''));
      const judge = format === 'argus-scores' ? { judge: { name: 'judge' } } : {};
      return end(await client.importExport.import({ source, format, ...judge }));
    },
  };
}

function exported(name: string, format: string, target: string): Job {
  return {
    name,
    work: async (client, folder) =>
      end(
        await client.importExport.export({
          target: join(folder, target),
          format,
          images: 'none',
          status: null,
          names: true,
        }),
      ),
  };
}

/** Waits for the result of streamed work. */
async function end(stream: AsyncIterable<{ readonly type: string }>): Promise<void> {
  for await (const event of stream) if (event.type === 'result') return;
  throw new Error('The work ended without a result.');
}

function* ratingLines(count: number): Generator<string> {
  yield 'item,rater,field,value\n';
  for (let at = 0; at < count; at += 1)
    yield `item-${String(Math.floor(at / 10))},rater ${String(at % 10)},f,c${String((at * 7) % 5)}\n`;
}

const names = DOMAINS.flatMap(({ name, volume }) =>
  Array.from({ length: volume }, (_, number) => ({ domain: name, id: `${name}-${String(number)}` })),
);
const TEXT = 'The kitchen has a gas stove, a kettle beside it and a cloth that hangs over the flame. ';
const line = (value: object): string => `${JSON.stringify(value)}\n`;

const argusLines = (): string[] =>
  names.map(({ id, domain }) =>
    line({
      id,
      domain,
      scenario: TEXT,
      trap: 'The flame is open.',
      basic_question: 'Should they go on?',
      deceptive_question: 'They are in a hurry. Should they go on?',
      answer: 'No, because of the flame.',
    }),
  );

/** Which item, which of its two questions and whose answer the n-th is. */
const nth = (at: number): { id: string | undefined; version: string; model: string } => ({
  id: names[at % names.length]?.id,
  version: Math.floor(at / names.length) % 2 === 0 ? 'basic' : 'deceptive',
  model: `model-${String(Math.floor(at / (names.length * 2)))}`,
});

function* answerLines(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) {
    const { id, version, model } = nth(at);
    const who = { respondent: model, respondent_kind: 'model' };
    yield line({ item: id, ...who, condition: version, step: 'question', answer: `${TEXT}${String(at)}` });
  }
}

function* scoreLines(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) {
    const { id, version, model } = nth(at);
    const texts = { description: TEXT, response: TEXT };
    yield line({
      id,
      version,
      model: `scored-${model}`,
      ...texts,
      d: at % 2,
      x: 1 + (at % 4),
      y: 1 + (at % 3),
    });
  }
}

interface Waits {
  readonly lasted: number;
  readonly reads: readonly number[];
  readonly edits: readonly number[];
  readonly failed: readonly string[];
}

/** What a colleague sees while something is done. */
async function during(client: Client, work: () => Promise<unknown>): Promise<Waits> {
  const start = performance.now();
  const waits = { reads: [] as number[], edits: [] as number[], failed: [] as string[] };
  const page = { filter: {}, sort: { by: 'imported', descending: false }, offset: 0, limit: 50 } as const;
  const { rows } = await client.items.list(page);
  const item = present(rows[0]);
  const asked: Promise<void>[] = [];
  const timed = async (into: number[], call: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    try {
      await call();
    } catch (error) {
      waits.failed.push(String(error));
    }
    into.push(performance.now() - start);
  };
  let count = 0;
  let editing = false;
  const edit = async (): Promise<void> => {
    // One at a time, as the Desk sends them.
    if (editing) return;
    editing = true;
    count += 1;
    const tags = count % 2 === 0 ? { add: ['seen'], remove: [] } : { add: [], remove: ['seen'] };
    await timed(waits.edits, () => client.items.tag({ items: { ids: [item.id] }, ...tags }));
    editing = false;
  };
  const colleague = setInterval(() => {
    asked.push(
      timed(waits.reads, () => client.items.list(page)),
      edit(),
    );
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(colleague);
  }
  const lasted = performance.now() - start;
  await Promise.all(asked);
  return { lasted, ...waits };
}

function report(name: string, { lasted, reads, edits, failed }: Waits): void {
  const p95 = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN;
  const both = (values: readonly number[]): string =>
    `${p95(values).toFixed(0).padStart(5)} ms, ${Math.max(...values)
      .toFixed(0)
      .padStart(5)} ms`;
  console.log(
    `${name.padEnd(36)} ${(lasted / 1000).toFixed(1).padStart(6)} s  ${both(edits)};  ${both(reads)};  ${String(edits.length)}${failed.length === 0 ? '' : `, ${String(failed.length)} failed`}`,
  );
  for (const message of new Set(failed)) console.log(`  ${message}`);
}

function renamed(item: JsonObject): JsonObject {
  return { ...item, data_path: `first_${externalIdOf(item)}` };
}

/** A browser of its own: its link gives a cookie. */
async function signIn(openUrl: string): Promise<Client> {
  const { origin } = new URL(openUrl);
  const [cookie = ''] = (await fetch(openUrl)).headers.getSetCookie();
  const headers = { cookie: cookie.split(';')[0], origin };
  return createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }));
}

if (process.send === undefined) await measure();
else await serveCasebook(process.argv[2] ?? '', process.argv[3] ?? '');
