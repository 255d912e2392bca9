import { access } from '../../../shared/contract/access.ts';
import type { AccessRule } from '../../../shared/contract/accessRules.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';
import type { Call } from './context.ts';
import { isStaged } from './staged.ts';

const DECLARED: ReadonlyMap<string, AccessRule> = new Map(
  Object.entries(access).flatMap(([group, calls]) =>
    Object.entries<AccessRule>(calls).map(([name, declared]) => [`${group}.${name}`, declared] as const),
  ),
);

/** What the contract says of a call by its path. Throws `forbidden` where it says nothing: then it is for nobody. */
export function accessOf(path: readonly string[]): AccessRule {
  const declared = DECLARED.get(path.join('.'));
  if (declared !== undefined) return declared;
  throw new CasebookError('forbidden', 'Nobody may make this call.', 'Nothing was changed.');
}

/** Whether the caller is locked in: they only take part in studies, or came by a personal link. */
export function isLocked({ session, core }: Call): boolean {
  if (session.locked || core.open === null) return session.locked;
  const person = core.open.people.currentUser(session);
  if (person === null || !onlyTakesPart(person)) return false;
  // A package lies on the participant's own machine: the lock ends with it, so that another can be opened.
  if (core.open.packageFor() === null) session.locked = true;
  return true;
}

/** Throws `forbidden` where somebody who can only take part in a study, or a browser elsewhere, may not make this call. */
export function requireUnconfined(call: Call, declared: AccessRule, input: unknown): void {
  if (isLocked(call)) requireOfLocked(call, declared);
  else requireNoStudyLink(declared);
  requireOrigin(call, declared, input);
}

/** Whatever other roles they hold, they are a participant; a package of their own they may open and hand back. */
function requireOfLocked({ session, core }: Call, { who }: AccessRule): void {
  const isArrival = session.arrival !== undefined && who.includes('arrival');
  const isOwner = !session.locked && who.includes('owner') && core.open?.owner() === session.personId;
  if (who.includes('participant') || isArrival || isOwner) return;
  throw onlyTakingPart({ core });
}

const onlyTakingPart = ({ core }: Pick<Call, 'core'>): CasebookError =>
  new CasebookError(
    'forbidden',
    'Here you can only take part in the study.',
    core.network === null
      ? 'Nothing was changed. For anything else, restart Casebook.'
      : 'Nothing was changed. For anything else, use a private window.',
  );

/** Throws `forbidden` for people who can only take part in a study, in any casebook. */
export function refuseLocked(call: Call): void {
  if (isLocked(call)) throw onlyTakingPart(call);
}

function requireNoStudyLink({ who }: AccessRule): void {
  if (who.some((each) => each !== 'arrival')) return;
  throw new CasebookError(
    'forbidden',
    'This window did not come by a study link.',
    'Nothing was changed. Open the study link in a private window.',
  );
}

function requireOrigin({ session }: Call, { from }: AccessRule, input: unknown): void {
  if (session.web === undefined || from === 'anywhere') return;
  if (from === 'machine')
    throw new CasebookError(
      'forbidden',
      'This cannot be done over the network.',
      'Nothing was changed. Ask the person who runs casebook host to do it on that computer.',
    );
  if (session.remote !== true) return;
  const areUploads = from !== 'signedIn' && from(input)?.every((path) => isStaged(session, path)) === true;
  if (areUploads) return;
  throw new CasebookError(
    'forbidden',
    'From here you cannot use the files or the network of the computer that hosts this casebook.',
    from === 'signedIn'
      ? 'Nothing was changed. Ask the person who runs casebook host to do it on that computer.'
      : 'Nothing was changed. Drop files of your own computer into the window instead.',
  );
}
