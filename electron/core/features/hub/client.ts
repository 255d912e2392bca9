import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { hostname } from 'node:os';
import { z } from 'zod';
import { clockAhead } from '../../../../shared/domain/clock.ts';
import { CasebookError, type ErrorCode } from '../../../../shared/base/errors.ts';
import type {
  HubAccount,
  HubDocument,
  HubPerson,
  HubRole,
  Invitation,
  LateReply,
  LookReply,
  MissingReply,
  PullReply,
  PushAnswer,
  SendersReply,
} from '../../../../shared/hub/protocol.ts';
import {
  CompleteReply,
  HUB_HEADER,
  HubAccount as HubAccountForm,
  InviteReply,
  LateReply as LateReplyForm,
  LookReply as LookReplyForm,
  IMAGE_BYTES,
  MissingReply as MissingReplyForm,
  PART_BYTES,
  PROTOCOL,
  PeopleReply,
  PullReply as PullReplyForm,
  PushReply,
  Refusal,
  SendersReply as SendersReplyForm,
  TIME_HEADER,
} from '../../../../shared/hub/protocol.ts';
import { EarlierReply, type EarlierRows } from '../../../../shared/hub/earlierRows.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import { networkFault, networkReason, type NetworkFault } from '../../base/networkReason.ts';
import { once } from '../../records/records.ts';

const NOT_FOUND = 404;
const TIMEOUT_MS = 60_000;
const SECRET_BYTES = 32;
/** Images asked for at a time. */
const ASKED = 500;
/** The largest answer that is read: a pull's, with its last document. */
const LARGEST_REPLY = 64 * 1024 * 1024;

/** The secret that a device shows, of 256 random bits. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** An image to send: where its file is. */
export interface ImageToSend {
  readonly sha256: string;
  readonly bytes: number;
  readonly file: string;
}

/** Requests to one hub on behalf of one device. Each throws a CasebookError in words; `busy` may be tried again later. */
export interface HubClient {
  push(
    documents: readonly HubDocument[],
  ): Promise<{ readonly answers: readonly PushAnswer[]; readonly era: number }>;
  pull(cursor: string | null, whole: boolean): Promise<PullReply>;
  /** Asks for nothing but the hub’s time. */
  measureClock(): Promise<void>;
  /** Tells how far this computer’s clock is ahead; 0: it is right again. */
  tellClock(ahead: number): Promise<void>;
  /** What deactivated people sent afterwards, after a number: a page of it. */
  late(after: number): Promise<LateReply['documents']>;
  /** What devices sent before roles were kept, and would be refused today; null: the hub is too old to tell. */
  earlier(): Promise<EarlierRows[] | null>;
  /** From which computers these answers came; null: the hub is too old to tell. */
  senders(answers: readonly string[]): Promise<SendersReply['senders'] | null>;
  /** Sends those of the images that the hub lacks; goes on with what it has of them. */
  sendImages(images: readonly ImageToSend[], sent: (done: number, total: number) => void): Promise<void>;
  /** Writes an image into a file, and checks that it is the one. */
  fetchImage(sha256: string, file: string): Promise<void>;
  people(): Promise<HubPerson[]>;
  invite(
    person: { id: PersonId; handle: string; name: string },
    role: HubRole,
  ): Promise<{ token: string; expiresAt: number }>;
  revoke(device: string): Promise<void>;
}

/** This computer’s clock, and who hears how far it is from the hub’s. */
export interface Clock {
  now(): number;
  heard(ahead: number | null): void;
}
const NO_CLOCK: Clock = { now: () => Date.now(), heard: () => undefined };

function chunked<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}

/** Certificates of the system count, too: labs have authorities of their own. */
const trustSystem = once(() => {
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
});

/** What an invitation is for. */
export function look({ address, casebook, token }: Invitation, signal: AbortSignal): Promise<LookReply> {
  return ask(address, null, 'POST', '/v1/look', { casebook, token }, LookReplyForm, signal);
}

/** Uses an invitation up for a device with this secret; asked again with the same secret, gives the same. */
export function join(
  { address, casebook, token }: Invitation,
  device: {
    readonly secret: string;
    readonly title: string;
    readonly person: { readonly id: PersonId; readonly handle: string; readonly name: string } | null;
  },
  signal: AbortSignal,
): Promise<HubAccount> {
  return ask(
    address,
    null,
    'POST',
    '/v1/join',
    { casebook, token, device: hostname(), ...device },
    HubAccountForm,
    signal,
  );
}

