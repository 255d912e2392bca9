import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './until.ts';

/**
 * Takes back by key what was typed last into a field, until it holds `before`; gives how many steps that took. A pause
 * of three seconds ends a step within a word, and a busy machine makes such pauses: one step is all it takes elsewhere,
 * and no step may take back more.
 */
export async function undoTyped(page: Page, field: Locator, before: string): Promise<number> {
  let steps = 0;
  let text = await field.inputValue();
  do {
    const shown = text;
    await page.keyboard.press('Control+z');
    await until(() => field.inputValue()).not.toBe(shown);
    text = await field.inputValue();
    expect(text.startsWith(before)).toBe(true);
    steps += 1;
  } while (text !== before);
  return steps;
}
