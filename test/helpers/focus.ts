import type { Locator } from 'playwright-core';
import { until } from './until.ts';

/** Waits until the element has the focus: only then do keys go there. */
export async function hasFocus(element: Locator): Promise<void> {
  await until(() => element.evaluate((found) => found === document.activeElement)).toBe(true);
}
