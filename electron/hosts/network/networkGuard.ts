import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppContext, AppEnvironment } from '../browser/browserApp.ts';
import { clientKey, type Proxies } from './addresses.ts';
import { explain, explainTooOften } from './plainPages.ts';
import type { PublicAddress } from './publicUrl.ts';
import type { RateLimit } from './rateLimit.ts';

/** Where links from elsewhere lead: their secret is what counts. */
const DOORS = /^\/(?:open$|[sip]\/)/u;
/** Where a browser says that a request comes from, for requests that this host answers. */
const OWN_SITES = new Set(['same-origin', 'none']);
export const HEALTH = '/health';

/** One answered request, as the log may know it: no address, no name, no id and no secret. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its address. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Tells of every request how it was answered. */
export function noteRequests(note: (request: AnsweredRequest) => void): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const began = performance.now();
    await next();
    note({
      method: context.req.method,
      route: routePath(context),
      status: context.res.status,
      milliseconds: Math.round(performance.now() - began),
    });
  };
}

/** Where a request comes from, as one client is counted. */
export function clientOf(context: AppContext, proxies: Proxies): string {
  const connected = context.env.incoming.socket.remoteAddress ?? '';
  return clientKey(proxies.clientOf(connected, context.req.header('x-forwarded-for')));
}

/** Refuses requests of an address that sends too many. */
export function limitAddresses(limit: RateLimit, proxies: Proxies): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const seconds = await limit.count(clientOf(context, proxies));
    return seconds > 0 ? refuseTooOften(context, seconds) : next();
  };
}

/** Says that too many requests came: to a call in the form of every refusal, so that its window tries again; else on a page. */
export function refuseTooOften(context: AppContext, seconds: number): Response | Promise<Response> {
  if (!context.req.path.startsWith('/rpc/')) return explainTooOften(context, seconds);
  return refuseCall(
    429,
    'Too many requests came from this browser or its network.',
    `Nothing was lost. Try again in ${String(seconds)} seconds.`,
    { 'retry-after': String(seconds) },
  );
}

/** Says that many people of one network are taking places right now; the page asks again by itself. */
export const refuseCrowd = (seconds: number): Response =>
  refuseCall(
    429,
    'Many people from your network are starting right now.',
    'Nothing was lost. You will get a place within a minute; leave this page open.',
    { 'retry-after': String(seconds) },
  );

/** A call's refusal in words, as the core's own are sent, for what can be tried again. */
export function refuseCall(
  status: 429 | 503,
  message: string,
  hint: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { defined: true, code: 'FAILED', status, message, data: { code: 'busy', hint } };
  return Response.json({ json: error }, { status, headers: { ...headers, 'cache-control': 'no-store' } });
}

/**
 * Refuses what was not meant for this host: another name than its public one, a way without encryption, and what another
 * site's page makes a browser send. A person may follow a link from anywhere, in a tab of its own.
 */
export function refuseOthers(
  own: PublicAddress,
  proxies: Proxies,
  isEncrypted: boolean,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const { method, path } = context.req;
    if (path === HEALTH) return next();
    if (!own.hosts.includes((context.req.header('host') ?? '').toLowerCase()))
      return explain(context, 403, 'otherAddress');
    if (own.isSecure && !isEncrypted && !cameEncrypted(context, proxies))
      return explain(context, 403, 'unencrypted');
    const origin = context.req.header('origin');
    const isReading = method === 'GET' || method === 'HEAD';
    // Browsers name the origin of everything that is not a plain read; what does not is not our page.
    if (origin === undefined ? !isReading : origin !== own.origin) return explain(context, 403, 'otherSite');
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && !OWN_SITES.has(site) && !isFollowedLink(context))
      return explain(context, 403, 'otherSite');
    return next();
  };
}

/** Whether a plain connection is one of a proxy that was reached over https, or of this machine. */
function cameEncrypted(context: AppContext, proxies: Proxies): boolean {
  const connected = context.env.incoming.socket.remoteAddress ?? '';
  if (proxies.has(connected))
    return (context.req.header('x-forwarded-proto') ?? 'https').split(',').at(-1)?.trim() === 'https';
  return /^(?:::ffff:)?127\.|^::1$/u.test(connected);
}

/** Whether somebody followed a link: to a door, or to the app's first page, and not as a part of another page. */
function isFollowedLink(context: AppContext): boolean {
  const mode = context.req.header('sec-fetch-mode');
  const destination = context.req.header('sec-fetch-dest');
  const isNavigation = mode === 'navigate' && destination === 'document';
  if (context.req.path === '/') return isNavigation;
  return DOORS.test(context.req.path) && (isNavigation || (mode === undefined && destination === undefined));
}
