import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Contract } from '../../shared/contract/index.ts';
import type { JsonObject } from '../../shared/domain/json.ts';
import { testPorts } from '../helpers/core.ts';
import { externalIdOf, syntheticItems } from '../helpers/syntheticItems.ts';

/**
 * How long a colleague waits while a curator imports some 50 MB: a second client reads a page of the list and edits an
 * item every 50 ms, one edit at a time, through the browser host in a process of its own. The longest waits and the edits that failed, with
 * and without an import, and how long each part of the import took. Goal: no edit fails, and reads wait no longer than a
 * quarter of a second.
 */
const ITEMS = Number(process.argv[2] ?? 62_000);
const EVERY_MS = 50;
const QUIET_MS = 4_000;

if (process.send === undefined) await measure();
else await serveCasebook(process.argv[2] ?? '');

type Client = ContractRouterClient<Contract>;

/** The host, in this process; tells its link. */
async function serveCasebook(folder: string): Promise<void> {
  const core = createCore(testPorts(folder));
  await core.keeper.create(join(folder, 'B.casebook'), { benchmark: 'caughtcheating', title: 'B' });
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
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  const host = fork(import.meta.filename, [folder]);
  try {
    const link = once(host, 'message');
    const first = join(folder, 'first.json');
    writeFileSync(first, JSON.stringify([...syntheticItems(100, 2)].map(renamed)));
    const source = join(folder, 'data_info.json');
    const bytes = JSON.stringify([...syntheticItems(ITEMS, 1)], null, 2);
    writeFileSync(source, bytes);
    console.log(`${String(ITEMS)} items, ${(bytes.length / 1e6).toFixed(0)} MB of JSON`);
    const [openUrl]: unknown[] = await link;
    const client = await signIn(String(openUrl));
    await bringIn(client, first);
    report('without an import', await during(client, () => after(QUIET_MS)));
    let parts: ReadonlyMap<string, number> = new Map();
    report(
      'during an import',
      await during(client, async () => void (parts = await bringIn(client, source))),
    );
    for (const [phase, took] of parts) console.log(`  ${phase.padEnd(30)} ${took.toFixed(0).padStart(6)} ms`);
  } finally {
    if (host.connected) host.send('end');
    await once(host, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Waits {
  readonly reads: readonly number[];
  readonly edits: readonly number[];
  readonly failed: readonly string[];
}

/** What a colleague sees while something is done. */
async function during(client: Client, work: () => Promise<unknown>): Promise<Waits> {
  const waits = { reads: [] as number[], edits: [] as number[], failed: [] as string[] };
  const page = { filter: {}, sort: { by: 'imported', descending: false }, offset: 0, limit: 50 } as const;
  const { rows } = await client.items.list(page);
  const [item] = rows;
  if (item === undefined) throw new Error('The casebook is empty.');
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
  await Promise.all(asked);
  return waits;
}

function report(name: string, { reads, edits, failed }: Waits): void {
  const longest = (values: readonly number[]): string => Math.max(...values).toFixed(0);
  console.log(
    `${name.padEnd(20)} longest read ${longest(reads)} ms of ${String(reads.length)}, longest edit ${longest(edits)} ms of ${String(edits.length)}, ${String(failed.length)} failed`,
  );
  for (const message of new Set(failed)) console.log(`  ${message}`);
}

/** Imports, and says how long each phase took as far as its progress told. */
async function bringIn(client: Client, source: string): Promise<ReadonlyMap<string, number>> {
  const parts = new Map<string, number>();
  let [phase, since] = ['Starting', performance.now()];
  const end = (): void => {
    parts.set(phase, (parts.get(phase) ?? 0) + performance.now() - since);
    since = performance.now();
  };
  for await (const event of await client.importExport.import({ source, format: 'caughtcheating' })) {
    if (event.type === 'progress' && event.phase !== phase) {
      end();
      phase = event.phase;
    }
  }
  end();
  return parts;
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
