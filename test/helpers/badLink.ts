import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { seededRandom } from './random.ts';

/** What a link does to a request. */
export type Fault =
  | 'passes'
  /** The request never arrives. */
  | 'lost'
  /** It arrives and is answered; the answer never comes. */
  | 'answer lost'
  /** It arrives twice. */
  | 'repeated'
  /** The answer breaks off in the middle. */
  | 'cut'
  /** It takes a while. */
  | 'stalled'
  /** A network's own page answers in the hub's place. */
  | 'portal';

/** A bad link to one of several hubs, on the loopback address. */
export interface BadLink {
  readonly url: string;
  /** How often each happened. */
  readonly counts: Readonly<Record<Fault, number>>;
  close(): Promise<void>;
}

const STALL_MS = 150;
const PORTAL = '<!doctype html><title>Sign in</title><p>Welcome to the hotel.</p>';

/**
 * Starts a link whose faults follow from a seed; `choose` says what happens to a request, by its number and a number from 0
 * to 1.
 */
export async function startBadLink(
  targets: readonly string[],
  seed: number,
  choose: (number: number, draw: number) => Fault,
): Promise<BadLink> {
  const draw = seededRandom(seed);
  const counts: Record<Fault, number> = {
    passes: 0,
    lost: 0,
    'answer lost': 0,
    repeated: 0,
    cut: 0,
    stalled: 0,
    portal: 0,
  };
  let number = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const at = number;
    number += 1;
    const fault = choose(at, draw());
    counts[fault] += 1;
    const target = targets[Math.floor(draw() * targets.length)] ?? '';
    void (async () => {
      const body = await bytesOf(incoming);
      if (fault === 'lost') return void incoming.socket.destroy();
      if (fault === 'portal') {
        outgoing.writeHead(200, { 'content-type': 'text/html' });
        return void outgoing.end(PORTAL);
      }
      if (fault === 'stalled') await after(STALL_MS);
      const answer = await forward(target, incoming, body);
      const last = fault === 'repeated' ? await forward(target, incoming, body) : answer;
      if (fault === 'answer lost') return void incoming.socket.destroy();
      const { 'transfer-encoding': _, connection: __, ...headers } = last.headers;
      outgoing.writeHead(last.status, { ...headers, 'content-length': String(last.body.length) });
      if (fault !== 'cut' || last.body.length < 2) return void outgoing.end(last.body);
      outgoing.write(last.body.subarray(0, last.body.length / 2), () => incoming.socket.destroy());
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The link has no port.');
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    counts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${target}${url ?? ''}`, { method, headers }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bytesOf(answer) };
}
