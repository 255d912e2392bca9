import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { listeningReason } from '../../core/base/networkReason.ts';
import type { Logger } from '../../core/base/ports.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { type CertificateFiles, readCertificate, renewCertificate } from './certificate.ts';
import { cutSlowReaders, isEventStream, type ReadingLimits } from './slowClients.ts';
import { limitSockets, type SocketLimits } from './sockets.ts';

/** Where a server listens. */
export interface Listener {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Null: plain HTTP. */
  readonly tls: CertificateFiles | null;
}

/** How long clients may take, in milliseconds, and how many there may be. */
export interface ServerLimits extends ReadingLimits, SocketLimits {
  /** For the handshake, and for all headers. */
  readonly headersMs: number;
  /** For the whole request. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  readonly connections: number;
}

/** A server that answers. */
export interface OpenServer {
  readonly port: number;
  /** The address it listens at: `https://127.0.0.1:7077`. */
  readonly url: string;
  /**
   * Stops listening and ends streams of events. Other answers under way get `graceMs` milliseconds to arrive, then they end too.
   */
  close(graceMs: number): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** How often slow clients, and idle connections while closing, are checked, in milliseconds. */
const CHECK_MS = 500;
const CLOSING_MS = 25;

/**
 * Answers requests at an address, over TLS if it has a certificate, which is read again when renewed. Throws if the
 * certificate cannot be read or the address is taken.
 * @param who listens, as the beginning of a sentence
 * @param isShared whether connections of an address are those of many clients, as a proxy's are
 */
export async function openServer(
  fetch: Parameters<typeof getRequestListener>[0],
  { host, port, tls }: Listener,
  limits: ServerLimits,
  who: string,
  logger: Logger,
  isShared: (address: string) => boolean = () => false,
): Promise<OpenServer> {
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // A broken connection is the client's business; anything else was answered already.
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
  } as const;
  const secure =
    tls === null
      ? null
      : createSecureServer(
          { ...options, ...readCertificate(tls, logger), handshakeTimeout: limits.headersMs },
          listener,
        );
  const server: Server = secure ?? createServer(options, listener);
  server.maxConnections = limits.connections;
  const stopRenewing = secure === null || tls === null ? null : renewCertificate(secure, tls, logger);
  const answering = cutSlowReaders(server, limits);
  const stopCounting = limitSockets(server, limits, isShared);
  const stopWatching = (): void => {
    stopRenewing?.();
    answering.stop();
    stopCounting();
  };
  try {
    await listen(server, host, port);
  } catch (error) {
    stopWatching();
    throw inWords(error, `${who} cannot listen on ${host}:${String(port)}`);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${String(address.port)}`,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const outgoing of answering.all()) {
        if (isEventStream(outgoing)) outgoing.destroy();
        else if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
      }
      // Connections that were kept for another request go as soon as they are idle.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSING_MS);
      const end = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(end);
      stopWatching();
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function inWords(error: unknown, what: string): unknown {
  const why = listeningReason(error);
  if (why === null) return error;
  return new CasebookError('busy', `${what}: ${why}.`, 'Nothing is served. Choose another --listen.', {
    cause: error,
  });
}
