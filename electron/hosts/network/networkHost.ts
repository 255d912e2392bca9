import { IncomingMessage } from 'node:http';
import type { Core } from '../../core/app/createCore.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { PersonId, StudySessionId } from '../../../shared/base/ids.ts';
import { type App, builtPages, createBrowserApp, type PageSource } from '../browser/browserApp.ts';
import { OneTimeTokens } from '../browser/oneTimeTokens.ts';
import { LIMITS, type NetworkLimits } from './networkLimits.ts';
import { NetworkVisitors } from './networkVisitors.ts';
import { Proxies } from './addresses.ts';
import { isLoopback, type Listener, openServer } from './listening.ts';
import { addDoors, newIdsAtOnce } from './networkDoors.ts';
import { type AnsweredRequest, HEALTH, limitAddresses, noteRequests, refuseOthers } from './networkGuard.ts';
import { parsePublicUrl, publicAddress } from './publicUrl.ts';
import { RateLimit } from './rateLimit.ts';
import { WebSessions } from './webSessions.ts';

/** How long requests under way may take when the host stops. */
const GRACE_MS = 10_000;

export interface NetworkHostOptions {
  readonly core: Pick<
    Core,
    'router' | 'contextOf' | 'displayImage' | 'state' | 'services' | 'arrive' | 'arrivalSession'
  >;
  readonly listener: Listener;
  /** The address that people open; its port 0 stands for the one that is listened at. */
  readonly publicUrl: string;
  /** Addresses of the proxies in front, which provide TLS and whose forwarded headers are trusted. */
  readonly behindProxy?: readonly string[];
  /** Who comes in by the link of {@link NetworkHost.newOpenUrl}. */
  readonly owner: PersonId;
  readonly limits?: Partial<NetworkLimits>;
  /** The built pages; left out: those of this repository, built first where they are missing or old. */
  readonly rendererFolder?: string;
  /** Answers page requests instead of the built pages. */
  readonly pages?: PageSource;
  /** Hears of every request that was answered. */
  readonly note?: (request: AnsweredRequest) => void;
}

/** The app on a network. */
export interface NetworkHost {
  /** The origin of its public address, without a slash at the end. */
  readonly url: string;
  /** Where it listens. */
  readonly listensAt: string;
  readonly port: number;
  /** A link that signs one browser in as the owner, once. */
  newOpenUrl(): string;
  /** Stops listening, answers requests under way, ends streams; the core stays open. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Serves the open casebook on a network, at one public address. Browsers come by an owner's link, an invitation, a
 * personal link or a study link, and stay signed in by a cookie; the casebook keeps its digest. Throws if the address
 * is not https, or traffic would be unencrypted beyond this machine.
 */
export async function startNetworkHost(options: NetworkHostOptions): Promise<NetworkHost> {
  const { core, listener, owner } = options;
  const limits = { ...LIMITS, ...options.limits };
  const publicUrl = parsePublicUrl(options.publicUrl);
  const proxies = new Proxies(options.behindProxy ?? []);
  requireEncryption(listener, options.behindProxy ?? []);
  const pages = options.pages ?? (await builtPages(options.rendererFolder));
  const sessions = new WebSessions(core);
  const ownerTokens = new OneTimeTokens();
  const made = Promise.withResolvers<App>();
  const { logger } = core.state.ports;
  let isSecure = false;
  const server = await openServer(
    async (request, bindings) => {
      const app = await made.promise;
      if (!(bindings.incoming instanceof IncomingMessage)) throw new Error('This server speaks HTTP/1.');
      if (isSecure) bindings.outgoing.setHeader('strict-transport-security', 'max-age=31536000');
      return app.fetch(request, bindings);
    },
    listener,
    limits,
    'Casebook',
    logger,
    (address) => proxies.has(address),
  ).catch((error: unknown) => {
    sessions.close();
    throw error;
  });
  const address = publicAddress(publicUrl, server.port);
  isSecure = address.isSecure;
  // A prefix that only https can have: no other name or page can set such a cookie.
  const cookieName = address.isSecure ? '__Host-casebook' : `casebook-${String(server.port)}`;
  const visitors = new NetworkVisitors({ core, sessions, address, cookieName, proxies, limits });
  made.resolve(
    createBrowserApp({
      core,
      pages,
      guards: [
        ...(options.note === undefined ? [] : [noteRequests(options.note)]),
        limitAddresses(new RateLimit(limits.perAddress), proxies),
        refuseOthers(address, proxies, listener.tls !== null),
      ],
      doors(app) {
        app.get(HEALTH, (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
        addDoors(app, {
          core,
          sessions,
          address,
          cookieName,
          owner,
          ownerTokens,
          failures: new RateLimit(limits.failedLinks),
          newIds: new RateLimit(newIdsAtOnce(0), 600),
          proxies,
        });
      },
      visitor: (context) => visitors.admit(context),
    }),
  );
  const network = { url: address.origin };
  const personalLink = (studySessionId: StudySessionId): string => {
    const { studySessions, webAccess } = core.services();
    const secret = webAccess.personalLink(studySessionId, studySessions.participantOf(studySessionId));
    return `${address.origin}/p/${secret}`;
  };
  core.state.network = network;
  core.state.participantLinks = personalLink;
  return {
    url: address.origin,
    listensAt: server.url,
    port: server.port,
    newOpenUrl: () => `${address.origin}/open?token=${ownerTokens.create()}`,
    async close(graceMs = GRACE_MS) {
      if (core.state.network === network) core.state.network = null;
      if (core.state.participantLinks === personalLink) core.state.participantLinks = null;
      await server.close(graceMs);
      sessions.close();
    },
  };
}

/** Throws where what is sent would travel readably beyond this machine. */
function requireEncryption({ host, tls }: Listener, proxies: readonly string[]): void {
  if (tls !== null || proxies.length > 0 || isLoopback(host)) return;
  throw new CasebookError(
    'forbidden',
    `Without TLS, Casebook listens only on this computer. On ${host}, answers and cookies would travel unencrypted.`,
    'Nothing is served. Name a certificate with --tls-cert and --tls-key, or the proxy that provides TLS with --behind-proxy.',
  );
}
