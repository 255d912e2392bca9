import { z } from 'zod';
import { isFinal } from '../../core/db/documents.ts';
import { Role } from '../../../shared/domain/status.ts';
import {
  DOCUMENTS,
  type HubAccount,
  HubDocument,
  HubTable,
  PULL_BYTES,
  type PullReply,
  type Sender,
} from '../../../shared/hub/protocol.ts';
import { lastLate } from './late.ts';
import { all, type HubTransaction, one } from './database.ts';

/** Where somebody is in what they read, in its order: era, transaction, number. */
const Place = z.tuple([z.int(), z.string().regex(/^\d{1,20}$/u), z.string().regex(/^\d{1,20}$/u)]);
type Place = z.infer<typeof Place>;
const START: Place = [0, '0', '0'];

/** How far somebody has read what is for all who oversee, what is for them alone, their own, and what was lifted. */
const Places = z.object({
  all: Place.default(START),
  mine: Place.default(START),
  own: Place.default(START),
  lifted: Place.default(START),
});
type Places = z.infer<typeof Places>;

/** How many items are delivered at once that were hidden before. */
const LIFTED = 50;

const Row = z.object({
  era: z.int(),
  tx: z.string(),
  seq: z.string(),
  device: z.string(),
  roles: z.array(Role).nullable(),
  table: HubTable,
  id: z.string(),
  person: HubDocument.shape.person,
  audience: HubDocument.shape.audience,
  item: z.string().nullable(),
  about: z.string().nullable(),
  sha256: z.string().nullable(),
  content: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

/** An item that is no longer hidden from somebody, with the place of that. */
const LiftedItem = z.object({ era: z.int(), tx: z.string(), seq: z.string(), item: z.string() });

const Moment = z.object({ horizon: z.string(), era: z.int().nullable() });

const placeOf = ({ era, tx, seq }: Row): Place => [era, tx, seq];

/** Below 0 where the first of two places comes first. */
function compare([era, tx, seq]: Place, [otherEra, otherTx, otherSeq]: Place): number {
  const steps = [BigInt(era - otherEra), BigInt(tx) - BigInt(otherTx), BigInt(seq) - BigInt(otherSeq)];
  return Number(steps.find((step) => step !== 0n) ?? 0n);
}

const later = (one: Place, other: Place): Place => (compare(one, other) > 0 ? one : other);

/** Reads a cursor; null for an invalid text. */
export function parseCursor(text: string | null): Places | null {
  if (text === null) return Places.parse({});
  try {
    return Places.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Rows of a casebook whose place is final, in the order of places; each query gives at most {@link DOCUMENTS}. */
class SettledRows {
  readonly #sql: HubTransaction;
  readonly #account: HubAccount;
  readonly #era: number;
  readonly #horizon: string;

  constructor(sql: HubTransaction, account: HubAccount, { era, horizon }: { era: number; horizon: string }) {
    this.#sql = sql;
    this.#account = account;
    this.#era = era;
    this.#horizon = horizon;
  }

  /** Everything before it is settled: what was not found there is hidden, and comes once it is lifted. */
  get end(): Place {
    return [this.#era, this.#horizon, '0'];
  }

  /** What is for the person alone. */
  async mine(from: Place): Promise<Row[]> {
    const sql = this.#sql;
    const { casebook, person } = this.#account;
    return all(
      sql`SELECT ${this.#columns()} FROM casebook.document
        WHERE casebook = ${casebook} AND audience = ${person} AND ${this.#after(from)} AND ${this.#settled()}
        ${this.#page()}`,
      Row,
    );
  }

  /** The person's own work. */
  async own(from: Place): Promise<Row[]> {
    const sql = this.#sql;
    const { casebook, person } = this.#account;
    return all(
      sql`SELECT ${this.#columns()} FROM casebook.document
        WHERE casebook = ${casebook} AND person = ${person} AND audience IS NULL
          AND tab IN ('annotation', 'assignment', 'response', 'session')
          AND ${this.#after(from)} AND ${this.#settled()} ${this.#page()}`,
      Row,
    );
  }

  /** What is for all who oversee. */
  async overseers(from: Place): Promise<Row[]> {
    const sql = this.#sql;
    return all(
      sql`SELECT ${this.#columns()} FROM casebook.document
        WHERE casebook = ${this.#account.casebook} AND audience IS NULL
          AND ${this.#after(from)} AND ${this.#settled()} ${this.#page()}`,
      Row,
    );
  }

  /** The items that were hidden from the person and no longer are; at most {@link LIFTED}. */
  async lifted(from: Place): Promise<z.infer<typeof LiftedItem>[]> {
    const sql = this.#sql;
    const { casebook, person } = this.#account;
    return all(
      sql`SELECT era, tx::text, seq::text, item FROM casebook.delivery
        WHERE casebook = ${casebook} AND person = ${person} AND ${this.#after(from)} AND ${this.#settled()}
        ORDER BY delivery.era, delivery.tx, delivery.seq LIMIT ${LIFTED}`,
      LiftedItem,
    );
  }

  /** An item and the questions about it, whole. */
  async about(item: string): Promise<Row[]> {
    const { casebook } = this.#account;
    const rows = await all(
      this
        .#sql`SELECT ${this.#columns()} FROM casebook.document WHERE casebook = ${casebook} AND audience IS NULL
        AND item IN (SELECT ${item}::uuid UNION SELECT q.item FROM casebook.document q
          WHERE q.casebook = ${casebook} AND q.audience IS NULL AND q.about = ${item})
        AND ${this.#settled()}`,
      Row,
    );
    return rows.sort((one, other) => compare(placeOf(one), placeOf(other)));
  }

  #columns() {
    const sql = this.#sql;
    return sql`era, tx::text, seq::text, device, roles, tab AS table, id, person, audience, item, about,
      encode(sha256, 'hex') AS sha256, content`;
  }

  #after([era, tx, seq]: Place) {
    const sql = this.#sql;
    return sql`(era, tx, seq) > (${era}, ${tx}::xid8, ${seq}::bigint)`;
  }

  #settled() {
    const sql = this.#sql;
    return sql`(era < ${this.#era} OR tx < ${this.#horizon}::xid8)`;
  }

  /** Of the table's own columns: without it, the order is that of the texts that are selected. */
  #page() {
    const sql = this.#sql;
    return sql`ORDER BY document.era, document.tx, document.seq LIMIT ${DOCUMENTS}`;
  }
}

/** The rows of one reply, as far as it has room. */
class ReplyRows {
  readonly rows: Row[] = [];
  /** Whether something is left for the next reply. */
  more = false;
  #room = PULL_BYTES;

  get isFull(): boolean {
    return this.#room <= 0;
  }

  add(row: Row): void {
    this.#room -= row.content?.length ?? 0;
    this.rows.push(row);
  }

  /** Takes a page in its order until the room is full; gives the place up to which there is nothing else. */
  take(page: readonly Row[], from: Place, end: Place): Place {
    let reached = from;
    for (const row of page) {
      if (this.isFull) {
        this.more = true;
        return reached;
      }
      this.add(row);
      reached = placeOf(row);
    }
    if (page.length < DOCUMENTS) return later(reached, end);
    this.more = true;
    return reached;
  }
}

/** Takes everything about items that are no longer hidden, item by item; gives the place up to which that is done. */
async function takeLifted(settled: SettledRows, reply: ReplyRows, from: Place): Promise<Place> {
  const lifted = await settled.lifted(from);
  const delivered = new Set<string>();
  let reached = from;
  for (const { era, tx, seq, item } of lifted) {
    if (reply.isFull) {
      reply.more = true;
      return reached;
    }
    if (!delivered.has(item)) {
      delivered.add(item);
      for (const row of await settled.about(item)) reply.add(row);
    }
    reached = [era, tx, seq];
  }
  if (lifted.length < LIFTED) return later(reached, settled.end);
  reply.more = true;
  return reached;
}

/**
 * What is new to a device's person since `from`, in the caller's transaction, which the device has entered and which is
 * REPEATABLE READ. Only rows whose transaction is below the oldest that is still under way: one with a lower place can be
 * committed later, and would be passed by (`pg_snapshot_xmin`). Null where a new era has to begin first.
 */
export async function pull(
  sql: HubTransaction,
  account: HubAccount,
  from: Places,
  whole: boolean,
): Promise<PullReply | null> {
  const { horizon, era } = await one(
    // Pages are read along an index that has their order, also where PostgreSQL has yet to count a new hub's rows and would
    // rather sort them all.
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, casebook.known_era() AS era,
      set_config('enable_sort', 'off', true)`,
    Moment,
  );
  if (era === null) return null;
  const settled = new SettledRows(sql, account, { era, horizon });
  const { end } = settled;
  const reply = new ReplyRows();
  const places: Places = { ...from };
  places.mine = reply.take(await settled.mine(from.mine), from.mine, end);
  if (account.role === 'annotator') {
    places.own = reply.take(await settled.own(from.own), from.own, end);
  } else {
    places.all = reply.take(await settled.overseers(from.all), from.all, end);
    places.lifted = await takeLifted(settled, reply, from.lifted);
  }
  const isOwn = ({ device, table, audience }: Row): boolean =>
    !whole && device === account.device && audience === null && isFinal(table);
  const told = reply.rows.filter((row) => !isOwn(row));
  return {
    documents: told.map(
      ({ era: _era, tx: _tx, seq: _seq, device: _device, roles: _roles, ...document }) => document,
    ),
    senders: account.role === 'annotator' ? [] : await sendersOf(sql, told),
    own: reply.rows.filter(isOwn).map(({ table, id }) => ({ table, id })),
    cursor: JSON.stringify(places),
    more: reply.more,
    era,
    late: account.role === 'curator' ? await lastLate(sql, account) : 0,
  };
}

/** Who sent each of these rows. */
async function sendersOf(sql: HubTransaction, rows: readonly Row[]): Promise<(Sender | null)[]> {
  const devices = await all(
    sql`SELECT id, person FROM casebook.device WHERE id = ANY (${[...new Set(rows.map(({ device }) => device))]}::uuid[])`,
    z.object({ id: z.string(), person: z.string() }),
  );
  const personOf = new Map(devices.map(({ id, person }) => [id, person]));
  return rows.map(({ roles, device, person }) =>
    roles === null ? null : { roles, isOwn: person !== null && personOf.get(device) === person },
  );
}
