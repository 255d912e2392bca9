import { onScreen } from '../helpers/onScreen.ts';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { isUntouched } from '../../shared/benchmarks/observatory/proposals.ts';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { observatoryItems, putObservatory, SIDE } from '../helpers/observatoryItems.ts';
import { firsts, present } from '../helpers/present.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

const VARIANTS = 30;

/** Clicks places of the image: where they are on the screen is found by what the canvas says of two of them. */
async function clicker(page: Page): Promise<(x: number, y: number) => Promise<void>> {
  const surface = await restingBox(page.getByRole('application'));
  const reach = Math.min(surface.width, surface.height) / 4;
  const middle = { x: surface.x + surface.width / 2, y: surface.y + surface.height / 2 };
  const shown = page.getByText(/^x \d+\s+y \d+$/u);
  const read = async (x: number, y: number, before: string) => {
    await page.mouse.move(x, y);
    // It is said with the next frame.
    await until(() => shown.allTextContents()).not.toEqual([before]);
    const text = (await shown.textContent()) ?? '';
    const [across = 0, down = 0] = [...text.matchAll(/\d+/gu)].map(Number);
    return { x: across, y: down, text };
  };
  const near = await read(middle.x - reach, middle.y - reach, '');
  const far = await read(middle.x + reach, middle.y + reach, near.text);
  const scale = (2 * reach) / (far.x - near.x);
  return async (x, y) => {
    await page.mouse.click(
      middle.x + (x - (near.x + far.x + 1) / 2) * scale,
      middle.y + (y - (near.y + far.y + 1) / 2) * scale,
    );
  };
}

it('attributes are boxed without choosing labels, proposals verified, thirty variants confirmed in one action', async () => {
  const services = await app.core.keeper.create(join(app.folder, 'faces.casebook'), {
    benchmark: 'observatory',
    title: 'Faces',
  });
  const [face = {}] = observatoryItems(VARIANTS);
  const [other = {}] = observatoryItems(1);
  const { boxes: _, ...bare } = face;
  const { boxes: __, variants: ___, ...alone } = other;
  const second = { ...alone, id: '0002', image: 'originals/0002.png' };
  const source = await putObservatory(join(app.folder, 'source'), [bare, second]);
  const person = present(services.people.list()[0]);
  await services.importExport.import({ source, format: 'observatory' }, person, quietly);
  const coco = put(
    join(app.folder, 'proposals.json'),
    JSON.stringify({
      images: [{ id: 1, file_name: 'originals/0002.png', width: SIDE, height: SIDE }],
      categories: ['left_eye', 'right_eye', 'nose', 'mouth'].map((name, id) => ({ id, name })),
      annotations: [
        [64, 80, 48, 24],
        [144, 80, 48, 24],
        [112, 100, 32, 48],
        [88, 168, 80, 32],
      ].map((bbox, id) => ({ id, image_id: 1, category_id: id, bbox })),
    }),
  );
  await services.importExport.import({ source: coco, format: 'coco' }, null, quietly);
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  const [first, last] = firsts(rows, 2);
  const stored = (itemId: ItemId) => {
    const key = { itemId, task: 'localise', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), regions: regionsOf(records), state };
  };
  const boxes = () =>
    stored(first.id).regions.map(({ label, x, y, width, height }) => [
      label,
      ...[x, y, width, height].map((value) => Math.round(value / 4) * 4),
    ]);

  const { page, complaints } = await app.open();
  const address = page.url().split('#')[0] ?? '';
  await page.goto(`${address}#/desk/${first.id}`);
  await page.getByRole('heading', { name: 'Attributes' }).waitFor();
  const image = page.getByRole('application');
  await image.waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page.getByText('Left is the left side of the image.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // One image is decoded, whatever the number of variants.
  const shown = () => image.getAttribute('aria-label');
  await until(shown).toBe('Image Original');

  const click = await clicker(page);

  await image.focus();
  // The nose first, by its digit: two clicks; then the eye by four points, its fellow mirrored about the nose.
  await page.keyboard.press('3');
  await click(112, 100);
  await click(144, 148);
  await until(boxes).toEqual([['nose', 112, 100, 32, 48]]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  for (const [x, y] of [
    [88, 80],
    [88, 104],
    [64, 92],
    [112, 92],
  ] as const)
    await click(x, y);
  await until(boxes).toContainEqual(['left_eye', 64, 80, 48, 24]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await until(boxes).toContainEqual(['right_eye', 144, 80, 48, 24]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await until(() => stored(first.id).answer).toMatchObject({ notVisible: ['mouth'] });
  await page.getByText('complete', { exact: true }).waitFor();

  // The variants: the boxes are in place, one is an exception, the rest is confirmed at once.
  await page.keyboard.press('.');
  await until(shown).toContain('Variant 1');
  await onScreen(page);
  await page.keyboard.press('k');
  await until(shown).toContain('Variant 2');
  await onScreen(page);
  await page.keyboard.press('x');
  await until(() => stored(first.id).answer).toMatchObject({
    confirmed: ['1'],
    exceptions: { 2: 'the layout has changed' },
  });
  await page.keyboard.press('Shift+K');
  await page.getByText('29 of 30 confirmed, 1 exception').waitFor();
  await page.keyboard.press('c');
  await until(shown).toContain('Original, Variant 2');
  expect(await accessibilityProblems(page)).toEqual([]);

  // Next: proposals, one of them mended, all of them accepted.
  await page.keyboard.press('Control+Enter');
  await until(() => stored(first.id).state).toBe('submitted');
  await until(() => page.evaluate(() => location.hash)).toContain(last.id);
  await page.getByText('4 boxes from coco: 4 as proposed, 0 changed.').waitFor();
  await onScreen(page);
  await image.focus();
  await page.keyboard.press('4');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('4 boxes from coco: 3 as proposed, 1 changed.').waitFor();
  await page.keyboard.press('y');
  await until(() => stored(last.id).state).toBe('submitted');
  await until(() => stored(last.id).answer).toMatchObject({ verified: true });
  expect(stored(last.id).regions.map(isUntouched)).toEqual([true, true, true, false]);
  expect(complaints).toEqual([]);
});
