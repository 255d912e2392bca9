import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { present } from './present.ts';

/** Chromium without all that draws windows: it takes about half the time of the whole one. */
const SHELL = '/usr/bin/chromium-headless-shell';

const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that the tests drive: the one named in CASEBOOK_CHROMIUM, else the system's; null where there is none. */
export function findChromium(): string | null {
  const named = process.env['CASEBOOK_CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...PLACES].find((place) => existsSync(place)) ?? null;
}

/** Whether the tests have the faster Chromium, or one that somebody named. */
export function hasFastChromium(): boolean {
  return process.env['CASEBOOK_CHROMIUM'] !== undefined || existsSync(SHELL);
}

/** Starts Chromium without a window and without anything that reaches for the network. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = present(findChromium());
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

let sharing = false;
let shared: Promise<Browser> | null = null;
let users = 0;

/** From now on, one Chromium serves every app that this process starts; it ends with the process. */
export function shareChromium(): void {
  sharing = true;
}

/** A Chromium to use, and what to call when done: a shared one lives on, without the windows of those who are done. */
export async function useChromium(): Promise<{
  readonly browser: Browser;
  readonly done: () => Promise<void>;
}> {
  if (!sharing) {
    const browser = await launchChromium();
    return { browser, done: () => browser.close() };
  }
  // One that has crashed is not handed to the next test.
  if (shared !== null && !(await shared).isConnected()) shared = null;
  shared ??= launchChromium();
  const browser = await shared;
  users += 1;
  return {
    browser,
    async done() {
      users -= 1;
      if (users === 0) await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}
