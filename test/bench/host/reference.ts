import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:https';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { CertificateFiles } from '../../../electron/hosts/network/certificate.ts';
import { type TracedRequest, Waits } from './tally.ts';

/** A server over TLS that does nothing but send one image: what there is to win at most. Gives its port. */
export function serveImageAlone({ cert, key }: CertificateFiles, image: string): Promise<number> {
  const bytes = new Uint8Array(readFileSync(image));
  const app = new Hono();
  app.get('/image', (context) =>
    context.body(bytes, 200, { 'content-type': 'image/jpeg', 'cache-control': 'no-store' }),
  );
  return new Promise((resolve) => {
    serve(
      {
        fetch: app.fetch,
        hostname: '127.0.0.1',
        port: 0,
        createServer,
        serverOptions: { cert: readFileSync(cert), key: readFileSync(key) },
      },
      ({ port }) => resolve(port),
    );
  });
}

export interface Replayed {
  readonly calls: Waits;
  readonly imageFirstByte: Waits;
  readonly imageWhole: Waits;
  readonly failed: number;
}

const LOOK_EVERY_MS = 2;

/**
 * Sends as many requests at the same moments, over connections of the same kind: each one that was an image to the server
 * that sends an image alone, every other to the host's health address.
 */
export async function replay(
  trace: readonly TracedRequest[],
  ports: { readonly host: number; readonly image: number },
  ca: Buffer,
): Promise<Replayed> {
  const agents = new Map<number, Agent>();
  const result = { calls: new Waits(), imageFirstByte: new Waits(), imageWhole: new Waits(), failed: 0 };
  const send = (who: number, isImage: boolean): Promise<void> => {
    const agent =
      agents.get(who) ?? new Agent({ keepAlive: true, maxSockets: 6, ca, servername: 'localhost' });
    agents.set(who, agent);
    const sentAt = performance.now();
    const [port, path] = isImage ? [ports.image, '/image'] : [ports.host, '/health'];
    return new Promise((resolve) => {
      const failed = (): void => {
        result.failed += 1;
        resolve();
      };
      const sent = request({ host: '127.0.0.1', port, path, agent });
      sent.on('error', failed);
      sent.on('response', (answer) => {
        answer.once('data', () => {
          if (isImage) result.imageFirstByte.add(performance.now() - sentAt);
        });
        answer.on('data', () => undefined);
        answer.on('error', failed);
        answer.on('end', () => {
          (isImage ? result.imageWhole : result.calls).add(performance.now() - sentAt);
          resolve();
        });
      });
      sent.end();
    });
  };
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  await new Promise<void>((done) => {
    let next = 0;
    const timer = setInterval(() => {
      const now = performance.now() - startedAt;
      for (let each = trace[next]; each !== undefined && each.afterMs <= now; each = trace[next]) {
        all.push(send(each.who, each.kind === 'image'));
        next += 1;
      }
      if (next < trace.length) return;
      clearInterval(timer);
      done();
    }, LOOK_EVERY_MS);
  });
  await Promise.all(all);
  for (const agent of agents.values()) agent.destroy();
  return result;
}
