import { setTimeout as after } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Sql } from 'postgres';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  all,
  type HubDatabase,
  type HubTransaction,
  one,
  openHubDatabase,
} from '../../electron/hosts/hub/database.ts';
import { parseCursor, pull } from '../../electron/hosts/hub/pull.ts';
import { noPostgres, startTestHub, type TestHub } from '../helpers/hub.ts';
import {
  answerRow,
  assignmentRow,
  type Device,
  device,
  document,
  itemRow,
  pullAll,
  push,
  undisturbed,
  within,
} from '../helpers/hubRows.ts';
import { present } from '../helpers/present.ts';
import { runs } from '../helpers/runs.ts';

/** Transactions that are open at once. */
const OPEN = 3;
const STATES = { ask: 'open', answer: 'submitted' } as const;

describe.skipIf(noPostgres !== null)('reading a hub from where one was', () => {
  let hub: TestHub;
  let connections: HubDatabase;
  let casebook: string;
  let mara: Device;
  let rex: Device;
  beforeAll(async () => {
    hub = await startTestHub();
    await undisturbed(hub);
    connections = openHubDatabase(hub.database, 'owner', OPEN + 1);
  });
  afterAll(async () => {
    await connections.end();
    await hub[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ({ casebook } = await hub.founding('Base'));
    mara = await device(hub, casebook, 'curator');
    rex = await device(hub, casebook, 'overseer');
    await pullAll(rex);
  });

  /** Adds an answer to an item in a transaction of its own; gives its id. */
  const add = async (sql: Sql, item: string | null = null, id = v7()): Promise<string> => {
    const { content } = document('annotation', answerRow(item ?? v7(), v7(), { id }));
    await sql`INSERT INTO casebook.document (casebook, era, device, tab, id, item, version, hash, content)
      VALUES (${casebook}, casebook.present_era(), ${mara.account.device}, 'annotation', ${id}, ${item}, '', '', ${content})`;
    return id;
  };
  /** Asks Rex about an item, or notes that he is done. */
  const note = async (sql: Sql, item: string, id: string, state: string): Promise<void> => {
    const { content } = document('assignment', assignmentRow(item, rex.account.person, state, id));
    await sql`INSERT INTO casebook.document (casebook, era, device, tab, id, person, item, version, hash, content)
      VALUES (${casebook}, casebook.present_era(), ${mara.account.device}, 'assignment', ${id}, ${rex.account.person}, ${item},
        decode(md5(random()::text), 'hex'), '', ${content})`;
  };
  /** Opens a transaction; it is rolled back where the test does not end it. */
  const begin = async () => {
    const sql = await connections.reserve();
    await sql`BEGIN`;
    // Its place in the order is taken now, whatever it adds later.
    await sql`SELECT pg_current_xact_id()`;
    let isOpen = true;
    const end = async (how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await sql.unsafe(how);
      sql.release();
    };
    return { sql, end, [Symbol.asyncDispose]: () => end('ROLLBACK') };
  };
  const answersIn = ({ documents }: Awaited<ReturnType<typeof pullAll>>): string[] =>
    documents.filter(({ table }) => table === 'annotation').map(({ id }) => id);

  it('loses nothing that is committed late, where reading by numbers alone would', async () => {
    const byNumber = async (since: string) => {
      const rows = await all(
        hub.owner`SELECT seq::text, id FROM casebook.document WHERE casebook = ${casebook} AND seq > ${since}::bigint ORDER BY document.seq`,
        z.object({ seq: z.string(), id: z.string() }),
      );
      return { ids: rows.map(({ id }) => id), reached: rows.at(-1)?.seq ?? since };
    };
    await using early = await begin();
    await using later = await begin();
    const late = await add(early.sql);
    const soon = await add(later.sql);
    await later.end('COMMIT');
    const naive = await byNumber('0');
    const first = await pullAll(rex);
    await early.end('COMMIT');
    expect(naive.ids).toEqual([soon]);
    expect((await byNumber(naive.reached)).ids).toEqual([]);
    const second = await pullAll(rex, first.cursor);
    expect([...answersIn(first), ...answersIn(second)]).toEqual([late, soon]);
    expect(answersIn(await pullAll(rex, second.cursor))).toEqual([]);
  });

  it('goes on where a transaction came to nothing', async () => {
    await using aborted = await begin();
    await add(aborted.sql);
    const kept = await add(hub.owner);
    const { cursor } = await pullAll(rex);
    await aborted.end('ROLLBACK');
    expect(answersIn(await pullAll(rex, cursor))).toEqual([kept]);
  });

  it('reads numbers as numbers, page by page', async () => {
    await hub.owner`INSERT INTO casebook.document (casebook, era, device, tab, id, tx, version, hash, content)
      SELECT ${casebook}, casebook.present_era(), ${mara.account.device}, 'annotation', n::text,
        (95 + n / 600)::text::xid8, '', '', '{}'
      FROM generate_series(1, 5000) n ORDER BY n DESC`;
    const rows = await all(
      hub.owner`SELECT id FROM casebook.document WHERE casebook = ${casebook} ORDER BY era, document.tx, document.seq`,
      z.object({ id: z.string() }),
    );
    expect(answersIn(await pullAll(rex))).toEqual(rows.map((row) => row.id));
  });

  it.each(['first', 'last'] as const)(
    'brings what is added while somebody answers, where the addition is committed %s',
    async (order) => {
      const [item, assignment] = [v7(), v7()];
      await note(hub.owner, item, assignment, 'open');
      const before = await add(hub.owner, item);
      const seen = await pullAll(rex);
      expect(answersIn(seen)).toEqual([]);
      await using adding = await begin();
      await using lifting = await begin();
      const during = await add(adding.sql, item);
      await note(lifting.sql, item, assignment, 'submitted');
      let { cursor } = seen;
      const found = new Set<string>();
      for (const transaction of order === 'first' ? [adding, lifting] : [lifting, adding]) {
        await transaction.end('COMMIT');
        const next = await pullAll(rex, cursor);
        ({ cursor } = next);
        for (const id of answersIn(next)) found.add(id);
      }
      expect(found).toEqual(new Set([before, during]));
    },
  );

  it('brings everything once, whatever overlaps what', { timeout: 60_000 }, async () => {
    const items = [v7(), v7()];
    const Step = fc.record({
      connection: fc.nat(OPEN - 1),
      does: fc.constantFrom(
        'add',
        'add',
        'add',
        'ask',
        'answer',
        'commit',
        'commit',
        'abort',
        'pull',
        'pull',
      ),
      item: fc.nat(items.length),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 5, maxLength: 40 }), async (steps) => {
        ({ casebook } = await hub.founding('Any'));
        mara = await device(hub, casebook, 'curator');
        rex = await device(hub, casebook, 'overseer');
        await using stack = new AsyncDisposableStack();
        const open = new Map<number, Awaited<ReturnType<typeof begin>> & { readonly added: string[] }>();
        const committed = new Set<string>();
        const assignments = items.map(() => v7());
        const received: string[] = [];
        let cursor: string | null = null;
        const read = async (): Promise<void> => {
          const next: Awaited<ReturnType<typeof pullAll>> = await pullAll(rex, cursor);
          ({ cursor } = next);
          received.push(...answersIn(next));
        };
        const finish = async (connection: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
          const transaction = open.get(connection);
          if (transaction === undefined) return;
          open.delete(connection);
          await transaction.end(how);
          if (how === 'COMMIT') for (const id of transaction.added) committed.add(id);
        };
        for (const { connection, does, item } of steps) {
          if (does === 'pull') await read();
          else if (does === 'commit') await finish(connection, 'COMMIT');
          else if (does === 'abort') await finish(connection, 'ROLLBACK');
          else {
            const transaction = open.get(connection) ?? { ...stack.use(await begin()), added: [] };
            open.set(connection, transaction);
            const assignment = assignments[item];
            if (does === 'add') transaction.added.push(await add(transaction.sql, items[item] ?? null));
            else if (assignment !== undefined)
              await note(transaction.sql, items[item] ?? '', assignment, STATES[does]);
          }
        }
        for (const connection of open.keys()) await finish(connection, 'COMMIT');
        await read();
        for (const [at, assignment] of assignments.entries())
          await note(hub.owner, items[at] ?? '', assignment, 'submitted');
        await read();
        expect(new Set(received)).toEqual(committed);
      }),
      { numRuns: runs(45) },
    );
  });

  it('begins an era after a restore: everybody is told, and what is added then is read, whatever its number', async () => {
    const item = v7();
    await push(mara, [document('item', itemRow(item))]);
    const before = await pullAll(rex);
    // As after a restore into a new cluster: numbers of transactions begin anew, so that former ones are higher.
    await hub.owner`UPDATE casebook.era SET mark = 'another ' || number`;
    await hub.owner`UPDATE casebook.document SET tx = '900000000' WHERE casebook = ${casebook}`;
    const restored = await pullAll(rex, before.cursor);
    expect(restored.era).toBeGreaterThan(before.era);
    expect((await pullAll(rex)).documents).toEqual(before.documents);
    const [answer] = [document('annotation', answerRow(item, v7()))];
    await push(mara, [answer]);
    const next = await pullAll(rex, restored.cursor);
    expect(answersIn(next)).toEqual([answer.id]);
    expect(answersIn(await pullAll(rex, before.cursor))).toEqual([answer.id]);
    // The same backup once more, which knows nothing of that era: its number is not given again.
    await after(1100);
    await hub.owner`DELETE FROM casebook.era WHERE number = ${restored.era}`;
    expect((await pullAll(rex, next.cursor)).era).toBeGreaterThan(restored.era);
  });

  it('begins an era only when what belongs to the former one is there', async () => {
    await pullAll(rex);
    await using adding = await begin();
    const late = await add(adding.sql);
    await hub.owner`UPDATE casebook.era SET mark = 'former ' || number`;
    const waiting = pullAll(rex);
    expect(await Promise.race([waiting, after(300, 'waits')])).toBe('waits');
    await adding.end('COMMIT');
    const first = await waiting;
    expect([...answersIn(first), ...answersIn(await pullAll(rex, first.cursor))]).toEqual([late]);
  });

  it('looks rows up by their place and reads no others, however many there are', async () => {
    const ann = await device(hub, casebook, 'annotator');
    const reading = async (by: Device, cursor: string | null) => {
      const sql = openHubDatabase(hub.database, 'requests', 1);
      const counted = (transaction: HubTransaction) =>
        one(
          transaction`SELECT sum(seq_scan) FILTER (WHERE relname = 'document')::int AS scans, sum(seq_tup_read + idx_tup_fetch)::int AS rows
            FROM pg_stat_xact_user_tables WHERE schemaname = 'casebook' AND relname IN ('document', 'delivery', 'asked')`,
          z.object({ scans: z.int(), rows: z.int() }),
        );
      const work = async (transaction: HubTransaction) => {
        const before = await counted(transaction);
        const reply = await pull(transaction, by.account, present(parseCursor(cursor)), true);
        const { scans, rows } = await counted(transaction);
        return { scans: scans - before.scans, rows: rows - before.rows, reply };
      };
      try {
        return await within(sql, by, work, 'isolation level repeatable read read only');
      } finally {
        await sql.end();
      }
    };
    const item = v7();
    await note(hub.owner, item, v7(), 'open');
    // The last of them are prepared for others.
    await hub.owner`INSERT INTO casebook.document
        (casebook, era, device, tab, id, audience, person, item, version, hash, content)
      SELECT ${casebook}, casebook.present_era(), ${mara.account.device}, 'annotation', n::text,
        CASE WHEN n > 5000 THEN gen_random_uuid() END, ${v7()}, gen_random_uuid(), '', '', '{}'
      FROM generate_series(1, 8000) n`;
    // Also before PostgreSQL has counted them.
    for (const counts of [false, true]) {
      if (counts) await hub.owner`ANALYZE casebook.document, casebook.asked, casebook.delivery`;
      const page = await reading(rex, null);
      expect(page).toMatchObject({ scans: 0, reply: { more: true } });
      expect(page.rows).toBeLessThan(2200);
      for (const who of [rex, ann]) {
        const { cursor } = await pullAll(who);
        const nothing = await reading(who, cursor);
        expect([nothing.scans, nothing.reply?.documents]).toEqual([0, []]);
        expect(nothing.rows).toBeLessThan(20);
      }
    }
  });
});
