import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ensureRenderer } from '../../electron/build.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { menuItem } from '../helpers/electron/fakeElectron.ts';
import { present } from '../helpers/present.ts';
import { seedCasebook } from '../helpers/seedCasebook.ts';
import { type DesktopProgram, launchProgram } from '../helpers/electron/standIn/launch.ts';
import { until } from '../helpers/until.ts';

/*
 * The built program (main, preload and pages, as they are packed) runs here on a stand-in for Electron whose window is a
 * page of Chromium.
 */

const ROOT = resolve(import.meta.dirname, '../..');

let browser: Browser;
let folder: string;
let program: DesktopProgram;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  await ensureRenderer(() => undefined);
  for (const configuration of ['electron/vite.config.ts', 'electron/vite.preload.config.ts']) {
    await build({ configFile: join(ROOT, configuration), logLevel: 'error' });
  }
  browser = await launchChromium();
}, 600_000);

afterAll(() => browser.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-desktop-'));
  vi.stubEnv('CASEBOOK_HOME', join(folder, 'home'));
  await launch();
});

afterEach(async () => {
  await program.quit();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

async function launch(): Promise<void> {
  program = await launchProgram(browser, ROOT);
  page = await program.electron.page();
  await welcome().waitFor();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
}

function welcome(): Locator {
  return page.getByRole('heading', { name: 'Casebook', level: 1 });
}

/** Chooses an item of the menu. */
function choose(label: string): void {
  const click = present(menuItem(program.electron.menu, label)?.click, `The menu has no item ${label}.`);
  Reflect.apply(click, undefined, []);
}

/** Makes a casebook through the window, as a person does. */
async function createCasebook(title: string): Promise<string> {
  choose('New Casebook…');
  const dialog = page.getByRole('dialog', { name: 'New casebook' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('textbox', { name: /^Folder/u }).fill(folder);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return join(folder, `${title}.casebook`);
}

test('the window welcomes, makes a casebook through the port, and shows it in the menu', async () => {
  const path = await createCasebook('First');
  await page.getByText('First').first().waitFor();
  expect(existsSync(join(path, 'casebook.sqlite'))).toBe(true);
  await until(() => menuItem(program.electron.menu, 'First')).not.toBeNull();
});

test('a casebook opened from outside is opened by the window, after a restart too', async () => {
  const path = await createCasebook('Second');
  await until(() => menuItem(program.electron.menu, 'Second')).not.toBeNull();
  await program.quit();
  await launch();
  program.electron.app.emit('second-instance', {}, ['casebook', path], folder);
  await welcome().waitFor({ state: 'hidden' });
  await page.getByText('Second').first().waitFor();
});

test('a folder that is no casebook is refused in words', async () => {
  program.electron.app.emit('second-instance', {}, ['casebook', '/nowhere/Gone.casebook'], folder);
  await page.getByText('There is nothing at /nowhere/Gone.casebook').waitFor();
});

test('images are drawn from the image scheme', async () => {
  const path = join(folder, 'Seeded.casebook');
  await seedCasebook(path, { items: 3, photographs: 2, boxes: 1, seed: 7, width: 400, height: 300 });
  program.electron.app.emit('second-instance', {}, ['casebook', path], folder);
  const picture = page.locator('img[src*="casebook-image"]').first();
  await picture.waitFor();
  await until(() =>
    picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
  ).toBeGreaterThan(0);
});

test('the page sees nothing of Node or Electron, and only the shell’s few functions', async () => {
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'Buffer', 'module', 'global'].filter((name) => name in window),
    bridge: Object.keys(Object(Reflect.get(window, 'casebook'))).toSorted(),
  }));
  expect(seen).toEqual({
    node: [],
    bridge: ['copyText', 'host', 'onMenuCommand', 'onOpenCasebook', 'pathForFile', 'requestPort'],
  });
});

test('the page can neither go elsewhere nor reach the network', async () => {
  const before = page.url();
  await page.evaluate(() => window.location.assign('https://example.org/'));
  await page.evaluate(() => {
    window.open('https://example.org/');
  });
  const reached = await page.evaluate(async () =>
    fetch('https://example.org/').then(
      () => true,
      () => false,
    ),
  );
  expect(reached).toBe(false);
  await until(() => program.electron.dialog.asked.length).toBeGreaterThan(0);
  expect(program.electron.external).toEqual([]);
  expect(page.url()).toBe(before);
  // The policy's own complaint about the forbidden address is what was wanted.
  complaints = complaints.filter((each) => !each.includes('example.org'));
});
