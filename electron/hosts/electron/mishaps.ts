import type { Logger } from '../../core/base/ports.ts';
import type { DialogApi, ElectronApi, WindowApi } from './electronApi.ts';

const SAFE = 'Everything that was acknowledged as saved is on disk.';

/** Tells the person in front, in plain words, when the window stops, hangs or would lose an edit. */
export function watchWindow(
  window: WindowApi,
  { dialog, app }: Pick<ElectronApi, 'dialog' | 'app'>,
  logger: Logger,
): void {
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    logger.error('The window’s process ended.', { reason, exitCode });
    const answer = dialog.showMessageBoxSync({
      type: 'error',
      title: 'Casebook',
      message: 'The window stopped working.',
      detail: `${SAFE} (${reason})`,
      buttons: ['Open it again', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (answer === 0) window.webContents.reload();
    else app.quit();
  });
  watchHanging(window, dialog, logger);
  window.webContents.on('will-prevent-unload', (event) => {
    // The page prevents its end while edits wait to be saved.
    const answer = dialog.showMessageBoxSync({
      type: 'warning',
      title: 'Casebook',
      message: 'Some edits are not on disk yet.',
      detail: 'Stay, and they are tried again; close, and they are lost.',
      buttons: ['Stay', 'Close and lose them'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (answer === 1) event.preventDefault();
  });
}

function watchHanging(window: WindowApi, dialog: DialogApi, logger: Logger): void {
  let question: AbortController | null = null;
  const ask = async (signal: AbortSignal): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Casebook',
      message: 'The window does not react.',
      detail: `It may be busy. ${SAFE}`,
      buttons: ['Wait', 'Load it again'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    if (response === 1 && !signal.aborted) {
      // A hanging page cannot be asked to load itself again.
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    }
  };
  window.on('unresponsive', () => {
    if (question !== null) return;
    logger.warn('The window does not react.');
    const asked = new AbortController();
    question = asked;
    ask(asked.signal)
      .catch((error: unknown) => logger.warn('The question was not shown.', { reason: String(error) }))
      .finally(() => {
        if (question === asked) question = null;
      });
  });
  window.on('responsive', () => {
    question?.abort();
    question = null;
  });
}

/** The last words of a program that met an error nobody foresaw: into the log, onto the screen, then the end. */
export function lastWords(
  { dialog, app }: Pick<ElectronApi, 'dialog' | 'app'>,
  logger: Logger,
): (error: unknown) => void {
  return (error) => {
    logger.error('The program met an error nobody foresaw.', {
      stack: error instanceof Error ? error.stack : String(error),
    });
    dialog.showErrorBox(
      'Casebook has to stop',
      `${SAFE} The log has the details.\n\n${error instanceof Error ? error.message : String(error)}`,
    );
    app.exit(1);
  };
}
