import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { isContractProcedure } from '@orpc/contract';
import { type AnyProcedure, createRouterClient, isProcedure, Procedure } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../electron/core/base/connection.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { TEAM } from '../../shared/contract/accessRules.ts';
import { contract } from '../../shared/contract/index.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { StudyId } from '../../shared/base/ids.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

/** What is said within a procedure; a person in front of a window has to read it to the letter. */
const refuse = (): never => {
  throw new CasebookError('conflict', 'The planted refusal.', 'The planted advice.');
};
const REFUSED = {
  code: 'FAILED',
  message: 'The planted refusal.',
  data: { code: 'conflict', hint: 'The planted advice.' },
};

/** The names of all procedures of the contract. */
function procedures(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([name, each]: [string, object]) =>
    isContractProcedure(each) ? [`${prefix}${name}`] : procedures(each, `${prefix}${name}.`),
  );
}
const NAMES = procedures(contract);

/** These ask no service of the open casebook: they are about the program itself, or open and close casebooks. */
const WITHOUT_SERVICES: ReadonlySet<string> = new Set([
  'application.saveSettings',
  'application.recentPicture',
  'application.forgetRecent',
  'application.choosePath',
  'application.browse',
  'application.stage',
  'application.notices',
  'application.reportError',
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  'casebooks.backups',
  'casebooks.restore',
  'hub.look',
  'hub.join',
  'judgeRuns.state',
  'judgeRuns.saveKey',
  'webAccess.address',
]);

/** A browser that came by a study link. */
const ARRIVING = {
  locked: true,
  arrival: { kind: 'preview', studyId: StudyId.parse(v7()), agreed: null, screened: false },
} as const satisfies Partial<Connection>;

/** As much of an input as handlers look at themselves. */
const INPUT = { target: { kind: 'casebook' } };

let core: Core;
const folder = temporaryFolder();
beforeAll(async () => {
  core = createCore(testPorts(folder.path));
  await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'A',
    person: 'cara',
  });
  const { people } = core.services();
  const [cara] = people.list();
  if (cara !== undefined) people.update({ id: cara.id, name: 'Cara', roles: [...TEAM] }, cara.id);
});
afterAll(async () => {
  await core.close();
  folder[Symbol.dispose]();
});

/** The procedure of that name as the core has it. */
function procedureOf(name: string): AnyProcedure {
  const found = name
    .split('.')
    .reduce<unknown>(
      (of, key) => (typeof of === 'object' && of !== null ? Reflect.get(of, key) : null),
      core.router,
    );
  if (!isProcedure(found)) throw new Error(`${name} is no procedure.`);
  return found;
}

/** What a window learns of a call of this procedure, over the wire: the events of a stream, and the error. */
async function called(
  name: string,
  procedure: AnyProcedure,
  open: Services | null,
): Promise<{ events: unknown[]; error: unknown }> {
  // What is asked and answered is not checked here: every handler is reached with nothing.
  const { '~orpc': definition } = procedure;
  const bare = new Procedure({ ...definition, inputSchema: undefined, outputSchema: undefined });
  // By its own name: that says who may call it.
  const [group = '', call = ''] = name.split('.');
  const handler = new RPCHandler<ReturnType<Core['contextOf']>>({ [group]: { [call]: bare } });
  const opened = core.state.open;
  core.state.open = open;
  const context = core.contextOf({ ...core.createSession(), ...(group === 'arrivals' && ARRIVING) });
  const link = new RPCLink({
    url: 'http://casebook.test',
    fetch: async (request) =>
      (await handler.handle(request, { context })).response ?? new Response(null, { status: 404 }),
  });
  const client: Record<string, Record<string, (input: object) => Promise<unknown>>> = createORPCClient(link);
  const events: unknown[] = [];
  try {
    const answer = await client[group]?.[call]?.(INPUT);
    if (isStream(answer)) for await (const event of answer) events.push(event);
    return { events, error: 'answered' };
  } catch (error) {
    return {
      events,
      error:
        error instanceof ORPCError ? { code: error.code, message: error.message, data: error.data } : error,
    };
  } finally {
    core.state.open = opened;
  }
}

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

const withHandler = (name: string, handler: () => unknown): AnyProcedure =>
  new Procedure({ ...procedureOf(name)['~orpc'], handler });

it.each(NAMES)('%s tells a refusal in its own words', async (name) => {
  const open = core.services();
  expect(await called(name, withHandler(name, refuse), open)).toEqual({ events: [], error: REFUSED });
});

it.each(NAMES)('%s would tell one in its own words from within a stream', async (name) => {
  const open = core.services();
  const atOnce = async function* (): AsyncGenerator<number> {
    yield await Promise.resolve(refuse());
  };
  const later = async function* (): AsyncGenerator<number> {
    yield 1;
    yield await Promise.resolve(refuse());
  };
  expect(await called(name, withHandler(name, atOnce), open)).toEqual({ events: [], error: REFUSED });
  expect(await called(name, withHandler(name, later), open)).toEqual({ events: [1], error: REFUSED });
});

it.each(NAMES.filter((name) => !WITHOUT_SERVICES.has(name)))(
  '%s tells the refusal of a service in its own words',
  async (name) => {
    const real = core.services();
    const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
    await window.judgeRuns.enable({ enabled: true });
    // The current user is known; everything else refuses.
    const people = { ...real.people, currentUser: () => real.people.currentUser(core.createSession()) };
    const knowing = new Proxy(people, {
      get: (of, key) => (key === 'currentUser' ? () => of.currentUser() : refuse()),
    });
    const refusing = new Proxy(real, { get: (_real, key) => (key === 'people' ? knowing : refuse()) });
    expect(await called(name, procedureOf(name), refusing)).toEqual({ events: [], error: REFUSED });
  },
);
