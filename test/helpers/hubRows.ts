import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { z } from 'zod';
import { newSecret, redeemInvitation } from '../../electron/core/features/hub/client.ts';
import { SEPARATOR } from '../../electron/core/db/documents.ts';
import { invite } from '../../electron/hosts/hub/accounts.ts';
import type { HubDatabase, HubTransaction } from '../../electron/hosts/hub/database.ts';
import {
  type HubAccount,
  HubDocument,
  type HubRole,
  PullReply,
  type PushAnswer,
  PushReply,
} from '../../shared/hub/protocol.ts';
import { PersonId } from '../../shared/base/ids.ts';
import type { TestHub } from './hub.ts';

/* A hub as somebody sees it who has no Casebook: requests by hand, and rows made by hand. */

const { signal } = new AbortController();
const TIME = Date.UTC(2026, 0, 5);

/**
 * Keeps the server's own upkeep out of a test: while it counts a table's rows, what others have just added is not read yet,
 * as while anybody else writes.
 */
export async function undisturbed({ owner }: TestHub): Promise<void> {
  await owner.unsafe('ALTER SYSTEM SET autovacuum = off');
  await owner`SELECT pg_reload_conf()`;
}

/** A device that has joined. */
export interface Device {
  readonly url: string;
  readonly secret: string;
  readonly account: HubAccount;
}

/** Somebody new, or somebody of the casebook, joins with one more device. */
export async function device(
  hub: TestHub,
  casebook: string,
  role: HubRole,
  person: { readonly id: string; readonly handle: string } = { id: v7(), handle: role },
): Promise<Device> {
  const who = { id: PersonId.parse(person.id), handle: person.handle, name: '' };
  const { token } = await invite(hub.owner, casebook, { ...who, role }, null);
  const secret = newSecret();
  const invitation = { address: hub.url, casebook, token };
  return {
    url: hub.url,
    secret,
    account: await redeemInvitation(invitation, { secret, title: '', person: who }, signal),
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** One request; a body that is no text or bytes goes as JSON. */
export async function ask(
  { url, secret }: { readonly url: string; readonly secret: string | null },
  method: string,
  path: string,
  body?: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), ...headers },
    ...(body !== undefined && {
      body:
        typeof body === 'string' || body instanceof ReadableStream
          ? body
          : body instanceof Uint8Array
            ? new Uint8Array(body)
            : JSON.stringify(body),
    }),
    // Node sends a stream only like this.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

/** A request to each address of a hub as somebody may send it, by method and route. */
export const requests = (
  sha256 = '0'.repeat(64),
): Readonly<Record<string, readonly [path: string, body?: object]>> => ({
  'GET /': ['/'],
  'POST /v1/look': ['/v1/look', { casebook: v7(), token: newSecret() }],
  'POST /v1/join': [
    '/v1/join',
    { casebook: v7(), token: newSecret(), device: '', person: null, title: '', secret: newSecret() },
  ],
  'POST /v1/push': ['/v1/push', { documents: [] }],
  'POST /v1/pull': ['/v1/pull', { cursor: null }],
  'POST /v1/senders': ['/v1/senders', { answers: [] }],
  'POST /v1/clock': ['/v1/clock', { ahead: 0 }],
  'POST /v1/late': ['/v1/late', { after: 0 }],
  'POST /v1/images/missing': ['/v1/images/missing', { images: [{ sha256, bytes: 1 }] }],
  'PUT /v1/images/:sha256/:upload/:number': [`/v1/images/${sha256}/${v7()}/0`, Buffer.from('part')],
  'POST /v1/images/:sha256/:upload/complete': [`/v1/images/${sha256}/${v7()}/complete`],
  'GET /v1/images/:sha256/:number': [`/v1/images/${sha256}/0`],
  'GET /v1/earlier': ['/v1/earlier'],
  'GET /v1/people': ['/v1/people'],
  'POST /v1/invitations': [
    '/v1/invitations',
    { person: { id: v7(), handle: 'new', name: '' }, role: 'curator' },
  ],
  'POST /v1/revocations': ['/v1/revocations', { device: v7() }],
});

/** Everything that is new to a device since a cursor, page by page. */
export async function pullAll(
  from: Device,
  since: string | null = null,
  whole = true,
): Promise<{ readonly documents: HubDocument[]; readonly cursor: string; readonly era: number }> {
  const documents: HubDocument[] = [];
  for (let cursor = since; ;) {
    const { status, text } = await ask(from, 'POST', '/v1/pull', { cursor, whole });
    if (status !== 200) throw new Error(text);
    const reply = PullReply.parse(JSON.parse(text));
    documents.push(...reply.documents);
    ({ cursor } = reply);
    if (!reply.more) return { documents, cursor: reply.cursor, era: reply.era };
  }
}

export async function push(to: Device, documents: readonly HubDocument[]): Promise<PushAnswer[]> {
  const { status, text } = await ask(to, 'POST', '/v1/push', { documents });
  if (status !== 200) throw new Error(text);
  return PushReply.parse(JSON.parse(text)).answers;
}

/** Sends an image as a casebook does, in parts; gives its hash. */
export async function sendImage(to: Device, parts: readonly Uint8Array[], upload = v7()): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const sha256 = hash.digest('hex');
  for (const [number, part] of parts.entries())
    await ask(to, 'PUT', `/v1/images/${sha256}/${upload}/${String(number)}`, part);
  await ask(to, 'POST', `/v1/images/${sha256}/${upload}/complete`);
  return sha256;
}

