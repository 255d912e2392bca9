import type { Hono } from 'hono';
import { z } from 'zod';
import type { Logger } from '../../core/base/ports.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import {
  HubAccount,
  HubRole,
  JoinRequest,
  type LookReply,
  LookRequest,
} from '../../../shared/hub/protocol.ts';
import { all, type HubDatabase } from './database.ts';
import { type DeviceDoor, EnteredDevice } from './devices.ts';

const INVALID = 'This invitation does not work: it was used already, ran out, or is not complete.';
const NOBODYS = { person: null, audience: null, item: null, about: null, sha256: null } as const;

const Look = z.object({
  person: PersonId.nullable(),
  handle: z.string(),
  name: z.string(),
  role: HubRole,
  title: z.string(),
  empty: z.boolean(),
});
/** A device that comes with an invitation: what it is invited to, and joining. */
export function addJoinRoutes(app: Hono, sql: HubDatabase, door: DeviceDoor, logger: Logger): void {
  app.post('/v1/look', async (context) => {
    const { casebook, token } = LookRequest.parse(await context.req.json());
    const [row] = await all(sql`SELECT * FROM casebook.look(${casebook}, ${token}, '')`, Look);
    if (row === undefined) throw await door.refusalOf(context, INVALID);
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
    if (joined?.ok !== true) throw await door.refusalOf(context, INVALID);
    const [account] = await all(sql`SELECT * FROM casebook.enter(${secret})`, EnteredDevice);
    if (account?.revoked !== false) throw await door.refusalOf(context, INVALID);
    logger.info('A device joined.', { casebook, person: account.person, device: account.device });
    return context.json(HubAccount.parse(account));
  });
}
