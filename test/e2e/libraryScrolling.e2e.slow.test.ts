import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { cursorText, ITEMS, itemsOf, listOf, useLibrary } from '../helpers/libraryPage.ts';
import { until } from '../helpers/until.ts';

const library = useLibrary();

/** Whether the item under the cursor is on the screen whole. */
function cursorInSight(page: Page): Promise<boolean> {
  // Looked at in one go, as with `cursorText`.
  return listOf(page).evaluate((list) => {
    const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    if (row === null) return false;
    const [item, frame] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    return item.top >= frame.top - 1 && item.bottom <= frame.bottom + 1;
  });
}

describe('moving', () => {
  it('keeps in sight what was in sight when cards and table change places and sizes', async () => {
    const page = await library.openCopy();
    await listOf(page).focus();
    await page.keyboard.press('End');
    await until(() => cursorInSight(page)).toBe(true);
    // Details, table and grid, details away, smaller cards.
    for (const key of ['p', 'v', 'v', 'p']) {
      await page.keyboard.press(key);
      await until(() => cursorInSight(page)).toBe(true);
    }
    await page.getByText('S', { exact: true }).click();
    await until(() => cursorInSight(page)).toBe(true);
    await until(() => cursorText(page)).toBe(String(ITEMS));
  });

  it('reaches the last of two million items, more than an element can be tall', async () => {
    const total = 2_000_000;
    const page = await library.openCopy();
    const [row] = library
      .app()
      .core.services()
      .items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows;
    const Asked = z.object({ json: z.object({ offset: z.int(), limit: z.int() }) });
    await page.route('**/rpc/items/list', async (route) => {
      const { offset, limit } = Asked.parse(route.request().postDataJSON()).json;
      const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, index) => ({
        ...row,
        id: `01890000-0000-7000-8000-${String(offset + index).padStart(12, '0')}`,
        externalId: `item ${String(offset + index + 1)}`,
      }));
      await route.fulfill({ json: { json: { total, rows } } });
    });
    await page.reload();
    await page.getByRole('listbox', { name: '2,000,000 items' }).focus();
    await page.keyboard.press('v');
    await page.keyboard.press('End');
    await until(() => cursorText(page)).toBe(String(total));
    await until(() => cursorInSight(page)).toBe(true);
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowUp');
    await until(() => cursorText(page)).toBe(String(total - 30));
    await until(() => cursorInSight(page)).toBe(true);
    await listOf(page).evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await until(async () =>
      Math.round(Number(await itemsOf(page).first().getAttribute('aria-posinset')) / 100_000),
    ).toBe(10);
    await until(() => itemsOf(page).first().textContent()).toContain('item ');
  });
});
