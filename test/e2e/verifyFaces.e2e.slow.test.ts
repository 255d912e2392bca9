import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf, type RegionRecord, regionsOf } from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { putFaceCrop } from '../helpers/facePhotographs.ts';
import { firsts, present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

/*
 * Real faces, proposed by the real model and verified by keyboard alone; what the report says of it is worked out here
 * from the boxes on disk.
 */

let app: RunningApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

const PHOTOGRAPHS = ['sample3.jpg', 'sample5.jpg', 'sample1.jpg', 'sample6.jpg'];
const SIDE = 360;
const VARIANTS = 30;
const EXCEPTION = 7;

const variantName = (number: number): string => `variants/face_${String(number)}.png`;

/** Faces as a data folder, the last with thirty variants that are made here with nothing but sharp. */
async function putFaces(folder: string): Promise<string> {
  for (const name of ['originals', 'variants']) mkdirSync(join(folder, name), { recursive: true });
  const lines: JsonObject[] = [];
  for (const [index, photograph] of PHOTOGRAPHS.entries()) {
    const image = `originals/${String(index)}.png`;
    await putFaceCrop(photograph, SIDE, join(folder, image));
    lines.push({ id: `face-${String(index)}`, domain: 'CELEB', entity: photograph, image });
  }
  const numbers = Array.from({ length: VARIANTS }, (_, index) => index + 1);
  const original = readFileSync(join(folder, 'originals', `${String(PHOTOGRAPHS.length - 1)}.png`));
  for (const number of numbers) {
    await sharp(original)
      .modulate({ brightness: 0.6 + number / 40, hue: number * 3 })
      .png()
      .toFile(join(folder, variantName(number)));
  }
  const variants = numbers.map((number) => ({
    image: variantName(number),
    transformation: number % 2 === 0 ? 'gamma' : 'watercolour',
    family: number % 2 === 0 ? 'ID' : 'OOD',
  }));
  const last = lines.pop();
  lines.push({ ...last, variants });
  put(join(folder, 'observatory.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return folder;
}

const Proposed = z.object({ by: z.string(), x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() });

/** Intersection over union of a box and where it was proposed, written down here apart from the program's own. */
function overlap({ x, y, width, height, attributes }: RegionRecord): number {
  const { x1, y1, x2, y2 } = Proposed.parse(attributes['proposed']);
  const across = Math.max(0, Math.min(x + width, x2) - Math.max(x, x1));
  const down = Math.max(0, Math.min(y + height, y2) - Math.max(y, y1));
  const shared = across * down;
  return shared / (width * height + (x2 - x1) * (y2 - y1) - shared);
}

const isProposed = ({ attributes }: RegionRecord): boolean => attributes['proposed'] !== undefined;
const mean = (values: readonly number[], over = values.length): string =>
  (values.reduce((sum, value) => sum + value, 0) / over).toFixed(3);

/** What a row of the report’s table says, cell by cell. */
async function rowOf(page: Page, head: string): Promise<string[]> {
  const row = page
    .getByRole('table', { name: 'Proposals by label' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: head, exact: true }) });
  return (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
}

it('faces are proposed by the real model, verified by keyboard alone, reported, carried to thirty variants, handed out', async () => {
  const services = await app.core.keeper.create(join(app.folder, 'faces.casebook'), {
    benchmark: 'observatory',
    title: 'Faces',
  });
  const person = present(services.people.list()[0]);
  const source = await putFaces(join(app.folder, 'source'));
  const report = await services.importExport.import({ source, format: 'observatory' }, person, quietly);
  // Nobody has drawn anything yet: that is no reason to warn.
  expect(report).toMatchObject({ added: 4, warnings: [] });
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  const ids = rows.map(({ id }) => id);
  const [first, second, third, last] = firsts(ids, 4);
  const stored = (itemId: ItemId) => {
    const key = { itemId, task: 'localise', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), regions: regionsOf(records), state };
  };

  const { page, complaints } = await app.open();
  const address = page.url().split('#')[0] ?? '';
  const image = page.getByRole('application');
  const arrived = async (id: ItemId) => {
    await until(() => page.evaluate(() => location.hash)).toContain(id);
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
  };
  await page.goto(`${address}#/desk/${first}`);
  await page.getByRole('heading', { name: 'Attributes' }).waitFor();
  await image.waitFor();
  await arrived(first);

  // This face, then all others of the list.
  await page.keyboard.press('p');
  await page.getByText('4 boxes proposed. Check each, then accept.').first().waitFor({ timeout: 90_000 });
  await page.keyboard.press('Shift+P');
  const dialog = page.getByRole('dialog', { name: 'Propose boxes for the whole list' });
  await dialog.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.getByText('Boxes proposed for 3 items.').waitFor({ timeout: 90_000 });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  for (const id of ids) await until(() => stored(id).regions.filter(isProposed)).toHaveLength(4);

  // The first: its mouth is moved and made wider.
  await page.getByText('4 boxes from MediaPipe Face Mesh: 4 as proposed, 0 changed.').waitFor();
  await until(() => page.getByText(/, proposed$/u).count()).toBe(4);
  await page.keyboard.press('4');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('4 boxes from MediaPipe Face Mesh: 3 as proposed, 1 changed.').waitFor();
  await page.keyboard.press('y');
  await arrived(second);

  // The second: its nose is rejected, taken back, rejected again, and drawn anew.
  await page.getByText('4 boxes from MediaPipe Face Mesh: 4 as proposed, 0 changed.').waitFor();
  // A digit goes to its box, whatever is selected: it does not make a nose of the mouth.
  await page.keyboard.press('4');
  await page.keyboard.press('3');
  await page.keyboard.press('Delete');
  const rejected = page.getByText('3 boxes from MediaPipe Face Mesh: 3 as proposed, 0 changed, 1 rejected.');
  await rejected.waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('4 boxes from MediaPipe Face Mesh: 4 as proposed, 0 changed.').waitFor();
  await until(() => stored(second).answer['rejected']).toEqual([]);
  await page.keyboard.press('Control+Shift+Z');
  await rejected.waitFor();
  await until(() => stored(second).answer['rejected']).toMatchObject([
    { label: 'nose', by: 'MediaPipe Face Mesh' },
  ]);
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('complete', { exact: true }).waitFor();
  await rejected.waitFor();
  await page.keyboard.press('y');
  await arrived(third);

  // The third is right as it is.
  await page.getByText('4 boxes from MediaPipe Face Mesh: 4 as proposed, 0 changed.').waitFor();
  await page.keyboard.press('y');
  await arrived(last);

  // The last: flicked through with the boxes in place; one does not hold.
  await page.getByText('4 boxes from MediaPipe Face Mesh: 4 as proposed, 0 changed.').waitFor();
  const shown = () => image.getAttribute('aria-label');
  for (let number = 1; number <= VARIANTS; number += 1) {
    await page.keyboard.press('.');
    // What made it, in words where there are any.
    const made = number % 2 === 0 ? 'Gamma' : 'watercolour';
    await until(shown).toBe(`Image Variant ${String(number)}: ${made}`);
    if (number === EXCEPTION) await page.keyboard.press('x');
  }
  await page.keyboard.press('Shift+K');
  await page.getByText('29 of 30 confirmed, 1 exception').waitFor();
  await page.keyboard.press('y');
  await until(() => stored(last).state).toBe('submitted');
  await page.getByText('This list has no more proposals to verify.').waitFor();
  expect(ids.map((id) => [stored(id).state, stored(id).answer['verified']])).toEqual(
    ids.map(() => ['submitted', true]),
  );

  // The report, against what is on disk.
  await page.goto(`${address}#/agreement`);
  await page.getByRole('heading', { name: 'Detector proposals' }).waitFor();
  await page.getByRole('button', { name: '4 (100.0 %)' }).waitFor();
  const kept = ids.flatMap((id) => stored(id).regions.filter(isProposed));
  expect(kept).toHaveLength(15);
  const overlaps = kept.map(overlap);
  expect(overlaps.filter((value) => value === 1)).toHaveLength(14);
  const all = await rowOf(page, 'All labels');
  expect(all.slice(0, 5)).toEqual(['4', '16', '14', '1', '1']);
  expect(all[5]).toContain(mean(overlaps));
  expect(all[6]).toContain(mean(overlaps, 16));
  const mouths = kept.filter(({ label }) => label === 'mouth').map(overlap);
  const mouth = await rowOf(page, 'Mouth');
  expect(mouth.slice(0, 5)).toEqual(['4', '4', '3', '1', '0']);
  // Four photographs are too few for an interval.
  expect(mouth[5]).toBe(mean(mouths));
  const nose = await rowOf(page, 'Nose');
  expect(nose.slice(0, 5)).toEqual(['4', '4', '3', '0', '1']);
  expect(nose[6]).toMatch(/^0\.750/u);
  expect(await accessibilityProblems(page)).toEqual([]);

  // A figure opens its items.
  const opener = page.getByRole('button', { name: 'Nose, Rejected: 1' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await until(() => page.evaluate(() => location.hash)).toContain('library');
  await page.getByText('face-1').first().waitFor();
  await until(() => page.getByText('face-0').count()).toBe(0);

  // Handed out: boxes once, the exception by its variant; in COCO on every image on which they hold.
  const hand = async (format: string): Promise<string> => {
    const target = join(app.folder, format);
    await services.importExport.export({ target, format, status: null, images: 'none' }, person, quietly);
    return target;
  };
  const lines = readFileSync(join(await hand('observatory'), 'observatory.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const Line = z.looseObject({
    boxes: z.record(z.string(), z.looseObject({ x1: z.number() })),
    variants: z.array(z.looseObject({ image: z.string(), exception: z.string().optional() })).optional(),
  });
  const handed = lines.map((line) => Line.parse(JSON.parse(line)));
  expect(handed.map(({ boxes }) => Object.keys(boxes).toSorted())).toEqual(
    ids.map(() => ['left_eye', 'mouth', 'nose', 'right_eye']),
  );
  const variants = handed.at(-1)?.variants ?? [];
  expect(variants).toHaveLength(VARIANTS);
  expect(
    variants.flatMap(({ exception }, index) => (exception === undefined ? [] : [[index + 1, exception]])),
  ).toEqual([[EXCEPTION, 'the layout has changed']]);
  expect(variants.every((variant) => variant['boxes'] === undefined)).toBe(true);
  const boxes = readCocoFile(join(await hand('coco'), 'annotations.json')).boxes;
  const onVariants = boxes.filter(({ file }) => file.includes('variants/'));
  expect(onVariants).toHaveLength(4 * (VARIANTS - 1));
  expect(new Set(onVariants.map(({ file }) => file)).size).toBe(VARIANTS - 1);
  expect(onVariants.some(({ file }) => file.endsWith(`face_${String(EXCEPTION)}.png`))).toBe(false);
  expect(boxes.filter(({ file }) => file.includes('originals/'))).toHaveLength(4 * PHOTOGRAPHS.length);
  expect(complaints).toEqual([]);
});
