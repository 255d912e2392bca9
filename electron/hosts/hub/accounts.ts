import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { CLOCK_TOLERANCE_MS } from '../../../shared/domain/clock.ts';
import {
  type HubAccount,
  type HubPerson,
  type HubRole,
  HubRole as HubRoleForm,
  SendersReply,
} from '../../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../../shared/hub/roles.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { all, type HubDatabase, type HubTransaction } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** An invitation that nobody used by then is void. */
export const INVITATION_DAYS = 14;
const SECRET_BYTES = 32;

/** A secret of 256 random bits, as 43 letters that survive any mail. */
const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
/** How a secret is kept. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The person who is invited; `id` null: the person who brings a new casebook. */
export interface Invitee {
  readonly id: PersonId | null;
  readonly handle: string;
  readonly name: string;
  readonly role: HubRole;
}

/** Writes an invitation; gives its word, which the hub keeps only the hash of. */
export async function invite(
  sql: HubDatabase | HubTransaction,
  casebook: string,
  { id, handle, name, role }: Invitee,
  by: PersonId | null,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = newSecret();
  const expiresAt = Date.now() + INVITATION_DAYS * DAY_MS;
  await sql`INSERT INTO casebook.invitation (casebook, person, handle, name, role, token, created_by, expires_at)
    VALUES (${casebook}, ${id}, ${handle}, ${name}, ${role}, ${hashOf(token)}, ${by}, ${new Date(expiresAt)})`;
  return { token, expiresAt };
}

/** Makes a place for a casebook that somebody will bring; gives its id in the hub. */
export async function newCasebook(sql: HubDatabase, title: string): Promise<string> {
  const [{ id }] = z
    .tuple([z.object({ id: z.uuid() })])
    .parse([
      ...(await sql`INSERT INTO casebook.casebook (id, title) VALUES (gen_random_uuid(), ${title}) RETURNING id`),
    ]);
  return id;
}

const CasebookRow = z.object({ id: z.uuid(), title: z.string() });

/** The casebook that is meant: the only one, or that of an id or title. Throws `not_found` in words. */
export async function casebookOf(
  sql: HubDatabase,
  wanted: string | null,
): Promise<z.infer<typeof CasebookRow>> {
  const known = await all(sql`SELECT id, title FROM casebook.casebook ORDER BY created_at, id`, CasebookRow);
  const found = wanted === null ? known : known.filter(({ id, title }) => id === wanted || title === wanted);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const list = known.map(({ id, title }) => `${title} (${id})`).join(', ');
  throw new CasebookError(
    'not_found',
    known.length === 0
      ? 'The hub has no casebook yet.'
      : `${wanted === null ? 'The hub has several casebooks' : `The hub has ${first === undefined ? 'no' : 'more than one'} casebook "${wanted}"`}: ${list}.`,
    known.length === 0
      ? 'Nothing was changed. Invite its first curator: casebook hub invite --new TITLE.'
      : 'Nothing was changed. Name one with --casebook.',
  );
}

/** A person of a casebook as the curators’ casebooks submitted them, by short name or name. Throws `not_found`. */
export async function personOf(
  sql: HubDatabase,
  casebook: string,
  named: string,
): Promise<Omit<Invitee, 'role'>> {
  const people = await all(
    sql`SELECT DISTINCT ON (d.id) d.id, d.content::json -> 'row' ->> 'handle' AS handle, d.content::json -> 'row' ->> 'name' AS name
      FROM casebook.document d WHERE d.casebook = ${casebook} AND d.tab = 'person' AND d.audience IS NULL
        AND d.content::json -> 'row' ->> 'kind' = 'human'
      ORDER BY d.id, d.era DESC, d.tx DESC, d.seq DESC`,
    z.object({ id: PersonId, handle: z.string(), name: z.string() }),
  );
  const found = people.find(({ handle, name }) => handle === named || name === named);
  if (found !== undefined) return found;
  throw new CasebookError(
    'not_found',
    `The casebook has nobody called "${named}".`,
    `Nobody was invited. ${people.length === 0 ? 'Its first curator has not connected yet.' : `Choose one of: ${people.map(({ handle }) => handle).join(', ')}.`}`,
  );
}

