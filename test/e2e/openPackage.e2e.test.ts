import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppWindow, RunningApp } from '../helpers/browserHost.ts';
import { startApp } from '../helpers/browserHost.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { ThreeAnnotators } from '../helpers/threeAnnotators.ts';
import { threeAnnotators } from '../helpers/threeAnnotators.ts';

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

it('a package opens from the welcome screen as the work of whom it was made for', async () => {
  const { page } = window;
  await page.getByRole('button', { name: 'Open a package…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a package' });
  await dialog.getByLabel('Folder', { exact: true }).fill(join(folder.path, 'sent'));
  await dialog.getByLabel('Folder', { exact: true }).press('Enter');
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
  await dialog.getByLabel('Folder', { exact: true }).fill(join(folder.path, 'source', 'drawn'));
  await dialog.getByLabel('Folder', { exact: true }).press('Enter');
  const photograph = dialog.getByRole('button', { name: '1.jpg' });
  await photograph.waitFor();
  expect(await photograph.isDisabled()).toBe(true);
  await dialog.getByLabel('Folder', { exact: true }).fill(join(folder.path, 'sent'));
  await dialog.getByLabel('Folder', { exact: true }).press('Enter');
  const offered = dialog.getByRole('button', { name: 'cleo.casebook-package' });
  await offered.waitFor();
  expect(await offered.isDisabled()).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Open a package…' }).click();
  const files = page.getByRole('dialog', { name: 'Open a package' });
  await files.getByLabel('Folder', { exact: true }).fill(join(folder.path, 'source', 'drawn'));
  await files.getByLabel('Folder', { exact: true }).press('Enter');
  await files.getByRole('button', { name: '1.jpg' }).click();
  await files.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByText(/The casebook was not opened/u).waitFor();
});
