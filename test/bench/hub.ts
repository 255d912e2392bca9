import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import {
  HubClient,
  redeemInvitation as joinHub,
  newSecret,
} from '../../electron/core/features/hub/client.ts';
import { faultIn } from '../../electron/core/db/documents.ts';
import { invite, newCasebook } from '../../electron/hosts/hub/accounts.ts';
import { all, type HubDatabase, initHub, one, openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../electron/hosts/hub/embedded.ts';
import { serveHub } from '../../electron/hosts/hub/serveHub.ts';
import { PersonId } from '../../shared/base/ids.ts';
import {
  DOCUMENTS,
  type HubDocument,
  type HubRole,
  type HubTable,
  PUSH_BYTES,
} from '../../shared/hub/protocol.ts';
import { median, milliseconds } from './measure.ts';
import { present } from '../helpers/present.ts';

/**
 * A team's hub at rising sizes, each a database of its own in one PostgreSQL, its hub a process of its own.
 * - Sending: batches of answers over HTTP, beside bare inserts of the same rows by the same driver into a table with the
 *   same indexes and as many rows. Goal: at least half as fast.
 * - Receiving everything: over HTTP, beside bare selects of the same rows by the same driver. Goal: at least half as fast;
 *   the memory of the receiving process, in one that does nothing else.
 * - Exchanging when nothing is new: one request, its time in the database as PostgreSQL counts it, sizes in turns. Goal: at
 *   most 20 ms, whatever the size.
 *
 * `node test/bench/hub.ts [SIZE…]`: how many answers the hub has (default 10000 100000 1000000), of 200 people.
 */
const PEOPLE = 200;
/** Answers to each item. */
const ANSWERS = 10;
/** Items that the receiving curator has yet to answer, so that what is about them is kept from them. */
const UNANSWERED = 20;
/** Items that are added at once, with what people are asked about them and have answered. */
const CHUNK = 1_000;
const BATCHES = 24;
const PAGES = 60;
const EXCHANGES = 40;
/** Exchanges before those that count: connections, statements and the program itself get warm. */
const WARMING = 30;
/** Annotators who exchange in turns. */
const ASKING = 5;
/** A casebook leaves some room in each batch. */
const BATCH_BYTES = PUSH_BYTES - 50_000;
const TIME = Date.UTC(2025, 4, 1);
const { signal } = new AbortController();

const Place = z.object({ era: z.int(), tx: z.string(), seq: z.string() });
const START: z.infer<typeof Place> = { era: 0, tx: '0', seq: '0' };

/** Pages over which memory has settled. */
const EARLY = 100;
const Received = z.object({
  documents: z.int(),
  ms: z.number(),
  cursor: z.string(),
  /** The most memory during the first pages, and during all; of the latter, objects. */
  early: z.number(),
  late: z.number(),
  heap: z.number(),
});

const [mode, ...given] = process.argv.slice(2);
if (mode === 'serve') await serve(z.string().parse(given[0]));
else if (mode === 'receive') await receive(z.string().parse(given[0]), z.string().parse(given[1]));
else {
  const sizes = mode === undefined ? [10_000, 100_000, 1_000_000] : [mode, ...given].map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  let postgres = await startEmbedded(folder, () => undefined);
  try {
    postgres = await withCounting(postgres, folder);
    await compare(postgres, sizes);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A device that has joined. */
interface Device {
  readonly id: string;
  readonly person: PersonId;
  readonly secret: string;
}
/** How far a device has read. */
interface Reading extends Device {
  cursor: string | null;
}
/** A hub of one size. */
interface BenchHub {
  readonly size: number;
  readonly url: string;
  readonly owner: HubDatabase;
  readonly casebook: string;
  /** Sends. */
  readonly curator: Device;
  /** Another curator, who receives. */
  readonly reader: Device;
  readonly annotators: readonly Device[];
  readonly items: readonly string[];
  stop(): Promise<void>;
}

async function compare(postgres: EmbeddedPostgres, sizes: readonly number[]): Promise<void> {
  const hubs: BenchHub[] = [];
  try {
    for (const size of sizes) hubs.push(await filledHub(await postgres.database(`hub${String(size)}`), size));
    const cursors = new Map<BenchHub, string>();
    for (const hub of hubs) cursors.set(hub, await receiving(hub));
    await nothingNew(hubs, cursors);
    for (const hub of hubs) await sending(hub);
  } finally {
    for (const hub of hubs) await hub.stop();
  }
}

/** Starts the server anew so that it counts the time of its statements. */
async function withCounting(postgres: EmbeddedPostgres, folder: string): Promise<EmbeddedPostgres> {
  const owner = openHubDatabase(postgres.url, 'owner', 1);
  await owner`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`;
  await owner`ALTER SYSTEM SET pg_stat_statements.track_planning = on`;
  await owner.end();
  await postgres.stop();
  return startEmbedded(folder, () => undefined);
}

/** The hub in a process of its own: says where it answers, and ends with its parent. */
async function serve(database: string): Promise<void> {
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const hub = await serveHub(database, { host: '127.0.0.1', port: 0, tls: null, insecure: false }, quiet);
  process.send?.({ url: hub.url });
  process.once('disconnect', () => process.exit());
}

async function filledHub(database: string, size: number): Promise<BenchHub> {
  const owner = openHubDatabase(database, 'owner', 1);
  // Of the one connection: to copy a large hub takes a while.
  await owner`SET statement_timeout = 0`;
  await initHub(owner);
  await owner`CREATE EXTENSION pg_stat_statements`;
  const child = fork(import.meta.filename, ['serve', database]);
  const { url } = z.object({ url: z.string() }).parse((await once(child, 'message'))[0]);
  const casebook = await newCasebook(owner, 'Team');
  const device = async (role: HubRole, handle: string): Promise<Device> => {
    const person = { id: PersonId.parse(v7()), handle, name: handle };
    const { token } = await invite(owner, casebook, { ...person, role }, null);
    const secret = newSecret();
    const account = await joinHub(
      { address: url, casebook, token },
      { secret, title: 'Team', person },
      signal,
    );
    return { id: account.device, person: person.id, secret };
  };
  const curator = await device('curator', 'curator');
  const reader = await device('curator', 'reader');
  const annotators: Device[] = [];
  for (let index = 0; index < PEOPLE; index += 1)
    annotators.push(await device('annotator', `annotator${String(index)}`));
  const seconds =
    (await milliseconds(() => fill({ owner, casebook, curator, reader, annotators, size }))) / 1000;
  const items = (
    await all(
      owner`SELECT id FROM bench_item WHERE number >= ${UNANSWERED} ORDER BY number LIMIT 10000`,
      z.object({ id: z.string() }),
    )
  ).map(({ id }) => id);
  console.log(
    `${size.toLocaleString('en')} answers of ${String(PEOPLE)} people: made in ${seconds.toFixed(0)} s`,
  );
  return {
    size,
    url,
    owner,
    casebook,
    curator,
    reader,
    annotators,
    items,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await owner.end();
    },
  };
}

/** Items, each handed out to ten people in parcels of their own, and their answers: in the order in which they would come. */
async function fill({
  owner,
  casebook,
  curator,
  reader,
  annotators,
  size,
}: Omit<BenchHub, 'url' | 'items' | 'stop'>): Promise<void> {
  const [ID, ITEM, PERSON, REGION] = [v7(), v7(), PersonId.parse(v7()), v7()];
  const itemForm = JSON.stringify(checked('item', itemContent(ITEM)));
  const answerForm = JSON.stringify(
    checked('annotation', answerContent({ id: ID, item: ITEM, person: PERSON, region: REGION })),
  );
  const people = annotators.map(({ person }) => person);
  const items = Math.ceil(size / ANSWERS);
  await owner`CREATE TABLE bench_item AS SELECT number, uuidv7() AS id FROM generate_series(0, ${items - 1}::int) number`;
  await owner`CREATE INDEX ON bench_item (number)`;
  for (let from = 0; from < items; from += CHUNK) {
    await owner.begin(async (sql) => {
      // Nothing is lifted from anybody here.
      await sql`SET LOCAL session_replication_role = replica`;
      const { era } = await one(sql`SELECT casebook.present_era() AS era`, z.object({ era: z.int() }));
      const chunk = sql`bench_item i WHERE number >= ${from} AND number < ${from + CHUNK}`;
      const asked = sql`SELECT i.number, i.id AS item, uuidv7() AS id,
          (${people}::uuid[])[1 + (i.number * ${ANSWERS} + j) % ${PEOPLE}] AS person
        FROM generate_series(0, ${ANSWERS - 1}::int) j, ${chunk} OFFSET 0`;
      const itemText = sql`replace(${itemForm}, ${ITEM}, item::text)`;
      const into = sql`INSERT INTO casebook.document
        (casebook, era, device, tab, id, person, audience, item, version, hash, content)`;
      const hash = sql`sha256(convert_to(content, 'UTF8'))`;
      await sql`${into} SELECT ${casebook}, ${era}, ${curator.id}, 'item', item::text, NULL, NULL, item, ${hash}, ${hash}, content
        FROM (SELECT item, ${itemText} AS content FROM (SELECT id AS item, number FROM ${chunk}) i ORDER BY number OFFSET 0) t`;
      await sql`${into} SELECT ${casebook}, ${era}, ${curator.id}, 'item', item::text, NULL, person, item, ${hash}, ${hash}, content
        FROM (SELECT item, person, ${itemText} AS content FROM (${asked}) a ORDER BY person, number OFFSET 0) t`;
      await sql`${into} SELECT ${casebook}, ${era}, ${curator.id}, 'annotation', id::text, person, NULL, item, '', ${hash}, content
        FROM (SELECT id, item, person, replace(replace(replace(replace(${answerForm}, ${ID}, id::text),
          ${ITEM}, item::text), ${PERSON}, person::text), ${REGION}, uuidv7()::text) AS content
          FROM (${asked}) a ORDER BY person, number OFFSET 0) t`;
      await sql`INSERT INTO casebook.asked (casebook, person, item, assignment, open)
        SELECT ${casebook}, person, item, id, open FROM (${asked}) a
          CROSS JOIN (VALUES (true), (false)) AS o (open) ORDER BY open DESC, number`;
    });
  }
  await owner`INSERT INTO casebook.asked (casebook, person, item, assignment, open)
    SELECT ${casebook}, ${reader.person}, id, uuidv7(), true FROM bench_item WHERE number < ${UNANSWERED}`;
  await owner`VACUUM ANALYZE`;
}

/** A fresh curator's casebook receives everything; gives how far it is then. */
async function receiving(hub: BenchHub): Promise<string> {
  const { owner, casebook, reader, url, size } = hub;
  console.log(`\n${size.toLocaleString('en')} answers: receiving everything`);
  const child = fork(import.meta.filename, ['receive', url, reader.secret]);
  const received = Received.parse((await once(child, 'message'))[0]);
  const expected = Math.ceil(size / ANSWERS - UNANSWERED) * (ANSWERS + 1);
  if (received.documents !== expected)
    throw new Error(`${String(received.documents)} documents came, not ${String(expected)}.`);
  const { documents, ms, early, late, heap } = received;
  const isLong = documents > 2 * EARLY * DOCUMENTS;
  console.log(
    `  whole: ${documents.toLocaleString('en')} rows, ${perSecond(documents, ms)}; memory at most ${megabytes(late)} MB (${megabytes(heap)} MB of objects)${isLong ? `, over the first ${String(EARLY)} pages ${megabytes(early)} MB   ratio ${(late / early).toFixed(2)}` : ''}`,
  );
  const client = new HubClient(url, reader.secret, signal);
  const ours: number[] = [];
  const bare: number[] = [];
  let cursor: string | null = null;
  let place = START;
  for (let page = 0; page < PAGES; page += 1) {
    const overHttp = async (): Promise<void> => {
      let count = 0;
      const ms = await milliseconds(async () => {
        const reply = await client.pull(cursor, false);
        count = reply.documents.length;
        cursor = reply.more ? reply.cursor : null;
      });
      // The last page of a small hub is a small one.
      if (count >= DOCUMENTS / 2) ours.push(ms / count);
    };
    const directly = async (): Promise<void> => {
      let count = 0;
      const ms = await milliseconds(async () => {
        const rows =
          await owner`SELECT era, tx, seq, device, tab, id, person, audience, item, about, sha256, content
          FROM casebook.document WHERE casebook = ${casebook} AND audience IS NULL
            AND (era, tx, seq) > (${place.era}, ${place.tx}::xid8, ${place.seq}::bigint)
          ORDER BY era, tx, seq LIMIT ${DOCUMENTS}`;
        count = rows.length;
        place = rows.length < DOCUMENTS ? START : Place.parse(rows.at(-1));
      });
      if (count >= DOCUMENTS / 2) bare.push(ms / count);
    };
    for (const each of page % 2 === 0 ? [overHttp, directly] : [directly, overHttp]) await each();
  }
  console.log(speed('page by page', median(ours), 'bare selects', median(bare)));
  return received.cursor;
}

async function receive(url: string, secret: string): Promise<void> {
  const client = new HubClient(url, secret, signal);
  let [documents, pages, early, late, heap] = [0, 0, 0, 0, 0];
  let cursor: string | null = null;
  let more = true;
  const ms = await milliseconds(async () => {
    while (more) {
      const reply = await client.pull(cursor, false);
      ({ cursor, more } = reply);
      documents += reply.documents.length;
      pages += 1;
      const { rss, heapUsed } = process.memoryUsage();
      late = Math.max(late, rss);
      heap = Math.max(heap, heapUsed);
      if (pages <= EARLY) early = late;
    }
  });
  process.send?.({ documents, ms, cursor: cursor ?? '', early, late, heap } satisfies z.infer<
    typeof Received
  >);
  process.disconnect();
}

/** Exchanges with nothing new at all sizes, in turns. */
async function nothingNew(hubs: readonly BenchHub[], readers: ReadonlyMap<BenchHub, string>): Promise<void> {
  console.log('\nnothing new: one request');
  const overseers = hubs.map((hub) => ({
    hub,
    devices: [{ ...hub.reader, cursor: readers.get(hub) ?? null }],
  }));
  const annotators: { readonly hub: BenchHub; readonly devices: Reading[] }[] = [];
  for (const hub of hubs) {
    const devices: Reading[] = [];
    for (const device of hub.annotators.slice(0, ASKING))
      devices.push({ ...device, cursor: await caughtUp(hub, device) });
    annotators.push({ hub, devices });
  }
  await inTurns('somebody who annotates', annotators);
  await inTurns('somebody who oversees', overseers);
  for (const hub of hubs) await handOut(hub);
  await inTurns('the same, more was handed out', overseers);
}

/** A tenth as many items as there are answers are handed out to others: rows that nobody who oversees reads. */
async function handOut({ owner, casebook, curator, annotators, size }: BenchHub): Promise<void> {
  const form = JSON.stringify(itemContent(v7()));
  await owner`INSERT INTO casebook.document (casebook, era, device, tab, id, audience, item, version, hash, content)
    SELECT ${casebook}, (SELECT casebook.present_era()), ${curator.id}, 'item', id::text,
      (${annotators.slice(ASKING).map(({ person }) => person)}::uuid[])[1 + number % ${PEOPLE - ASKING}], id, '\\x00', '\\x00', ${form}
    FROM (SELECT number, uuidv7() AS id FROM generate_series(1, ${Math.ceil(size / 10)}::int) number) t`;
  await owner`VACUUM ANALYZE casebook.document`;
}

/** How far a device is that has received everything. */
async function caughtUp(hub: BenchHub, { secret }: Device): Promise<string> {
  const client = new HubClient(hub.url, secret, signal);
  for (let cursor: string | null = null; ;) {
    const reply = await client.pull(cursor, false);
    if (!reply.more) return reply.cursor;
    ({ cursor } = reply);
  }
}

async function inTurns(
  name: string,
  all: readonly { readonly hub: BenchHub; readonly devices: readonly Reading[] }[],
): Promise<void> {
  const times = all.map((each) => ({ ...each, whole: [] as number[], database: [] as number[] }));
  let statements = 0;
  for (let turn = -WARMING; turn < EXCHANGES; turn += 1) {
    for (const { hub, devices, whole, database } of times) {
      const device = present(devices[Math.abs(turn) % devices.length]);
      const client = new HubClient(hub.url, device.secret, signal);
      await hub.owner`SELECT pg_stat_statements_reset()`;
      const ms = await milliseconds(async () => {
        const reply = await client.pull(device.cursor, false);
        if (reply.more || reply.documents.length + reply.own.length > 0)
          throw new Error('Something was new.');
        device.cursor = reply.cursor;
      });
      const counted = await one(
        hub.owner`SELECT sum(total_plan_time + total_exec_time) AS ms, sum(calls)::int AS calls
          FROM pg_stat_statements WHERE userid = 'casebook_hub'::regrole`,
        z.object({ ms: z.number(), calls: z.int() }),
      );
      if (turn < 0) continue;
      whole.push(ms);
      database.push(counted.ms);
      statements = counted.calls;
    }
  }
  let first: number | null = null;
  for (const { hub, whole, database } of times) {
    const ours = median(database);
    console.log(
      `  ${name.padEnd(32)} ${hub.size.toLocaleString('en').padStart(9)} answers  ${ours.toFixed(2).padStart(8)} ms in the database (${String(statements)} statements and the commit), ${median(whole).toFixed(1)} ms in all${first === null ? '' : `   ratio to the first ${(ours / first).toFixed(2)}`}`,
    );
    first ??= ours;
  }
}

async function sending(hub: BenchHub): Promise<void> {
  const { owner, curator, url, size } = hub;
  console.log(`\n${size.toLocaleString('en')} answers: sending more`);
  await owner`CREATE TABLE bench_document (LIKE casebook.document INCLUDING ALL)`;
  await owner`INSERT INTO bench_document OVERRIDING SYSTEM VALUE SELECT * FROM casebook.document`;
  await owner`VACUUM ANALYZE bench_document`;
  const { era } = await one(owner`SELECT casebook.known_era() AS era`, z.object({ era: z.int() }));
  const client = new HubClient(url, curator.secret, signal);
  const ours: number[] = [];
  const bare: number[] = [];
  let rows = 0;
  for (let turn = -2; turn < BATCHES; turn += 1) {
    const batch = answers(hub, turn + 2);
    rows = batch.length;
    const http = async (): Promise<void> => {
      let accepted = 0;
      const ms = await milliseconds(async () => {
        const { answers: each } = await client.push(batch);
        accepted = each.filter(({ answer }) => answer === 'accepted').length;
      });
      if (accepted !== batch.length) throw new Error('Not everything was accepted.');
      if (turn >= 0) ours.push(ms / batch.length);
    };
    const made = bareRows(hub, era, batch);
    const directly = async (): Promise<void> => {
      const ms = await milliseconds(() => owner`INSERT INTO bench_document ${owner(made)}`);
      if (turn >= 0) bare.push(ms / batch.length);
    };
    for (const each of turn % 2 === 0 ? [http, directly] : [directly, http]) await each();
  }
  console.log(speed(`batches of ${String(rows)} rows`, median(ours), 'bare inserts', median(bare)));
}

/** A batch of answers of one person, as large as a casebook makes it. */
function answers({ items, annotators }: BenchHub, turn: number): HubDocument[] {
  const person = present((annotators[turn % annotators.length] ?? {}).person);
  const batch: HubDocument[] = [];
  let bytes = 0;
  for (let index = 0; ; index += 1) {
    const item = items[(turn * DOCUMENTS + index) % items.length] ?? '';
    const id = v7();
    const content = JSON.stringify(checked('annotation', answerContent({ id, item, person, region: v7() })));
    bytes += Buffer.byteLength(content);
    if (bytes > BATCH_BYTES) return batch;
    batch.push({
      table: 'annotation',
      id,
      person,
      audience: null,
      item,
      about: null,
      sha256: null,
      content,
    });
  }
}

/** The rows that the hub makes of them. */
function bareRows({ casebook, curator }: BenchHub, era: number, batch: readonly HubDocument[]) {
  return batch.map(({ table, id, person, audience, item, about, content }) => ({
    casebook,
    era,
    device: curator.id,
    tab: table as string,
    id,
    person: person as string | null,
    audience: audience as string | null,
    item,
    about,
    sha256: null,
    version: Buffer.alloc(0),
    hash: Buffer.alloc(32, id),
    content,
  }));
}

type Content = Parameters<typeof faultIn>[1];

/** Throws unless a hub takes it. */
function checked(table: HubTable, content: Content): Content {
  const fault = faultIn(table, content);
  if (fault !== null) throw new Error(fault);
  return content;
}

/** An answer with a box. */
function answerContent(key: { id: string; item: string; person: string; region: string }): Content {
  return {
    row: {
      id: key.id,
      item_id: key.item,
      item_revision: 1,
      task: 'clue',
      round: 1,
      person_id: key.person,
      version: 1,
      previous_id: null,
      state: 'submitted',
      payload: JSON.stringify({
        isClued: true,
        clue: 'There are two glasses beside the bed, indicating that a second person is present.',
        confidence: 4,
      }),
      revision: 3,
      active_ms: 41_250,
      created_at: TIME,
      updated_at: TIME + 41_250,
      submitted_at: TIME + 41_250,
      independent: 1,
      edition_id: null,
      asked: null,
      signed_off_images: null,
    },
    parts: {
      region: [
        {
          annotation_id: key.id,
          id: key.region,
          image_id: key.item,
          label: 'two glasses',
          x: 412.5,
          y: 220.25,
          width: 96,
          height: 140.5,
          note: '',
          attributes: '{}',
          position: 1,
        },
      ],
    },
  };
}

function itemContent(id: string): Content {
  return {
    row: {
      id,
      benchmark: 'caughtcheating',
      external_id: `true_images/${id}.png`,
      payload: JSON.stringify({
        label: null,
        scene: 'hotel',
        claim:
          'My boyfriend says that he is alone in this hotel room. Is there anything in the photo that says otherwise?',
        url: `https://example.org/posts/${id}`,
      }),
      imported_payload: null,
      revision: 1,
      status: 'draft',
      gold_source: null,
      gold_annotation_id: null,
      split: null,
      created_at: TIME,
      updated_at: TIME,
      edition_id: null,
      gold_fields: null,
    },
    parts: { item_image: [] },
    changedAt: TIME,
  };
}

/** A line of a report: rows a second beside the reference's; milliseconds a row come in. */
function speed(name: string, ours: number, referenceName: string, reference: number): string {
  return `  ${name}: ${perSecond(1, ours)}, ${referenceName} ${perSecond(1, reference)}   ratio ${(reference / ours).toFixed(2)}`;
}

function perSecond(rows: number, ms: number): string {
  return `${Math.round((rows / ms) * 1000).toLocaleString('en')} rows/s`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
