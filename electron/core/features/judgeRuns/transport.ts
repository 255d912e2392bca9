import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Endpoint, keepsSecrets } from './endpoint.ts';

/** No verdict is longer; a server that goes on and on must not fill the memory. */
const LARGEST_REPLY = 8 * 1024 * 1024;

/** What came back for a request, whole. */
export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Where the server wants to be asked instead. */
  readonly location: string | null;
  readonly text: string;
}

/**
 * Carries requests to one endpoint and nowhere else, with Node's own client: it follows no redirect, keeps no cookies,
 * and its agents know no proxies from the environment. Every header is named here; none identifies this machine.
 */
export class Transport {
  readonly #endpoint: Endpoint;
  readonly #key: string | null;
  readonly #agent;
  readonly #request;

  constructor(endpoint: Endpoint, key: string | null) {
    this.#endpoint = endpoint;
    this.#key = key;
    if (key !== null && !keepsSecrets(endpoint)) throw new Error('A key was about to travel unencrypted.');
    this.#agent = endpoint.encrypted
      ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: true })
      : new HttpAgent({ keepAlive: true });
    this.#request = endpoint.encrypted ? httpsRequest : httpRequest;
  }

  /**
   * Sends one request and reads the reply to its end. Rejects where the address is not the endpoint's (nothing is sent
   * then), where no connection came about or it broke, and when the signal aborts.
   */
  async send(url: string, body: string, signal: AbortSignal | null): Promise<Reply> {
    const target = new URL(url);
    if (target.origin !== this.#endpoint.origin || !target.href.startsWith(`${this.#endpoint.base}/`)) {
      throw new Error('A request to another place than the endpoint was refused.');
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = this.#request(target, {
        method: 'POST',
        agent: this.#agent,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Casebook',
          ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
        },
        ...(signal === null ? {} : { signal }),
      });
      outgoing.once('response', resolve);
      outgoing.once('error', reject);
      outgoing.end(body);
    });
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'] ?? null,
      location: response.headers.location ?? null,
      text: await wholeText(response),
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function wholeText(response: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > LARGEST_REPLY) throw new Error('The reply is longer than 8 MiB and was not read to its end.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
