import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { type ThreeAnnotators, threeAnnotators } from '../helpers/threeAnnotators.ts';

const folder = temporaryFolder();
let work: ThreeAnnotators;
let app: RunningApp;
let window: AppWindow;

beforeAll(async () => {
  work = await threeAnnotators(folder.path, 4);
});
afterAll(() => folder[Symbol.dispose]());
beforeEach(async () => {
  app = await startApp();
  window = await app.open();
});
afterEach(async () => {
  await app.close();
  // A refused call is told by the browser as well.
  expect(window.complaints.filter((each) => !each.includes('status of 400'))).toEqual([]);
});

/** Goes to a folder in the path picker, once it shows the one where it starts. */
async function look(dialog: Locator, path: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Up one folder', disabled: false }).waitFor();
  await dialog.getByLabel('Folder', { exact: true }).fill(path);
  await dialog.getByLabel('Folder', { exact: true }).press('Enter');
}

it('a package opens from the welcome screen as the work of whom it was made for', async () => {
  const { page } = window;
  await page.getByRole('button', { name: 'Open a package…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a package' });
  await look(dialog, join(folder.path, 'sent'));
  await dialog.getByRole('button', { name: 'ana.casebook-package' }).click();
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByText('ana-full-name').first().waitFor();
  expect(app.core.services().casebook.path).toBe(join(app.folder, 'documents', 'ana.casebook'));
  expect(app.core.services().merging.packageFor()?.name).toBe('ana-full-name');
  // Nothing of the items' own names reaches the window.
  expect(await page.content()).not.toMatch(/(?:true|false)_images/u);
  expect(work.items).toHaveLength(4);
});

it('a package is among what Open… offers, and a damaged one says so', async () => {
  const { page } = window;
  await page.getByRole('button', { name: 'Open…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a casebook' });
  await look(dialog, join(folder.path, 'source', 'drawn'));
  const photograph = dialog.getByRole('button', { name: '1.jpg' });
  await photograph.waitFor();
  expect(await photograph.isDisabled()).toBe(true);
  await look(dialog, join(folder.path, 'sent'));
  const offered = dialog.getByRole('button', { name: 'cleo.casebook-package' });
  await offered.waitFor();
  expect(await offered.isDisabled()).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Open a package…' }).click();
  const files = page.getByRole('dialog', { name: 'Open a package' });
  await look(files, join(folder.path, 'source', 'drawn'));
  await files.getByRole('button', { name: '1.jpg' }).click();
  await files.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByText(/The casebook was not opened/u).waitFor();
});
