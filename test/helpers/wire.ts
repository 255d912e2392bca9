import type { BrowserContext } from 'playwright-core';
import { quiet } from './quiet.ts';

/** Every answer that a browser got, without the images and the built files, which are the same for everybody. */
export interface Wire {
  readonly bodies: readonly { readonly path: string; readonly text: string }[];
  /** Those that a page which had gone elsewhere could not give any more. */
  readonly unread: readonly string[];
  /** Waits until all that came is read. */
  settle(): Promise<void>;
}

/** Records what comes to a browser of the host on `localhost`, from now on. Its pages' requests have to be followed. */
export function recordWire(context: BrowserContext): Wire {
  const bodies: { path: string; text: string }[] = [];
  const unread: string[] = [];
  const reading = new Set<Promise<void>>();
  context.on('response', (response) => {
    const { pathname, hostname } = new URL(response.url());
    if (hostname !== 'localhost' || /^\/(?:image|assets)\//u.test(pathname)) return;
    const read = (async () => {
      try {
        const headers = JSON.stringify(await response.allHeaders());
        bodies.push({ path: pathname, text: `${headers}\n${await response.text()}` });
      } catch {
        unread.push(pathname);
      }
    })();
    reading.add(read);
    void read.then(() => reading.delete(read));
  });
  return {
    bodies,
    unread,
    async settle() {
      for (const page of context.pages()) await quiet(page);
      await Promise.all(reading);
    },
  };
}
