import { serialize } from 'hono/utils/cookie';
import { isLocked } from '../../core/access/confinement.ts';
import type { Core } from '../../core/app/createCore.ts';
import type { Connection } from '../../core/base/connection.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { AppContext, Visitor } from '../browser/browserApp.ts';
import { cookieOf } from '../browser/browserSessions.ts';
import type { Proxies } from './addresses.ts';
import { deviceOf } from './device.ts';
import { cookieAttributes } from './networkDoors.ts';
import { clientOf, refuseCall, refuseCrowd, refuseTooOften } from './networkGuard.ts';
import type { NetworkLimits } from './networkLimits.ts';
import { explain } from './plainPages.ts';
import type { PublicAddress } from './publicUrl.ts';
import { RateLimit } from './rateLimit.ts';
import type { WebSessions } from './webSessions.ts';

/** What may change who may do something here. */
const ABOUT_PEOPLE = /^(?:people|merging|hub)\./u;

/** What is asked of browsers that have a cookie. */
interface VisitorParts {
  readonly core: Pick<Core, 'state' | 'services'>;
  readonly sessions: WebSessions;
  readonly address: PublicAddress;
  readonly cookieName: string;
  readonly proxies: Proxies;
  readonly limits: NetworkLimits;
}

/** Lets browsers in by their cookies, as often as the limits allow. */
export class NetworkVisitors {
  readonly #parts: VisitorParts;
  readonly #perParticipant: RateLimit;
  readonly #perSession: RateLimit;
  readonly #places: RateLimit;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
    this.#perParticipant = new RateLimit(parts.limits.perParticipant);
    this.#perSession = new RateLimit(parts.limits.perSession);
    this.#places = new RateLimit(parts.limits.placesAtLeast);
  }

  /** Who sends a request, or the answer to somebody who is not let in. */
  async admit(context: AppContext): Promise<Visitor | Response> {
    const { core, sessions, cookieName } = this.#parts;
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
    const limit = isLocked({ session: connection, core: core.state })
      ? this.#perParticipant
      : this.#perSession;
    const seconds = await limit.count(found.id);
    if (seconds > 0) return refuseTooOften(context, seconds);
    const wait = await this.#waitForPlace(context, connection);
    if (wait > 0) return refuseCrowd(wait);
    return {
      connection,
      answered: (procedure, answer, { outgoing }) => {
        this.#keepArrival(context, connection, answer);
        if (ABOUT_PEOPLE.test(procedure)) sessions.check();
        // It was signed out meanwhile; it may still hear about that.
        if (sessions.hasEnded(found) && !procedure.startsWith('webAccess.'))
          return new Response(null, { status: 401 });
        if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true)
          sessions.follow(found, outgoing);
        return answer;
      },
    };
  }

  /** The seconds that a browser has to wait before it takes a place; 0: none. */
  async #waitForPlace(context: AppContext, connection: Connection): Promise<number> {
    const { core, proxies, limits } = this.#parts;
    if (context.req.path !== '/rpc/arrivals/begin') return 0;
    const awaited = core.services().arriving.awaitedPlace(connection);
    if (awaited === null) return 0;
    const most = Math.max(limits.placesAtLeast, Math.ceil(limits.placesShare * awaited.places));
    return this.#places.count(`${awaited.studyId} ${clientOf(context, proxies)}`, most);
  }

  /** Gives a browser that answered its first page a session of its own. */
  #keepArrival(context: AppContext, { arrival }: Connection, answer: Response): void {
    if (arrival?.kind !== 'opening' || arrival.arrivedAs === null) return;
    const { core, sessions, address, cookieName } = this.#parts;
    const device = deviceOf(context.req.header('user-agent'));
    const cookie = sessions.enter(core.services().webAccess.byArrival(arrival.arrivedAs, device));
    answer.headers.append('set-cookie', serialize(cookieName, cookie, cookieAttributes(address)));
  }
}

/** No casebook is open for a moment, or its disk refuses. */
function unavailable(context: AppContext, { message, hint }: CasebookError): Response | Promise<Response> {
  if (context.req.path.startsWith('/rpc/')) return refuseCall(503, message, hint ?? 'Try again in a moment.');
  return explain(context, 503, 'unavailable');
}