/** A transaction as a request has it: a device has entered. */
export async function within<T>(
  sql: HubDatabase,
  entering: Device,
  work: (transaction: HubTransaction) => Promise<T>,
  mode = 'read write',
): Promise<T> {
  const results: T[] = [];
  await sql.begin(mode, async (transaction) => {
    await transaction`SELECT FROM casebook.enter(${entering.secret})`;
    results.push(await work(transaction));
  });
  for (const result of results) return result;
  throw new Error('The transaction did not run.');
}

export type Row = Readonly<Record<string, string | number | null>>;

/** A document as a casebook sends it; its hash and place are the hub's to make. */
export function document(
  table: HubDocument['table'],
  row: Row,
  more: Partial<Record<keyof HubDocument, string | null>> & { readonly parts?: object } = {},
): HubDocument {
  const { parts = {}, ...rest } = more;
  return HubDocument.parse({
    table,
    id: row['id'],
    person: row['person_id'] ?? null,
    audience: null,
    item: table === 'item' ? row['id'] : (row['item_id'] ?? null),
    about: null,
    sha256: null,
    content: JSON.stringify({ row, parts }),
    ...rest,
  });
}

export const itemRow = (id: string, text = ''): Row => ({
  id,
  benchmark: 'generic',
  external_id: `item ${id}`,
  payload: JSON.stringify({ text }),
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
});

export const answerRow = (item: string, person: string, more: Row = {}): Row => ({
  id: v7(),
  item_id: item,
  item_revision: 1,
  task: 'curate',
  round: 1,
  person_id: person,
  version: 1,
  previous_id: null,
  state: 'submitted',
  payload: '{}',
  revision: 1,
  active_ms: 1,
  created_at: TIME,
  updated_at: TIME,
  submitted_at: TIME,
  independent: 1,
  edition_id: null,
  asked: null,
  signed_off_images: null,
  ...more,
});

export const assignmentRow = (item: string, person: string, state = 'open', id: string = v7()): Row => ({
  id,
  person_id: person,
  item_id: item,
  task: 'curate',
  round: 1,
  position: 0,
  state,
  reason: null,
  created_at: TIME,
  asked: null,
});

export const imageRow = (sha256: string): Row => ({
  id: v7(),
  sha256,
  format: 'png',
  extension: 'png',
  bytes: 1,
  width: 1,
  height: 1,
  perceptual_hash: null,
  link: null,
  origin: null,
  url: null,
  licence: null,
  attribution: null,
  redistributable: null,
  derived_from: null,
  derivation: null,
  created_by: null,
  created_at: TIME,
});

/** Every text in a value, also in JSON inside of texts; keys of several columns part by part. */
export function textsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    const json = /^[[{"]/u.test(value) ? parsed(value) : undefined;
    if (json !== undefined) return textsOf(json, found);
    for (const part of value.split(SEPARATOR)) found.add(part);
  } else if (value instanceof Date) {
    return found;
  } else if (value instanceof Uint8Array) {
    found.add(Buffer.from(value).toString('hex'));
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) textsOf(each, found);
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return z.unknown().parse(JSON.parse(text));
  } catch {
    // Text that only looks like JSON.
    return undefined;
  }
}
