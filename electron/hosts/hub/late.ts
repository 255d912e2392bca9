import { z } from 'zod';
import { isFinal } from '../../core/db/documents.ts';
import { type HubAccount, type HubDocument, HubTable, type LateReply } from '../../../shared/hub/protocol.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { all, type HubDatabase, type HubTransaction, one } from './database.ts';

/* What devices of deactivated people send: kept apart, for a curator to include. */

const PAGE = 200;
const Row = z.object({
  number: z.coerce.number(),
  person: PersonId,
  table: HubTable,
  id: z.string(),
  item: z.string().nullable(),
  content: z.string(),
});

/** Whether a device was revoked because its person was deactivated. */
export async function isDeactivated(sql: HubDatabase | HubTransaction, secret: string): Promise<boolean> {
  const { deactivated } = await one(
    sql`SELECT casebook.is_deactivated(${secret}) AS deactivated`,
    z.object({ deactivated: z.boolean() }),
  );
  return deactivated;
}

/** Keeps the answers that such a device sends apart. Gives how many are kept of it. */
export async function keepLate(
  sql: HubDatabase,
  secret: string,
  documents: readonly HubDocument[],
): Promise<number> {
  const answers = documents.filter(
    ({ table, audience, content, id }) =>
      (table === 'annotation' || table === 'response') &&
      isFinal(table) &&
      audience === null &&
      content !== null &&
      !content.includes('\0') &&
      !id.includes('\0'),
  );
  const column = (of: (document: HubDocument) => string | null): (string | null)[] => answers.map(of);
  const { kept } = await one(
    sql`SELECT casebook.keep_late(${secret}, ${column(({ table }) => table)}::text[], ${column(({ id }) => id)}::text[],
      ${column(({ item }) => item)}::uuid[], ${column(({ content }) => content)}::text[]) AS kept`,
    z.object({ kept: z.int() }),
  );
  return kept;
}

/** The number of the last row that is kept apart; 0: none. */
export async function lastLate(sql: HubTransaction, { casebook }: HubAccount): Promise<number> {
  const { last } = await one(
    sql`SELECT coalesce(max(number), 0)::text AS last FROM casebook.late WHERE casebook = ${casebook}`,
    z.object({ last: z.coerce.number() }),
  );
  return last;
}

/** What is kept apart after a number, a page of it. */
export async function lateAfter(
  sql: HubTransaction,
  { casebook }: HubAccount,
  after: number,
): Promise<LateReply['documents']> {
  return all(
    sql`SELECT number::text, person, tab AS table, id, item, content FROM casebook.late
      WHERE casebook = ${casebook} AND number > ${after}::bigint ORDER BY late.number LIMIT ${PAGE}`,
    Row,
  );
}
