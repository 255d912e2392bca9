import type { Page } from 'playwright-core';

/** Waits until what is answered is on screen, images included: keys and clicks that come sooner are dropped. */
export async function onScreen(page: Page): Promise<void> {
  await page.locator('[data-gated]').first().waitFor();
  await nothingComing(page);
}

/** Waits until every reply is on the screen. */
export async function nothingComing(page: Page): Promise<void> {
  await page.locator('[data-gated][aria-busy="true"]').first().waitFor({ state: 'detached' });
}

type Press = Page['keyboard']['press'];
const atOnce = new WeakMap<Page, Press>();

/** From now on a key waits, as a person does, until what it answers is on screen. */
export function pressAsPeopleDo(page: Page): void {
  const press = page.keyboard.press.bind(page.keyboard);
  atOnce.set(page, press);
  page.keyboard.press = async (key, options) => {
    await nothingComing(page);
    await press(key, options);
  };
}

/** A key that waits for nothing. */
export const pressAtOnce = (page: Page, key: string): Promise<void> =>
  (atOnce.get(page) ?? page.keyboard.press.bind(page.keyboard))(key);
