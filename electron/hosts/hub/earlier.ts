import { z } from 'zod';
import { EARLIER_NAMED, EarlierRows } from '../../../shared/hub/earlierRows.ts';
import { all, type HubDatabase, type HubTransaction } from './database.ts';

const Found = EarlierRows.extend({
  casebook: z.uuid(),
  title: z.string(),
  latest: z
    .string()
    .nullable()
    .transform((at) => (at === null ? null : Number(at))),
});
/** Such rows, with their casebook. */
export type FoundEarlier = z.infer<typeof Found>;

/**
 * Rows from before the hub kept senders' roles that today's rights would refuse, by casebook, sender, device and table.
 * The tables' owner gets all; a curator's device what PostgreSQL shows it: its casebook's rows, none about an item that
 * its person has yet to answer or prepared for somebody else.
 */
export async function earlierRows(sql: HubDatabase | HubTransaction): Promise<FoundEarlier[]> {
  // Contents are looked through as texts: what is no JSON must not hide the rest. A quote inside a JSON text is escaped, so
  // that no text of a row passes for one of its columns.
  return all(
    sql`WITH earlier AS (
        SELECT DISTINCT ON (d.casebook, d.device, d.tab, d.id) d.casebook, d.device, v.name AS "deviceName", v.person,
          a.handle, a.name, a.roles, d.tab, d.id, d.content
        FROM casebook.document d
          JOIN casebook.may_write known ON known.tab = d.tab AND known.role = 'curator'
          JOIN casebook.device v ON v.id = d.device
          CROSS JOIN LATERAL (SELECT * FROM casebook.account a WHERE a.casebook = v.casebook AND a.person = v.person
            ORDER BY a.number DESC LIMIT 1) a
        WHERE d.roles IS NULL AND NOT EXISTS (SELECT FROM casebook.may_write w
          WHERE w.tab = d.tab AND w.role = ANY (a.roles)
            AND (w.whose = 'anybodys' OR d.audience IS NULL AND d.person = v.person))
        ORDER BY d.casebook, d.device, d.tab, d.id, d.era DESC, d.tx DESC, d.seq DESC)
      SELECT c.id AS casebook, c.title, e.person, e.handle, e.name, e.roles, e.device, e."deviceName", e.tab AS table,
        count(*)::int AS count,
        (array_agg(e.id ORDER BY e.id))[1:${EARLIER_NAMED}] AS ids,
        (array_agg(coalesce(CASE e.tab WHEN 'person' THEN substring(e.content FROM '"handle":"([^"\\\\]{1,200})"') END, e.id)
          ORDER BY e.id))[1:${EARLIER_NAMED}] AS named,
        max(coalesce(substring(e.content FROM '"changedAt":([0-9]{10,15})[^0-9]'),
          substring(e.content FROM '"submitted_at":([0-9]{10,15})[^0-9]'),
          substring(e.content FROM '"created_at":([0-9]{10,15})[^0-9]'))::bigint)::text AS latest
      FROM earlier e JOIN casebook.casebook c ON c.id = e.casebook
      GROUP BY c.id, c.title, e.person, e.handle, e.name, e.roles, e.device, e."deviceName", e.tab
      ORDER BY c.title, c.id, e.handle, e."deviceName", e.device, e.tab`,
    Found,
  );
}
