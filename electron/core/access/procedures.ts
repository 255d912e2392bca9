import { implement, ORPCError } from '@orpc/server';
import { contract } from '../../../shared/contract/index.ts';
import type { AccessRule, Caller } from '../../../shared/contract/accessRules.ts';
import type { Person } from '../../../shared/contract/application.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { Role } from '../../../shared/domain/status.ts';
import { assertWritable } from '../records/casebook.ts';
import { accessOf, isLocked, requireUnconfined } from './confinement.ts';
import { WritesPaused } from '../db/writeGate.ts';
import { asCasebookError } from '../base/errors.ts';
import type { Call, CoreState, OpenedCasebook } from './context.ts';
import { requireRole, type Viewpoint } from './viewpoint.ts';

/**
 * The contract to implement; every failure leaves as a FAILED error with words for the person in front. Only those get
 * an answer whom the contract's `access` names.
 */
export const procedures = implement(contract)
  .$context<Call>()
  .use(async ({ next, context, path }, input: unknown) => {
    const arrivedAt = context.core.ports.now();
    try {
      return await waitForWrites(async () => {
        const declared = accessOf(path);
        requireUnconfined(context, declared, input);
        requireCaller(context, declared);
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
export async function waitForWrites<T>(call: () => Promise<T>): Promise<T> {
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

/** Throws `forbidden` where a call is not for the person who makes it, and `not_found` where it needs an open casebook. */
export function requireCaller(context: Call, { who, what, invited, instead }: AccessRule): void {
  const { open } = context.core;
  const isLockedIn = isLocked(context);
  // Nobody has a role there, and what they may call was said before.
  if (who.includes('arrival') || (isLockedIn && who.includes('nobody'))) return;
  const callers = context.session.remote === true && invited !== undefined ? invited : who;
  if (open === null) {
    if (!callers.includes('start')) openCasebook(context);
    return;
  }
  if (callers.includes('nobody') && open.people.currentUser(context.session) === null) return;
  const person = caller(context);
  if (isLockedIn || (callers.includes('owner') && open.owner() === person.id)) return;
  requireRole(person, callers.filter(isRole), what, instead);
}

const isRole = (each: Caller): each is Role => Role.safeParse(each).success;

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
