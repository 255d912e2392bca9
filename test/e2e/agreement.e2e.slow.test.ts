import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { choices, type GivenItem, makeRatedCasebook } from '../helpers/ratedCasebook.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';
import { openAsCurator } from '../helpers/asCurator.ts';

/**
 * Fifty items of two raters: both yes 20 times, both no 15, yes and no 5, no and yes 10. Observed agreement 0.7,
 * expected 0.5: Cohen's kappa 0.4. A third rater answered two items only.
 */
const TABLE = [
  ['yes', 'yes', 20],
  ['yes', 'no', 5],
  ['no', 'yes', 10],
  ['no', 'no', 15],
] as const;

/** On the first item the two draw the same bag, nearly, and ben a cup that ana did not see. */
const BOXES = {
  ana: [{ label: 'bag', x: 100, y: 100, width: 200, height: 100 }],
  ben: [
    { label: 'bag', x: 100, y: 100, width: 160, height: 100 },
    { label: 'cup', x: 400, y: 300, width: 60, height: 40 },
  ],
} as const;

function* ratedItems(): Generator<GivenItem> {
  let number = 0;
  for (const [ana, ben, times] of TABLE) {
    for (let time = 0; time < times; time += 1) {
      number += 1;
      yield {
        externalId: `item-${String(number)}`,
        ratings: [
          { rater: 'ana', answer: { verdict: ana, rare: 'no' }, boxes: number === 1 ? BOXES.ana : [] },
          {
            rater: 'ben',
            answer: { verdict: ben, rare: number === 1 ? 'yes' : 'no' },
            boxes: number === 1 ? BOXES.ben : [],
          },
          ...(number <= 2 ? [{ rater: 'carol', answer: { verdict: 'yes' } }] : []),
        ],
      };
    }
  }
}

const folder = temporaryFolder();
const rated = join(folder.path, 'Rated.casebook');
const unrated = join(folder.path, 'Unrated.casebook');
let app: RunningApp;
let windows: AppWindow[] = [];

beforeAll(async () => {
  const vocabulary = choices({ verdict: ['yes', 'no'], rare: ['yes', 'no'] }, ['bag', 'cup']);
  await makeRatedCasebook(rated, { items: ratedItems(), vocabulary, photographs: 50 });
  await makeRatedCasebook(unrated, { items: [{ externalId: 'alone', ratings: [] }], vocabulary });
});

afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  const complaints = windows.flatMap((window) => window.complaints);
  windows = [];
  await app.close();
  expect(complaints).toEqual([]);
});

/** Opens the screen on a casebook, with its curator as the current user. */
async function open(casebook = rated, options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
  const window = await app.open({ acceptDownloads: true, ...options });
  windows.push(window);
  return openAsCurator(app, window.page, casebook, 'Agreement');
}

async function chooseField(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Coefficients' }).waitFor();
}

