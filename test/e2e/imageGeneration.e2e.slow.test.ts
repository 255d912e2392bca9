import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { present } from '../helpers/present.ts';
import { TEST_FONT, writeTestFont } from '../helpers/testFont.ts';

const require = createRequire(import.meta.url);
const FACES = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo');

let app: RunningApp;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

/** Words that each have others one letter away, so that questions can be built about them. */
const WORDS = ['tnt', 'cat', 'cut', 'cot', 'hat', 'hut', 'hot', 'bat', 'but', 'bot'];

/** Photographs of faces, small, so that their variants are made in no time. */
async function photographs(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(FACES).filter((each) => /^sample\d\.jpg$/u.test(each)))
    await sharp(join(FACES, name))
      .resize(192, 192, { fit: 'cover', position: 'attention' })
      .jpeg()
      .toFile(join(folder, name));
  return folder;
}

/** Looks again until it is so: the machine may be busy with other things. */
const until = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000 });

const rows = () =>
  app.core.services().items.list({}, { by: 'imported', descending: false }, 0, 500, everything).rows;

const Variants = z.looseObject({ variants: z.array(z.looseObject({ transformation: z.string() })) });

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of Image generation' }).getByRole('link', { name });

it('words, variants of photographs and questions of every kind are made by screens alone', async () => {
  const folder = await photographs(join(app.folder, 'faces'));
  const fonts = writeTestFont(join(app.folder, 'fonts'));
  await app.core.keeper.create(join(app.folder, 'a.casebook'), {
    benchmark: 'observatory',
    title: 'Faces and words',
  });
  const { page, complaints } = await app.open();
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Image generation' })
    .click();
  await page.getByRole('heading', { name: 'Render words' }).waitFor();

  // Nothing to ask about and nothing to make variants of yet: it says what to do.
  await part(page, 'Build questions').click();
  await page.getByRole('heading', { name: 'There is nothing to ask about yet' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await part(page, 'Make variants').click();
  await page.getByRole('heading', { name: 'There are no originals here' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await dialog.getByRole('textbox', { name: 'From' }).fill(folder);
  await until(() => dialog.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Imported').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // Words: typed, seen beforehand with their boxes, added.
  await part(page, 'Render words').click();
  await page.getByLabel('List of words').fill(WORDS.map((word) => `${word}, Short`).join('\n'));
  await page.getByRole('textbox', { name: 'Folder of fonts' }).fill(fonts);
  await page.getByRole('combobox', { name: 'Fonts' }).fill(TEST_FONT.family);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByText(`${String(WORDS.length)} images to render.`).waitFor();
  await until(() => page.getByRole('img', { name: /^The word/u }).count()).toBe(5);
  await page.getByText(TEST_FONT.family).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Render words' }).click();
  await page.getByText(`${String(WORDS.length)} images added to this casebook`).waitFor({ timeout: 60_000 });
  expect(rows()).toHaveLength(16);

  // Variants: what each transformation does is seen before any is made.
  await part(page, 'Make variants').click();
  await page.getByRole('img', { name: /^The original of/u }).waitFor({ timeout: 60_000 });
  await page.getByText('240 images to make of 16 originals.').waitFor();
  // This many take a while: there is time to cancel.
  await page.getByRole('button', { name: 'Make variants', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing was added to the casebook.').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.getByText('Choose at least one transformation.').waitFor();
  for (const title of ['Gaussian blur', 'Gamma', 'Posterize'])
    await page.getByRole('checkbox', { name: title }).check();
  await page.getByText('48 images to make of 16 originals.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make variants', exact: true }).click();
  await page.getByText('48 images added to this casebook').waitFor({ timeout: 240_000 });
  const first = present(rows()[0]);
  const { payload } = app.core.services().items.get(first.id, everything);
  const made = Variants.parse(payload).variants.map(({ transformation }) => transformation);
  expect(made).toEqual(['gaussian_blur', 'gamma', 'posterize']);
  await page.getByRole('button', { name: 'Make more' }).click();
  await page.getByText('0 images to make of 16 originals; 48 exist already.').waitFor();

  // Questions of all kinds, then seen in the Library.
  await part(page, 'Build questions').click();
  await page.getByLabel('Entities').fill('4');
  for (const kind of ['Image matching', 'Grid pointing', 'Localisation, guided', 'Localisation, unguided'])
    await until(() => page.getByRole('checkbox', { name: kind, exact: true }).isChecked()).toBe(true);
  // The words have theirs, the photographs not yet.
  await page
    .getByText('6 of 16 originals have no boxes: three of the chosen kinds cannot ask about them')
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Build questions', exact: true }).click();
  await page.getByText(/^\d+ questions in this casebook$/u).waitFor({ timeout: 120_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  const questions = rows().filter(({ facets }) => facets['kind'] !== 'Entity');
  expect(new Set(questions.map(({ facets }) => facets['kind']))).toEqual(
    new Set([
      'Image matching',
      'Grid pointing',
      'Localisation, guided',
      'Localisation, semi-guided',
      'Localisation, unguided',
    ]),
  );
  await page.getByRole('button', { name: 'Show in Library' }).click();
  await page.getByText(`${String(rows().length)} items`).waitFor();
  await page.getByRole('checkbox', { name: /^Entity/u }).check();
  await page.getByText('16 items').waitFor();
  await page.getByRole('listbox', { name: '16 items' }).waitFor();

  // From the Library, of what is selected there.
  await page.keyboard.press('Control+a');
  await page
    .getByRole('toolbar', { name: 'Selected items' })
    .getByRole('button', { name: 'Make variants…' })
    .click();
  await page.getByText('192 images to make of 16 originals; 48 exist already.').waitFor();
  expect(complaints).toEqual([]);
}, 400_000);
