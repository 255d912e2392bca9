import { setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { waitForWrites } from '../../core/access/procedures.ts';
import type { Core } from '../../core/app/createCore.ts';
import { asCasebookError } from '../../core/base/errors.ts';
import type { NewSignIn, WebAccessService } from '../../core/features/webAccess/service.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { App, AppContext } from '../browser/browserApp.ts';
import { cookieOf } from '../browser/browserSessions.ts';
import type { OneTimeTokens } from '../browser/oneTimeTokens.ts';
import type { Proxies } from './addresses.ts';
import { deviceOf } from './device.ts';
import { clientOf } from './networkGuard.ts';
import { explain, explainSignedIn, explainTooOften, leadOn, type PlainPage } from './plainPages.ts';
import type { PublicAddress } from './publicUrl.ts';
import type { RateLimit } from './rateLimit.ts';
import { SESSION_LIFETIME_S, type WebSessions, type WebVisitor } from './webSessions.ts';

export interface Doors {
  readonly core: Pick<Core, 'arrive' | 'services'>;
  readonly sessions: WebSessions;
  readonly address: PublicAddress;
  readonly cookieName: string;
  /** Who comes in by the link that the host prints. */
  readonly owner: PersonId;
  readonly ownerTokens: OneTimeTokens;
  /** Links that did not work, by client. */
  readonly failures: RateLimit;
  /** New ids that nothing vouches for, by client. */
  readonly newIds: RateLimit;
  readonly proxies: Proxies;
}

/** A link that does not work; `isGuess`: it may be a guess, which counts. */
type Shut = {
  readonly status: 403 | 404 | 503;
  readonly page: PlainPage;
  readonly isGuess: boolean;
  readonly error?: CasebookError;
};
/** The value of the cookie of a browser that is let in; null: the one it has. */
type DoorCookie = { readonly cookie: string | null };

/** Adds the addresses that let browsers in: each link's secret becomes a cookie, and the app goes on without it. */
export function addDoors(app: App, doors: Doors): void {
  const { core, sessions, owner, ownerTokens } = doors;
  const webAccess = (): WebAccessService => core.services().webAccess;
  const entered = (found: NewSignIn | null, page: PlainPage): DoorCookie | Shut =>
    found === null ? { status: 404, page, isGuess: true } : { cookie: sessions.enter(found) };

  app.get('/open', (context) =>
    through(context, doors, async () =>
      entered(
        ownerTokens.exchange(context.req.query('token') ?? '', () =>
          webAccess().asOwner(owner, device(context)),
        ),
        'noSuchOwnerLink',
      ),
    ),
  );
  app.get('/i/:secret', (context) =>
    through(context, doors, async () =>
      entered(webAccess().byInvitation(context.req.param('secret'), device(context)), 'noSuchLink'),
    ),
  );
  app.get('/p/:secret', (context) =>
    forParticipants(context, doors, async () =>
      entered(webAccess().byPersonalLink(context.req.param('secret'), device(context)), 'noSuchLink'),
    ),
  );
  app.get('/s/:token', (context) =>
    forParticipants(context, doors, async (before) => {
      const token = context.req.param('token');
      const former = before?.connection.arrival;
      if (former?.kind === 'arrival' && webAccess().comesAgain(former.id, token)) return { cookie: null };
      const connection = await core.arrive(token, parametersOf(context), (places) =>
        doors.newIds.count(clientOf(context, doors.proxies), newIdsAtOnce(places)),
      );
      const { arrival } = connection;
      if (arrival?.kind === 'opening') return { cookie: core.services().arriving.openingCookie(arrival) };
      if (arrival?.kind !== 'arrival') return { cookie: sessions.enterPreview(connection) };
      if (former?.kind === 'arrival' && former.id === arrival.id) return { cookie: null };
      return entered(webAccess().byArrival(arrival.id, device(context)), 'noSuchStudy');
    }),
  );
}

/** How many new ids that nothing vouches for one network brings in ten minutes: a study's participants, many times over. */
export const newIdsAtOnce = (places: number): number => Math.max(500, 10 * places);

/** How a browser keeps the cookie of its session. */
export const cookieAttributes = ({ isSecure }: Pick<PublicAddress, 'isSecure'>): CookieOptions => ({
  httpOnly: true,
  secure: isSecure,
  sameSite: 'Lax',
  path: '/',
  maxAge: SESSION_LIFETIME_S,
});

/** Like `through`, for links that would sign out somebody who does other work here. */
async function forParticipants(
  context: AppContext,
  doors: Doors,
  open: (before: WebVisitor | null) => Promise<DoorCookie | Shut>,
): Promise<Response> {
  const before = visitorOf(context, doors);
  if (before !== null && !before.connection.locked && before.connection.personId !== null) {
    const person = doors.core.services().people.find(before.connection.personId);
    if (person !== undefined) return explainSignedIn(context, person.name);
  }
  return through(context, doors, open);
}

async function through(
  context: AppContext,
  doors: Doors,
  open: (before: WebVisitor | null) => Promise<DoorCookie | Shut>,
): Promise<Response> {
  if (!isOpenedByPerson(context)) return context.body(null, 204);
  const before = visitorOf(context, doors);
  // The link is tried first: a right one enters, however many wrong ones came from the same network.
  const opened = await orShut(() => waitForWrites(() => open(before)));
  if ('page' in opened) {
    const { status, page, isGuess, error } = opened;
    const client = `${context.req.path.slice(0, 3)} ${clientOf(context, doors.proxies)}`;
    const seconds = isGuess ? await doors.failures.count(client) : 0;
    if (seconds > 0) return explainTooOften(context, seconds);
    return explain(
      context,
      status,
      page,
      error === undefined ? undefined : { title: error.message, text: error.hint ?? '' },
    );
  }
  if (opened.cookie !== null) {
    if (before !== null) doors.sessions.replace(before);
    setCookie(context, doors.cookieName, opened.cookie, cookieAttributes(doors.address));
  }
  return leadOn(context);
}

/** The page that a failed link leads to. */
async function orShut(open: () => Promise<DoorCookie | Shut>): Promise<DoorCookie | Shut> {
  try {
    return await open();
  } catch (error) {
    const known = asCasebookError(error);
    if (known.code === 'internal') throw error;
    if (known.code === 'not_found') return { status: 404, page: 'noSuchStudy', isGuess: true, error: known };
    if (known.code === 'forbidden') return { status: 403, page: 'notYourLink', isGuess: true, error: known };
    // Somebody cut the address short; the link itself is right.
    if (known.code === 'invalid_input')
      return { status: 403, page: 'notYourLink', isGuess: false, error: known };
    return { status: 503, page: 'unavailable', isGuess: false, error: known };
  }
}

/** Opening uses a link up, so a HEAD request or a browser that fetches ahead does not count. */
function isOpenedByPerson(context: AppContext): boolean {
  const purpose = context.req.header('sec-purpose') ?? context.req.header('purpose') ?? '';
  return context.req.method === 'GET' && !purpose.includes('prefetch');
}

function visitorOf(context: AppContext, { sessions, cookieName }: Doors): WebVisitor | null {
  const cookie = cookieOf(context.req.raw, cookieName);
  const found = cookie === null ? null : sessions.find(cookie);
  return found instanceof CasebookError ? null : found;
}

const device = (context: AppContext): string => deviceOf(context.req.header('user-agent'));

/** Of a name that comes twice, the last counts. */
const parametersOf = (context: AppContext): Record<string, string> =>
  Object.fromEntries(new URL(context.req.url).searchParams);
