import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { openPhotographCasebook, putPhotographs, type StoredAnswer } from '../helpers/deskCasebook.ts';
import { dragOver, type Share } from '../helpers/drawing.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';

const LABEL_SET: JsonObject = {
  imageAttributes: [
    { id: 'weather', name: 'Weather', kind: 'choice', options: ['sunny', 'cloudy', 'rain'], required: true },
    { id: 'people', name: 'People', kind: 'number', minimum: 0, maximum: 20, required: false },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
    { id: 'indoors', name: 'Indoors', kind: 'yesno', required: true },
  ],
  labels: [
    { id: 'flower', name: 'flower', attributes: [] },
    {
      id: 'machine',
      name: 'machine',
      attributes: [{ id: 'wings', name: 'Wings', kind: 'number', minimum: 0, maximum: 8, required: true }],
    },
  ],
};

let app: RunningApp;
let window: AppWindow;
let page: Page;
let book: { readonly ids: readonly ItemId[]; stored(id: ItemId): StoredAnswer };
let count = 0;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  count += 1;
  book = await openPhotographCasebook(app, `Generic ${String(count)}`, {
    benchmark: 'generic',
    vocabulary: LABEL_SET,
    photographs: ['airplane-from-above', 'allium-oreophilum'],
  });
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await window.context.close();
  await app.core.keeper.close();
  expect(window.complaints).toEqual([]);
});

const image = (): Locator => page.getByRole('application');
const choice = (group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });

function id(index: number): ItemId {
  return present(book.ids[index]);
}

