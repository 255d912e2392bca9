import type { Call } from '../../access/context.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApplicationSettings, type ApplicationState } from '../../../../shared/contract/application.ts';
import { access } from '../../../../shared/contract/access.ts';
import type { Connection } from '../../base/connection.ts';
import { isLocked } from '../../access/confinement.ts';
import { procedures, requireCaller } from '../../access/procedures.ts';
import { noteStaged } from '../../access/staged.ts';
import type { CorePorts } from '../../base/ports.ts';
import { describeOpen, describeToParticipant } from '../../access/describeOpen.ts';
import { diagnostics } from './diagnostics.ts';
import { listFolder, pictureOf, type StagedSizes, stageUpload } from './files.ts';
import type { ApplicationStore } from '../../files/applicationStore.ts';

const os = procedures.application;

/** Electron mends holes in its three latest major versions, which come every eight weeks. */
const SIX_MONTHS_MS = 183 * 24 * 60 * 60 * 1000;

function electronOf({ electron, now }: CorePorts): ApplicationState['electron'] {
  if (electron === null) return null;
  return { version: electron.version, isOld: now() - electron.released > SIX_MONTHS_MS };
}

/** Procedures of the program itself. */
export function applicationRouter(store: ApplicationStore) {
  const staged: StagedSizes = new Map();
  // The machine's user keeps theirs in a file. People over the network have theirs until the program ends.
  const elsewhere = new WeakMap<Connection, ApplicationSettings>();
  const settingsOf = ({ session }: Call): ApplicationSettings =>
    session.web === undefined && session.arrival === undefined
      ? store.settings()
      : (elsewhere.get(session) ?? ApplicationSettings.parse({}));
  return {
    state: os.state.handler(({ context }): ApplicationState => {
      const { ports, open } = context.core;
      const program = { host: ports.host, version: ports.version, electron: electronOf(ports) };
      if (isLocked(context)) {
        const isTheirs = open !== null && !context.session.locked;
        return {
          ...program,
          ...(context.session.arrival !== undefined &&
            context.session.personId === null && { arriving: true }),
          casebook: open === null ? null : describeToParticipant(open, context.session),
          recent: isTheirs ? store.recent() : [],
          settings: settingsOf(context),
          documents: isTheirs ? ports.directories.documents : '',
        };
      }
      const isHere = context.session.web === undefined;
      return {
        ...program,
        ...(!isHere && { signedIn: context.session.remote === true ? 'invited' : 'owner' }),
        casebook: open === null ? null : describeOpen(open, context.session),
        recent: isHere ? store.recent() : [],
        settings: settingsOf(context),
        documents: isHere ? ports.directories.documents : '',
      };
    }),
    saveSettings: os.saveSettings.handler(({ input, context }) => {
      if (context.session.web === undefined) return store.saveSettings(input);
      const settings = ApplicationSettings.parse({ ...settingsOf(context), ...input });
      elsewhere.set(context.session, settings);
      return settings;
    }),
    recentPicture: os.recentPicture.handler(async ({ input, context }) => {
      // For the welcome screen: nobody who works on another casebook needs one.
      const isRecent = store.recent().some(({ path, exists }) => exists && path === input.path);
      return context.core.open === null && isRecent ? pictureOf(input.path) : null;
    }),
    forgetRecent: os.forgetRecent.handler(({ input }) => store.forget(input.path)),
    choosePath: os.choosePath.handler(async ({ input, context }) => {
      const { dialogs } = context.core.ports;
      // The system's own dialog shows what the user of the machine may see; ours would have to browse.
      if (dialogs !== null) return { native: true, path: await dialogs.choosePath(input) };
      requireCaller(context, access.application.browse);
      return { native: false, path: null };
    }),
    browse: os.browse.handler(({ input }) => listFolder(input.path)),
    stage: os.stage.handler(async ({ input, context }) => {
      const { session, core } = context;
      const at = await stageUpload(core.ports.directories.staging, staged, input);
      noteStaged(session, at.folder);
      return at;
    }),
    diagnostics: os.diagnostics.handler(({ context }) => ({ text: diagnostics(context.core) })),
    notices: os.notices.handler(async ({ context }) => {
      const { resources } = context.core.ports.directories;
      return { text: await readFile(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8') };
    }),
    reportError: os.reportError.handler(({ input, context }) => {
      context.core.ports.logger.error('The window met an error.', {
        message: input.message,
        stack: input.stack,
      });
    }),
  };
}
