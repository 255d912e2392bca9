import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useCurator } from '../helpers/curatorPage.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { until } from '../helpers/until.ts';

const curator = useCurator();

/** Drops a folder of this computer onto the middle of the window, as a file manager would. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: 400,
      y: 300,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  }
  await browser.detach();
}

/** A COCO folder with two photographs, three boxes (one with a polygon) and a licence. */
async function cocoFolder(below: string): Promise<string> {
  const folder = join(below, 'street-scenes');
  mkdirSync(join(folder, 'images'), { recursive: true });
  for (const [seed, name] of ['street.jpg', 'yard.jpg'].entries())
    await drawPhotograph(join(folder, 'images', name), { width: 320, height: 240, seed });
  const box = (id: number, image_id: number, bbox: readonly number[]) => ({
    id,
    image_id,
    category_id: 1,
    bbox,
    area: 800,
    iscrowd: 0,
    segmentation: id === 2 ? [[100, 80, 140, 80, 120, 100]] : [],
  });
  writeFileSync(
    join(folder, 'annotations.json'),
    JSON.stringify({
      licenses: [{ id: 1, name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }],
      images: ['street.jpg', 'yard.jpg'].map((file_name, at) => ({
        id: at + 1,
        file_name,
        width: 320,
        height: 240,
        license: 1,
      })),
      categories: [{ id: 1, name: 'person' }],
      annotations: [box(1, 1, [10, 20, 40, 20]), box(2, 1, [100, 80, 40, 20]), box(3, 2, [30, 30, 40, 20])],
    }),
  );
  return folder;
}

describe('a data set dropped on the first screen', () => {
  it('becomes a casebook with boxes on photos', async () => {
    const folder = await cocoFolder(curator.app().folder);
    const page = await curator.open();
    await page.getByRole('button', { name: 'New casebook…' }).waitFor();
    await dropFolder(page, folder);
    const dialog = page.getByRole('dialog', { name: 'New casebook for “street-scenes”' });
    await until(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('street-scenes');
    expect(await dialog.getByRole('radio', { name: 'Your own label set' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Create and import' }).click();
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('COCO boxes');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText('2 items', { exact: true }).waitFor();
    const { database } = curator.app().core.services().casebook;
    expect(database.prepare('SELECT count(*) FROM region').pluck().get()).toBe(3);
    expect(database.prepare('SELECT DISTINCT licence FROM image').pluck().all()).toEqual(['CC BY 4.0']);
  });

  it('is forgotten where no casebook is wanted for it', async () => {
    const folder = await cocoFolder(curator.app().folder);
    const page = await curator.open();
    await page.getByRole('button', { name: 'New casebook…' }).waitFor();
    await dropFolder(page, folder);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New casebook…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New casebook' });
    await until(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Create', exact: true }).waitFor();
  });
});
