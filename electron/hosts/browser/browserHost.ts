import { randomBytes } from 'node:crypto';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { setCookie } from 'hono/cookie';
import { errorCode } from '../../core/base/errors.ts';
import type { Core } from '../../core/app/createCore.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { StudySessionId } from '../../../shared/base/ids.ts';
import { type App, type AppContext, builtPages, createBrowserApp, type PageSource } from './browserApp.ts';
import { refuseStrangers } from './browserGuard.ts';
import { BrowserSessions, SESSION_LIFETIME_S } from './browserSessions.ts';
import { personalAddress, PersonalLinks } from './personalLinks.ts';
import { forwardingPage, PLAIN_HEADERS, plainPage } from './plainPage.ts';

const LOOPBACK = '127.0.0.1';

export interface BrowserHostOptions {
  readonly core: Pick<
    Core,
    'router' | 'createSession' | 'participantSession' | 'contextOf' | 'displayImage' | 'state'
  >;
  /** 0, or left out: a free one. */
  readonly port?: number;
  /** The name in links; left out: a random one below `localhost`. For browsers that do not find such names. */
  readonly host?: '127.0.0.1';
  /** The file that keeps personal links, so that they work after a restart; left out: they end with the program. */
  readonly personalLinks?: string;
  /** The built pages; left out: those of this repository, built first where they are missing or old. */
  readonly rendererFolder?: string;
  /** Answers page requests instead of the built pages (the development server). */
  readonly pages?: PageSource;
}

/** The app, served to this machine's browser. */
export interface BrowserHost {
  /** `http://NAME.localhost:PORT/`, which needs the cookie; the name is another one at each start. */
  readonly url: string;
  /** A link that opens the app once. */
  readonly openUrl: string;
  /** Another such link, for another browser or when the first was used up. */
  newOpenUrl(): string;
  /** Stops listening and ends open connections; the core stays open. */
  close(): Promise<void>;
}

/**
 * Serves the app on 127.0.0.1, under a random name below `localhost`: browsers send a cookie to every port of a name,
 * so a shared name would send ours to other programs' pages. A one-time link gives a cookie and a session; all else is
 * refused: other names, other sites' pages, requests without the cookie, oversized ones. Throws the system's error if
 * the port is taken.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { core } = options;
  const pages = options.pages ?? (await builtPages(options.rendererFolder));
  const links = new PersonalLinks(options.personalLinks ?? null);
  const sessions = new BrowserSessions(core, links);
  const { server, serve } = createOwnServer();
  const port = await listenAtLast(server, options.port, links.port);
  links.usePort(port);
  const studyName = options.host ?? links.name;
  const name = `${options.host ?? createHostName()}:${String(port)}`;
  const url = `http://${name}/`;
  const cookie = `casebook-${String(port)}`;
  const letIn = (context: AppContext, session: string): Response => {
    setCookie(context, cookie, session, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: SESSION_LIFETIME_S,
    });
    for (const [header, value] of Object.entries(PLAIN_HEADERS)) context.header(header, value);
    return context.body(forwardingPage('Open Casebook'));
  };
  const app = createBrowserApp({
    core,
    pages,
    guards: [refuseStrangers([name, `${studyName}:${String(port)}`])],
    doors(doors) {
      doors.get('/open', (context) => {
        const session = sessions.exchange(context.req.query('token') ?? '');
        if (session === null)
          return explain('This link was used already, or does not belong to this Casebook.', OWN_LINK);
        return letIn(context, session);
      });
      // Takes the place of the person who was let in with this browser before: nothing of theirs is left to the participant.
      doors.get('/sit', (context) => {
        const session = followPersonal(sessions, context.req.query('token') ?? '');
        if (session === null) return explain('This link does not work now.', INVITED);
        return letIn(context, session);
      });
    },
    visitor(context) {
      const connection = sessions.find(context.req.raw, cookie);
      if (connection !== null) return { connection };
      return explain('Open this page with the link that Casebook printed when it started.', OWN_LINK);
    },
  });
  serve(app);
  const openUrl = (): string => `${url}open?token=${sessions.createToken()}`;
  const personalLink = (studySessionId: StudySessionId): string =>
    personalAddress(studyName, port, sessions.createPersonalToken(studySessionId));
  core.state.participantLinks = personalLink;
  return {
    url,
    openUrl: openUrl(),
    newOpenUrl: openUrl,
    async close() {
      if (core.state.participantLinks === personalLink) core.state.participantLinks = null;
      await close(server);
    },
  };
}

/** The cookie's value for a personal link; null where it leads nowhere, as when another casebook is open by now. */
function followPersonal(sessions: BrowserSessions, token: string): string | null {
  try {
    return sessions.followPersonal(token);
  } catch (error) {
    if (error instanceof CasebookError && error.code === 'not_found') return null;
    throw error;
  }
}

/** A server that answers once it knows its port, and with that the app. */
function createOwnServer(): { readonly server: Server; readonly serve: (app: App) => void } {
  const app = Promise.withResolvers<App>();
  const answer = getRequestListener(
    async (request, bindings) => (await app.promise).fetch(request, http1(bindings)),
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    // A broken connection is the browser's business; anything else Hono has answered already.
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return { server, serve: (made) => app.resolve(made) };
}

/** The bindings' other shape is HTTP/2's, which this server never speaks. */
function http1(bindings: HttpBindings | Http2Bindings): HttpBindings | undefined {
  return isHttp1(bindings) ? bindings : undefined;
}

function isHttp1(bindings: HttpBindings | Http2Bindings): bindings is HttpBindings {
  return bindings.incoming instanceof IncomingMessage;
}

/** The port asked for, else that of the last start, which personal links lead to, else a free one. */
async function listenAtLast(
  server: Server,
  wanted: number | undefined,
  last: number | null,
): Promise<number> {
  if (wanted !== undefined || last === null) return listen(server, wanted ?? 0);
  try {
    return await listen(server, last);
  } catch (error) {
    // Another program has it by now: personal links have to be made anew.
    if (errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES') return listen(server, 0);
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** 80 random bits: no other page can guess the name, so none can make a browser ask this host. */
function createHostName(): string {
  return `casebook-${randomBytes(10).toString('hex')}.localhost`;
}

const OWN_LINK = 'For a new link, press Enter in the terminal where Casebook runs, or start Casebook again.';
const INVITED =
  'The study may be closed on this computer. Ask the person who invited you to open it, then open this link again. If it still does not work, ask for a new link.';

/** Says why somebody is not let in. */
function explain(message: string, advice: string): Response {
  return new Response(plainPage(`<h1>Casebook</h1><p>${message}</p><p>${advice}</p>`), {
    status: 401,
    headers: PLAIN_HEADERS,
  });
}
