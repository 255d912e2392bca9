import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { assignItems, openSecrets, SECRET, type Secrets } from '../helpers/blindCasebook.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;
let window: AppWindow;
let page: Page;
let secrets: Secrets;
/** What came over the wire with a secret in it: the procedures. */
let leaks: string[];
/** Every address that the page asked for. */
let addresses: string[];
/** Bodies that are still being read. */
let reading: Promise<void>[];

const folder = temporaryFolder();
const master = folder.join('secrets.casebook');

beforeAll(async () => {
  const core = createCore(testPorts(folder.path));
  secrets = await openSecrets(core, folder.path);
  await core.close();
});

afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
  // Making it takes a while: it is made once, and copied for each test.
  const path = join(app.folder, 'secrets.casebook');
  cpSync(master, path, { recursive: true });
  await app.core.keeper.open(path);
  window = await app.open();
  page = window.page;
  leaks = [];
  addresses = [];
  reading = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    addresses.push(pathname);
    if (!pathname.startsWith('/rpc/')) return;
    const read = async (): Promise<void> => {
      const headers = JSON.stringify(await response.allHeaders());
      if (`${headers}${await response.text()}`.includes(SECRET)) leaks.push(pathname);
    };
    // An answer to a page that has gone on to another place has no body any more.
    reading.push(read().catch(() => undefined));
  });
});

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const heading = (name: string | RegExp): Locator => page.getByRole('heading', { name });
const names = (): Locator => page.getByRole('list', { name: 'People' }).getByRole('button');
const rail = (): Locator => page.getByRole('navigation', { name: 'Screens' }).getByRole('link');

/** What has leaked so far, once everything that is under way has been looked at. */
async function leaked(): Promise<string[]> {
  await quiet(page);
  await Promise.all(reading);
  return leaks;
}

/** Fills the form in so that it breaks no rule, and submits. */
async function discard(): Promise<void> {
  await onScreen(page);
  await page.getByRole('radio', { name: 'Discard' }).click();
  await page.getByLabel('Why do you discard it?').fill('duplicate');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
}

