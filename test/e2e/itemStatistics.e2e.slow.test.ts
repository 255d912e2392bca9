import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import golden from '../fixtures/statistics/rasch-complete.json' with { type: 'json' };
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { makeItemCasebook } from '../helpers/itemCasebook.ts';
import { until } from '../helpers/until.ts';
import { openAsCurator } from '../helpers/asCurator.ts';

const folder = temporaryFolder();
const path = join(folder.path, 'Items.casebook');
const alone = join(folder.path, 'Alone.casebook');
/** The answers that R's figures are of, and an item that everybody got right. */
const rows = golden.rows.map((row) => `${row}1`);
let app: RunningApp;
let windows: AppWindow[] = [];

beforeAll(async () => {
  await makeItemCasebook(path, testPorts(folder.path), rows);
  await makeItemCasebook(
    alone,
    testPorts(folder.path),
    rows.slice(0, 1).map((row) => row.slice(0, 5)),
  );
});
afterAll(() => {
  folder[Symbol.dispose]();
});

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  windows = [];
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(windows.flatMap((window) => window.complaints)).toEqual([]);
});

async function open(casebook: string): Promise<Page> {
  const window = await app.open({ acceptDownloads: true });
  windows.push(window);
  return openAsCurator(app, window.page, casebook, 'Results');
}

const firstNames = async (page: Page): Promise<string[]> =>
  (await page.getByRole('button', { name: /, show in Library$/u }).allInnerTexts()).slice(0, 3);

/** Items by the difficulty R gives them. */
const byDifficulty = golden.difficulties
  .map((difficulty, place) => ({ difficulty, name: `item-${String(place + 1).padStart(3, '0')}` }))
  .toSorted((a, b) => a.difficulty - b.difficulty);

describe('Items', () => {
  it('lists difficulties as R has them, sorts, filters, draws, hands out and opens an item in the Library', async () => {
    const page = await open(path);
    const section = page.getByRole('region', { name: 'Items', exact: true });
    const table = section.getByRole('table', { name: 'Item statistics' });
    // The model is fitted first.
    await table.waitFor({ timeout: 120_000 });
    await until(() => table.getAttribute('aria-rowcount')).toBe('151');
    const easiest = byDifficulty[0];
    const hardest = byDifficulty.at(-1);
    await until(() => firstNames(page).then(([name]) => name)).toBe(easiest?.name);
    await table
      .getByRole('row')
      .filter({ hasText: easiest?.name ?? '' })
      .getByText(easiest?.difficulty.toFixed(2) ?? '')
      .waitFor();
    await table.getByRole('button', { name: 'b: sort by difficulty' }).click();
    await until(() => firstNames(page).then(([name]) => name)).toBe(hardest?.name);

    await section.getByRole('img', { name: 'Respondents and items on one scale' }).waitFor();
    const curves = section.getByRole('img', { name: 'Item characteristic curves' });
    await until(() => curves.getAttribute('aria-description')).toContain(`A: ${easiest?.name ?? ''}`);
    const second = byDifficulty.at(-2)?.name ?? '';
    await table.getByRole('checkbox', { name: `Curve of ${second}` }).click();
    await until(() => curves.getAttribute('aria-description')).toContain(second);
    expect(await accessibilityProblems(page)).toEqual([]);

    await section.getByRole('combobox', { name: 'Items listed' }).click();
    await page.getByRole('option', { name: 'left out' }).click();
    const byName = table.getByRole('button', { name: 'Item: sort by name' });
    const heads = table.getByRole('columnheader');
    const order = () =>
      heads
        .filter({ has: page.getByRole('button', { name: 'Item: sort by name' }) })
        .getAttribute('aria-sort');
    const unsorted = await order();
    await byName.click();
    // The second click turns round what the first has sorted.
    await until(order).not.toBe(unsorted);
    await byName.click();
    await until(() => firstNames(page).then(([name]) => name)).toBe('item-150');
    await table.getByText('Everybody who answered it was right').first().waitFor();

    await section.getByRole('combobox', { name: 'Items listed' }).click();
    await page.getByRole('option', { name: 'all' }).click();
    await section.getByRole('button', { name: 'Items: copy or save item statistics' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('results-caughtcheating-items.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\n')[0]).toMatch(/^Item,n,Right,b,/u);
    expect(csv.trim().split('\n')).toHaveLength(151);
    await section.getByRole('button', { name: 'Plot: copy or save item-person map' }).click();
    const [plot] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as SVG' }).click(),
    ]);
    expect(await readFile(await plot.path(), 'utf8')).toMatch(/^<svg [^]*<\/svg>$/u);

    // By keyboard: to the next item, and into the Library.
    const last = table.getByRole('button', { name: 'item-150, show in Library' });
    await last.focus();
    await page.keyboard.press('ArrowDown');
    await until(() => last.evaluate((button) => button === document.activeElement)).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Library' }).or(page.getByText('item-149')).first().waitFor();
    await page
      .getByText(/1 (?:of 150 )?items?/u)
      .first()
      .waitFor();
  }, 300_000);

  it('says why there are no figures for one respondent', async () => {
    const page = await open(alone);
    await page.getByText('At least two respondents with answers are needed.').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
