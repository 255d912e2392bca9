import type { Dialogs } from '../../core/base/ports.ts';
import type { DialogApi } from './electronApi.ts';

const CASEBOOK_FILES = [{ name: 'Casebook', extensions: ['casebook'] }];

/** The system's own dialogs for choosing a path; null where the user cancelled. */
export function createDialogs(
  dialog: Pick<DialogApi, 'showOpenDialog' | 'showSaveDialog'>,
  platform: NodeJS.Platform,
): Dialogs {
  return {
    async choosePath({ kind, title, suggested }) {
      const place = suggested === undefined ? {} : { defaultPath: suggested };
      if (kind === 'new') {
        const filters = suggested?.endsWith('.casebook') === true ? { filters: CASEBOOK_FILES } : {};
        const { canceled, filePath } = await dialog.showSaveDialog({
          title,
          ...place,
          ...filters,
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        });
        return canceled || filePath === '' ? null : filePath;
      }
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title,
        ...place,
        properties:
          kind === 'file'
            ? ['openFile']
            : // macOS shows a casebook as one file, the others as the folder that it is.
              kind === 'casebook' && platform === 'darwin'
              ? ['openFile', 'openDirectory']
              : ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
}
