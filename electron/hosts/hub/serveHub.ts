import type { Logger } from '../../core/base/ports.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { inHubWords, openHubDatabase, requireHub } from './database.ts';
import { createHubApp } from './hubApp.ts';
import { isLoopback, type Listener, openServer, type ServerLimits } from '../network/listening.ts';

export interface HubListener extends Listener {
  /** Plain HTTP beyond this machine: only behind a proxy that brings TLS, or in a network of one's own. */
  readonly insecure: boolean;
}

/** A hub that answers. */
export interface Hub {
  readonly url: string;
  /** Ends open connections and the pool; requests under way are answered first, for as long as they take a moment. */
  close(): Promise<void>;
}

const LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 120_000,
  stalledMs: 60_000,
  // A part of an image, over a slow line.
  answerMs: 10 * 60_000,
  // Longer than proxies keep theirs: what they send on a connection that is just closed would be lost.
  idleMs: 75_000,
  connections: 5_000,
  // A laboratory behind one address.
  connectionsPerAddress: 2_000,
  firstBytesMs: 5_000,
};
const CLOSING_MS = 5_000;

/**
 * Answers requests to a hub until it is closed. Throws in words where the database is no hub, or cannot be reached, where
 * the address is taken, and for plain HTTP beyond the loopback address unless `insecure` says so.
 */
export async function serveHub(database: string, listener: HubListener, logger: Logger): Promise<Hub> {
  const { host, tls, insecure } = listener;
  if (tls === null && !insecure && !isLoopback(host)) {
    throw new CasebookError(
      'forbidden',
      `Without TLS, a hub listens only on this computer. On ${host}, secrets would travel unencrypted.`,
      'Nothing is served. Name a certificate with --tls-cert and --tls-key, or put a proxy in front and listen on 127.0.0.1; --insecure allows it nevertheless.',
    );
  }
  const sql = openHubDatabase(database, 'requests');
  try {
    await requireHub(sql);
  } catch (error) {
    await sql.end();
    throw inHubWords(error);
  }
  const app = createHubApp(sql, logger);
  try {
    const server = await openServer(
      (request, bindings) => app.fetch(request, bindings),
      listener,
      LIMITS,
      'The hub',
      logger,
    );
    return {
      url: server.url,
      async close() {
        await server.close(CLOSING_MS);
        await sql.end({ timeout: 5 });
      },
    };
  } catch (error) {
    await sql.end();
    throw error;
  }
}
