import { ORPCError, implement } from '@orpc/server';
import { contract } from '../../shared/contract/index.ts';
import type { Person } from '../../shared/contract/application.ts';
import { CasebookError } from '../../shared/domain/errors.ts';
import type { PersonId, SittingId } from '../../shared/domain/ids.ts';
import { assertWritable } from './casebook.ts';
import { requireUnlocked } from './confinement.ts';
import { WritesPaused } from './db/writeGate.ts';
import { asCasebookError } from './errors.ts';
import type { Viewpoint } from './features/people/viewpoint.ts';
import { requireRole } from './features/people/viewpoint.ts';
import type { CorePorts } from './ports.ts';
import type { Services } from './services.ts';

/** One window or one browser: who sits there. */
export interface Session {
  personId: PersonId | null;
  /**
   * Whether nothing is left here but to take part in a study: since somebody who only takes part sits here, or from the
   * start where they came by a personal link. It never ends: nobody gets to another seat by a click.
   */
  locked: boolean;
}

/** What every procedure works with. */
export interface CoreContext {
  readonly session: Session;
}

/** The running core: the one casebook that is open, if any. */
export interface CoreState {
  readonly ports: CorePorts;
  open: Services | null;
  /** Nothing is open for a moment, while a backup is put in its place. */
  isRestoring: boolean;
  /** Makes a personal link to a sitting; null where the host cannot offer any. A host that can, fills it in. */
  participantLinks: ((sittingId: SittingId) => string) | null;
}

/** What can be called before somebody has been chosen to sit here. */
const WITHOUT_A_SEAT: ReadonlySet<string> = new Set([
  'projects.create',
  'projects.open',
  'projects.openSample',
  'projects.openPackage',
  'projects.close',
  'people.list',
  'people.sit',
]);

/**
 * The contract to implement; every failure leaves as a FAILED error with words for the person in front. In an open
 * casebook only somebody who sits here gets an answer.
 */
export const procedures = implement(contract)
  .$context<CoreContext & { readonly core: CoreState }>()
  .use(async ({ next, context, path }) => {
    const arrivedAt = context.core.ports.now();
    try {
      return await onceWritable(async () => {
        requireUnlocked(context, path);
        const isFree = path[0] === 'application' || WITHOUT_A_SEAT.has(path.join('.'));
        if (context.core.open !== null && !isFree) caller(context);
        const answer = await next({ context: { arrivedAt } });
        return isStream(answer.output)
          ? { ...answer, output: inWords(answer.output, context.core.ports) }
          : answer;
      });
    } catch (error) {
      throw failure(error, context.core.ports);
    }
  });

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

/** A stream fails after its call is answered, so the `catch` around the call does not see its errors. */
async function* inWords<T>(stream: AsyncIterable<T>, ports: CorePorts): AsyncGenerator<T, void> {
  try {
    yield* stream;
  } catch (error) {
    throw failure(error, ports);
  }
}

/**
 * Repeats a call that met a pause of writing when that is over. Which calls write nobody needs to say: those that do not
 * never meet one, and of those that do nothing was written before.
 */
async function onceWritable<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WritesPaused)) throw error;
      await error.over;
    }
  }
}

/** The services of the open casebook. Throws where none is open. */
export function services(context: { readonly core: CoreState }): Services {
  if (context.core.open === null && context.core.isRestoring) {
    throw new CasebookError('in_use', 'Casebook is restoring a backup.', 'Try again in a moment.');
  }
  if (context.core.open === null) {
    throw new CasebookError('not_found', 'No casebook is open.', 'Open one from the welcome screen.');
  }
  return context.core.open;
}

/** The same, for a call that writes. */
export function writableServices(context: { readonly core: CoreState }): Services {
  const open = services(context);
  assertWritable(open.casebook);
  return open;
}

/** Who makes this call. Throws `forbidden` where several people work on the casebook and nobody has been chosen. */
export function caller(context: CoreContext & { readonly core: CoreState }): Person {
  const person = services(context).people.sitting(context.session);
  if (person !== null) return person;
  throw new CasebookError(
    'forbidden',
    'Choose your name first.',
    'Nothing was changed. Several people share this casebook, each under their own name.',
  );
}

/** What the caller may see. */
export function viewer(context: CoreContext & { readonly core: CoreState }): Viewpoint {
  return services(context).viewpoint(caller(context));
}

/** Who makes this call, where it is for curators; `what` says what they are about, for the refusal (`forbidden`). */
export function curator(context: CoreContext & { readonly core: CoreState }, what: string): Person {
  const person = caller(context);
  requireRole(person, ['curator'], what);
  return person;
}

/** Progress of long work, as streamed to the window. */
export type Progress = (phase: string, done: number, total: number | null) => void;

export type Streamed<T> =
  | {
      readonly type: 'progress';
      readonly phase: string;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly type: 'result'; readonly result: T };

/**
 * Runs long work and streams its progress, at most some twenty times a second, then its result. When the
 * receiver goes away or cancels, the work's signal aborts.
 */
export async function* streamWork<T>(
  outer: AbortSignal | undefined,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
): AsyncGenerator<Streamed<T>, void> {
  const controller = new AbortController();
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  let latest: Streamed<T> | null = null;
  let wake: () => void = () => undefined;
  let settled = false;
  const outcome = work((phase, done, total) => {
    latest = { type: 'progress', phase, done, total };
    wake();
  }, signal);
  const finished = outcome
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      settled = true;
      wake();
    });
  try {
    while (!settled) {
      if (latest === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (settled || latest !== null) resolve();
        });
      }
      if (latest !== null) {
        const report: Streamed<T> = latest;
        latest = null;
        yield report;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    yield { type: 'result', result: await outcome };
  } finally {
    controller.abort();
    await finished;
  }
}

function failure(error: unknown, ports: CorePorts): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return error;
  const known = asCasebookError(error);
  if (known.code === 'damaged') ports.metDamage?.();
  if (known.code === 'internal') {
    ports.logger.error('A call failed unexpectedly.', {
      stack: error instanceof Error ? error.stack : String(error),
    });
  }
  return new ORPCError('FAILED', {
    defined: true,
    status: 400,
    message: known.message,
    data: { code: known.code, hint: known.hint },
  });
}
