import type { OpenCasebook } from '../../../../shared/contract/application.ts';
import type { HubState } from '../../../../shared/contract/hub.ts';
import { describeOpen } from '../../access/describeOpen.ts';
import type { Call, Feature } from '../../access/context.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { CasebookKeeper } from '../../access/keeper.ts';
import { caller, openCasebook, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { lookAtInvitation } from './connecting.ts';
import type { HubService } from './service.ts';

const os = procedures.hub;
const never = new AbortController().signal;

/** Procedures on the team hub. */
export function hubRouter(hub: Feature<HubService>, keeper: CasebookKeeper) {
  return {
    state: os.state.handler(({ context }) => stateFor(context, hub.read().state())),
    refusals: os.refusals.handler(({ context }) => hub.read().refusals(namesFor(context))),
    dismiss: os.dismiss.handler(({ input, context }) => {
      hub.write().dismiss(input.id);
      return hub.read().refusals(namesFor(context));
    }),
    include: os.include.handler(async ({ input, context, signal }) => {
      const by = caller(context);
      const service = hub.write();
      await service.include(input.id, by.id, { progress: () => undefined, signal: signal ?? never });
      return service.refusals(namesFor(context));
    }),
    earlier: os.earlier.handler(({ context }) => hub.read().earlier(namesFor(context))),
    markEarlier: os.markEarlier.handler(({ input, context }) => {
      hub.write().markEarlier(input.id, input.isLookedAt ? caller(context).id : null);
      return hub.read().earlier(namesFor(context));
    }),
    look: os.look.handler(({ input, signal }) => lookAtInvitation(input.invitation, signal ?? never)),
    connect: os.connect.handler(({ input, context, signal }) => {
      const service = hub.write();
      const person = caller(context);
      return streamWork(signal, (progress, abort) =>
        service.connect(input.invitation, person.id, { progress, signal: abort }),
      );
    }),
    join: os.join.handler(({ input, context, signal }) =>
      streamWork(signal, async (progress, abort): Promise<OpenCasebook> => {
        const { open, personId } = await keeper.joinTeam(input.invitation, input.path ?? null, {
          progress,
          signal: abort,
        });
        // Who was invited need not say who they are; where the first exchange failed they are not known here yet.
        context.session.personId = open.people.find(personId) === undefined ? null : personId;
        return describeOpen(open, context.session);
      }),
    ),
    exchange: os.exchange.handler(async ({ context, signal }) => {
      const service = hub.write();
      // Why it failed is part of the state.
      await service.exchange({ progress: () => undefined, signal: signal ?? never }).catch(() => undefined);
      return stateFor(context, stateOf(service));
    }),
    pause: os.pause.handler(({ input, context }) => stateFor(context, hub.write().pause(input.paused))),
    disconnect: os.disconnect.handler(() => hub.write().disconnect()),
    invite: os.invite.handler(({ input }) => hub.write().invite(input.personId)),
    people: os.people.handler(() => hub.read().people()),
    revoke: os.revoke.handler(({ input }) => hub.write().revoke(input.device)),
  };
}

/** What items are called to the caller: those that they have yet to answer have no names. */
function namesFor(context: Call): (itemId: ItemId) => string | null {
  const view = viewer(context);
  const { database } = openCasebook(context).casebook;
  return (itemId) => readRow(database, itemId, view)?.externalId ?? null;
}

/** What goes on, without what only curators are told. */
function stateFor<State extends HubState | null>(context: Call, state: State): State {
  const person = openCasebook(context).people.currentUser(context.session);
  return state === null || person?.roles.includes('curator') === true ? state : { ...state, earlier: 0 };
}

function stateOf(service: HubService) {
  const state = service.state();
  return state ?? service.pause(false);
}
