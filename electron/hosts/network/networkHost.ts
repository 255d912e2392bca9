import { IncomingMessage } from 'node:http';
import { serialize } from 'hono/utils/cookie';
import type { Core } from '../../core/app/createCore.ts';
import { isLocked } from '../../core/access/confinement.ts';
import type { Connection } from '../../core/base/connection.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { PersonId, StudySessionId } from '../../../shared/base/ids.ts';
import {
  builtPages,
  createBrowserApp,
  type App,
  type AppContext,
  type PageSource,
  type Visitor,
} from '../browser/browserApp.ts';
import { cookieOf } from '../browser/browserSessions.ts';
import { OneTimeTokens } from '../browser/oneTimeTokens.ts';
import { createProxies } from './addresses.ts';
import { isLoopback, openServer, type Listener, type ServerLimits } from './listening.ts';
import { deviceOf } from './device.ts';
import { addDoors, cookieAttributes, newIdsAtOnce } from './networkDoors.ts';
import {
  HEALTH,
  limitAddresses,
  noteRequests,
  clientOf,
  refuseCall,
  refuseCrowd,
  refuseOthers,
  refuseTooOften,
  type AnsweredRequest,
} from './networkGuard.ts';
import { explain } from './plainPages.ts';
import { parsePublicUrl, publicAddress } from './publicUrl.ts';
import { createRateLimit } from './rateLimit.ts';
import { WebSessions } from './webSessions.ts';

/** How much a host takes. */
export interface NetworkLimits extends ServerLimits {
  /** Requests in a minute from one address: a class shares one. */
  readonly perAddress: number;
  /** From one participant's browser, and from one of anybody else. */
  readonly perParticipant: number;
  readonly perSession: number;
  /** The share of a study's places that one address takes in a minute, and how many it may take in any case. */
  readonly placesShare: number;
  readonly placesAtLeast: number;
  /** Links of one kind that did not work, in a minute from one address. */
  readonly failedLinks: number;
}

const LIMITS: NetworkLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 30_000,
  // A photo of 30 MB at 50 kB/s.
  answerMs: 10 * 60_000,
  // Longer than proxies keep theirs: what they send on a connection that is just closed would be lost.
  idleMs: 75_000,
  connections: 5_000,
  // A class of 200, of whom each browser keeps up to six, and half as much again.
  connectionsPerAddress: 2_000,
  firstBytesMs: 5_000,
  // 200 people at a step every five seconds, ten requests a step, and twice that.
  perAddress: 60_000,
  perParticipant: 1_200,
  perSession: 6_000,
  // A class is in after two minutes; a single program does not take every place before a curator sees it.
  placesShare: 0.5,
  placesAtLeast: 10,
  failedLinks: 30,
};

/** How long requests under way may take when the host stops. */
const GRACE_MS = 10_000;
/** What may change who may do something here. */
const ABOUT_PEOPLE = /^(?:people|merging|hub)\./u;

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
 * Serves the open casebook on a network, at one public address. Browsers come in by a link of the owner's, an invitation, a
 * personal link or a study link, and stay signed in by a cookie of which the casebook keeps a digest. Throws in words
 * where the address is not https, or what is sent would travel unencrypted beyond this machine.
 */
export async function startNetworkHost(options: NetworkHostOptions): Promise<NetworkHost> {
  const { core, listener, owner } = options;
  const limits = { ...LIMITS, ...options.limits };
  const publicUrl = parsePublicUrl(options.publicUrl);
  const proxies = createProxies(options.behindProxy ?? []);
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
  const perParticipant = createRateLimit(limits.perParticipant);
  const perSession = createRateLimit(limits.perSession);
  const places = createRateLimit(limits.placesAtLeast);

  /** The seconds that a browser has to wait before it takes a place; 0: none. */
  const waitForPlace = async (context: AppContext, connection: Connection): Promise<number> => {
    if (context.req.path !== '/rpc/arrivals/begin') return 0;
    const awaited = core.services().arriving.awaitedPlace(connection);
    if (awaited === null) return 0;
    const most = Math.max(limits.placesAtLeast, Math.ceil(limits.placesShare * awaited.places));
    return places.count(`${awaited.studyId} ${clientOf(context, proxies)}`, most);
  };
  /** Gives a browser that answered its first page a session of its own. */
  const keepArrival = (context: AppContext, { arrival }: Connection, answer: Response): void => {
    if (arrival?.kind !== 'opening' || arrival.arrivedAs === null) return;
    const device = deviceOf(context.req.header('user-agent'));
    const cookie = sessions.enter(core.services().webAccess.byArrival(arrival.arrivedAs, device));
    answer.headers.append('set-cookie', serialize(cookieName, cookie, cookieAttributes(address)));
  };

  const visitor = async (context: AppContext): Promise<Visitor | Response> => {
    const cookie = cookieOf(context.req.raw, cookieName);
    const found = cookie === null ? null : sessions.find(cookie);
    if (found instanceof CasebookError) return unavailable(context, found);
    if (found === null)
      return explain(
        context,
        401,
        cookie !== null && sessions.isDeactivated(cookie) ? 'deactivated' : 'notSignedIn',
      );
    const { connection } = found;
    const limit = isLocked({ session: connection, core: core.state }) ? perParticipant : perSession;
    const seconds = await limit.count(found.id);
    if (seconds > 0) return refuseTooOften(context, seconds);
    const wait = await waitForPlace(context, connection);
    if (wait > 0) return refuseCrowd(wait);
    return {
      connection,
      answered(procedure, answer, { outgoing }) {
        keepArrival(context, connection, answer);
        if (ABOUT_PEOPLE.test(procedure)) sessions.check();
        // It was signed out meanwhile; it may still hear about that.
        if (sessions.hasEnded(found) && !procedure.startsWith('webAccess.'))
          return new Response(null, { status: 401 });
        if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true)
          sessions.follow(found, outgoing);
        return answer;
      },
    };
  };
  made.resolve(
    createBrowserApp({
      core,
      pages,
      guards: [
        ...(options.note === undefined ? [] : [noteRequests(options.note)]),
        limitAddresses(createRateLimit(limits.perAddress), proxies),
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
          failures: createRateLimit(limits.failedLinks),
          newIds: createRateLimit(newIdsAtOnce(0), 600),
          proxies,
        });
      },
      visitor,
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

/** No casebook is open for a moment, or its disk refuses. */
function unavailable(context: AppContext, { message, hint }: CasebookError): Response | Promise<Response> {
  if (context.req.path.startsWith('/rpc/')) return refuseCall(503, message, hint ?? 'Try again in a moment.');
  return explain(context, 503, 'unavailable');
}
