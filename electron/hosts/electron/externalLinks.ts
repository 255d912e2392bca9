import type { Logger } from '../../core/base/ports.ts';
import type { DialogApi } from './electronApi.ts';

/** Opens https links in the user's browser, after showing where they lead. One question at a time. */
export class ExternalLinks {
  readonly #dialog: Pick<DialogApi, 'showMessageBox'>;
  readonly #openInBrowser: (url: string) => Promise<void>;
  readonly #logger: Logger;
  #isAsking = false;

  constructor(
    dialog: Pick<DialogApi, 'showMessageBox'>,
    openInBrowser: (url: string) => Promise<void>,
    logger: Logger,
  ) {
    this.#dialog = dialog;
    this.#openInBrowser = openInBrowser;
    this.#logger = logger;
  }

  /** Asks whether to open an address in the user's browser; anything but https is refused without a question. */
  offer(address: string): void {
    const url = URL.parse(address);
    // A name before the host makes an address look as if it led elsewhere.
    if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return;
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#ask(url)
      .catch((error: unknown) => this.#logger.warn('A link could not be opened.', { reason: String(error) }))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #ask(url: URL): Promise<void> {
    const { response } = await this.#dialog.showMessageBox({
      type: 'question',
      title: 'Open a link',
      message: `Open this page of ${url.host} in your browser?`,
      detail: url.href,
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response === 0) await this.#openInBrowser(url.href);
  }
}