async function openDesk(item: ItemId): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${item}`);
  // The form is loaded when it is first needed; its keys come with it.
  await page.getByRole('radiogroup', { name: 'Label of the next box' }).waitFor();
  await image().first().waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
}

const drag = (from: Share, to: Share): Promise<void> => dragOver(page, from, to);

describe('a label set of the casebook’s own', () => {
  it('asks its questions of the image and of each box, and is submitted', async () => {
    await openDesk(id(0));
    await choice('Weather *', 'cloudy').click();
    await until(() => choice('Weather *', 'cloudy').isChecked()).toBe(true);
    await page.keyboard.press('3');
    await until(() => choice('Weather *', 'rain').isChecked()).toBe(true);
    await page.getByRole('textbox', { name: 'People' }).fill('3');
    await page.getByRole('textbox', { name: 'Remark' }).fill('Seen from above');
    await choice('Indoors *', 'No').click();

    // A digit arms the next box's label, the same digit changes the selection's.
    await image().focus();
    await page.keyboard.press('2');
    await until(() => choice('Label of the next box', 'machine').isChecked()).toBe(true);
    await page.keyboard.press('r');
    await drag([0.3, 0.3], [0.6, 0.6]);
    await until(() => book.stored(id(0)).regions.map((region) => region.label)).toEqual(['machine']);
    await page.keyboard.press('1');
    await until(() => book.stored(id(0)).regions.map((region) => region.label)).toEqual(['flower']);
    await page.keyboard.press('2');
    await until(() => book.stored(id(0)).regions.map((region) => region.label)).toEqual(['machine']);

    await page.keyboard.press('Control+Enter');
    const wings = page.getByRole('textbox', { name: 'Wings' });
    await until(() => wings.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.type('2');
    await page.getByRole('textbox', { name: 'Note' }).fill('A biplane.');
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('Control+Enter');
    await until(() => page.evaluate(() => location.hash)).toContain(id(1));
    await until(() => book.stored(id(0)).document.state).toBe('submitted');
    const { answer, regions } = book.stored(id(0));
    expect(answer).toEqual({ weather: 'rain', people: 3, remark: 'Seen from above', indoors: false });
    expect(regions[0]).toMatchObject({ label: 'machine', note: 'A biplane.', attributes: { wings: 2 } });
  });

  it('copies a box with its answers, and leads from the list to the box', async () => {
    await openDesk(id(0));
    await image().focus();
    await page.keyboard.press('2');
    await page.keyboard.press('r');
    await drag([0.3, 0.3], [0.4, 0.4]);
    await page.getByRole('textbox', { name: 'Wings' }).fill('4');
    await until(() => book.stored(id(0)).regions.map((region) => region.attributes)).toEqual([{ wings: 4 }]);
    await image().focus();
    await page.keyboard.press('Control+d');
    await until(() => book.stored(id(0)).regions.map((region) => region.attributes)).toEqual([
      { wings: 4 },
      { wings: 4 },
    ]);
    await page.getByRole('list', { name: 'Boxes' }).getByRole('button').first().click();
    await page.getByRole('textbox', { name: 'Note' }).fill('first');
    await until(() => book.stored(id(0)).regions.map((region) => region.note)).toEqual(['first', '']);
  });
});

describe('more labels than digits', () => {
  it('are found by typing, in the palette and in the menu, and those of the item come first', async () => {
    await app.core.keeper.close();
    book = await openPhotographCasebook(app, `Many ${String(count)}`, {
      benchmark: 'generic',
      vocabulary: {
        imageAttributes: [],
        labels: Array.from({ length: 14 }, (_, at) => ({
          id: `kind-${String(at + 1)}`,
          name: `kind ${String(at + 1)}`,
          attributes: [],
        })),
      },
      photographs: ['airplane-from-above'],
    });
    await page.reload();
    await openDesk(id(0));
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search commands' }).fill('kind 13');
    await page.getByText('Label: kind 13').waitFor();
    await page.keyboard.press('Enter');
    await until(() => choice('Label of the next box', 'kind 13').isChecked()).toBe(true);
    await page.keyboard.press('r');
    await drag([0.3, 0.3], [0.5, 0.5]);
    const drawn = (): readonly string[] => book.stored(id(0)).regions.map(({ label }) => label);
    await until(drawn).toEqual(['kind-13']);
    await until(() =>
      page
        .getByRole('radiogroup', { name: 'Label of the selection' })
        .getByRole('radio')
        .first()
        .evaluate((radio) => radio.closest('label')?.textContent),
    ).toContain('kind 13');
    await page.keyboard.press('Escape');
    await page.locator('input[aria-label="Label of the next box"]').click();
    await page.keyboard.type('kind 12');
    await page.getByRole('option', { name: 'kind 12' }).click();
    await image().focus();
    await page.keyboard.press('r');
    await drag([0.6, 0.6], [0.8, 0.8]);
    await until(drawn).toEqual(['kind-13', 'kind-12']);
  });
});

describe('several images, some missing', () => {
  it('stand side by side; a missing one is attached by its path', async () => {
    const services = app.core.services();
    const person = present(services.people.list()[0]);
    const folder = join(app.folder, `pair ${String(count)}`);
    putPhotographs(folder, ['locomotion-house-cat', 'french-alpine-landscape']);
    const spare = putPhotographs(join(app.folder, `spare ${String(count)}`), ['french-alpine-landscape']);
    rmSync(join(folder, 'french-alpine-landscape.jpg'));
    const source = put(
      join(folder, 'items.json'),
      JSON.stringify([{ id: 'pair', images: ['locomotion-house-cat.jpg', 'french-alpine-landscape.jpg'] }]),
    );
    await services.importExport.import({ source, format: 'generic' }, person, quietly);
    const { rows } = services.items.list(
      { text: 'pair' },
      { by: 'imported', descending: false },
      0,
      10,
      everything,
    );
    const pair = present(rows[0]);
    await openDesk(pair.id);
    await page
      .getByText(/french-alpine-landscape.jpg is missing. Attach the file, or drop it here/u)
      .waitFor();

    await page.getByRole('button', { name: 'Attach image…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(spare);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'french-alpine-landscape.jpg' }).dblclick();
    await until(() => book.stored(pair.id).images.every((each) => each.imageId !== null)).toBe(true);
    await until(() => page.getByRole('button', { name: 'Attach image…' }).count()).toBe(0);
    await onScreen(page);
    await page.keyboard.press('Control+z');
    await until(() => book.stored(pair.id).images[1]?.imageId).toBe(null);
  });

  it('takes a file dropped onto the image, not as an import', async () => {
    const services = app.core.services();
    const person = present(services.people.list()[0]);
    const source = put(
      join(app.folder, `lone ${String(count)}`, 'items.json'),
      JSON.stringify([{ id: 'lone', image: 'lone.png' }]),
    );
    await services.importExport.import({ source, format: 'generic' }, person, quietly);
    const lone = present(
      services.items.list({ text: 'lone' }, { by: 'imported', descending: false }, 0, 10, everything).rows[0],
    );
    await openDesk(lone.id);
    await page.getByRole('button', { name: 'Attach image…' }).waitFor();
    const dropped = await page.evaluateHandle(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      canvas.getContext('2d')?.fillRect(0, 0, 200, 100);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'lone.png', { type: 'image/png' }));
      return data;
    });
    await page.dispatchEvent('[role=application]', 'drop', { dataTransfer: dropped });
    await until(() => book.stored(lone.id).images[0]?.imageId ?? null).not.toBe(null);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