async function toggleRater(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^${name}, `, 'u') }).click();
}

/** The screen on two raters, its figures there. */
async function openOnTwo(options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
  const page = await open(rated, options);
  await toggleRater(page, 'carol');
  await figures(page)
    .getByRole('row', { name: /^Cohen’s kappa 0\.400/u })
    .waitFor();
  return page;
}

const figures = (page: Page) => page.getByRole('table', { name: 'Coefficients' });
const confusion = (page: Page) => page.getByRole('table', { name: 'Confusion of ana and ben' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Items behind the figure' });

/** What a click saves: the file's name and content. */
async function saved(page: Page, menu: string, item: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: menu }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

describe('the figures', () => {
  it('say what they are, on what they rest, and why one is not there', async () => {
    const page = await open();
    // Three raters, the third on two items only.
    await figures(page)
      .getByRole('row', { name: /^Cohen’s kappa Cohen’s kappa compares two raters/u })
      .waitFor();
    await toggleRater(page, 'carol');
    const kappa = figures(page).getByRole('row', { name: /^Cohen’s kappa 0\.400/u });
    await kappa.waitFor();
    // Fleiss, Cohen and Everitt 1969, worked by hand: standard error 0.1271.
    await until(() => kappa.getByRole('cell').allTextContents()).toEqual([
      '0.400',
      '[0.127, 0.617] score',
      expect.stringMatching(/^\[0\.\d{3}, 0\.\d{3}\]$/u),
      '0.127',
    ]);
    const basis = page.getByRole('region', { name: 'Coefficients' });
    await until(async () => (await basis.locator('dl').innerText()).split(/\n+/u)).toEqual([
      'Items rated at least twice',
      '50',
      'Left out: rated once',
      '0',
      'Ratings',
      '100',
      'Raters',
      '2',
    ]);
    await page.getByRole('button', { name: 'Percent agreement', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText('beyond what their own habits').waitFor();
    await until(() => page.getByRole('img', { name: 'Coefficients of agreement on verdict' }).count()).toBe(
      1,
    );
  });

  it('warn where one category has nearly everything, with AC1 beside kappa', async () => {
    const page = await openOnTwo();
    await chooseField(page, 'rare');
    await page.getByText('Kappa misleads here.').waitFor();
    await until(async () =>
      (await figures(page).getByRole('rowheader').allTextContents()).slice(1, 3),
    ).toEqual(['Cohen’s kappa', 'Gwet’s AC1']);
  });

  it('stay, marked as old, while new ones are computed, and after that is cancelled', async () => {
    const page = await openOnTwo();
    // The answer never comes: what is asked for is still being computed as far as the screen knows.
    await page.route('**/rpc/agreement/figures', () => undefined);
    await toggleRater(page, 'carol');
    await page.getByText('These are the earlier figures').waitFor();
    expect(
      await figures(page)
        .getByRole('row', { name: /^Cohen’s kappa 0\.400/u })
        .count(),
    ).toBe(1);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('The earlier figures stay on screen.').waitFor();
    await page.unroute('**/rpc/agreement/figures');
    await page.getByRole('button', { name: 'Compute again' }).first().click();
    await page.getByText('These are the earlier figures').waitFor({ state: 'detached' });
    await figures(page)
      .getByRole('row', { name: /^Cohen’s kappa Cohen’s kappa compares two raters/u })
      .waitFor();
  });

  it('are not computed of one rater, and not where nobody rated', async () => {
    const page = await openOnTwo();
    await toggleRater(page, 'ben');
    await page.getByText('Choose two raters or more').waitFor();
    // What is still asked for would find no casebook any more.
    await quiet(page);
    await app.core.keeper.close();
    const other = await open(unrated);
    await other.getByText('Nobody has rated anything yet').waitFor();
  });
});

describe('the items behind a figure', () => {
  it('are exactly those of the cell, and open in the Library; choices are kept meanwhile', async () => {
    const page = await openOnTwo();
    await confusion(page).getByRole('button', { name: 'ana “yes”, ben “no”: 5 items' }).click();
    await panel(page).getByText('5 items').waitFor();
    const ids = () => panel(page).getByRole('listitem').locator('[title^="item-"]').allTextContents();
    await until(async () => (await ids()).toSorted()).toEqual([
      'item-21',
      'item-22',
      'item-23',
      'item-24',
      'item-25',
    ]);
    await panel(page).getByRole('button', { name: 'Show in Library' }).click();
    await page.getByRole('button', { name: 'Remove filter 5 selected items' }).waitFor();
    await page.getByRole('listbox', { name: '5 items' }).waitFor();
    await page.getByRole('link', { name: 'Agreement' }).click();
    await figures(page)
      .getByRole('row', { name: /^Cohen’s kappa 0\.400/u })
      .waitFor();
    await until(() => page.getByRole('checkbox', { name: /^carol, /u }).isChecked()).toBe(false);
    await panel(page).getByText('5 items').waitFor();
    // The Library's current filter can be used.
    await page.getByRole('combobox', { name: 'Items' }).click();
    await page.getByRole('option', { name: 'The Library’s filter' }).click();
    await page.getByText('5 selected items').waitFor();
    await page.getByRole('region', { name: 'Coefficients' }).getByText('10', { exact: true }).waitFor();
  });

  it('are reached and left by keyboard', async () => {
    const page = await openOnTwo();
    const first = confusion(page).getByRole('button', { name: 'ana “yes”, ben “yes”: 20 items' });
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const reached = confusion(page).getByRole('button', { name: 'ana “no”, ben “no”: 15 items' });
    await until(() => reached.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await panel(page).getByText('15 items').waitFor();
    // The panel takes the focus; Escape pressed before would be the table's.
    await until(() => panel(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await until(() => reached.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('of a pair can be narrowed to those on which the two differ', async () => {
    const page = await openOnTwo();
    await page
      .getByRole('table', { name: 'Pairs of raters' })
      .getByRole('button', { name: /^ana and ben: 0\.400/u })
      .click();
    await panel(page).getByText('50 items', { exact: true }).waitFor();
    await panel(page).getByText('They differ').click();
    await panel(page).getByText('15 items', { exact: true }).waitFor();
  });
});

describe('what leaves the screen', () => {
  it('is a table as CSV, named after task, field and round', async () => {
    const page = await openOnTwo();
    const { name, content } = await saved(
      page,
      'Table: copy or save the confusion of two raters',
      'Save as CSV',
    );
    // By the pseudonyms that every export has.
    expect(name).toMatch(/^agreement-annotate-verdict-round-1-confusion-rater-\d-rater-\d\.csv$/u);
    expect(content.toString('utf8')).toMatch(/^rater-\d \\ rater-\d,yes,no\nyes,20,5\nno,10,15\n$/u);
  });

  it('is a table on the clipboard, as Markdown', async () => {
    const page = await openOnTwo();
    await page.getByRole('button', { name: 'Table: copy or save coefficients' }).click();
    await page.getByRole('menuitem', { name: 'Markdown', exact: true }).click();
    await page.getByText('Copied as Markdown.').waitFor();
    const text = await page.evaluate(async () => navigator.clipboard.readText());
    expect(text).toMatch(
      /^\| Cohen’s kappa \| 0\.400 \| \\\[0\.127, 0\.617\\\] \| \\\[.+\\\] \| 0\.127 \|$/mu,
    );
    expect(text).toContain('Agreement on “verdict”: 50 items with at least two ratings, 2 raters.');
  });

  it('is a plot as SVG without styles of its own, and as PNG of 600 dots an inch, a column wide', async () => {
    const page = await openOnTwo();
    const menu = 'Plot: copy or save coefficients';
    const svg = await saved(page, menu, 'Save as SVG');
    expect(svg.name).toBe('agreement-annotate-verdict-round-1-coefficients.svg');
    const text = svg.content.toString('utf8');
    expect(text).not.toMatch(/<style|style=|var\(--/u);
    // 8.4 cm: a column of a paper.
    const [, width, height] = /width="([\d.]+)pt" height="([\d.]+)pt"/u.exec(text)?.map(Number) ?? [];
    expect(width).toBe(238);
    const png = await saved(page, menu, 'Save as PNG');
    expect(png.name).toBe('agreement-annotate-verdict-round-1-coefficients.png');
    const picture = await sharp(png.content).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual([
      'png',
      Math.round(((width ?? 0) * 600) / 72),
      Math.round(((height ?? 0) * 600) / 72),
    ]);
    // White paper with something on it.
    const { channels } = await sharp(png.content).stats();
    expect(channels[0]?.max).toBe(255);
    expect(channels[0]?.min).toBeLessThan(100);
  });
});

describe('boxes', () => {
  it('lie over one another on the image, matched ones with their IoU, the others by name', async () => {
    const page = await openOnTwo();
    await chooseField(page, 'Boxes');
    const labels = page.getByRole('table', { name: 'Labels' });
    // 160 x 100 shared of 200 x 100: matched at 0.5, and one cup too many.
    await labels.getByRole('button', { name: /^bag, Mean IoU of matched boxes: 0\.800/u }).waitFor();
    await page.getByRole('button', { name: /^Boxes on item-1 /u }).click();
    const side = page.getByRole('complementary', { name: 'Boxes' });
    await side.getByRole('button', { name: 'bag IoU 0.80' }).waitFor();
    await page.getByRole('application', { name: 'Boxes of 2 raters on item-1' }).waitFor();
    await side.getByRole('button', { name: /^cup 60 × 40 at 400, 300/u }).click();
    await page.getByText('B, cup x 400 y 300 w 60 h 40 px').waitFor();
    await side.getByRole('textbox', { name: 'IoU threshold' }).fill('0.9');
    await side.getByRole('button', { name: 'bag IoU 0.80, below' }).waitFor();
    // Nothing can be changed here.
    expect(await page.getByRole('button', { name: 'New box' }).count()).toBe(0);
    // The first time what is selected, the second time the image.
    await page.getByRole('application').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await labels.waitFor();
    await until(() =>
      page
        .getByRole('button', { name: /^Boxes on item-1 /u })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await labels.getByRole('button', { name: /^bag, F1: 0\.000/u }).waitFor();
  });
});

describe('accessibility in light and dark', () => {
  it('has nothing that axe objects to, in figures, items and boxes', async () => {
    const page = await openOnTwo({ colorScheme: 'light' });
    const problems: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      await quiet(page);
      const found = await accessibilityProblemsInBothThemes(page);
      if (found.length > 0) problems[name] = found;
    };
    await look('figures');
    await confusion(page).getByRole('button', { name: 'ana “yes”, ben “no”: 5 items' }).click();
    await panel(page).getByText('5 items').waitFor();
    await look('items');
    await chooseField(page, 'rare');
    await page.getByText('kappa misleads here').waitFor();
    await look('skew');
    await chooseField(page, 'Boxes');
    await page.getByRole('button', { name: /^Boxes on item-1 /u }).click();
    await page.getByRole('application').waitFor();
    await look('boxes');
    expect(problems).toEqual({});
  });
});
