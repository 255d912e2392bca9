import type { Locator, Page } from 'playwright-core';
import { nothingComing } from './onScreen.ts';
import { until } from './until.ts';

/** The way on from a page of a study session, whatever it is called there. */
export const forward = (page: Page): Locator =>
  page.getByRole('button', { name: /^(?:I agree|Continue|Begin|Submit)/u });

/** Locks the answer or goes on, by mouse or by key, and waits until what comes next is there. */
export async function goOn(page: Page, how: 'click' | 'key' = 'click'): Promise<void> {
  const button = forward(page);
  // Neither before the images are there nor before anybody can have read the page.
  await until(() => button.getAttribute('aria-disabled')).toBe('false');
  if (how === 'click') await button.click();
  else await page.keyboard.press('Control+Enter');
  // It is busy from the press on until the next page stands in its place.
  await button.and(page.locator('[aria-busy]')).waitFor({ state: 'detached' });
  await nothingComing(page);
}
