import { type HttpBindings } from '@hono/node-server';
import { RPCHandler } from '@orpc/server/fetch';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { isLocked } from '../../core/access/confinement.ts';
import type { Connection } from '../../core/base/connection.ts';
import type { Core } from '../../core/app/createCore.ts';
import { ensureRenderer } from '../../build.ts';
import { serveImage } from '../imageResponse.ts';
import { servePage } from '../pages.ts';
import { limitCalls } from './bodyLimits.ts';

/** Answers requests for pages and what they load. */
export type PageSource = (request: Request, bindings: HttpBindings) => Promise<Response>;

/** Who asks. */
export interface Visitor {
  readonly connection: Connection;
  /** Is given the answer to each call of theirs before it leaves; gives what leaves. */
  readonly answered?: (procedure: string, answer: Response, bindings: HttpBindings) => Response;
}

/** What every handler finds beside the request. */
export interface AppEnvironment {
  Bindings: HttpBindings;
  Variables: { visitor: Visitor };
}
export type App = Hono<AppEnvironment>;
export type AppContext = Context<AppEnvironment>;

/** What makes one host for browsers differ from another. */
export interface AppParts {
  readonly core: Pick<Core, 'router' | 'contextOf' | 'displayImage' | 'state'>;
  readonly pages: PageSource;
  /** They refuse what was not meant for this host, first of all. */
  readonly guards: readonly MiddlewareHandler<AppEnvironment>[];
  /** Adds what answers people who are not let in yet. */
  readonly doors: (app: App) => void;
  /** Who sends a request, or what is answered where they are not let in. */
  readonly visitor: (context: AppContext) => Visitor | Response | Promise<Visitor | Response>;
}

/** The largest calls are pieces of dropped files, and edits of annotations with many boxes. */
const limitWork = limitCalls(16);
/** Participants send answers. */
const limitAnswers = limitCalls(1);

/** The app as browsers get it, from any host: calls, images and pages, for those who are let in. */
export function createBrowserApp({ core, pages, guards, doors, visitor }: AppParts): App {
  const app: App = new Hono();
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    // Not the address: it can hold names and secrets.
    core.state.ports.logger.error('A request failed.', {
      route: routePath(context),
      error: String(error),
    });
    return context.text('Casebook could not answer this request. Nothing was changed.', 500);
  });
  for (const guard of guards) app.use(guard);
  app.use('/rpc/*', async (context, next) =>
    context.req.method === 'POST' ? next() : refuseMethod(context, 'Calls are sent with POST', 'POST'),
  );
  doors(app);
  app.use(async (context, next) => {
    const found = await visitor(context);
    if (found instanceof Response) return found;
    context.set('visitor', found);
    return next();
  });
  // Browsers always say how long a body is; what does not would have to be gathered to be measured.
  app.use('/rpc/*', async (context, next) =>
    context.req.header('transfer-encoding') === undefined
      ? next()
      : context.text('The request needs a Content-Length.', 411),
  );
  app.use('/rpc/*', (context, next) =>
    isLocked({ session: context.get('visitor').connection, core: core.state })
      ? limitAnswers(context, next)
      : limitWork(context, next),
  );
  const calls = new RPCHandler<ReturnType<Core['contextOf']>>(core.router);
  app.post('/rpc/*', async (context) => {
    const { connection, answered } = context.get('visitor');
    const result = await calls.handle(context.req.raw, {
      prefix: '/rpc',
      context: core.contextOf(connection),
    });
    if (!result.matched) return context.text('There is no such call. Nothing was changed.', 404);
    result.response.headers.set('cache-control', 'no-store');
    result.response.headers.set('x-content-type-options', 'nosniff');
    const procedure = context.req.path.slice('/rpc/'.length).replaceAll('/', '.');
    return answered?.(procedure, result.response, context.env) ?? result.response;
  });
  app.get('/image/:id/:variant', (context) =>
    serveImage(
      core,
      context.req.param('id'),
      context.req.param('variant'),
      context.get('visitor').connection,
    ),
  );
  app.get('*', (context) => pages(context.req.raw, context.env));
  app.all('*', (context) => refuseMethod(context, 'Pages are read with GET', 'GET'));
  return app;
}

/** Says which method an address takes, where a request came with another. */
function refuseMethod(context: AppContext, what: string, allowed: 'GET' | 'POST'): Response {
  context.header('allow', allowed);
  return context.text(`${what}, not ${context.req.method}. Nothing was changed.`, 405);
}

/** The built pages of this folder; left out: those of this repository, built first where they are missing or old. */
export async function builtPages(folder: string | undefined): Promise<PageSource> {
  const built = folder ?? (await ensureRenderer());
  return (request) =>
    servePage(built, new URL(request.url).pathname, {}, request.headers.get('accept-encoding') ?? '');
}
