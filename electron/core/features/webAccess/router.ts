import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { WebAccessService } from './service.ts';

const os = procedures.webAccess;

/** Procedures on who may come in over the network. */
export const webAccessRouter = (webAccess: Feature<WebAccessService>) => ({
  address: os.address.handler(({ context }) => context.core.network),
  sessions: os.sessions.handler(({ context }) => webAccess.read().sessions(context.session.web)),
  invite: os.invite.handler(({ input, context }) => {
    const by = caller(context);
    const service = webAccess.write();
    const { network } = context.core;
    if (network === null)
      throw new CasebookError(
        'conflict',
        'This casebook is not on a network, so invitations would lead nowhere.',
        'No invitation was made. Start casebook host first.',
      );
    const { secret, expiresAt } = service.invite(input.personId, by.id);
    return { url: `${network.url}/i/${secret}`, expiresAt };
  }),
  revoke: os.revoke.handler(({ input, context }) => {
    const service = webAccess.write();
    service.revoke(input.id);
    return service.sessions(context.session.web);
  }),
  signOut: os.signOut.handler(({ context }) => {
    const service = webAccess.write();
    const { web } = context.session;
    if (web === undefined)
      throw new CasebookError(
        'conflict',
        'This window is not signed in over the network.',
        'Nothing was changed. To stop, close the window or the program.',
      );
    service.end(web);
  }),
});
