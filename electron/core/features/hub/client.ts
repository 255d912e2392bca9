import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  CompleteReply,
  type HubAccount,
  HubAccount as HubAccountForm,
  type HubDocument,
  type HubPerson,
  type HubRole,
  IMAGE_BYTES,
  type Invitation,
  InviteReply,
  type LateReply,
  LateReply as LateReplyForm,
  type LookReply,
  LookReply as LookReplyForm,
  type MissingReply,
  MissingReply as MissingReplyForm,
  PART_BYTES,
  PeopleReply,
  type PullReply,
  PullReply as PullReplyForm,
  type PushAnswer,
  PushReply,
  type SendersReply,
  SendersReply as SendersReplyForm,
} from '../../../../shared/hub/protocol.ts';
import { EarlierReply, type EarlierRows } from '../../../../shared/hub/earlierRows.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { askHub, type Clock, type HubEndpoint, sendRequest, wholeContent, wholeText } from './request.ts';

const SECRET_BYTES = 32;
/** Images asked for at a time. */
const ASKED = 500;

/** The secret that a device shows, of 256 random bits. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** An image to send: where its file is. */
export interface ImageToSend {
  readonly sha256: string;
  readonly bytes: number;
  readonly file: string;
}

function chunked<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}

/** What an invitation is for. */
export function lookUpInvitation(
  { address, casebook, token }: Invitation,
  signal: AbortSignal,
): Promise<LookReply> {
  return askHub({ address, secret: null, signal }, 'POST', '/v1/look', { casebook, token }, LookReplyForm);
}

/** Uses an invitation up for a device with this secret; asked again with the same secret, gives the same. */
export function redeemInvitation(
  { address, casebook, token }: Invitation,
  device: {
    readonly secret: string;
    readonly title: string;
    readonly person: { readonly id: PersonId; readonly handle: string; readonly name: string } | null;
  },
  signal: AbortSignal,
): Promise<HubAccount> {
  return askHub(
    { address, secret: null, signal },
    'POST',
    '/v1/join',
    { casebook, token, device: hostname(), ...device },
    HubAccountForm,
  );
}

/** Requests to one hub on behalf of one device. Each throws a CasebookError in words; `busy` may be tried again later. */
export class HubClient {
  readonly #hub: HubEndpoint;
  /** The same without the clock: requests for images do not tell how far it is off. */
  readonly #quiet: HubEndpoint;

  constructor(address: string, secret: string, signal: AbortSignal, clock?: Clock) {
    this.#quiet = { address, secret, signal };
    this.#hub = clock === undefined ? this.#quiet : { ...this.#quiet, clock };
  }

  push(
    documents: readonly HubDocument[],
  ): Promise<{ readonly answers: readonly PushAnswer[]; readonly era: number }> {
    return this.#post('/v1/push', { documents }, PushReply);
  }

  pull(cursor: string | null, whole: boolean): Promise<PullReply> {
    return this.#post('/v1/pull', { cursor, whole }, PullReplyForm);
  }

