import { ORPCError, implement } from '@orpc/server';
import { contract } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/contract/application.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import { assertWritable } from '../records/casebook.ts';
import { requireUnconfined } from './confinement.ts';
import { WritesPaused } from '../db/writeGate.ts';
import { asCasebookError } from '../base/errors.ts';
import type { Call, CoreState, OpenedCasebook } from './context.ts';
import type { Viewpoint } from './viewpoint.ts';
import { requireRole } from './viewpoint.ts';

/** What can be called before there is a current user. */
const WITHOUT_CURRENT_USER: ReadonlySet<string> = new Set([
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  'arrivals.look',
  'arrivals.consent',
  'arrivals.screen',
  'hub.look',
  'hub.join',
  'people.list',
  'people.workAs',
]);

/**
 * The contract to implement; every failure leaves as a FAILED error with words for the person in front. In an open
 * casebook only the current user gets an answer.
 */
export const procedures = implement(contract)
  .$context<Call>()
  .use(async ({ next, context, path }, input: unknown) => {
    const arrivedAt = context.core.ports.now();
    try {
      return await onceWritable(async () => {
        requireUnconfined(context, path, input);
        const isFree = path[0] === 'application' || WITHOUT_CURRENT_USER.has(path.join('.'));
        if (context.core.open !== null && !isFree) caller(context);
        const answer = await next({ context: { arrivedAt } });
        return isStream(answer.output) ? { ...answer, output: inWords(answer.output, context) } : answer;
      });
    } catch (error) {
      throw failure(error, context);
    }
  });

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

/** A stream fails after its call is answered, so the `catch` around the call does not see its errors. */
async function* inWords<T>(stream: AsyncIterable<T>, context: Call): AsyncGenerator<T, void> {
  try {
    yield* stream;
  } catch (error) {
    throw failure(error, context);
  }
}

/**
 * Repeats a call that met a pause of writing when that is over. Which calls write nobody needs to say: those that do not
 * never meet one, and of those that do nothing was written before.
 */
export async function onceWritable<T>(call: () => Promise<T>): Promise<T> {
  let run = call;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof WritesPaused)) throw error;
      await error.over;
      run = () => error.again(call);
    }
  }
}

/** The open casebook. Throws where none is open. */
export function openCasebook<Open extends OpenedCasebook>(context: {
  readonly core: CoreState & { readonly open: Open | null };
}): Open {
  if (context.core.open === null && context.core.isRestoring) {
    throw new CasebookError('in_use', 'Casebook is restoring a backup.', 'Try again in a moment.');
  }
  if (context.core.open === null) {
    throw new CasebookError('not_found', 'No casebook is open.', 'Open one from the welcome screen.');
  }
  return context.core.open;
}

/** The same, for a call that writes. */
export function writableCasebook<Open extends OpenedCasebook>(context: {
  readonly core: CoreState & { readonly open: Open | null };
}): Open {
  const open = openCasebook(context);
  assertWritable(open.casebook);
  return open;
}

/** Who makes this call. Throws `forbidden` where several people work on the casebook and nobody has been chosen. */
export function caller(context: Call): Person {
  const person = openCasebook(context).people.currentUser(context.session);
  if (person !== null) return person;
  if (context.session.arrival !== undefined)
    throw new CasebookError(
      'forbidden',
      'You have no place in this study yet.',
      'Nothing was changed. Open the study link again.',
    );
  throw new CasebookError(
    'forbidden',
    'Choose your name first.',
    'Nothing was changed. Several people share this casebook, each under their own name.',
  );
}

/** What the caller may see. */
export function viewer(context: Call): Viewpoint {
  return openCasebook(context).viewpoint(caller(context));
}

/** Who makes this call, where it is for curators; `what` says what they are about, for the refusal (`forbidden`). */
export function curator(context: Call, what: string): Person {
  const person = caller(context);
  requireRole(person, ['curator'], what);
  return person;
}

function failure(error: unknown, { core, session }: Call): ORPCError<string, unknown> {
  const { ports } = core;
  if (error instanceof ORPCError) return error;
  const known = asCasebookError(error);
  if (known.code === 'damaged') ports.metDamage?.();
  if (known.code === 'internal') {
    ports.logger.error('A call failed unexpectedly.', {
      stack: error instanceof Error ? error.stack : String(error),
    });
  }
  const said = session.web === undefined ? (words: string) => words : withoutFolders(core);
  return new ORPCError('FAILED', {
    defined: true,
    status: 400,
    message: said(known.message),
    data: { code: known.code, hint: known.hint === null ? null : said(known.hint) },
  });
}

/** Words without where files lie on the host's machine: that is nobody's business over the network. */
function withoutFolders({ ports, open }: CoreState): (words: string) => string {
  const folders = [open?.casebook.path, ports.directories.staging].filter((path) => path !== undefined);
  return (words) => folders.reduce((told, path) => told.replaceAll(path, '…'), words);
}
