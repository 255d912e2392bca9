import type { Hono } from 'hono';
import { z } from 'zod';
import type { Logger } from '../../core/base/ports.ts';
import { InviteRequest, RevokeRequest } from '../../../shared/hub/protocol.ts';
import { invite, people, revoke } from './accounts.ts';
import { all } from './database.ts';
import { type DeviceDoor, READING, WRITING } from './devices.ts';
import { RefusedRequest } from './refusals.ts';
import { requireCurator } from './rights.ts';

/** Who is in the team, with which devices. */
export function addTeamRoutes(app: Hono, door: DeviceDoor, logger: Logger): void {
  app.get('/v1/people', async (context) =>
    context.json({
      people: await door.enter(context, READING, (transaction, { casebook }) =>
        people(transaction, casebook),
      ),
    }),
  );
  app.post('/v1/invitations', async (context) => {
    const { person, role } = InviteRequest.parse(await context.req.json());
    const invitation = await door.enter(context, WRITING, (transaction, account) => {
      requireCurator(account);
      return invite(transaction, account.casebook, { ...person, role }, account.person);
    });
    return context.json(invitation);
  });
  app.post('/v1/revocations', async (context) => {
    const { device } = RevokeRequest.parse(await context.req.json());
    await door.enter(context, WRITING, async (transaction, account) => {
      if (device !== account.device) requireCurator(account);
      const found = await all(
        transaction`SELECT id FROM casebook.device WHERE id = ${device}`,
        z.object({ id: z.string() }),
      );
      if (found.length === 0) throw new RefusedRequest('forbidden', 'The casebook has no such device.');
      await revoke(transaction, [device]);
      logger.info('A device was revoked.', { device, by: account.person });
    });
    return context.body(null, 204);
  });
}