  /** Asks for nothing but the hub’s time. */
  async measureClock(): Promise<void> {
    await wholeText(await sendRequest(this.#hub, 'GET', '/', null));
  }

  /** Tells how far this computer’s clock is ahead; 0: it is right again. */
  async tellClock(ahead: number): Promise<void> {
    await this.#post('/v1/clock', { ahead }, z.null());
  }

  /** What deactivated people sent afterwards, after a number: a page of it. */
  async late(after: number): Promise<LateReply['documents']> {
    return (await this.#post('/v1/late', { after }, LateReplyForm)).documents;
  }

  /** What devices sent before roles were kept, and would be refused today; null: the hub is too old to tell. */
  earlier(): Promise<EarlierRows[] | null> {
    return unlessOlder(async () => (await this.#get('/v1/earlier', EarlierReply)).rows);
  }

  /** From which computers these answers came; null: the hub is too old to tell. */
  senders(answers: readonly string[]): Promise<SendersReply['senders'] | null> {
    return unlessOlder(async () => (await this.#post('/v1/senders', { answers }, SendersReplyForm)).senders);
  }

  /** Sends the images that the hub lacks, each from where an earlier try ended. */
  async sendImages(
    images: readonly ImageToSend[],
    sent: (done: number, total: number) => void,
  ): Promise<void> {
    // What is too large the hub refuses by its row.
    const byHash = new Map(
      images.flatMap((image) => (image.bytes > IMAGE_BYTES ? [] : [[image.sha256, image]])),
    );
    const missing: MissingReply['missing'] = [];
    for (const set of chunked([...byHash.values()], ASKED)) {
      const asked = { images: set.map(({ sha256, bytes }) => ({ sha256, bytes })) };
      missing.push(...(await this.#post('/v1/images/missing', asked, MissingReplyForm)).missing);
    }
    for (const [index, { sha256, upload, parts }] of missing.entries()) {
      const image = byHash.get(sha256);
      if (image === undefined) continue;
      const tell = (): void => sent(index, missing.length);
      tell();
      const isRight = await this.#sendImage(image, upload ?? crypto.randomUUID(), new Set(parts), tell);
      // What was begun before was of another file: once more from the start. Of one whose own file is another by now the hub
      // refuses the row; all others go on.
      if (!isRight && upload !== null) await this.#sendImage(image, crypto.randomUUID(), new Set(), tell);
    }
  }

  /** Writes an image into a file, and checks that it is the one. */
  async fetchImage(sha256: string, file: string): Promise<void> {
    const hash = createHash('sha256');
    const contents = async function* (hub: HubEndpoint): AsyncGenerator<Uint8Array> {
      for (let number = 0, parts = 1; number < parts; number += 1) {
        const response = await sendRequest(hub, 'GET', `/v1/images/${sha256}/${String(number)}`, null);
        parts = PartCount.parse(response.headers.get('casebook-parts'));
        const content = await wholeContent(response);
        hash.update(content);
        yield content;
      }
    };
    // A full disk fails the exchange, in words, and nothing else.
    await pipeline(contents(this.#quiet), createWriteStream(file));
    if (hash.digest('hex') !== sha256)
      throw new CasebookError(
        'busy',
        'An image arrived damaged.',
        'Nothing was changed. It is fetched again.',
      );
  }

  async people(): Promise<HubPerson[]> {
    return (await this.#get('/v1/people', PeopleReply)).people;
  }

  invite(
    person: { id: PersonId; handle: string; name: string },
    role: HubRole,
  ): Promise<{ token: string; expiresAt: number }> {
    return this.#post('/v1/invitations', { person, role }, InviteReply);
  }

  async revoke(device: string): Promise<void> {
    await this.#post('/v1/revocations', { device }, z.null());
  }

  #post<T>(path: string, body: object, form: z.ZodType<T>): Promise<T> {
    return askHub(this.#hub, 'POST', path, body, form);
  }

  /** Asks without noting how far this computer's clock is off. */
  #get<T>(path: string, form: z.ZodType<T>): Promise<T> {
    return askHub(this.#quiet, 'GET', path, null, form);
  }

  /** Sends the parts of an image that the hub lacks. Gives false where what the hub has now is not that image. */
  async #sendImage(
    image: ImageToSend,
    upload: string,
    have: ReadonlySet<number>,
    tell: () => void,
  ): Promise<boolean> {
    if (!existsSync(image.file)) return true;
    const path = `/v1/images/${image.sha256}/${upload}`;
    const file = await open(image.file, 'r');
    try {
      const parts = Math.ceil(image.bytes / PART_BYTES);
      for (let number = 0; number < parts; number += 1) {
        if (have.has(number)) continue;
        const buffer = Buffer.alloc(Math.min(PART_BYTES, image.bytes - number * PART_BYTES));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, number * PART_BYTES);
        if (bytesRead !== buffer.length) return true;
        await askHub(this.#quiet, 'PUT', `${path}/${String(number)}`, buffer, z.null());
        tell();
      }
    } finally {
      await file.close();
    }
    return (await this.#post(`${path}/complete`, {}, CompleteReply)).complete;
  }
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
