import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { itemsOf, useLibrary } from '../helpers/libraryPage.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

const library = useLibrary();

async function selectTwo(page: Page): Promise<void> {
  const items = itemsOf(page);
  await items.nth(0).click();
  await items.nth(1).click({ modifiers: ['Control'] });
  await page.getByText('2 selected').waitFor();
}

describe('what is chosen in the Library', () => {
  it('is assigned alone', async () => {
    const page = await library.openCopy();
    await selectTwo(page);
    await page.getByRole('button', { name: 'Assign…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign items' });
    await until(() => dialog.getByRole('radio', { name: 'Selected in the Library (2)' }).isChecked()).toBe(
      true,
    );
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('1');
    await dialog.getByRole('button', { name: 'Choose all' }).click();
    await dialog.getByRole('button', { name: /^Assign 2 items, 1 person/u }).click();
    await page.getByRole('status').filter({ hasText: '2 items assigned' }).waitFor();
    const assigned = library
      .app()
      .core.services()
      .casebook.database.prepare('SELECT count(*) FROM assignment')
      .pluck();
    expect(assigned.get()).toBe(2);
  });

  it('is exported alone, whatever its status', async () => {
    const page = await library.openCopy();
    await selectTwo(page);
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('Only the 2 items selected in the Library.').waitFor();
    const target = join(library.app().folder, 'handed-out');
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(target);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText(`Written to ${target}`).waitFor();
    expect(existsSync(target)).toBe(true);
    expect(readdirSync(target).length).toBeGreaterThan(0);
    const { events } = library
      .app()
      .core.services()
      .history.list({ kinds: ['export'], limit: 1 }, everything);
    expect(events[0]?.summary).toContain('2 items');
    await page.keyboard.press('Escape');
    // The next export is of everything again.
    await quiet(page);
    await page.keyboard.press('Control+e');
    await page.getByRole('dialog', { name: 'Export' }).waitFor();
    expect(await page.getByText('selected in the Library').count()).toBe(0);
  });

  it('shows where the searched words are', async () => {
    const page = await library.openCopy();
    const title = await itemsOf(page).first().innerText();
    const word = present(/\p{L}{4,}/u.exec(title.split('\n').at(-1) ?? '')?.[0]);
    await page.getByRole('searchbox', { name: 'Search all texts' }).fill(word);
    await until(() => page.locator('mark').count()).toBeGreaterThan(0);
    expect((await page.locator('mark').first().innerText()).toLowerCase()).toBe(word.toLowerCase());
  });
});

describe('comments', () => {
  it('are written at the Desk, found in the Library, answered and resolved', async () => {
    const page = await library.openCopy();
    await itemsOf(page).first().dblclick();
    await page.getByRole('heading', { name: /^Desk:/u }).waitFor({ state: 'attached' });
    await quiet(page);
    await page.keyboard.press('Alt+m');
    const drawer = page.getByRole('dialog', { name: 'Comments' });
    await drawer.getByText('No comments yet.').waitFor();
    await drawer.getByRole('textbox', { name: 'New comment' }).fill('Is the mirror a clue?');
    await page.keyboard.press('Escape');
    // Nothing is lost by closing.
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    expect(await drawer.getByRole('textbox', { name: 'New comment' }).inputValue()).toBe(
      'Is the mirror a clue?',
    );
    await page.keyboard.press('Control+Enter');
    await drawer.getByRole('article').filter({ hasText: 'Is the mirror a clue?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 open comment' }).waitFor();
    await page.keyboard.press('Alt+l');
    await itemsOf(page).first().waitFor();
    await quiet(page);
    await page.getByRole('checkbox', { name: /^Open comments,/u }).click();
    await until(() => itemsOf(page).count()).toBe(1);
    await itemsOf(page).first().dblclick();
    await page.getByRole('button', { name: '1 open comment' }).click();
    await drawer.getByRole('button', { name: 'Reply' }).click();
    await drawer.getByRole('textbox', { name: 'Reply' }).fill('Yes.');
    await page.keyboard.press('Control+Enter');
    await until(() => drawer.getByRole('article').count()).toBe(2);
    await drawer.getByRole('button', { name: 'Resolve' }).click();
    await drawer.getByRole('button', { name: /^Resolved:/u }).waitFor();
  });
});
