import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { readCocoFile } from './cocoReader.ts';
import { photograph } from './pictures.ts';
import { onScreen } from './onScreen.ts';
import { until } from './until.ts';

/*
 * The whole job, as somebody does it who has photos and wants a benchmark: from an empty window to a folder that an
 * independent reader understands.
 */

/** The names of the photos in the app's folder `photos`. */
export const PHOTOS = ['acanthus-mollis', 'french-alpine-landscape', 'locomotion-house-cat'] as const;
export const CLUE = 'There are two cups on the wall, indicating that somebody else is on the trip.';

/** An empty window and what is found in it later, of the test that runs now. */
export interface WholeJob {
  readonly app: RunningApp;
  readonly page: Page;
  readonly field: (name: string) => Locator;
  readonly choice: (group: string, name: string) => Locator;
  readonly items: () => Locator;
  readonly imageIsReady: () => Promise<void>;
  /** How many items are accepted. */
  readonly accepted: () => number;
  /** What was handed out: one clued item with its box where it was drawn, and clean pictures. */
  readonly checkExport: (target: string) => Promise<void>;
}

/** Registers the hooks that give each test an app of its own with photos; the function tells what the running test has. */
export function useWholeJob(): () => WholeJob {
  let app: RunningApp;
  let window: AppWindow;

  // Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
  beforeEach(async () => {
    app = await startApp();
    mkdirSync(join(app.folder, 'photos'));
    for (const name of PHOTOS) copyFileSync(photograph(name), join(app.folder, 'photos', `${name}.jpg`));
    window = await app.open();
  });

  afterEach(async () => {
    await app.close();
    expect(window.complaints).toEqual([]);
  });

  return () => {
    const { page } = window;
    return {
      app,
      page,
      field: (name) => page.getByRole('textbox', { name, exact: true }),
      choice: (group, name) =>
        page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }),
      items: () => page.getByRole('listbox', { name: /items$/u }).getByRole('option'),
      imageIsReady: () => imageIsReady(page),
      accepted: () =>
        app.core
          .services()
          .items.list({ status: ['accepted'] }, { by: 'imported', descending: false }, 0, 9, everything)
          .total,
      checkExport: (target) => checkExport(app, target),
    };
  };
}

async function imageIsReady(page: Page): Promise<void> {
  await page.getByRole('application').waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
  await onScreen(page);
}

async function checkExport(app: RunningApp, target: string): Promise<void> {
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
