import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PageSource } from './hosts/browser/browserApp.ts';
import { type BrowserHost, startBrowserHost } from './hosts/browser/browserHost.ts';
import { type Core, createCore } from './core/app/createCore.ts';
import { createHostPorts } from './hosts/hostPorts.ts';
import { linkHint } from './hosts/browser/linkHint.ts';
import { openInBrowser } from './hosts/browser/openInBrowser.ts';

export interface LocalServerOptions {
  /** Opened first; left out: the welcome screen. */
  readonly casebook?: string;
  readonly port?: number;
  /** The name in links; left out: a random one below `localhost`. */
  readonly host?: '127.0.0.1';
  /** Whether the user's browser is asked to open the link. */
  readonly open: boolean;
  readonly pages?: PageSource;
  /** Done with the core before the link is printed. */
  readonly prepare?: (core: Core) => Promise<void>;
  /** Says where the app is; left out: on standard output. */
  readonly announce?: (host: BrowserHost) => void;
}

/** Runs the app in the browser until the process is told to stop. Throws what opening the casebook throws. */
export async function serve(options: LocalServerOptions): Promise<void> {
  const host = createHostPorts({ host: 'browser', log: 'browser' });
  const core = createCore(host.ports);
  try {
    if (options.casebook !== undefined) await core.keeper.open(options.casebook);
    await options.prepare?.(core);
    const browser = await startBrowserHost({
      core,
      personalLinks: join(host.ports.directories.settings, 'personalLinks.json'),
      ...(options.port === undefined ? {} : { port: options.port }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.pages === undefined ? {} : { pages: options.pages }),
    });
    (options.announce ?? announce)(browser);
    if (options.open) await openInBrowser(browser.newOpenUrl(), host.ports.directories.staging);
    await untilStopped(browser);
    await browser.close();
  } finally {
    await core.close();
    await host.close();
  }
}

function announce({ openUrl }: BrowserHost): void {
  print(`Casebook is at ${openUrl}`);
  print(linkHint(process.stdin.isTTY));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends with the first signal to stop; a key press asks for another link meanwhile. */
async function untilStopped(host: BrowserHost): Promise<void> {
  const keys = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null;
  keys?.on('line', () => print(host.newOpenUrl()));
  await new Promise<void>((resolve) => {
    // A terminal in line mode swallows the signal that Ctrl+C would send.
    keys?.once('SIGINT', () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  keys?.close();
}
