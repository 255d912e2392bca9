import { z } from 'zod';
import { isFinal } from '../../core/db/documents.ts';
import { Role } from '../../../shared/domain/status.ts';
import type { HubAccount, PullReply, Sender } from '../../../shared/hub/protocol.ts';
import { DOCUMENTS, HubDocument, HubTable, PULL_BYTES } from '../../../shared/hub/protocol.ts';
import { lastLate } from './late.ts';
import type { HubTransaction } from './database.ts';
import { all, one } from './database.ts';

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

/** Items of which at once everything is delivered that was hidden before. */
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

const Moment = z.object({ horizon: z.string(), era: z.int().nullable() });

const placeOf = ({ era, tx, seq }: Row): Place => [era, tx, seq];

/** Below 0 where the first of two places comes first. */
function compare([era, tx, seq]: Place, [otherEra, otherTx, otherSeq]: Place): number {
  const steps = [BigInt(era - otherEra), BigInt(tx) - BigInt(otherTx), BigInt(seq) - BigInt(otherSeq)];
  return Number(steps.find((step) => step !== 0n) ?? 0n);
}

const later = (one: Place, other: Place): Place => (compare(one, other) > 0 ? one : other);

/** Reads a cursor; null for a text that is none. */
export function parseCursor(text: string | null): Places | null {
  if (text === null) return Places.parse({});
  try {
    return Places.parse(JSON.parse(text));
  } catch {
    return null;
  }
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
  const { casebook, person } = account;
  const columns = sql`era, tx::text, seq::text, device, roles, tab AS table, id, person, audience, item, about,
    encode(sha256, 'hex') AS sha256, content`;
  const after = ([of, tx, seq]: Place) => sql`(era, tx, seq) > (${of}, ${tx}::xid8, ${seq}::bigint)`;
  const settled = sql`(era < ${era} OR tx < ${horizon}::xid8)`;
  // Of the table's own columns: without it, the order is that of the texts that are selected.
  const page = sql`ORDER BY document.era, document.tx, document.seq LIMIT ${DOCUMENTS}`;
  // Everything before it is settled: what was not found there is hidden, and comes once it is lifted.
  const end: Place = [era, horizon, '0'];
  const found: Row[] = [];
  const places: Places = { ...from };
  let more = false;
  let room = PULL_BYTES;
  /** Takes rows in their order until the room is full; gives the place up to which there is nothing else. */
  const take = (rows: readonly Row[], place: Place): Place => {
    let reached = place;
    for (const row of rows) {
      if (room <= 0) {
        more = true;
        return reached;
      }
      room -= row.content?.length ?? 0;
      found.push(row);
      reached = placeOf(row);
    }
    if (rows.length < DOCUMENTS) return later(reached, end);
    more = true;
    return reached;
  };
  places.mine = take(
    await all(
      sql`SELECT ${columns} FROM casebook.document
        WHERE casebook = ${casebook} AND audience = ${person} AND ${after(from.mine)} AND ${settled} ${page}`,
      Row,
    ),
    from.mine,
  );
  if (account.role === 'annotator') {
    places.own = take(
      await all(
        sql`SELECT ${columns} FROM casebook.document
          WHERE casebook = ${casebook} AND person = ${person} AND audience IS NULL
            AND tab IN ('annotation', 'assignment', 'response', 'session')
            AND ${after(from.own)} AND ${settled} ${page}`,
        Row,
      ),
      from.own,
    );
  } else {
    places.all = take(
      await all(
        sql`SELECT ${columns} FROM casebook.document
          WHERE casebook = ${casebook} AND audience IS NULL AND ${after(from.all)} AND ${settled} ${page}`,
        Row,
      ),
      from.all,
    );
    const lifted = await all(
      sql`SELECT era, tx::text, seq::text, item FROM casebook.delivery
        WHERE casebook = ${casebook} AND person = ${person} AND ${after(from.lifted)} AND ${settled}
        ORDER BY delivery.era, delivery.tx, delivery.seq LIMIT ${LIFTED}`,
      z.object({ era: z.int(), tx: z.string(), seq: z.string(), item: z.string() }),
    );
    const delivered = new Set<string>();
    let isWhole = lifted.length < LIFTED;
    for (const { era: of, tx, seq, item } of lifted) {
      if (room <= 0) {
        isWhole = false;
        break;
      }
      if (!delivered.has(item)) {
        delivered.add(item);
        // The item and the questions about it.
        const rows = await all(
          sql`SELECT ${columns} FROM casebook.document WHERE casebook = ${casebook} AND audience IS NULL
            AND item IN (SELECT ${item}::uuid UNION SELECT q.item FROM casebook.document q
              WHERE q.casebook = ${casebook} AND q.audience IS NULL AND q.about = ${item})
            AND ${settled}`,
          Row,
        );
        for (const row of rows.sort((one, other) => compare(placeOf(one), placeOf(other)))) {
          room -= row.content?.length ?? 0;
          found.push(row);
        }
      }
      places.lifted = [of, tx, seq];
    }
    if (isWhole) places.lifted = later(places.lifted, end);
    else more = true;
  }
  const isOwn = ({ device, table, audience }: Row): boolean =>
    !whole && device === account.device && audience === null && isFinal(table);
  const told = found.filter((row) => !isOwn(row));
  return {
    documents: told.map(
      ({ era: _era, tx: _tx, seq: _seq, device: _device, roles: _roles, ...document }) => document,
    ),
    senders: account.role === 'annotator' ? [] : await sendersOf(sql, told),
    own: found.filter(isOwn).map(({ table, id }) => ({ table, id })),
    cursor: JSON.stringify(places),
    more,
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
