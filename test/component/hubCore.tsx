import { MantineProvider } from '@mantine/core';
import { notifications, Notifications } from '@mantine/notifications';
import { implement, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import type { ApplicationState, OpenCasebook } from '../../shared/contract/application.ts';
import { contract } from '../../shared/contract/index.ts';
import type { EarlierReport, HubRefusal, HubState, InvitationInWords } from '../../shared/contract/hub.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';
import { ANA, BO, casebookOf, personOf } from './casebook.ts';
import type { HubPerson } from '../../shared/hub/protocol.ts';

export const stateOf = (change: Partial<HubState> = {}): HubState => ({
  address: 'https://hub.example.org',
  title: 'Synthetic',
  role: 'curator',
  personId: ANA,
  person: 'Ana',
  phase: 'idle',
  progress: null,
  problem: null,
  exchangedAt: Date.now(),
  received: 0,
  retryAt: null,
  waiting: 0,
  refused: 0,
  earlier: 0,
  clockAhead: null,
  ...change,
});

export const failed = (message: string, hint: string | null = null, code: ErrorCode = 'invalid_input') =>
  new ORPCError('FAILED', { defined: true, status: 400, message, data: { code, hint } });

/** What the core answers in a test; calls that it is not told of fail. */
export interface FakeCore {
  state: HubState | null;
  refusals: HubRefusal[];
  /** What came in before roles were checked. */
  earlier: EarlierReport | null;
  people: HubPerson[];
  /** What changes whenever something was changed. */
  changes: string;
  look: (invitation: string) => InvitationInWords;
  /** The progress that connecting reports. */
  use: () => AsyncGenerator<{ phase: string; done: number; total: number | null }, void>;
  joined: OpenCasebook;
  application: Pick<ApplicationState, 'casebook'>;
  /** Calls that change something, with what they were given. */
  readonly calls: (readonly [procedure: string, input: unknown])[];
}

/** A core for each test, which answers what the window fetches. */
export function useFakeCore(): () => FakeCore {
  let core: FakeCore;
  beforeEach(() => {
    core = {
      state: null,
      refusals: [],
      earlier: null,
      people: [],
      changes: '0 0',
      look: () => {
        throw failed('This is not a whole invitation.', 'Nothing was changed.');
      },
      async *use() {
        await Promise.resolve();
        yield { phase: 'Sending', done: 1, total: null };
      },
      joined: casebookOf({ path: '/joined.casebook' }),
      application: { casebook: null },
      calls: [],
    };
    const handler = new RPCHandler(routerOf(core));
    vi.stubGlobal('fetch', async (request: Request) => {
      const { matched, response } = await handler.handle(request, { prefix: '/rpc', context: {} });
      return matched ? response : new Response(null, { status: 404 });
    });
    window.location.hash = '';
  });
  afterEach(() => {
    notifications.clean();
    queryClient.clear();
  });
  return () => core;
}

function routerOf(core: FakeCore) {
  const os = implement(contract);
  const connected = () => {
    if (core.state === null) throw failed('This casebook is connected to no hub.');
    return core.state;
  };
  return {
    hub: {
      state: os.hub.state.handler(() => core.state),
      refusals: os.hub.refusals.handler(() => core.refusals),
      dismiss: os.hub.dismiss.handler(({ input }) => {
        core.calls.push(['dismiss', input]);
        core.refusals = core.refusals.filter(({ id }) => id !== input.id);
        core.state = { ...connected(), refused: core.refusals.length };
        return core.refusals;
      }),
      earlier: os.hub.earlier.handler(() => core.earlier),
      markEarlier: os.hub.markEarlier.handler(({ input }) => {
        core.calls.push(['markEarlier', input]);
        const entries =
          core.earlier?.entries?.map((entry) =>
            entry.id === input.id ? { ...entry, lookedAt: input.isLookedAt ? Date.now() : null } : entry,
          ) ?? null;
        return (core.earlier = { askedAt: 0, entries });
      }),
      look: os.hub.look.handler(({ input }) => core.look(input.invitation)),
      connect: os.hub.connect.handler(async function* ({ input }) {
        core.calls.push(['connect', input]);
        for await (const report of core.use()) yield { type: 'progress' as const, ...report };
        core.state = stateOf();
        yield { type: 'result' as const, result: core.state };
      }),
      join: os.hub.join.handler(async function* ({ input }) {
        core.calls.push(['join', input]);
        for await (const report of core.use()) yield { type: 'progress' as const, ...report };
        core.application = { casebook: core.joined };
        yield { type: 'result' as const, result: core.joined };
      }),
      exchange: os.hub.exchange.handler(() => {
        core.calls.push(['exchange', null]);
        return connected();
      }),
      pause: os.hub.pause.handler(({ input }) => {
        core.calls.push(['pause', input]);
        return (core.state = { ...connected(), phase: input.paused ? 'paused' : 'idle' });
      }),
      disconnect: os.hub.disconnect.handler(() => {
        core.calls.push(['disconnect', null]);
        core.state = null;
      }),
      invite: os.hub.invite.handler(({ input }) => {
        core.calls.push(['invite', input]);
        return {
          text: 'casebook-hub:https://hub.example.org#an-invitation',
          expiresAt: Date.UTC(2026, 11, 9, 12),
          role: 'annotator' as const,
        };
      }),
      people: os.hub.people.handler(() => core.people),
      revoke: os.hub.revoke.handler(({ input }) => {
        core.calls.push(['revoke', input]);
        core.people = core.people.map((person) => ({
          ...person,
          devices: person.devices.map((device) =>
            device.id === input.device ? { ...device, revokedAt: Date.now() } : device,
          ),
        }));
        return core.people;
      }),
    },
    casebooks: { changes: os.casebooks.changes.handler(() => core.changes) },
    people: { list: os.people.list.handler(() => [personOf(['annotator'], BO)]) },
    assignments: {
      progress: os.assignments.progress.handler(() => []),
      mine: os.assignments.mine.handler(() => []),
    },
    application: {
      state: os.application.state.handler((): ApplicationState => ({
        host: 'desktop',
        version: '0',
        electron: null,
        recent: [],
        settings: {
          theme: 'system',
          keyPreset: 'casebook',
          keys: {},
          keepZoom: true,
          wheel: 'recognised',
          snapToPixels: false,
          panels: {},
        },
        documents: '/home/documents',
        ...core.application,
      })),
    },
  };
}

/** Draws something as in a window; `casebook` null: while none is open. */
export function show(children: ReactNode, casebook: OpenCasebook | null = casebookOf()) {
  const within = (inner: ReactNode) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>{inner}</CasebookContext>
        <ConfirmDialog />
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(within(children));
  return {
    again: (changed: ReactNode) => {
      rerender(within(changed));
    },
  };
}
