import type { Call } from './context.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';

/** What somebody who only takes part in a study may call; nothing else of the program answers them. */
const FOR_PARTICIPANTS: ReadonlySet<string> = new Set([
  'studySessions.mine',
  'studySessions.look',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.withdraw',
  'application.state',
  'application.reportError',
]);

/** The same where the casebook is a package of their own: to hand the answers back, and to open another. */
const IN_OWN_PACKAGE: ReadonlySet<string> = new Set([
  'casebooks.open',
  'casebooks.openPackage',
  'casebooks.close',
  'merging.package',
  // The same over a team hub.
  'hub.state',
  'hub.exchange',
  'hub.pause',
  'hub.look',
  'hub.join',
  // Where the package goes, and which one to open.
  'application.choosePath',
  'application.browse',
]);

/** whether the caller is locked in: only takes part in studies, or came by a personal link. */
export function isLocked({ session, core }: Call): boolean {
  if (session.locked || core.open === null) return session.locked;
  const person = core.open.people.currentUser(session);
  if (person === null || !onlyTakesPart(person)) return false;
  // A package lies on the participant's own machine: the lock ends with it, so that another can be opened.
  if (core.open.packageFor() === null) session.locked = true;
  return true;
}

/** Throws `forbidden` for what is not for anybody who only takes part in studies. */
export function requireUnlocked(call: Call, path: readonly string[]): void {
  if (!isLocked(call)) return;
  const name = path.join('.');
  const isOwnPackage = !call.session.locked && IN_OWN_PACKAGE.has(name);
  if (FOR_PARTICIPANTS.has(name) || isOwnPackage) return;
  throw new CasebookError(
    'forbidden',
    'Here you can only take part in the study.',
    'Nothing was changed. For anything else, restart Casebook.',
  );
}