/** A client of a hub; its requests end when the signal aborts. */
export function createHubClient(
  address: string,
  secret: string,
  signal: AbortSignal,
  clock: Clock = NO_CLOCK,
): HubClient {
  const post = <T>(path: string, body: object, form: z.ZodType<T>): Promise<T> =>
    ask(address, secret, 'POST', path, body, form, signal, clock);
  const sendImage = async (
    image: ImageToSend,
    upload: string,
    have: ReadonlySet<number>,
    part: () => void,
  ): Promise<boolean> => {
    if (!existsSync(image.file)) return true;
    const file = await open(image.file, 'r');
    try {
      const parts = Math.ceil(image.bytes / PART_BYTES);
      for (let number = 0; number < parts; number += 1) {
        if (have.has(number)) continue;
        const buffer = Buffer.alloc(Math.min(PART_BYTES, image.bytes - number * PART_BYTES));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, number * PART_BYTES);
        if (bytesRead !== buffer.length) return true;
        await ask(
          address,
          secret,
          'PUT',
          `/v1/images/${image.sha256}/${upload}/${String(number)}`,
          buffer,
          z.null(),
          signal,
        );
        part();
      }
    } finally {
      await file.close();
    }
    const { complete } = await post(`/v1/images/${image.sha256}/${upload}/complete`, {}, CompleteReply);
    return complete;
  };
  return {
    push: (documents) => post('/v1/push', { documents }, PushReply),
    measureClock: async () =>
      void (await wholeText(await request(address, secret, 'GET', '/', null, signal, clock))),
    tellClock: async (ahead) => void (await post('/v1/clock', { ahead }, z.null())),
    late: async (after) => (await post('/v1/late', { after }, LateReplyForm)).documents,
    earlier: () =>
      unlessOlder(
        async () => (await ask(address, secret, 'GET', '/v1/earlier', null, EarlierReply, signal)).rows,
      ),
    senders: (answers) =>
      unlessOlder(async () => (await post('/v1/senders', { answers }, SendersReplyForm)).senders),
    pull: (cursor, whole) => post('/v1/pull', { cursor, whole }, PullReplyForm),
    async sendImages(images, sent) {
      // What is too large the hub refuses by its row.
      const byHash = new Map(
        images.flatMap((image) => (image.bytes > IMAGE_BYTES ? [] : [[image.sha256, image]])),
      );
      const missing: MissingReply['missing'] = [];
      for (const set of chunked([...byHash.values()], ASKED))
        missing.push(
          ...(
            await post(
              '/v1/images/missing',
              { images: set.map(({ sha256, bytes }) => ({ sha256, bytes })) },
              MissingReplyForm,
            )
          ).missing,
        );
      for (const [index, { sha256, upload, parts }] of missing.entries()) {
        const image = byHash.get(sha256);
        if (image === undefined) continue;
        sent(index, missing.length);
        const told = (): void => sent(index, missing.length);
        const isRight = await sendImage(image, upload ?? crypto.randomUUID(), new Set(parts), told);
        // What was begun before was of another file: once more from the start. Of one whose own file is another by now the hub
        // refuses the row; all others go on.
        if (!isRight && upload !== null) await sendImage(image, crypto.randomUUID(), new Set(), told);
      }
    },
    async fetchImage(sha256, file) {
      const hash = createHash('sha256');
      const contents = async function* (): AsyncGenerator<Uint8Array> {
        for (let number = 0, parts = 1; number < parts; number += 1) {
          const path = `/v1/images/${sha256}/${String(number)}`;
          const response = await request(address, secret, 'GET', path, null, signal);
          parts = PartCount.parse(response.headers.get('casebook-parts'));
          const content = await wholeContent(response);
          hash.update(content);
          yield content;
        }
      };
      // A full disk fails the exchange, in words, and nothing else.
      await pipeline(contents, createWriteStream(file));
      if (hash.digest('hex') !== sha256)
        throw new CasebookError(
          'busy',
          'An image arrived damaged.',
          'Nothing was changed. It is fetched again.',
        );
    },
    people: async () => (await ask(address, secret, 'GET', '/v1/people', null, PeopleReply, signal)).people,
    invite: (person, role) => post('/v1/invitations', { person, role }, InviteReply),
    revoke: async (device) => void (await post('/v1/revocations', { device }, z.null())),
  };
}

/** What an address answers; null where the hub is too old to have it. */
async function unlessOlder<T>(asking: () => Promise<T>): Promise<T | null> {
  try {
    return await asking();
  } catch (error) {
    if (error instanceof CasebookError && error.code === 'not_found') return null;
    throw error;
  }
}

/** How many parts an image has; an answer that does not say so has this one. */
const PartCount = z.coerce.number().int().positive().catch(1);

async function wholeContent(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw brokenOff(error);
  }
}

