import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Core } from '../../electron/core/app/createCore.ts';
import { procedures } from '../../electron/core/access/procedures.ts';
import type { CertificateFiles } from '../../electron/hosts/network/certificate.ts';
import {
  type NetworkHost,
  type NetworkHostOptions,
  startNetworkHost,
} from '../../electron/hosts/network/networkHost.ts';
import type { PersonId, StudySessionId } from '../../shared/base/ids.ts';
import type { Client } from './blindCasebook.ts';

const DESK = { width: 1440, height: 900, touch: false };

/** Makes a certificate of its own for `localhost` and 127.0.0.1 in a folder. */
export function makeCertificate(folder: string, days = 30): CertificateFiles {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  execFileSync(
    'openssl',
    [
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost'.split(' '),
      ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-days', String(days)],
      ['-keyout', files.key, '-out', files.cert],
    ].flat(),
    { stdio: 'ignore' },
  );
  return files;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** As `NAME=VALUE`. */
  readonly cookie?: string;
  /** Without the origin that a browser names with everything but a plain read. */
  readonly namesNoOrigin?: true;
  /** Over a connection of its own. */
  readonly isFresh?: true;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A host that answers on the loopback address, over TLS with a certificate of its own. */
export interface TestHost {
  readonly host: NetworkHost;
  readonly core: Core;
  /** The public address: `https://localhost:PORT`. */
  readonly url: URL;
  /** To trust it by. */
  readonly ca: Buffer | undefined;
  /** A request as raw as a hostile program can make it. */
  ask(path: string, asked?: Asked): Promise<Answered>;
  /** Opens a link as a browser would; gives its cookie as `NAME=VALUE`. Throws where it is not let in. */
  follow(link: string, asked?: Asked): Promise<string>;
  /** The contract, called with that cookie, streams as well. */
  client(cookie: string): Client;
  /** Agrees to what a study asks; gives the browser's cookie from then on. */
  agree(cookie: string, agrees?: boolean): Promise<string>;
  /** The same, and takes a place. */
  begin(cookie: string): Promise<{ readonly cookie: string; readonly id: StudySessionId }>;
  /** The cookie of a browser that is signed in by an invitation. */
  invited(personId: PersonId): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestHostOptions extends Partial<
  Pick<NetworkHostOptions, 'behindProxy' | 'limits' | 'rendererFolder' | 'pages' | 'note'>
> {
  /** Null: plain HTTP. */
  readonly tls: CertificateFiles | null;
}

/** Puts the casebook that a core has open on the network, for a test; the core stays the caller's. */
export async function startTestHost(
  core: Core,
  owner: PersonId,
  options: TestHostOptions,
): Promise<TestHost> {
  const { tls, ...others } = options;
  const host = await startNetworkHost({
    core,
    owner,
    listener: { host: '127.0.0.1', port: 0, tls },
    publicUrl: `${tls === null ? 'http' : 'https'}://localhost:0`,
    pages: async (request) => Promise.resolve(new Response(`page ${new URL(request.url).pathname}`)),
    ...others,
  });
  const url = new URL(host.url);
  const ca = tls === null ? undefined : readFileSync(tls.cert);

  const agent = new (tls === null ? Agent : SecureAgent)({ keepAlive: true });
  const raw = (
    path: string,
    { method = 'GET', headers = {}, body, cookie, isFresh, namesNoOrigin }: Asked,
  ) => {
    const isReading = method === 'GET' || method === 'HEAD';
    const sent = {
      host: url.host,
      ...(cookie === undefined ? {} : { cookie }),
      ...(isReading || namesNoOrigin === true ? {} : { origin: url.origin }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const at = { host: '127.0.0.1', port: host.port, agent: isFresh === true ? false : agent };
    const to = { ...at, path, method, headers: sent };
    return tls === null ? send(to) : sendSecurely({ ...to, servername: 'localhost', ca });
  };
  const ask: TestHost['ask'] = (path, asked = {}) =>
    new Promise((resolve, reject) => {
      const sent = raw(path, asked);
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sent.end(asked.body);
    });
  const follow: TestHost['follow'] = async (link, asked = {}) => {
    const { pathname, search } = new URL(link);
    const answer = await ask(pathname + search, asked);
    const [cookie] = answer.headers['set-cookie'] ?? [];
    if (answer.status !== 200 || cookie === undefined)
      throw new Error(`${pathname} let nobody in: ${String(answer.status)} ${answer.body}`);
    return cookie.split(';')[0] ?? '';
  };
  /** Gives the answer as soon as it begins. */
  const fetchFrom = async (request: Request, cookie: string): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(request.headers);
      const sent = raw(pathname + search, { method: request.method, headers, body, cookie });
      sent.on('error', reject);
      request.signal.addEventListener('abort', () => sent.destroy());
      sent.on('response', (answer) => {
        const status = answer.statusCode ?? 500;
        const got = new Headers();
        for (const [name, value] of Object.entries(answer.headers))
          for (const each of [value ?? []].flat()) got.append(name, each);
        const content = status === 204 || status === 304 ? null : readable(answer);
        resolve(new Response(content, { status, headers: got }));
      });
      sent.end(body);
    });
  };
  const client: TestHost['client'] = (cookie) =>
    createORPCClient(new RPCLink({ url: `${host.url}/rpc`, fetch: (request) => fetchFrom(request, cookie) }));
  const agree: TestHost['agree'] = async (cookie, agrees = true) => {
    let given = cookie;
    const listening: Client = createORPCClient(
      new RPCLink({
        url: `${host.url}/rpc`,
        fetch: async (request) => {
          const answer = await fetchFrom(request, cookie);
          given = answer.headers.get('set-cookie')?.split(';')[0] ?? given;
          return answer;
        },
      }),
    );
    await listening.arrivals.consent({ device: DESK, agree: agrees });
    return given;
  };
  return {
    host,
    core,
    url,
    ca,
    ask,
    follow,
    client,
    agree,
    async begin(cookie) {
      const given = await agree(cookie);
      const { now } = await client(given).arrivals.begin({ device: DESK });
      if (now.view !== 'admitted') throw new Error(`They see ${now.view}.`);
      return { cookie: given, id: now.studySessionId };
    },
    async invited(personId) {
      const { secret } = core.services().webAccess.invite(personId, owner);
      return follow(`${host.url}/i/${secret}`);
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await host.close(0);
    },
  };
}

/** The same core, but that a check of the casebook streams until its caller leaves; `left` tells that they have. */
export function withEndlessCheck(core: Core): { readonly core: Core; readonly left: Promise<void> } {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const check = procedures.casebooks.check.handler(async function* ({ signal }) {
    yield { type: 'progress', phase: 'Endless', done: 0, total: null } as const;
    await new Promise<void>((done) => signal?.addEventListener('abort', () => done()));
    resolve();
  });
  const casebooks = { ...core.router.casebooks, check };
  return { core: { ...core, router: { ...core.router, casebooks } }, left };
}

/** The same core, but that it is asked for its notices for as long as the test holds them. */
export function withHeldNotices(core: Core): {
  readonly core: Core;
  /** Resolves once they were asked for. */
  readonly asked: Promise<void>;
  readonly release: () => void;
} {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const notices = procedures.application.notices.handler(async () => {
    asked.resolve();
    await released.promise;
    return { text: 'at last' };
  });
  const application = { ...core.router.application, notices };
  return {
    core: { ...core, router: { ...core.router, application } },
    asked: asked.promise,
    release: () => released.resolve(),
  };
}

function readable(answer: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      answer.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
      answer.on('end', () => controller.close());
      answer.on('error', (error) => controller.error(error));
    },
    cancel: () => void answer.destroy(),
  });
}
