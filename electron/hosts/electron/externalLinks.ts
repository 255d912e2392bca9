import type { Logger } from '../../core/base/ports.ts';
import type { DialogApi } from './electronApi.ts';

/** Links that lead out of the program. */
export interface ExternalLinks {
  /** Asks whether to open an address in the user's browser; anything but https is refused without a question. */
  offer(address: string): void;
}

/** Opens https links in the user's browser, after showing where they lead. One question at a time. */
export function createExternalLinks(
  dialog: Pick<DialogApi, 'showMessageBox'>,
  openInBrowser: (url: string) => Promise<void>,
  logger: Logger,
): ExternalLinks {
  let asking = false;
  const ask = async (url: URL): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Open a link',
      message: `Open this page of ${url.host} in your browser?`,
      detail: url.href,
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response === 0) await openInBrowser(url.href);
  };
  return {
    offer(address) {
      const url = URL.parse(address);
      // A name before the host makes an address look as if it led elsewhere.
      if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
      if (asking) return;
      asking = true;
      ask(url)
        .catch((error: unknown) => logger.warn('A link could not be opened.', { reason: String(error) }))
        .finally(() => {
          asking = false;
        });
    },
  };
}
