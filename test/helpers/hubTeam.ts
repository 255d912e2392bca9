import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { Person } from '../../shared/contract/application.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { base, shelf, type Shelf } from './branches.ts';
import { quietly } from './casebooks.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { personOf } from './threeAnnotators.ts';

/** Somebody of a team, at a computer of their own. */
export interface Member {
  readonly core: Core;
  readonly services: Services;
  readonly me: Person;
  /** Sends and takes in; throws why it could not. */
  exchange(): Promise<void>;
}

/** A hub and a casebook of three photographs in it, whose curator is Mara. */
export interface Team {
  readonly hub: TestHub;
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly casebook: string;
  readonly mara: Member;
  /** Lets somebody of the casebook join at a computer of their own. */
  join(handle: string, ports?: Partial<CorePorts>): Promise<Member>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a hub; Mara connects her casebook `base`, which `make` makes, to it. Nobody exchanges by themselves: tests say when. */
export async function startTeam(make: (on: Shelf) => Promise<void> = base): Promise<Team> {
  const folder = temporaryFolder();
  const hub = await startTestHub();
  const on = shelf(folder);
  await make(on);
  const cores: Core[] = [];
  const member = (core: Core, handle: string): Member => {
    cores.push(core);
    const services = core.services();
    return {
      core,
      services,
      me: personOf(services.people.list().find((person) => person.handle === handle)),
      async exchange() {
        await services.hub.exchange(quietly);
      },
    };
  };
  const { casebook, invitation } = await hub.founding('Base');
  const core = programOf(folder.join('programs/mara'));
  await core.keeper.open(on.path('base'));
  const mara = member(core, 'mara');
  const state = await mara.services.hub.connect(invitation, mara.me.id, quietly);
  if (state.problem !== null) throw new Error(state.problem.message);
  return {
    hub,
    folder,
    casebook,
    mara,
    async join(handle, ports = {}) {
      const person = personOf(mara.services.people.list().find((each) => each.handle === handle));
      const { text } = await mara.services.hub.invite(person.id);
      const own = programOf(folder.join(`programs/${handle}-${String(cores.length)}`), ports);
      const { open } = await own.keeper.joinTeam(text, null, quietly);
      const problem = open.hub.state()?.problem ?? null;
      if (problem !== null) throw new Error(problem.message);
      return member(own, handle);
    },
    async [Symbol.asyncDispose]() {
      for (const each of cores) await each.close();
      await hub[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** A program of its own, in which nothing happens by itself: time does not pass. */
function programOf(folder: string, ports: Partial<CorePorts> = {}): Core {
  return createCore(testPorts(folder, { wait: (_, signal) => untilAborted(signal), ...ports }));
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
