import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from '../../core/base/ports.ts';
import { HUB_HEADER, PROTOCOL, PUSH_BYTES, TIME_HEADER } from '../../../shared/hub/protocol.ts';
import type { HubDatabase } from './database.ts';
import { DeviceDoor } from './devices.ts';
import { addExchangeRoutes } from './exchangeRoutes.ts';
import { addImageRoutes } from './imageRoutes.ts';
import { addJoinRoutes } from './joinRoutes.ts';
import { answerFailure, refusal } from './refusals.ts';
import { addTeamRoutes } from './teamRoutes.ts';

/** The largest request: the texts of a push, with keys, ids and JSON's own escapes. */
const BODY_BYTES = 4 * PUSH_BYTES;

/**
 * The hub over HTTP. It holds nothing itself: any number of processes can answer, each request is one transaction on
 * behalf of the device that shows its secret.
 */
export function createHubApp(sql: HubDatabase, logger: Logger): Hono {
  const app = new Hono();
  const door = new DeviceDoor(sql);
  app.use(async (context, next) => {
    await next();
    context.header(HUB_HEADER, PROTOCOL);
    context.header(TIME_HEADER, String(Date.now()));
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
    context.header('content-security-policy', "default-src 'none'");
  });
  app.onError((error) => answerFailure(error, logger));
  app.notFound(() => refusal('invalid', 'The hub does not know this address.', 404));

  app.get('/', (context) => context.json({ hub: 'casebook', protocol: PROTOCOL }));
  app.use('/v1/*', bodyLimit({ maxSize: BODY_BYTES }));
  addJoinRoutes(app, sql, door, logger);
  addExchangeRoutes(app, sql, door, logger);
  addImageRoutes(app, door);
  addTeamRoutes(app, door, logger);
  refuseOtherMethods(app);
  return app;
}

/** Answers every method that a known address does not take. */
function refuseOtherMethods(app: Hono): void {
  const methods = Map.groupBy(
    app.routes.filter(({ method }) => method !== 'ALL'),
    ({ path }) => path,
  );
  for (const [path, routes] of methods) {
    const allowed = [...new Set(routes.map(({ method }) => method))].join(', ');
    app.all(path, (context) => {
      context.header('allow', allowed);
      const { method } = context.req;
      return refusal('invalid', `This address takes ${allowed}, not ${method}. Nothing was saved.`, 405);
    });
  }
}
