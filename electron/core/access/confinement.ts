import { z } from 'zod';
import type { Call } from './context.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';
import { isStaged } from './staged.ts';

/** What somebody who only takes part in a study may call; nothing else of the program answers them. */
const FOR_PARTICIPANTS: ReadonlySet<string> = new Set([
  'studySessions.mine',
  'studySessions.look',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.present',
  'studySessions.withdraw',
  'application.state',
  'application.reportError',
]);

/** What a browser that came by a study link may call besides; no other browser may. */
const FOR_ARRIVALS: ReadonlySet<string> = new Set(['arrivals.look', 'arrivals.consent', 'arrivals.screen']);

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

/** What no browser over the network may call: which casebook is open, and what there is on the host's machine. */
const AT_THE_MACHINE: ReadonlySet<string> = new Set([
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  // It can open another casebook.
  'casebooks.restore',
  'hub.join',
  'application.choosePath',
  'application.browse',
  'application.recentPicture',
  'application.forgetRecent',
]);

/** What a browser that came by an invitation may not call: files, logs and networks of the host's machine. */
const WITH_THE_MACHINE: ReadonlySet<string> = new Set([
  'application.diagnostics',
  'casebooks.backup',
  'casebooks.backups',
  'importExport.export',
  'merging.package',
  'studies.report',
  'imageGeneration.previewWords',
  'imageGeneration.words',
  'imageGeneration.variants',
  'querySets.build',
  'querySets.add',
  // They make the host's machine send requests.
  'hub.look',
  'hub.connect',
  'hub.disconnect',
  'judgeRuns.state',
  'judgeRuns.enable',
  'judgeRuns.saveKey',
  'judgeRuns.preview',
  'judgeRuns.test',
  'judgeRuns.start',
  'judgeRuns.resume',
]);

/** Calls that read files: such a browser may read only its own uploads. Gives the paths that an input names. */
const WITH_UPLOADS: Readonly<Record<string, (input: unknown) => readonly string[]>> = {
  'importExport.recognise': (input) => pathsOf(z.object({ path: z.string() }), input, ({ path }) => [path]),
  'importExport.import': (input) =>
    pathsOf(Import, input, ({ source, imagesFolder, judge }) => [
      source,
      ...(imagesFolder === undefined ? [] : [imagesFolder]),
      ...(judge?.instructions === undefined ? [] : [judge.instructions]),
    ]),
  'importExport.attach': (input) =>
    pathsOf(z.object({ folder: z.string() }), input, ({ folder }) => [folder]),
  'images.add': (input) => pathsOf(z.object({ path: z.string() }), input, ({ path }) => [path]),
  'merging.merge': (input) =>
    pathsOf(z.object({ sources: z.array(z.string()) }), input, ({ sources }) => sources),
};

const Import = z.object({
  source: z.string(),
  // Uploads are deleted when the program ends, so a reference to one would break.
  link: z.literal(false).optional(),
  imagesFolder: z.string().optional(),
  judge: z.object({ instructions: z.string().optional() }).optional(),
});

/** A path that is nobody's upload, for an input of another shape. */
const ELSEWHERE = ['/'] as const;

function pathsOf<T>(
  shape: z.ZodType<T>,
  input: unknown,
  paths: (parsed: T) => readonly string[],
): readonly string[] {
  const parsed = shape.safeParse(input);
  return parsed.success ? paths(parsed.data) : ELSEWHERE;
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

/** Throws `forbidden` where the caller may not make this call, by its name and its input. */
export function requireUnconfined(call: Call, path: readonly string[], input: unknown): void {
  const name = path.join('.');
  requireUnlocked(call, name);
  if (FOR_ARRIVALS.has(name) && call.session.arrival === undefined)
    throw new CasebookError(
      'forbidden',
      'This window did not come by a study link.',
      'Nothing was changed. Open the study link in a private window.',
    );
  if (call.session.web === undefined) return;
  if (AT_THE_MACHINE.has(name))
    throw new CasebookError(
      'forbidden',
      'This cannot be done over the network.',
      'Nothing was changed. Ask the person who runs casebook host to do it on that computer.',
    );
  if (name === 'people.workAs') requireOneself(call, input);
  if (call.session.remote === true) requireNothingOfTheMachine(call, name, input);
}

function requireUnlocked(call: Call, name: string): void {
  if (!isLocked(call)) return;
  const { session, core } = call;
  const isOwnPackage = !session.locked && IN_OWN_PACKAGE.has(name);
  const isArrival = session.arrival !== undefined && FOR_ARRIVALS.has(name);
  if (FOR_PARTICIPANTS.has(name) || isArrival || isOwnPackage) return;
  throw new CasebookError(
    'forbidden',
    'Here you can only take part in the study.',
    core.network === null
      ? 'Nothing was changed. For anything else, restart Casebook.'
      : 'Nothing was changed. For anything else, use a private window.',
  );
}

/** A browser is signed in as one person and stays so. */
function requireOneself({ session }: Call, input: unknown): void {
  const wanted = z.object({ id: z.string() }).safeParse(input);
  if (!wanted.success || wanted.data.id === session.personId) return;
  throw new CasebookError(
    'forbidden',
    'This browser is signed in as somebody else.',
    'Nothing was changed. Sign out, and open an invitation link for the other person.',
  );
}

function requireNothingOfTheMachine({ session }: Call, name: string, input: unknown): void {
  const uploads = WITH_UPLOADS[name]?.(input) ?? null;
  const isAllowed =
    uploads === null ? !WITH_THE_MACHINE.has(name) : uploads.every((path) => isStaged(session, path));
  if (isAllowed) return;
  throw new CasebookError(
    'forbidden',
    'From here you cannot use the files or the network of the computer that hosts this casebook.',
    uploads === null
      ? 'Nothing was changed. Ask the person who runs casebook host to do it on that computer.'
      : 'Nothing was changed. Drop files of your own computer into the window instead.',
  );
}
