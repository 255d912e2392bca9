import { pressAsPeopleDo } from './onScreen.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { useChromium } from './chromium.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { followRequests } from './quiet.ts';
import { translatePages } from './translated.ts';

/** The app in the browser host, over a real core whose files are in a temporary folder, with a Chromium beside it. */
export interface RunningApp {
  readonly core: Core;
  /** Where casebooks, settings and whatever the test makes can go; removed at the end. */
  readonly folder: string;
  readonly browser: Browser;
  /** A window of its own, with a session of its own, at the app's first screen. */
  open(options?: WindowOptions): Promise<AppWindow>;
  close(): Promise<void>;
}

export interface WindowOptions extends BrowserContextOptions {
  /** Whether the browser translates what it shows. */
  readonly translated?: boolean;
}

export interface AppWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained of: errors nobody caught, console errors, refusals of the content security policy. */
  readonly complaints: readonly string[];
  /** Where the calls went that the core refused. */
  readonly refused: readonly string[];
}

/** Starts the app. `rendererFolder`: built pages other than the repository's own. */
export async function startApp(options: { readonly rendererFolder?: string } = {}): Promise<RunningApp> {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const host = await startBrowserHost({ core, ...options });
  const { browser, done } = await useChromium();
  return {
    core,
    folder: folder.path,
    browser,
    async open({ translated = false, ...contextOptions } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...contextOptions,
      });
      if (translated) await translatePages(context);
      const page = await context.newPage();
      pressAsPeopleDo(page);
      followRequests(page);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 400) refused.push(new URL(response.url()).pathname);
      });
      await page.goto(host.newOpenUrl());
      // The link's own page goes on to the app.
      await page.waitForURL(host.url);
      return { page, context, complaints, refused };
    },
    async close() {
      await done();
      await host.close();
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}
