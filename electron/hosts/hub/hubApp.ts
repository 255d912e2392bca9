import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { asCasebookError, errorCode } from '../../core/base/errors.ts';
import type { Logger } from '../../core/base/ports.ts';
import { mayWrite, writersInWords } from '../../../shared/hub/mayWrite.ts';
import type {
  HubAccount,
  LateReply,
  LookReply,
  Refusal,
  SendersReply,
} from '../../../shared/hub/protocol.ts';
import {
  ClockRequest,
  CompleteReply,
  HUB_HEADER,
  HubAccount as HubAccountForm,
  HubRole,
  InviteRequest,
  JoinRequest,
  LateRequest,
  LookRequest,
  MissingRequest,
  PART_BYTES,
  PROTOCOL,
  PUSH_BYTES,
  PullRequest,
  PushRequest,
  RevokeRequest,
  SendersRequest,
  Sha256,
  TIME_HEADER,
} from '../../../shared/hub/protocol.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { EarlierRows } from '../../../shared/hub/earlierRows.ts';
import { invite, noteClock, people, revoke, sendersOf } from './accounts.ts';
import type { HubDatabase, HubTransaction } from './database.ts';
import { all, inHubWords } from './database.ts';
import { earlierRows } from './earlier.ts';
import { noteExchange, onceAMinute } from './exchangeTimes.ts';
import { imagesInDatabase } from './images.ts';
import { parseCursor, pull } from './pull.ts';
import { push } from './push.ts';
import { clientKey, createProxies } from '../network/addresses.ts';
import { isDeactivated, keepLate, lateAfter } from './late.ts';
import { createRateLimit } from '../network/rateLimit.ts';

/** The largest request: the texts of a push, with keys, ids and JSON's own escapes. */
const BODY_BYTES = 4 * PUSH_BYTES;
/** Wrong secrets and invitations that one address may show in a minute. */
const WRONG_A_MINUTE = 20;

const STATUS = {
  unknown: 401,
  revoked: 403,
  forbidden: 403,
  invalid: 400,
  too_large: 413,
  too_often: 429,
  busy: 503,
  full: 507,
} as const satisfies Record<Refusal['code'], number>;

/** A request that is answered with words. */
class Refused extends HTTPException {
  constructor(code: Refusal['code'], message: string) {
    super(STATUS[code], { res: refusal(code, message) });
  }
}

function refusal(code: Refusal['code'], message: string, status: number = STATUS[code]): Response {
  return Response.json({ code, message } satisfies Refusal, { status });
}

/**
 * The hub over HTTP. It holds nothing itself: any number of processes can answer, each request is one transaction on
 * behalf of the device that shows its secret.
 */
