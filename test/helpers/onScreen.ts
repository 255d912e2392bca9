import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Waits until what is answered is on screen, images included: keys and clicks that come sooner are dropped. */
export async function onScreen(page: Page): Promise<void> {
  await page.locator('[data-gated]').first().waitFor();
  await nothingComing(page);
}

/** Waits until nothing that is answered is on its way to the screen, where anything is. */
export async function nothingComing(page: Page): Promise<void> {
  await until(() => page.locator('[data-gated][aria-busy="true"]').count()).toBe(0);
}
