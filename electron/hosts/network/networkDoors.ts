import { setCookie } from 'hono/cookie';
import { onceWritable } from '../../core/access/procedures.ts';
import type { Core } from '../../core/app/createCore.ts';
import { asCasebookError } from '../../core/base/errors.ts';
import type { Entered, WebAccessService } from '../../core/features/webAccess/service.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import type { PersonId } from '../../../shared/domain/ids.ts';
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
  /** Study links that were opened, by client. */
  readonly arrivals: RateLimit;
  readonly proxies: Proxies;
}

/** A link that does not work. */
type Shut = { readonly status: 403 | 404 | 503; readonly page: PlainPage; readonly error?: CasebookError };
/** The value of the cookie of a browser that is let in; null: the one it has. */
type Opened = { readonly cookie: string | null };

/** Adds the addresses that let browsers in: each link's secret becomes a cookie, and the app goes on without it. */
export function addDoors(app: App, doors: Doors): void {
  const { core, sessions, owner, ownerTokens } = doors;
  const webAccess = (): WebAccessService => core.services().webAccess;
  const entered = (found: Entered | null, page: PlainPage): Opened | Shut =>
    found === null ? { status: 404, page } : { cookie: sessions.enter(found) };

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
  app.get('/s/:token', async (context) => {
    const seconds = isOpenedByPerson(context)
      ? await doors.arrivals.count(clientOf(context, doors.proxies))
      : 0;
    if (seconds > 0) return explainTooOften(context, seconds);
    return forParticipants(context, doors, async (before) => {
      const token = context.req.param('token');
      const former = before?.connection.arrival;
      if (former?.kind === 'arrival' && webAccess().comesAgain(former.id, token)) return { cookie: null };
      const connection = await core.arrive(token, parametersOf(context));
      const { arrival } = connection;
      if (arrival?.kind !== 'arrival') return { cookie: sessions.enterPreview(connection) };
      if (former?.kind === 'arrival' && former.id === arrival.id) return { cookie: null };
      return entered(webAccess().byArrival(arrival.id, device(context)), 'noSuchStudy');
    });
  });
}

/** Like `through`, for links that would sign out somebody who does other work here. */
async function forParticipants(
  context: AppContext,
  doors: Doors,
  open: (before: WebVisitor | null) => Promise<Opened | Shut>,
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
  open: (before: WebVisitor | null) => Promise<Opened | Shut>,
): Promise<Response> {
  if (!isOpenedByPerson(context)) return context.body(null, 204);
  const client = `${context.req.path.slice(0, 3)} ${clientOf(context, doors.proxies)}`;
  const seconds = await doors.failures.full(client);
  if (seconds > 0) return explainTooOften(context, seconds);
  const before = visitorOf(context, doors);
  const opened = await orShut(() => onceWritable(() => open(before)));
  if ('page' in opened) {
    const { status, page, error } = opened;
    if (status !== 503) await doors.failures.count(client);
    return explain(
      context,
      status,
      page,
      error === undefined ? undefined : { title: error.message, text: error.hint ?? '' },
    );
  }
  if (opened.cookie !== null) {
    if (before !== null) doors.sessions.replace(before);
    setCookie(context, doors.cookieName, opened.cookie, {
      httpOnly: true,
      secure: doors.address.isSecure,
      sameSite: 'Lax',
      path: '/',
      maxAge: SESSION_LIFETIME_S,
    });
  }
  return leadOn(context);
}

/** The page that a failed link leads to. */
async function orShut(open: () => Promise<Opened | Shut>): Promise<Opened | Shut> {
  try {
    return await open();
  } catch (error) {
    const known = asCasebookError(error);
    if (known.code === 'internal') throw error;
    if (known.code === 'not_found') return { status: 404, page: 'noSuchStudy', error: known };
    if (known.code === 'forbidden') return { status: 403, page: 'notYourLink', error: known };
    return { status: 503, page: 'unavailable', error: known };
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