describe('a rater in the window', () => {
  it('chooses a name, answers blank forms one by one, and gets to see nothing of anybody else', async () => {
    await heading('Choose your name').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await until(() => names().allInnerTexts()).toContain('ann\nAnnotator\n2');
    await page.keyboard.press('2');
    await heading('My work').waitFor();
    await until(() => rail().allInnerTexts()).toEqual(['My work', 'Team', 'Settings']);
    const lines = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await until(async () => lines.allInnerTexts()).toEqual([1, 2, 3].map((n) => `Item ${String(n)}\nOpen`));

    await page.keyboard.press('Enter');
    await heading('Item 1 of 3, round 1, blind').waitFor();
    expect(await page.getByRole('textbox', { name: 'Claim question' }).inputValue()).toBe('');
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByText('0 boxes').waitFor();
    expect(await page.getByRole('button', { name: /^(Crop the image|Redact parts|Status:)/u }).count()).toBe(
      0,
    );
    await discard();
    await heading('Item 2 of 3, round 1, blind').waitFor();

    await onScreen(page);
    await page.keyboard.press('Control+Space');
    await page.getByRole('textbox', { name: 'Why?' }).fill('too dark');
    await page.keyboard.press('Enter');
    await heading('Item 3 of 3, round 1, blind').waitFor();
    await discard();
    await page.getByText('All done: 2 submitted, 1 skipped.').waitFor();
    await until(async () => lines.allInnerTexts()).toEqual([
      expect.stringMatching(/^Item 1\n.*\nSubmitted$/u),
      expect.stringMatching(/^Item 2\n.*\nSkipped$/u),
      expect.stringMatching(/^Item 3\n.*\nSubmitted$/u),
    ]);

    // What was answered is still blind: its versions, and the screens of others by their addresses.
    await lines.first().getByRole('button').click();
    await heading('Item 1 of 3, round 1, blind').waitFor();
    await page.keyboard.press('Alt+V');
    await page.getByText('Version 1 by ann').waitFor();
    expect(await page.getByText('Full history of this item').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const place of ['library', 'history', 'health', 'agreement', 'adjudicate']) {
      await page.evaluate((target) => {
        location.hash = `/${target}`;
      }, place);
      await until(() => page.evaluate(() => location.hash)).toBe('#/work');
      await heading('My work').waitFor();
    }
    expect(await leaked()).toEqual([]);
    expect(await page.content()).not.toContain(SECRET);
    const images = addresses.filter((address) => address.startsWith('/image/'));
    expect(images.length).toBeGreaterThan(0);
    for (const address of images) expect(address).toMatch(/^\/image\/[0-9a-f-]{36}\/(full|thumbnail)$/u);
  });

  it('goes on in the round that a document was opened in, whatever is assigned in the meantime', async () => {
    await page.getByRole('button', { name: /^ann/u }).click();
    await heading('My work').waitFor();
    await page.keyboard.press('Enter');
    await heading('Item 1 of 3, round 1, blind').waitFor();
    const first = present(secrets.items[0]);
    assignItems(app.core, [first], [secrets.people.ann], 2);
    await page.getByRole('radio', { name: 'Unclued' }).click();
    const rounds = app.core
      .services()
      .casebook.database.prepare<[string, string], number>(
        'SELECT round FROM annotation WHERE item_id = ? AND person_id = ?',
      )
      .pluck();
    await until(() => rounds.all(first, secrets.people.ann)).toEqual([1]);
    await page.getByText('Saved').waitFor();
  });

  it('makes room for somebody else, who sees by their own roles', async () => {
    await page.getByRole('button', { name: /^ann/u }).click();
    await heading('My work').waitFor();
    expect(await leaked()).toEqual([]);
    await page.getByRole('button', { name: 'Working as ann' }).click();
    await page.getByRole('menuitem', { name: 'eve' }).click();
    await page.getByRole('option', { name: new RegExp(`${SECRET}_1`, 'u') }).waitFor();
    // What the test looks for is there to be found.
    await until(leaked).toContain('/rpc/items/list');
    await page.getByRole('button', { name: 'Working as eve' }).click();
    await page.getByRole('menuitem', { name: 'bo' }).click();
    await heading('My work').waitFor();
    await until(() => rail().allInnerTexts()).toEqual(['My work', 'Team', 'Settings']);
    expect(await page.content()).not.toContain(SECRET);
  });

  it('is asked again after the window was loaded anew only where nobody was chosen', async () => {
    await heading('Choose your name').waitFor();
    await page.reload();
    await heading('Choose your name').waitFor();
    await names().first().waitFor();
    await page.keyboard.press('2');
    await heading('My work').waitFor();
    await page.reload();
    await heading('My work').waitFor();
    await page.getByRole('button', { name: 'Working as ann' }).waitFor();
  });
});

describe('a curator with work of their own', () => {
  it('finds it among the others’, blind until it is answered', async () => {
    await page.getByRole('button', { name: /^cara/u }).click();
    const options = page.getByRole('option');
    await until(async () => options.allInnerTexts()).toEqual(
      [1, 2, 3].map((n) => expect.stringContaining(`Item ${String(n)}`)),
    );
    expect(await leaked()).toEqual([]);
    await options.first().dblclick();
    await heading('Item 1 of 3, round 1, blind').waitFor();
    await discard();
    await heading('Item 2 of 3, round 1, blind').waitFor();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Library' }).click();
    await page.getByRole('option', { name: new RegExp(`${SECRET}_1`, 'u') }).waitFor();
    await page.getByRole('checkbox', { name: 'Waiting' }).click();
    await until(async () => options.count()).toBe(1);
    await page.getByRole('button', { name: 'Remove filter Raters: waiting' }).waitFor();
  });
});

describe('the screens of people', () => {
  it.each(['light', 'dark'] as const)('are for everybody: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await heading('Choose your name').waitFor();
    await names().first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('2');
    await heading('My work').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Item 3' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading('Item 1 of 3, round 1, blind').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
