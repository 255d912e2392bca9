import type { AppApi, SessionApi, WebContentsApi } from './electronApi.ts';
import type { ExternalLinks } from './externalLinks.ts';
import { isInternal, isOwnBlob, isOwnPage } from './schemes.ts';

/** Switches of the browser inside: nothing of it may speak to a network on its own. */
export function silenceBrowser(app: Pick<AppApi, 'commandLine' | 'enableSandbox'>): void {
  app.enableSandbox();
  for (const name of [
    'disable-background-networking',
    'disable-component-update',
    'disable-domain-reliability',
    'no-pings',
  ]) {
    app.commandLine.appendSwitch(name);
  }
}

/**
 * Denies every permission and device, and lets nothing out of the program. What a page of ours made itself (a table, a
 * plot) can be saved, where the person says in the system's own dialog; nothing else is ever downloaded.
 */
export function hardenSession(session: SessionApi): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
  // Its dictionaries would come from the network.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isInternal(url) }));
}

/** Keeps a page where it is: no navigation away, no second window, no embedded pages. */
export function confineContents(contents: WebContentsApi, links: ExternalLinks): void {
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (isOwnPage(event.url)) return;
    event.preventDefault();
    links.offer(event.url);
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    links.offer(url);
    return { action: 'deny' };
  });
}
