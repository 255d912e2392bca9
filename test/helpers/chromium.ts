import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const PLACES = [
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

/** Starts Chromium without a window and without anything that reaches for the network. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('There is no Chromium; run the suite with npm test, which installs it.');
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
