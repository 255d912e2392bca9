import type { Dialogs } from '../../core/base/ports.ts';
import type { DialogApi } from './electronApi.ts';

const CASEBOOK_FILES = [{ name: 'Casebook', extensions: ['casebook'] }];

/** The system's own dialogs for choosing a path; null where the user cancelled. */
export class SystemDialogs implements Dialogs {
  readonly #dialog: Pick<DialogApi, 'showOpenDialog' | 'showSaveDialog'>;
  readonly #platform: NodeJS.Platform;

  constructor(dialog: Pick<DialogApi, 'showOpenDialog' | 'showSaveDialog'>, platform: NodeJS.Platform) {
    this.#dialog = dialog;
    this.#platform = platform;
  }

  async choosePath({ kind, title, suggested }: Parameters<Dialogs['choosePath']>[0]): Promise<string | null> {
    const place = suggested === undefined ? {} : { defaultPath: suggested };
    if (kind === 'new') {
      const filters = suggested?.endsWith('.casebook') === true ? { filters: CASEBOOK_FILES } : {};
      const { canceled, filePath } = await this.#dialog.showSaveDialog({
        title,
        ...place,
        ...filters,
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return canceled || filePath === '' ? null : filePath;
    }
    const { canceled, filePaths } = await this.#dialog.showOpenDialog({
      title,
      ...place,
      properties:
        kind === 'file'
          ? ['openFile']
          : // macOS shows a casebook as one file, the others as the folder that it is.
            kind === 'casebook' && this.#platform === 'darwin'
            ? ['openFile', 'openDirectory']
            : ['openDirectory', 'createDirectory'],
    });
    return canceled ? null : (filePaths[0] ?? null);
  }
}