export function createHubApp(sql: HubDatabase, logger: Logger): Hono {
  const app = new Hono();
  const wrong = createRateLimit(WRONG_A_MINUTE);
  const isNews = onceAMinute();

  app.use(async (context, next) => {
    await next();
    context.header(HUB_HEADER, PROTOCOL);
    context.header(TIME_HEADER, String(Date.now()));
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
    context.header('content-security-policy', "default-src 'none'");
  });
  app.onError((error) => {
    if (error instanceof Refused) return error.getResponse();
    if (error instanceof HTTPException && error.status === 413)
      return refusal('too_large', 'The request is too large for the hub. Nothing of it was saved.');
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return refusal('invalid', 'The hub cannot read the request. Nothing of it was saved. Update Casebook.');
    const known = asCasebookError(inHubWords(error));
    logger.error('A request failed.', { code: known.code, error: known.message });
    // What the same request would meet again: numbers that are none, and what row security refuses.
    if (errorCode(error)?.startsWith('22') === true)
      return refusal('invalid', 'The hub cannot read the request. Nothing of it was saved. Update Casebook.');
    if (known.code === 'forbidden')
      return refusal('forbidden', 'The hub does not let this device do that. Nothing of it was saved.');
    if (known.code === 'disk_full')
      return refusal(
        'full',
        'The hub’s disk is full. Nothing of this request was saved; it is sent again later.',
      );
    return refusal(
      'busy',
      'The hub cannot answer at the moment. Nothing of this request was saved; it is sent again later.',
    );
  });
  app.notFound(() => refusal('invalid', 'The hub does not know this address.', 404));

  /** The refusal of a secret that is not right. Only those count: a right one enters, whatever came before it. */
  const failed = async (context: Context, message: string): Promise<Refused> =>
    (await wrong.count(addressOf(context))) === 0
      ? new Refused('unknown', message)
      : new Refused('too_often', 'This address sent too many unknown invitations or devices. Wait a minute.');

  /**
   * Runs work on behalf of the device whose secret the request shows. A right one is let in whatever else came from its
   * address: nobody can shut a lab out that shares theirs.
   */
  const entered = async <T>(
    context: Context,
    mode: 'read write' | 'isolation level repeatable read read only',
    work: (transaction: HubTransaction, account: HubAccount) => Promise<T>,
  ): Promise<T> => {
    const secret = secretOf(context);
    if (secret === null) throw await failed(context, 'This device is not known to the hub.');
    return await settledBegin(sql, mode, async (transaction) => {
      const [row] = await all(transaction`SELECT * FROM casebook.enter(${secret})`, Entered);
      if (row === undefined) throw await failed(context, 'This device is not known to the hub.');
      if (row.revoked)
        throw new Refused(
          'revoked',
          (await isDeactivated(transaction, secret))
            ? DEACTIVATED
            : 'This device was revoked. What waits stays in the casebook.',
        );
      return work(transaction, HubAccountForm.parse(row));
    });
  };

  app.get('/', (context) => context.json({ hub: 'casebook', protocol: PROTOCOL }));
  app.use('/v1/*', bodyLimit({ maxSize: BODY_BYTES }));

  app.post('/v1/look', async (context) => {
    const { casebook, token } = LookRequest.parse(await context.req.json());
    const [row] = await all(sql`SELECT * FROM casebook.look(${casebook}, ${token}, '')`, Look);
    if (row === undefined) throw await failed(context, INVALID);
    const meta = await all(
      sql`SELECT id, content FROM casebook.settings_for(${casebook}, ${token})`,
      z.object({ id: z.string(), content: z.string() }),
    );
    return context.json({
      ...row,
      meta: meta.map((each) => ({ ...NOBODYS, table: 'meta', ...each })),
    } satisfies LookReply);
  });

  app.post('/v1/join', async (context) => {
    const { casebook, token, device, person, title, secret } = JoinRequest.parse(await context.req.json());
    const [joined] = await all(
      sql`SELECT casebook.join(${casebook}, ${token}, ${secret}, ${device}, ${person?.id ?? null},
        ${person?.handle ?? null}, ${person?.name ?? null}, ${title}) AS ok`,
      z.object({ ok: z.boolean() }),
    );
    if (joined?.ok !== true) throw await failed(context, INVALID);
    const [account] = await all(sql`SELECT * FROM casebook.enter(${secret})`, Entered);
    if (account?.revoked !== false) throw await failed(context, INVALID);
    logger.info('A device joined.', { casebook, person: account.person, device: account.device });
    return context.json(HubAccountForm.parse(account));
  });

  app.post('/v1/push', async (context) => {
    const { documents } = PushRequest.parse(await context.req.json());
    const secret = secretOf(context);
    if (secret !== null && (await isDeactivated(sql, secret))) {
      const kept = await keepLate(sql, secret, documents);
      logger.info('A deactivated person’s device sent something.', { kept });
      throw new Refused('revoked', `${DEACTIVATED} ${keptWords(kept)}`.trim());
    }
    return context.json(
      await entered(context, 'read write', async (transaction, account) => {
        const era = await presentEra(transaction);
        return { answers: await push(transaction, account, era, documents), era };
      }),
    );
  });

  app.post('/v1/pull', async (context) => {
    const { cursor, whole } = PullRequest.parse(await context.req.json());
    const from = parseCursor(cursor);
    if (from === null)
      throw new Refused('invalid', 'The hub cannot read how far this casebook is. Update Casebook.');
    const once = () =>
      entered(context, 'isolation level repeatable read read only', (transaction, account) =>
        pull(transaction, account, from, whole),
      );
    let reply = await once();
    if (reply === null) {
      await entered(context, 'read write', presentEra);
      reply = await once();
    }
    // In a transaction of its own: what only reads must not hold back what others read.
    if (reply?.more === false && isNews(secretOf(context) ?? ''))
      await entered(context, 'read write', noteExchange);
    return context.json(reply);
  });

  app.post('/v1/images/missing', async (context) => {
    const { images } = MissingRequest.parse(await context.req.json());
    const missing = await entered(
      context,
      'isolation level repeatable read read only',
      (transaction, account) => {
        requireImageWriter(account);
        return imagesInDatabase(transaction).missing(
          account,
          images.map(({ sha256 }) => sha256),
        );
      },
    );
    return context.json({ missing });
  });
  app.put('/v1/images/:sha256/:upload/:number', bodyLimit({ maxSize: PART_BYTES }), async (context) => {
    const { sha256, upload, number } = ImagePart.parse(context.req.param());
    const content = new Uint8Array(await context.req.arrayBuffer());
    if (content.length === 0) throw new Refused('invalid', 'The part of the image is empty.');
    await entered(context, 'read write', (transaction, account) => {
      requireImageWriter(account);
      return imagesInDatabase(transaction).keep(account, sha256, upload, number, content);
    });
    return context.body(null, 204);
  });
  app.post('/v1/images/:sha256/:upload/complete', async (context) => {
    const { sha256, upload } = ImagePart.omit({ number: true }).parse(context.req.param());
    const complete = await entered(context, 'read write', (transaction, account) => {
      requireImageWriter(account);
      return imagesInDatabase(transaction).complete(account, sha256, upload);
    });
    return context.json(CompleteReply.parse({ complete }));
  });
  app.get('/v1/images/:sha256/:number', async (context) => {
    const { sha256, number } = ImagePart.omit({ upload: true }).parse(context.req.param());
    const part = await entered(context, 'isolation level repeatable read read only', (transaction, account) =>
      imagesInDatabase(transaction).part(account, sha256, number),
    );
    if (part === null) throw new Refused('forbidden', 'The hub has no such image for you.');
    return context.body(new Uint8Array(part.content), 200, {
      'content-type': 'application/octet-stream',
      'casebook-parts': String(part.parts),
    });
  });

  app.post('/v1/late', async (context) => {
    const { after } = LateRequest.parse(await context.req.json());
    const documents = await entered(
      context,
      'isolation level repeatable read read only',
      (transaction, account) => {
        requireCurator(account);
        return lateAfter(transaction, account, after);
      },
    );
    return context.json({ documents } satisfies LateReply);
  });

  app.get('/v1/earlier', async (context) => {
    const rows = await entered(
      context,
      'isolation level repeatable read read only',
      (transaction, account) => {
        requireCurator(account);
        return earlierRows(transaction);
      },
    );
    return context.json({ rows: rows.map((each) => EarlierRows.parse(each)) });
  });

  app.post('/v1/senders', async (context) => {
    const { answers } = SendersRequest.parse(await context.req.json());
    const senders = await entered(context, 'isolation level repeatable read read only', (transaction) =>
      sendersOf(transaction, answers),
    );
    return context.json({ senders } satisfies SendersReply);
  });

  app.post('/v1/clock', async (context) => {
    const { ahead } = ClockRequest.parse(await context.req.json());
    await entered(context, 'read write', async (transaction, account) => {
      await noteClock(transaction, account, ahead);
      logger.info('A device’s clock differs from the hub’s.', { device: account.device, ahead });
    });
    return context.body(null, 200);
  });

  app.get('/v1/people', async (context) =>
    context.json({
      people: await entered(
        context,
        'isolation level repeatable read read only',
        (transaction, { casebook }) => people(transaction, casebook),
      ),
    }),
  );
  app.post('/v1/invitations', async (context) => {
    const { person, role } = InviteRequest.parse(await context.req.json());
    const invitation = await entered(context, 'read write', (transaction, account) => {
      requireCurator(account);
      return invite(transaction, account.casebook, { ...person, role }, account.person);
    });
    return context.json(invitation);
  });
  app.post('/v1/revocations', async (context) => {
    const { device } = RevokeRequest.parse(await context.req.json());
    await entered(context, 'read write', async (transaction, account) => {
      if (device !== account.device) requireCurator(account);
      const found = await all(
        transaction`SELECT id FROM casebook.device WHERE id = ${device}`,
        z.object({ id: z.string() }),
      );
      if (found.length === 0) throw new Refused('forbidden', 'The casebook has no such device.');
      await revoke(transaction, [device]);
      logger.info('A device was revoked.', { device, by: account.person });
    });
    return context.body(null, 204);
  });
  refuseOtherMethods(app);
  return app;
}

