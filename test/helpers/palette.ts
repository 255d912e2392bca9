import type { Page } from 'playwright-core';
import { hasFocus } from './focus.ts';

/** Runs the first command that the palette finds for these words. */
export async function runInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Search commands');
  await hasFocus(search);
  await page.keyboard.type(words);
  // What Enter runs.
  await page.locator('[data-action][data-selected]').waitFor();
  await page.keyboard.press('Enter');
  await search.waitFor({ state: 'detached' });
}