const PersonRow = z.object({
  person: PersonId,
  handle: z.string(),
  name: z.string(),
  role: HubRoleForm,
  device: z.uuid().nullable(),
  deviceName: z.string().nullable(),
  since: z.date().nullable(),
  revokedAt: z.date().nullable(),
  exchangedAt: z.date().nullable(),
  ahead: z.coerce.number().nullable(),
});

/** What a person of a casebook is to the hub, by the roles that the casebook gives them. */
export async function roleIn(sql: HubDatabase, casebook: string, person: PersonId | null): Promise<HubRole> {
  const [row] = await all(
    sql`SELECT content::json -> 'row' ->> 'roles' AS roles FROM casebook.document
      WHERE casebook = ${casebook} AND tab = 'person' AND id = ${person} AND audience IS NULL
      ORDER BY era DESC, tx DESC, seq DESC LIMIT 1`,
    z.object({ roles: z.string() }),
  );
  return hubRoleOf(z.array(z.string()).parse(JSON.parse(row?.roles ?? '[]')));
}

/** Who may connect to a casebook, each with their devices. */
export async function people(sql: HubDatabase | HubTransaction, casebook: string): Promise<HubPerson[]> {
  const rows = await all(
    sql`SELECT a.person, a.handle, a.name, a.role, d.id AS device, d.name AS "deviceName", d.created_at AS since,
        r.revoked_at AS "revokedAt", e.exchanged_at AS "exchangedAt",
        (SELECT c.ahead::text FROM casebook.device_clock c WHERE c.device = d.id ORDER BY c.number DESC LIMIT 1) AS ahead
      FROM (SELECT DISTINCT ON (person) * FROM casebook.account WHERE casebook = ${casebook}
        ORDER BY person, number DESC) a
      LEFT JOIN casebook.device d ON d.casebook = a.casebook AND d.person = a.person
      LEFT JOIN casebook.revocation r ON r.device = d.id
      LEFT JOIN casebook.device_exchange e ON e.device = d.id
      ORDER BY a.handle, a.person, d.created_at`,
    PersonRow,
  );
  const found = new Map<string, HubPerson>();
  for (const {
    person,
    handle,
    name,
    role,
    device,
    deviceName,
    since,
    revokedAt,
    exchangedAt,
    ahead,
  } of rows) {
    const known = found.get(person) ?? { person, handle, name, role, devices: [] };
    found.set(person, known);
    if (device === null) continue;
    known.devices.push({
      id: device,
      name: deviceName ?? '',
      since: since?.getTime() ?? 0,
      revokedAt: revokedAt?.getTime() ?? null,
      exchangedAt: exchangedAt?.getTime() ?? null,
      clockAhead: ahead === null || ahead === 0 ? null : ahead,
    });
  }
  return [...found.values()];
}

/** Notes how far a device’s clock is from the hub’s, where it told another figure before. */
export async function noteClock(sql: HubTransaction, { device }: HubAccount, ahead: number): Promise<void> {
  await sql`INSERT INTO casebook.device_clock (device, ahead) SELECT ${device}, ${ahead}::bigint
    WHERE abs(${ahead}::bigint - coalesce((SELECT c.ahead FROM casebook.device_clock c WHERE c.device = ${device}
      ORDER BY c.number DESC LIMIT 1), 0)) >= ${ahead === 0 ? 1 : CLOCK_TOLERANCE_MS}`;
}

/**
 * From which computers answers came, as row security shows them: an overseer gets none about an item that they have yet to
 * answer, an annotator their own.
 */
export async function sendersOf(
  sql: HubTransaction,
  answers: readonly string[],
): Promise<SendersReply['senders']> {
  return all(
    sql`SELECT DISTINCT ON (d.id) d.id, v.name AS device FROM casebook.document d
      JOIN casebook.device v ON v.id = d.device
      WHERE d.casebook = (SELECT casebook.here()) AND d.tab = 'annotation' AND d.audience IS NULL
        AND d.id = ANY (${[...answers]}::text[])
      ORDER BY d.id, d.era, d.tx, d.seq`,
    SendersReply.shape.senders.element,
  );
}

/** Revokes devices: their next request is refused. */
export async function revoke(sql: HubDatabase | HubTransaction, devices: readonly string[]): Promise<void> {
  for (const device of devices)
    await sql`INSERT INTO casebook.revocation (device) VALUES (${device}) ON CONFLICT DO NOTHING`;
}