async function ask<T>(
  address: string,
  secret: string | null,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: object | null,
  form: z.ZodType<T>,
  signal: AbortSignal,
  clock: Clock = NO_CLOCK,
): Promise<T> {
  // Before it is connected, Casebook does not try again by itself.
  const told = (error: unknown): unknown =>
    secret === null && error instanceof CasebookError && error.hint === LATER
      ? new CasebookError(error.code, error.message, 'Nothing was changed. Try again in a moment.', {
          cause: error,
        })
      : error;
  let text: string;
  try {
    text = await wholeText(await request(address, secret, method, path, body, signal, clock));
  } catch (error) {
    throw told(error);
  }
  let answer: Json;
  try {
    answer = jsonOf(text);
  } catch (error) {
    throw told(error);
  }
  const parsed = form.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new CasebookError(
    'newer_version',
    'The hub answered something that this Casebook cannot read.',
    'Nothing was changed. Update Casebook here or on the hub.',
    { cause: parsed.error },
  );
}

/** An answer's content. Throws `busy` where it ends in the middle: a proxy can cut it so that nothing else shows it. */
function jsonOf(text: string): Json {
  try {
    return text === '' ? null : Json.parse(JSON.parse(text));
  } catch (error) {
    throw cutShort(error);
  }
}

const cutShort = (error: unknown): CasebookError =>
  new CasebookError('busy', 'The hub’s answer was cut short.', LATER, { cause: error });

/** Why an answer that had begun did not end. */
const brokenOff = (error: unknown): CasebookError =>
  networkFault(error) === 'cut' ? cutShort(error) : unreachable(error);

async function wholeText(response: Response): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > LARGEST_REPLY) throw new Error('the answer is too long');
      parts.push(Buffer.from(part));
    }
  } catch (error) {
    throw brokenOff(error);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** One request; gives an answer of the hub itself. Follows nobody elsewhere. */
async function request(
  address: string,
  secret: string | null,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: object | null,
  signal: AbortSignal,
  clock: Clock = NO_CLOCK,
): Promise<Response> {
  trustSystem();
  const sentAt = clock.now();
  let response: Response;
  try {
    response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === null
          ? {}
          : { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === null
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw unreachable(error);
  }
  const protocol = response.headers.get(HUB_HEADER);
  if (protocol !== null && protocol !== PROTOCOL) {
    await response.body?.cancel();
    throw new CasebookError(
      'newer_version',
      `The hub is of another version of Casebook (it speaks ${protocol}, this one ${PROTOCOL}).`,
      'Nothing was changed. Update Casebook here or on the hub.',
    );
  }
  if (protocol === null) {
    await response.body?.cancel();
    throw new CasebookError(
      'busy',
      'Something other than the hub answered: a sign-in page of the network, or a proxy.',
      'Nothing was changed. Sign in to the network, then exchange again.',
    );
  }
  const time = Number(response.headers.get(TIME_HEADER) ?? Number.NaN);
  if (Number.isSafeInteger(time)) clock.heard(clockAhead(time, sentAt, clock.now()));
  if (response.ok) return response;
  const text = await wholeText(response);
  const refusal = Refusal.safeParse(jsonOf(text));
  if (!refusal.success)
    throw new CasebookError('busy', `The hub answered with an error (${String(response.status)}).`, LATER);
  const { code, message } = refusal.data;
  // An older hub has not all addresses.
  throw new CasebookError(response.status === NOT_FOUND ? 'not_found' : CODES[code], message, HINTS[code]);
}

const LATER = 'Nothing was lost. Casebook tries again.';
const CODES: Record<Refusal['code'], ErrorCode> = {
  unknown: 'forbidden',
  revoked: 'forbidden',
  forbidden: 'forbidden',
  invalid: 'invalid_input',
  too_large: 'invalid_input',
  too_often: 'busy',
  busy: 'busy',
  full: 'busy',
};
/** What somebody does whose computer the hub does not let in any more. */
export const REJOIN =
  'Nothing was lost: your work is in this casebook. Ask a curator for a new invitation. Then disconnect on the Team screen, choose “Connect to a hub…”, and paste the invitation.';
const HINTS: Record<Refusal['code'], string | null> = {
  unknown: REJOIN,
  revoked: REJOIN,
  forbidden: null,
  invalid: null,
  too_large: null,
  too_often: LATER,
  busy: LATER,
  full: 'Nothing was lost. Tell the person who runs the hub; Casebook tries again.',
};

/** Why no answer came, in words. */
function unreachable(error: unknown): CasebookError {
  return new CasebookError('busy', networkReason(error, 'hub'), WAYS_OUT[networkFault(error)] ?? LATER, {
    cause: error,
  });
}

/** What to do where waiting alone does not help. */
const WAYS_OUT: Partial<Record<NetworkFault, string>> = {
  expired: 'Nothing was lost. The person who runs the hub has to renew it; Casebook tries again.',
  other_name: 'Nothing was sent. Ask the person who runs the hub for the address that the certificate names.',
  untrusted:
    'Nothing was sent. If your lab has a certificate authority of its own, add it to the certificates of this computer’s system and start Casebook again.',
  early: 'Nothing was sent. Set this computer’s clock; Casebook tries again.',
};