const DEACTIVATED =
  'A curator deactivated you in this casebook. What you answered before counts; what you answer now is not included.';

const keptWords = (kept: number): string =>
  kept === 0
    ? ''
    : `${kept === 1 ? '1 answer that you sent since is' : `${String(kept)} answers that you sent since are`} kept apart for the curator.`;

/** The secret that a request shows; null where it shows none. */
function secretOf(context: Context): string | null {
  const shown = /^Bearer (?<secret>[\w-]{43})$/u.exec(context.req.header('authorization') ?? '');
  return shown?.groups?.['secret'] ?? null;
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

const INVALID = 'This invitation does not work: it was used already, ran out, or is not complete.';
const NOBODYS = { person: null, audience: null, item: null, about: null, sha256: null } as const;

const Entered = z.discriminatedUnion('revoked', [
  HubAccountForm.extend({ revoked: z.literal(false) }),
  z.object({ revoked: z.literal(true) }),
]);
const Look = z.object({
  person: PersonId.nullable(),
  handle: z.string(),
  name: z.string(),
  role: HubRole,
  title: z.string(),
  empty: z.boolean(),
});
const ImagePart = z.object({
  sha256: Sha256,
  upload: z.uuid(),
  number: z.coerce.number().int().min(0).max(1000),
});

/** Images come from who may write their rows. */
function requireImageWriter({ roles }: HubAccount): void {
  if (mayWrite(roles, 'image') === null) throw new Refused('forbidden', writersInWords('image'));
}

function requireCurator({ role }: HubAccount): void {
  if (role !== 'curator') throw new Refused('forbidden', 'Only curators may do this.');
}

async function presentEra(transaction: HubTransaction): Promise<number> {
  const [row] = await all(transaction`SELECT casebook.present_era() AS era`, z.object({ era: z.int() }));
  if (row === undefined) throw new Error('The hub has no era.');
  return row.era;
}

/** A proxy on this machine is believed. */
const PROXIES = createProxies(['127.0.0.0/8', '::1']);

/** Where a request comes from: what a proxy on this machine says of it, who else asks by themselves. */
function addressOf(context: Context): string {
  let address = '';
  try {
    address = getConnInfo(context).remote.address ?? '';
  } catch {
    // Not over a network.
  }
  return clientKey(PROXIES.clientOf(address, context.req.header('x-forwarded-for')));
}

/** A transaction whose result is the work's own. */
async function settledBegin<T>(
  sql: HubDatabase,
  mode: string,
  work: (transaction: HubTransaction) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  await sql.begin(mode, async (transaction) => void results.push(await work(transaction)));
  for (const result of results) return result;
  throw new Error('The transaction did not run.');
}
