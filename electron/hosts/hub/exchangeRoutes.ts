import type { Hono } from 'hono';
import { z } from 'zod';
import type { Logger } from '../../core/base/ports.ts';
import { EarlierRows } from '../../../shared/hub/earlierRows.ts';
import {
  ClockRequest,
  type LateReply,
  LateRequest,
  PullRequest,
  PushRequest,
  type SendersReply,
  SendersRequest,
} from '../../../shared/hub/protocol.ts';
import { noteClock, sendersOf } from './accounts.ts';
import { all, type HubDatabase, type HubTransaction } from './database.ts';
import { DEACTIVATED, type DeviceDoor, READING, secretOf, WRITING } from './devices.ts';
import { earlierRows } from './earlier.ts';
import { noteExchange, onceAMinute } from './exchangeTimes.ts';
import { isDeactivated, keepLate, lateAfter } from './late.ts';
import { parseCursor, pull } from './pull.ts';
import { push } from './push.ts';
import { RefusedRequest } from './refusals.ts';
import { requireCurator } from './rights.ts';

/** What devices send and get. */
export function addExchangeRoutes(app: Hono, sql: HubDatabase, door: DeviceDoor, logger: Logger): void {
  const isNews = onceAMinute();

  app.post('/v1/push', async (context) => {
    const { documents } = PushRequest.parse(await context.req.json());
    const secret = secretOf(context);
    if (secret !== null && (await isDeactivated(sql, secret))) {
      const kept = await keepLate(sql, secret, documents);
      logger.info('A deactivated person’s device sent something.', { kept });
      throw new RefusedRequest('revoked', `${DEACTIVATED} ${keptInWords(kept)}`.trim());
    }
    return context.json(
      await door.enter(context, WRITING, async (transaction, account) => {
        const era = await presentEra(transaction);
        return { answers: await push(transaction, account, era, documents), era };
      }),
    );
  });

  app.post('/v1/pull', async (context) => {
    const { cursor, whole } = PullRequest.parse(await context.req.json());
    const from = parseCursor(cursor);
    if (from === null)
      throw new RefusedRequest('invalid', 'The hub cannot read how far this casebook is. Update Casebook.');
    const once = () =>
      door.enter(context, READING, (transaction, account) => pull(transaction, account, from, whole));
    let reply = await once();
    if (reply === null) {
      await door.enter(context, WRITING, presentEra);
      reply = await once();
    }
    // In a transaction of its own: what only reads must not hold back what others read.
    if (reply?.more === false && isNews(secretOf(context) ?? ''))
      await door.enter(context, WRITING, noteExchange);
    return context.json(reply);
  });

  app.post('/v1/late', async (context) => {
    const { after } = LateRequest.parse(await context.req.json());
    const documents = await door.enter(context, READING, (transaction, account) => {
      requireCurator(account);
      return lateAfter(transaction, account, after);
    });
    return context.json({ documents } satisfies LateReply);
  });

  app.get('/v1/earlier', async (context) => {
    const rows = await door.enter(context, READING, (transaction, account) => {
      requireCurator(account);
      return earlierRows(transaction);
    });
    return context.json({ rows: rows.map((each) => EarlierRows.parse(each)) });
  });

  app.post('/v1/senders', async (context) => {
    const { answers } = SendersRequest.parse(await context.req.json());
    const senders = await door.enter(context, READING, (transaction) => sendersOf(transaction, answers));
    return context.json({ senders } satisfies SendersReply);
  });

  app.post('/v1/clock', async (context) => {
    const { ahead } = ClockRequest.parse(await context.req.json());
    await door.enter(context, WRITING, async (transaction, account) => {
      await noteClock(transaction, account, ahead);
      logger.info('A device’s clock differs from the hub’s.', { device: account.device, ahead });
    });
    return context.body(null, 200);
  });
}

const keptInWords = (kept: number): string =>
  kept === 0
    ? ''
    : `${kept === 1 ? '1 answer that you sent since is' : `${String(kept)} answers that you sent since are`} kept apart for the curator.`;

async function presentEra(transaction: HubTransaction): Promise<number> {
  const [row] = await all(transaction`SELECT casebook.present_era() AS era`, z.object({ era: z.int() }));
  if (row === undefined) throw new Error('The hub has no era.');
  return row.era;
}
