import type { MiddlewareHandler } from 'hono';

/** Where a browser says that a request comes from, for requests that this host answers. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** One-time and personal links may be followed from anywhere: their token is what counts. */
const LINKS = new Set(['/open', '/sit']);

/**
 * Refuses requests that the user did not mean for this host: under a name that somebody else pointed at this machine
 * (DNS rebinding), or sent by another site's or program's page.
 * @param own the names, each with the port, under which this host answers
 */
export function refuseStrangers(own: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!own.includes(host)) return context.text('This host does not use that name.', 403);
    const origin = context.req.header('origin');
    const reading = context.req.method === 'GET' || context.req.method === 'HEAD';
    // Browsers name the origin of everything that is not a plain read; what does not is not our page.
    if (origin === undefined ? !reading : origin !== `http://${host}`) {
      return context.text('Pages of other sites cannot call this host.', 403);
    }
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && !OWN_SITES.has(site) && !LINKS.has(context.req.path)) {
      return context.text('Pages of other sites cannot call this host.', 403);
    }
    return next();
  };
}
