import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { X509Certificate } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { errorCode } from '../../core/base/errors.ts';
import type { Logger } from '../../core/base/ports.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import { inHubWords, openHubDatabase, requireHub } from './database.ts';
import { createHubApp } from './hubApp.ts';

export interface HubListener {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Files of a certificate and its key; null: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Plain HTTP beyond this machine: only behind a proxy that brings TLS, or in a network of one's own. */
  readonly insecure: boolean;
}

/** A hub that answers. */
export interface Hub {
  readonly url: string;
  /** Ends open connections and the pool; requests under way are answered first, for as long as they take a moment. */
  close(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const CERTIFICATE_CHECK_MS = 60_000;
const WARN_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A client that has not sent its headers, or its request, by then is let go. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 120_000;
const CLOSING_MS = 5_000;

/**
 * Answers requests to a hub until it is closed. Throws in words where the database is no hub, or cannot be reached, where
 * the address is taken, and for plain HTTP beyond the loopback address unless `insecure` says so.
 */
export async function serveHub(database: string, listener: HubListener, logger: Logger): Promise<Hub> {
  const { host, port, tls, insecure } = listener;
  if (tls === null && !insecure && !LOOPBACK.has(host)) {
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
  const answer = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  const answered: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS } as const;
  const secure =
    tls === null ? null : createSecureServer({ ...limits, ...readCertificate(tls, logger) }, answered);
  const server = secure ?? createServer(limits, answered);
  const watch =
    secure === null || tls === null
      ? null
      : setInterval(() => renew(secure, tls, logger), CERTIFICATE_CHECK_MS).unref();
  let seen = tls === null ? 0 : statSync(tls.cert).mtimeMs;
  const renew = (
    of: { setSecureContext(files: { cert: string; key: string }): void },
    files: NonNullable<HubListener['tls']>,
    to: Logger,
  ): void => {
    try {
      const { mtimeMs } = statSync(files.cert);
      if (mtimeMs === seen) return;
      of.setSecureContext(readCertificate(files, to));
      seen = mtimeMs;
      to.info('The certificate was read anew.');
    } catch (error) {
      to.error('The new certificate cannot be read; the former one stays.', { error: String(error) });
    }
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    await sql.end();
    const why = error instanceof Error ? error.message : String(error);
    throw errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES'
      ? new CasebookError(
          'busy',
          `The hub cannot listen on ${host}:${String(port)} (${why}).`,
          'Choose another --listen.',
        )
      : error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The hub has no port.');
  return {
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${String(address.port)}`,
    async close() {
      if (watch !== null) clearInterval(watch);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), CLOSING_MS).unref();
      });
      await sql.end({ timeout: 5 });
    },
  };
}

function readCertificate(
  { cert, key }: NonNullable<HubListener['tls']>,
  logger: Logger,
): { readonly cert: string; readonly key: string } {
  try {
    const files = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    const until = new Date(new X509Certificate(files.cert).validTo);
    if (until.getTime() < Date.now() + WARN_DAYS * DAY_MS)
      logger.warn('The certificate runs out soon, or has run out.', { until: until.toISOString() });
    return files;
  } catch (error) {
    throw new CasebookError(
      'not_readable',
      `The certificate or its key cannot be read (${error instanceof Error ? error.message : String(error)}).`,
      'Nothing is served. Check --tls-cert and --tls-key.',
      { cause: error },
    );
  }
}
