import type { Page } from 'playwright-core';
import { launchChromium } from '../../helpers/chromium.ts';

/** The files that a participant's page loads, by when it asks for them. */
export interface PageAssets {
  /** With the page itself. */
  readonly first: readonly string[];
  /** For what comes before the first step. */
  readonly arriving: readonly string[];
  /** For the study session. */
  readonly session: readonly string[];
}

/** Watches Chromium follow a study link to its first step, and notes which files it loads when. */
export async function recordAssets(link: string): Promise<PageAssets> {
  const browser = await launchChromium();
  try {
    const screen = { width: 1440, height: 900 };
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: screen, screen });
    const page = await context.newPage();
    const assets = { first: [] as string[], arriving: [] as string[], session: [] as string[] };
    let states = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/rpc/application/state') states += 1;
      if (!pathname.startsWith('/assets/')) return;
      (states === 0 ? assets.first : states === 1 ? assets.arriving : assets.session).push(pathname);
    });
    await page.goto(link);
    await goOn(page, 'I agree');
    await goOn(page, 'Continue');
    await page.getByRole('textbox').first().waitFor();
    return assets;
  } finally {
    await browser.close();
  }
}

/** Presses a page's button as soon as it can be meant. */
async function goOn(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`, 'u') });
  await button.and(page.locator('[aria-disabled="false"]')).click();
}
