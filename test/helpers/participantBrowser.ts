import { Agent, request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { ArrivalPage, type Device } from '../../shared/contract/arrivals.ts';
import { errorCode } from '../../electron/core/base/errors.ts';
import { FailureData } from '../../shared/contract/base.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';

/** A reply that came whole. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly bytes: number;
  /** From sending the request, connecting included: until the body's first byte, and until all of it, in milliseconds. */
  readonly firstByteMs: number;
  readonly wholeMs: number;
}

/** A call that the core refused, or did not answer. */
export class CallFailed extends Error {
  readonly status: number;
  /** Null where the core itself did not say it. */
  readonly code: ErrorCode | null;
  constructor(procedure: string, { status, body }: Reply) {
    const said = Failure.safeParse(parsedOrNull(body));
    const message = said.success ? said.data.json.message : body.toString('utf8', 0, 200);
    super(`${procedure}: ${String(status)} ${message}`);
    this.status = status;
    this.code = said.success ? said.data.json.data.code : null;
  }
}

/** What kind of request it is, by what a page asks for. */
export type RequestKind = 'link' | 'page' | 'asset' | 'image' | 'call';

/** Hears of every request as it is sent, and gives what hears of its reply. */
export type Told = (kind: RequestKind, path: string) => (reply: Reply) => void;

export interface BrowserOptions {
  readonly port: number;
  readonly ca: Buffer;
  readonly told?: Told;
}

/** As the page does while many people take places: renderer/screens/arrival/useArrival.ts. In milliseconds. */
const ASKED_EVERY = 5_000;
/** As many connections as a browser keeps to one host. */
const SOCKETS = 6;
const LIKE_A_BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'en-GB,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
  accept: '*/*',
} as const;
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } as const;

/**
 * A participant's browser as the host meets it: the requests of the page with its headers, a cookie, up to six connections
 * that are kept, TLS sessions that are resumed.
 */
export class ParticipantBrowser {
  readonly #agent: Agent;
  readonly #options: BrowserOptions;
  readonly #host: string;
  /** As `NAME=VALUE`; null before a link gave one. */
  cookie: string | null = null;

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.#host = `localhost:${String(options.port)}`;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: SOCKETS,
      ca: options.ca,
      host: '127.0.0.1',
      servername: 'localhost',
    });
  }

  /** Opens a link of the host and keeps the cookie that it gives. Throws where it lets nobody in. */
  async open(link: string): Promise<void> {
    const reply = await this.#send('link', 'GET', link, { ...NAVIGATION, 'sec-fetch-site': 'none' });
    const [cookie] = reply.headers['set-cookie'] ?? [];
    if (reply.status !== 200) throw new CallFailed('The study link', reply);
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? null;
  }

  /** The page that a link leads on to. */
  page(): Promise<Reply> {
    return this.#got('page', '/', NAVIGATION);
  }

  asset(path: string): Promise<Reply> {
    return this.#got('asset', path);
  }

  /** An image as participants get it. */
  image(id: string): Promise<Reply> {
    return this.#got('image', `/image/${id}/shown`);
  }

  /** Calls a procedure of the contract. Throws {@link CallFailed}, or the connection's error. */
  async call<T>(procedure: string, input: unknown, shape: z.ZodType<T>): Promise<T> {
    const path = `/rpc/${procedure.replaceAll('.', '/')}`;
    const body = JSON.stringify(input === undefined ? {} : { json: input });
    const reply = await this.#send('call', 'POST', path, { 'content-type': 'application/json' }, body);
    if (reply.status !== 200) throw new CallFailed(procedure, reply);
    const [cookie] = reply.headers['set-cookie'] ?? [];
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? null;
    const said: unknown = JSON.parse(reply.body.toString('utf8'));
    return shape.parse(z.object({ json: z.unknown().optional() }).parse(said).json);
  }

  /**
   * Agrees to what the study asks and takes a place, asking again as the page does while many people take theirs. Gives the
   * page that follows.
   */
  async begin(device: Device): Promise<ArrivalPage> {
    const agreed = await this.call('arrivals.consent', { device, agree: true }, ArrivalPage);
    while (agreed.now.view === 'ready') {
      try {
        return await this.call('arrivals.begin', { device }, ArrivalPage);
      } catch (error) {
        if (!(error instanceof CallFailed) || error.code !== 'busy') throw error;
        await after(ASKED_EVERY);
      }
    }
    return agreed;
  }

  /** Ends its connections. */
  close(): void {
    this.#agent.destroy();
  }

  async #got(
    kind: RequestKind,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const reply = await this.#send(kind, 'GET', path, headers);
    if (reply.status !== 200) throw new CallFailed(path, reply);
    return reply;
  }

  async #send(
    kind: RequestKind,
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body = '',
  ): Promise<Reply> {
    const answered = this.#options.told?.(kind, path);
    const send = (): Promise<Reply> => this.#sendOnce(kind, method, path, headers, body);
    const reply = await send().catch((error: unknown) => {
      if (error instanceof StaleConnection) return send();
      throw error;
    });
    answered?.(reply);
    return reply;
  }

  #sendOnce(
    kind: RequestKind,
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Reply> {
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#options.port,
        path,
        method,
        agent: this.#agent,
        headers: {
          host: this.#host,
          ...LIKE_A_BROWSER,
          'sec-fetch-site': 'same-origin',
          ...(this.cookie === null ? {} : { cookie: this.cookie }),
          ...(method === 'POST' && {
            origin: `https://${this.#host}`,
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      });
      sent.on('error', (error) =>
        reject(sent.reusedSocket && errorCode(error) === 'ECONNRESET' ? new StaleConnection() : error),
      );
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        let firstByteAt = 0;
        answer.on('data', (chunk: Buffer) => {
          if (bytes === 0) firstByteAt = performance.now();
          bytes += chunk.length;
          // Of images and scripts only the size matters.
          if (kind !== 'image' && kind !== 'asset') chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const now = performance.now();
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            bytes,
            firstByteMs: (firstByteAt === 0 ? now : firstByteAt) - sentAt,
            wholeMs: now - sentAt,
          });
        });
      });
      sent.end(body);
    });
  }
}

/** A connection that was kept, and that the host had ended meanwhile: browsers send such a request once more. */
class StaleConnection extends Error {}

const Failure = z.object({ json: z.object({ message: z.string(), data: FailureData }) });

function parsedOrNull(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
