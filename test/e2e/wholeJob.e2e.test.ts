import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApp, type AppWindow, type RunningApp } from '../helpers/browserHost.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { photograph } from '../helpers/pictures.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { runInPalette } from '../helpers/palette.ts';
import { until } from '../helpers/until.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';

/*
 * The whole job, as somebody does it who has photos and wants a benchmark: from an empty window to a folder that an
 * independent reader understands. Once by mouse, once without touching it.
 */

const PHOTOS = ['acanthus-mollis', 'french-alpine-landscape', 'locomotion-house-cat'] as const;
const CLUE = 'There are two cups on the wall, indicating that somebody else is on the trip.';

let app: RunningApp;
let window: AppWindow;
let page: Page;

// Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  mkdirSync(join(app.folder, 'photos'));
  for (const name of PHOTOS) copyFileSync(photograph(name), join(app.folder, 'photos', `${name}.jpg`));
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const image = (): Locator => page.getByRole('application');
const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const choice = (group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
const items = (): Locator => page.getByRole('listbox', { name: /items$/u }).getByRole('option');
const hasFocus = (element: Element): boolean => element === document.activeElement;

async function imageIsReady(): Promise<void> {
  await image().waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
}

/** What was handed out: one clued item with its box where it was drawn, and clean pictures. */
async function checkExport(target: string): Promise<void> {
  const written = z
    .array(z.looseObject({ data_path: z.string(), label: z.boolean(), detm_cue: z.string() }))
    .parse(JSON.parse(readFileSync(join(target, 'data_info.json'), 'utf8')));
  expect(written).toMatchObject([
    { data_path: 'true_images/true_1.png', label: true, detm_cue: CLUE, p_sub_ans: ['Yes'] },
  ]);
  expect(readdirSync(join(target, 'true_images'))).toEqual(['true_1.png']);
  const picture = await sharp(join(target, 'true_images', 'true_1.png')).metadata();
  expect([picture.format, picture.exif, picture.iptc, picture.xmp]).toEqual([
    'png',
    undefined,
    undefined,
    undefined,
  ]);
  const coco = readCocoFile(join(target, 'clue_boxes.json'));
  expect(coco.boxes).toMatchObject([
    { file: 'true_images/true_1.png', category: 'deterministic clue', attributes: { clue: CLUE } },
  ]);
  const [stored] = app.core.services().annotations.list(10);
  expect(stored).toMatchObject({ state: 'submitted', boxes: 1 });
}

describe('the whole job', () => {
  it('is done by mouse: new, import, label, draw, describe, submit, accept, export', async () => {
    const target = join(app.folder, 'by mouse');
    await page.getByRole('button', { name: 'New casebook…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('By mouse');
    await page.getByText('CaughtCheating', { exact: true }).first().click();
    await page.getByRole('button', { name: /^Create/u }).click();
    await page.getByText('This casebook has no items yet').waitFor();

    await page
      .getByRole('button', { name: /^Import/u })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'From' }).fill(join(app.folder, 'photos'));
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('Imported', { exact: true }).waitFor();
    await dialog
      .getByRole('button', { name: /^(Done|Close)/u })
      .last()
      .click();
    await until(() => items().count()).toBe(PHOTOS.length);

    await items().first().dblclick();
    await imageIsReady();
    await choice('Triage', 'Keep').click();
    await choice('Is there a clue?', 'Clued').click();
    await choice('Scene', 'hotel').click();
    await choice('Partner', 'Boyfriend').click();
    await page.getByRole('button', { name: /Add a clue/u }).click();
    await field('Text of clue 1').fill(CLUE);
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await until(() => field('Reasoning question 1').inputValue()).toContain('somebody else');
    await page.getByRole('checkbox', { name: 'The photo shows no personal information' }).click();
    await page.getByText('Every rule of the benchmark is kept.').waitFor();
    const first = page.url();
    await page.getByRole('button', { name: /^Submit/u }).click();
    await until(() => page.url()).not.toBe(first);

    await page.getByRole('link', { name: 'Library' }).click();
    await items().first().waitFor();
    await items().first().click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: /^Accept/u }).click();
    await until(
      () =>
        app.core
          .services()
          .items.list({ status: ['accepted'] }, { by: 'imported', descending: false }, 0, 9, everything)
          .total,
    ).toBe(1);

    await page.keyboard.press('Control+e');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(target);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(`Written to ${target}`).waitFor();
    await checkExport(target);
  });

  it('is done by keyboard alone, with a reload in the middle of typing and an undo after it', async () => {
    const target = join(app.folder, 'by keyboard');
    const keys = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
    };
    /** Tab until what is wanted has the focus. */
    const tabTo = async (wanted: Locator): Promise<void> => {
      await wanted.first().waitFor();
      // In a group of choices a choice, not a button beside them.
      const there = () =>
        wanted
          .first()
          .evaluate(
            (element) =>
              element === document.activeElement ||
              (element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT'),
          );
      for (let press = 0; press < 60 && !(await there()); press += 1) await keys('Tab');
      expect(await there()).toBe(true);
    };
    await tabTo(page.getByRole('button', { name: 'New casebook…' }));
    await keys('Enter');
    await until(() => page.getByRole('textbox', { name: 'Title' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('By keyboard');
    await keys('Enter');
    await page.getByText('This casebook has no items yet').waitFor();

    await keys('Control+i');
    await until(() => page.getByRole('textbox', { name: 'From' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type(join(app.folder, 'photos'));
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
    await keys('Enter');
    await page.getByRole('dialog', { name: 'Import' }).getByText('Imported', { exact: true }).waitFor();
    await keys('Escape');
    await page.getByRole('dialog', { name: 'Import' }).waitFor({ state: 'detached' });
    await until(() => items().count()).toBe(PHOTOS.length);

    await tabTo(page.getByRole('listbox', { name: /items$/u }));
    await keys('Enter');
    await imageIsReady();
    const first = page.url();
    await choice('Triage', 'Keep').waitFor();
    await keys('k');
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);
    await keys('Alt+u');
    await until(() => choice('Is there a clue?', 'Clued').isChecked()).toBe(true);
    await keys('f');
    await until(() => page.evaluate(() => document.activeElement?.closest('[data-field]') !== null)).toBe(
      true,
    );
    await tabTo(page.getByRole('radiogroup', { name: 'Scene' }));
    await keys('1');
    await tabTo(page.getByRole('radiogroup', { name: 'Partner' }));
    await keys('1');
    await until(() => choice('Partner', 'Boyfriend').isChecked()).toBe(true);
    await keys('Alt+n');
    await until(() => field('Text of clue 1').evaluate(hasFocus)).toBe(true);
    await page.keyboard.type(`${CLUE} Really`);
    await page.reload();
    await imageIsReady();
    await until(() => field('Text of clue 1').inputValue()).toBe(`${CLUE} Really`);
    await keys('Control+z');
    // The last that was typed goes, the rest stays: it was typed before the reload.
    await until(async () => {
      const text = await field('Text of clue 1').inputValue();
      return text.length < `${CLUE} Really`.length && CLUE.startsWith(text.trimEnd());
    }).toBe(true);
    await tabTo(field('Text of clue 1'));
    await keys('Control+a');
    await page.keyboard.type(CLUE);

    await keys('Escape', 'g', 'Enter', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown', 'Enter');
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await keys('Alt+s');
    await until(() => field('Perception question 1').inputValue()).toContain('two cups');
    await keys('F8');
    await until(() =>
      page.getByRole('checkbox', { name: 'The photo shows no personal information' }).evaluate(hasFocus),
    ).toBe(true);
    await keys('Space', 'Control+Enter');
    await until(() => page.url()).not.toBe(first);
    await keys('PageUp');
    await until(() => page.url()).toBe(first);
    await imageIsReady();

    // Accepting is a command like any other.
    await runInPalette(page, 'Accept');
    await until(
      () =>
        app.core
          .services()
          .items.list({ status: ['accepted'] }, { by: 'imported', descending: false }, 0, 9, everything)
          .total,
    ).toBe(1);

    await keys('Control+e');
    await tabTo(page.getByRole('textbox', { name: 'To', exact: true }));
    await keys('Control+a');
    await page.keyboard.type(target);
    await tabTo(page.getByRole('button', { name: 'Export', exact: true }));
    await keys('Enter');
    await page.getByText(`Written to ${target}`).waitFor();
    await checkExport(target);
  });
});
