import type { ApplicationState } from '../../../../shared/contract/application.ts';
import { isLocked } from '../../confinement.ts';
import { procedures } from '../../context.ts';
import { describeOpen, describeToParticipant } from '../projects/open.ts';
import { diagnostics } from './diagnostics.ts';
import { browse, stage } from './files.ts';
import type { ApplicationStore } from './store.ts';

const os = procedures.application;

/** Procedures of the program itself. */
export function applicationRouter(store: ApplicationStore) {
  return {
    state: os.state.handler(({ context }): ApplicationState => {
      const { ports, open } = context.core;
      if (isLocked(context)) {
        const isTheirs = open !== null && !context.session.locked;
        return {
          host: ports.host,
          version: ports.version,
          casebook: open === null ? null : describeToParticipant(open, context.session),
          recent: isTheirs ? store.recent() : [],
          settings: store.settings(),
          documents: isTheirs ? ports.directories.documents : '',
        };
      }
      return {
        host: ports.host,
        version: ports.version,
        casebook: open === null ? null : describeOpen(open, context.session),
        recent: store.recent(),
        settings: store.settings(),
        documents: ports.directories.documents,
      };
    }),
    saveSettings: os.saveSettings.handler(({ input }) => store.saveSettings(input)),
    forgetRecent: os.forgetRecent.handler(({ input }) => store.forget(input.path)),
    choosePath: os.choosePath.handler(async ({ input, context }) => {
      const { dialogs } = context.core.ports;
      return dialogs === null
        ? { native: false, path: null }
        : { native: true, path: await dialogs.choosePath(input) };
    }),
    browse: os.browse.handler(({ input }) => browse(input.path)),
    stage: os.stage.handler(({ input, context }) =>
      stage(context.core.ports.directories.staging, input.folder, input.name, input.file),
    ),
    diagnostics: os.diagnostics.handler(({ context }) => ({ text: diagnostics(context.core) })),
    reportError: os.reportError.handler(({ input, context }) => {
      context.core.ports.logger.error('The window met an error.', {
        message: input.message,
        stack: input.stack,
      });
    }),
  };
}
