import { type ClientContext, type ClientLink, DynamicLink } from '@orpc/client';
import { RPCLink as HttpLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { bridge, PORT_MESSAGE } from './bridge.ts';

/** Calls over loopback HTTP, for the browser host. */
export function httpLink(): ClientLink<ClientContext> {
  let leaving = false;
  window.addEventListener('pagehide', () => {
    leaving = true;
  });
  window.addEventListener('pageshow', () => {
    leaving = false;
  });
  return new HttpLink({
    url: new URL('/rpc', window.location.href),
    fetch: (request, init) => {
      if (!leaving) return globalThis.fetch(request, init);
      // The last edit, sent while the page goes away, must outlive it. Browsers refuse that for large requests.
      const spare = request.clone();
      return globalThis
        .fetch(request, { ...init, keepalive: true })
        .catch(() => globalThis.fetch(spare, init));
    },
  });
}

/**
 * Calls over the MessagePort that the preload hands to this window; calls made before it arrives wait for it.
 * A later port (the shell restarted its side) replaces the earlier one.
 */
export function portLink(): ClientLink<ClientContext> {
  let current: ClientLink<ClientContext> | null = null;
  let arrived: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    // Only the preload, which shares this window, may hand over a port; a frame or an opener may not.
    if (event.source !== window || !isPortMessage(event.data)) return;
    const port = event.ports[0];
    if (port === undefined) return;
    current = new PortLink({ port });
    port.start();
    arrived();
  });
  bridge()?.requestPort();
  return new DynamicLink(async () => {
    await first;
    if (current === null) throw new Error('The connection to the program was lost.');
    return current;
  });
}

function isPortMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === PORT_MESSAGE;
}
