import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cursorText, ITEMS, itemsOf, listOf, useLibrary } from '../helpers/libraryPage.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { runInPalette } from '../helpers/palette.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

// What is scrolled to is in `libraryScrolling.e2e.slow.test.ts`.
const library = useLibrary();
let page: Page;

async function openCopy(): Promise<void> {
  page = await library.openCopy();
}

const list = (): Locator => listOf(page);
const items = (): Locator => itemsOf(page);
const total = (): Locator => page.getByText(/^[\d,]+ items?$/u);
const chips = (): Locator => page.getByRole('list', { name: 'Active filters' });
const toast = (text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });
const filter = (name: string): Locator =>
  page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('checkbox', { name: new RegExp(`^${name},`, 'u') });

async function shownTotal(): Promise<number> {
  return Number((await total().textContent())?.replaceAll(/\D/gu, ''));
}

const hasFocus = (element: Element): boolean => element === document.activeElement;

describe('from nothing', () => {
  it('makes a casebook by keyboard alone, imports photographs and shows them', async () => {
    const app = library.app();
    page = await library.open();
    const photographs = join(app.folder, 'photographs');
    mkdirSync(join(photographs, 'nested'), { recursive: true });
    await drawPhotograph(join(photographs, 'one.jpg'), { width: 400, height: 300, seed: 1 });
    await drawPhotograph(join(photographs, 'nested', 'two.jpg'), { width: 300, height: 400, seed: 2 });
    writeFileSync(join(photographs, 'broken.png'), 'not a picture');

    await page.getByRole('button', { name: 'New casebook…' }).press('Enter');
    await until(() => page.getByRole('textbox', { name: 'Title' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('Night scenes: take 2');
    await page.keyboard.press('Tab');
    await page.getByRole('radio', { name: 'Your own label set' }).press('Space');
    await page.getByLabel('Your name').fill('Ana');
    await page.keyboard.press('Enter');
    await page.getByText('This casebook has no items yet').waitFor();
    expect(app.core.services().casebook.path).toBe(
      join(app.folder, 'documents', 'Night scenes take 2.casebook'),
    );
    await page.getByRole('button', { name: 'Working as Ana' }).waitFor();

    await page.keyboard.press('Control+i');
    await until(() => page.getByRole('textbox', { name: 'From' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type(photographs);
    const format = page.getByRole('combobox', { name: 'Format' });
    await until(() => format.inputValue()).toBe('Folder of images');
    await page.getByRole('button', { name: 'More options' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Skip unreadable items and import the rest' }).press('Space');
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('Imported', { exact: true }).waitFor();
    await until(() => dialog.getByRole('listitem').filter({ hasText: 'broken.png' }).count()).toBe(1);
    await page.keyboard.press('Escape');

    await until(() => items().count()).toBe(2);
    await until(() =>
      items()
        .locator('img')
        .evaluateAll((images) => images.length),
    ).toBe(2);
    const names = async () => (await items().allTextContents()).join(' ');
    await until(names).toContain('one.jpg');
    await until(names).toContain('two.jpg');
  });

  it('takes dropped files over and imports them', async () => {
    const app = library.app();
    await app.core.keeper.create(join(app.folder, 'Dropped.casebook'), {
      benchmark: 'caughtcheating',
      title: 'Dropped',
    });
    page = await library.open();
    await page.getByText('This casebook has no items yet').waitFor();
    const content = JSON.stringify([...syntheticItems(5, 3)]);
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'data_info.json', { type: 'application/json' }));
      return data;
    }, content);
    await page.dispatchEvent('#root', 'drop', { dataTransfer: transfer });
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe(
      'CaughtCheating data set',
    );
    await page.getByRole('button', { name: 'Check without importing' }).click();
    await page.getByText('The import would do this.').waitFor();
    expect(await items().count()).toBe(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await until(shownTotal).toBe(5);
    await until(() => items().getByText('Image missing').count()).toBe(5);

    // The files turn up: a folder with them is pointed at.
    const found = join(app.folder, 'found');
    mkdirSync(found);
    for (const [index, item] of [...syntheticItems(5, 3)].entries()) {
      const name = z.string().parse(item['data_path']).split('/').at(-1) ?? '';
      await drawPhotograph(join(found, 'photo.jpg'), { width: 320, height: 240, seed: index });
      renameSync(join(found, 'photo.jpg'), join(found, name));
    }
    await runInPalette(page, 'attach');
    await page.getByRole('textbox', { name: 'Folder with the images' }).fill(found);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Attached (5)').waitFor();
    await page.keyboard.press('Escape');
    await until(() => items().getByText('Image missing').count()).toBe(0);
  });
});

describe('finding', () => {
  it('combines filters, shows them as chips and takes them away one by one', async () => {
    await openCopy();
    await until(shownTotal).toBe(ITEMS);
    const counted = async (name: string) =>
      Number((await filter(name).getAttribute('aria-label'))?.split(',').at(-1));
    const clued = await counted('clued');
    await filter('clued').check();
    await until(shownTotal).toBe(clued);
    // The counts follow the list: then the scenes of the clued items are all of them.
    await until(
      async () => (await counted('hotel')) + (await counted('dining')) + (await counted('karaoke bar')),
    ).toBe(clued);
    const hotel = await counted('hotel');
    await filter('hotel').check();
    await until(shownTotal).toBe(hotel);
    expect(hotel).toBeLessThan(clued);
    await until(() => chips().getByRole('button').allTextContents()).toEqual([
      'clued',
      'Scene: hotel',
      'Clear all',
    ]);
    await page.getByRole('button', { name: 'Remove filter clued' }).click();
    await until(async () => (await shownTotal()) > hotel).toBe(true);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await until(shownTotal).toBe(ITEMS);
  });

  it('searches all texts while one types, and says so where nothing matches', async () => {
    await openCopy();
    await page.keyboard.press('/');
    await page.keyboard.type('slippers mir');
    await until(async () => (await shownTotal()) < ITEMS).toBe(true);
    await until(() => items().count()).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await until(() => list().evaluate(hasFocus)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('no such word anywhere');
    await page.getByText('No items match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await until(shownTotal).toBe(ITEMS);
    await until(() => page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('sorts, shows a table, and keeps both as a view', async () => {
    await openCopy();
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Sort by status' }).click();
    await page.getByRole('button', { name: 'Sort by status, now ascending' }).click();
    await until(() => items().first().textContent()).toContain('Rejected');
    await filter('clued').check();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this filter and sort…' }).click();
    await until(() => page.getByRole('textbox', { name: 'Name' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('Clued, rejected first');
    await page.keyboard.press('Enter');
    await toast('Saved as “Clued, rejected first”.').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Clued, rejected first', exact: true }).click();
    await until(() => filter('clued').isChecked()).toBe(true);
    await until(() => items().first().getByText('Rejected').count()).toBe(0);
    await until(() => page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('Status');
  });
});

describe('changing many', () => {
  it('chooses by keyboard, tags, and takes it back', async () => {
    await openCopy();
    await list().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    const told = page.getByText(/^[\d,]+ selected$/u);
    await told.waitFor();
    const selected = () => list().locator('[aria-selected="true"]').count();
    await until(async () => (await told.textContent()) === `${String(await selected())} selected`).toBe(true);
    const chosen = await selected();
    expect(chosen).toBeGreaterThan(3);
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Add' }).fill('check again');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change tags' }).press('Enter');
    await toast(`Tags of ${String(chosen)} items changed.`).waitFor();
    await filter('check again').check();
    await until(shownTotal).toBe(chosen);
    await toast('Tags of').getByRole('button', { name: 'Undo' }).click();
    await toast('undone').waitFor();
    await page.getByText('No items match').waitFor();
  });

  it('gives all items that match a status, names the refused, and takes it back', async () => {
    await openCopy();
    await filter('Rejected').check();
    await until(async () => (await shownTotal()) < ITEMS).toBe(true);
    const rejected = await shownTotal();
    await list().focus();
    await page.keyboard.press('Control+a');
    await page.getByText(`${String(rejected)} selected`).waitFor();
    await page.keyboard.press('Shift+A');
    const refusal = page.getByRole('dialog', { name: `${String(rejected)} items could not be changed` });
    await refusal.getByText('Sign off that').first().waitFor();
    await page.keyboard.press('Escape');
    await refusal.waitFor({ state: 'hidden' });
    await page.keyboard.press('Shift+D');
    await toast(`${String(rejected)} items set to “Draft”.`).waitFor();
    await page.getByText('No items match').waitFor();
    await toast('set to “Draft”').getByRole('button', { name: 'Undo' }).click();
    await until(shownTotal).toBe(rejected);

    await page.keyboard.press('Alt+3');
    const entry = page
      .getByRole('listitem')
      .filter({ hasText: `Set the status of ${String(rejected)} items` });
    await entry.waitFor();
    expect(await entry.getByRole('button', { name: /^Undo/u }).count()).toBe(0);
  });

  it('takes one item out of everything', async () => {
    await openCopy();
    await list().focus();
    await page.keyboard.press('Control+a');
    await page.getByText(`${String(ITEMS)} selected`).waitFor();
    await items()
      .nth(2)
      .click({ modifiers: ['ControlOrMeta'] });
    await page.getByText(`${String(ITEMS - 1)} selected`).waitFor();
    await until(() => items().nth(2).getAttribute('aria-selected')).toBe('false');
  });
});

describe('moving', () => {
  it('reaches the last item and comes back from the Desk to the item one left', async () => {
    await openCopy();
    await list().focus();
    await page.keyboard.press('End');
    await until(() => cursorText(page)).toBe(String(ITEMS));
    await page.keyboard.press('ArrowLeft');
    await until(() => cursorText(page)).toBe(String(ITEMS - 1));
    await page.keyboard.press('Enter');
    await until(() => page.url()).toMatch(/#\/desk\/[0-9a-f-]{36}$/u);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Library' }).click();
    await until(() => cursorText(page)).toBe(String(ITEMS - 1));
    await list().focus();
    await page.keyboard.press('Home');
    await until(() => cursorText(page)).toBe('1');
  });

  it('keeps only what is on the screen in the page', async () => {
    await openCopy();
    await page.keyboard.press('v');
    await until(() => items().count()).toBeLessThan(60);
    await list().evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await until(() => items().first().getAttribute('aria-posinset')).toMatch(/^(1[6-9]\d|20\d)$/u);
    await until(() => items().count()).toBeLessThan(60);
  });
});

describe('handing out', () => {
  it('exports what was asked for and says what was left out', async () => {
    await openCopy();
    const target = join(library.app().folder, 'handed out');
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await page.getByRole('textbox', { name: 'To' }).fill(target);
    await dialog.getByRole('checkbox', { name: 'Draft' }).check();
    await dialog.getByRole('checkbox', { name: 'In review' }).check();
    await dialog.getByRole('checkbox', { name: 'Rejected' }).check();
    await page.getByText('Leave out', { exact: true }).click();
    // How many items each status has is told beside it, and moves what is below.
    await quiet(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(`Written to ${target}`).waitFor();
    const written: unknown = JSON.parse(readFileSync(join(target, 'data_info.json'), 'utf8'));
    expect(z.array(z.looseObject({ data_path: z.string() })).parse(written)).toHaveLength(ITEMS);
  });
});
