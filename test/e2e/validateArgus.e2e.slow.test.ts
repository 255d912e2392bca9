import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { answerOf, imagesOf, regionsOf } from '../../shared/domain/document.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { argusToValidate } from '../helpers/argusItems.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { hasFocus } from '../helpers/focus.ts';
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

async function openItems() {
  const services = await app.core.keeper.create(join(app.folder, 'argus.casebook'), {
    benchmark: 'argus',
    title: 'Argus',
  });
  const source = putPhotographs(join(app.folder, 'source'));
  const lines = argusToValidate().map((item) => JSON.stringify(item));
  writeFileSync(join(source, 'argus.jsonl'), lines.join('\n'));
  const person = present(services.people.list()[0]);
  await services.importExport.import({ source, format: 'argus' }, person, quietly);
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  const stored = (id: ItemId) => {
    const key = { itemId: id, task: 'validate', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), regions: regionsOf(records), images: imagesOf(records), state };
  };
  return { services, ids: rows.map(({ id }) => id), stored };
}

/** The images are drawn, and nothing is in hand. */
async function atTheImages(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Logical' }).waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page.keyboard.press('Escape');
}

/** The three panes as they look, two above and one below: what moves in one moves in all. */
async function picturesOf(page: Page): Promise<readonly string[]> {
  const box = await restingBox(page.getByRole('application'));
  return Promise.all(
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ].map(async ([column = 0, row = 0]) => {
      const [width, height] = [box.width / 2, box.height / 2];
      const clip = {
        x: box.x + column * width + 40,
        y: box.y + row * height + 20,
        width: width - 80,
        height: height - 100,
      };
      return (await page.screenshot({ clip })).toString('base64');
    }),
  );
}

/** The same once all three images are drawn, each another one, and nothing moves any more. */
async function restingPicturesOf(page: Page): Promise<readonly string[]> {
  let pictures: readonly string[] = [];
  await until(async () => {
    const before = pictures;
    pictures = await picturesOf(page);
    return new Set(pictures).size === 3 && pictures.every((picture, at) => picture === before[at]);
  }).toBe(true);
  return pictures;
}

it('generated quintuples are validated by keyboard alone: texts, best of three, trap, what a model said, verdict', async () => {
  const { services, ids, stored } = await openItems();
  const [first, second, third] = firsts(ids, 3);
  const { page, complaints } = await app.open();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${first}`);
  await atTheImages(page);

  // What can be told without understanding: leaked words, and what the deceptive question adds.
  await until(async () =>
    (await page.locator('mark').allTextContents()).map((text) => text.split(' ')[0]),
  ).toEqual(['flower', 'basket', 'basket']);
  await page.getByText('Isolation check: “flower”, “basket” are also in the trap').waitFor();
  await until(() => page.locator('ins').allTextContents()).toEqual([
    expect.stringContaining('The child is starving and cries.'),
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  // The images come once the texts are judged.
  const cover = page.getByRole('region', { name: 'Before the image is shown' });
  for (const key of ['1', '1', '3']) await page.keyboard.press(key);
  await until(() => stored(first).answer).toMatchObject({ isolated: 'unsure', pressure: null });
  // Nothing is chosen of what nobody sees.
  await page.keyboard.press('d');
  expect(await cover.count()).toBe(1);
  await page.keyboard.press('1');
  await cover.waitFor({ state: 'detached' });
  await until(() => stored(first).answer).toMatchObject({
    logical: 'yes',
    natural: 'yes',
    isolated: 'unsure',
    pressure: 'yes',
    image: null,
    verdict: null,
  });

  // Three images, zoomed and moved together.
  const fitted = await restingPicturesOf(page);
  for (const key of ['Control+=', 'Control+=', 'Control+=', 'ArrowRight']) await page.keyboard.press(key);
  await until(async () => {
    const zoomed = await picturesOf(page);
    return zoomed.map((picture, at) => picture !== fitted[at]);
  }).toEqual([true, true, true]);
  await page.keyboard.press('Shift+Digit1');
  await until(() => picturesOf(page)).toEqual(fitted);

  // The first is chosen and boxed; then the second is better, and the box goes with the first.
  expect(
    await page
      .getByText('Answer the questions about the texts and the image to see the models’ answers', {
        exact: false,
      })
      .count(),
  ).toBe(1);
  await page.keyboard.press('1');
  await until(() => stored(first).answer['image']).toBe(1);
  const boxIt = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    for (const key of ['Shift+ArrowLeft', 'Alt+Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
  };
  await boxIt();
  await until(() => stored(first).regions.length).toBe(1);
  const images = stored(first).images;
  expect(stored(first).regions[0]?.imageId).toBe(images[0]?.imageId);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  const best = page.getByRole('radiogroup', { name: 'Best image' });
  await best.getByRole('radio', { name: '1' }).focus();
  await page.keyboard.press('2');
  await until(() => [stored(first).answer['image'], stored(first).regions.length]).toEqual([2, 0]);
  await page.getByText('1 box on another image is removed').first().waitFor();
  await page.keyboard.press('Control+z');
  await until(() => [stored(first).answer['image'], stored(first).regions.length]).toEqual([1, 1]);
  await page.keyboard.press('Control+y');
  await until(() => [stored(first).answer['image'], stored(first).regions.length]).toEqual([2, 0]);
  await page.keyboard.press('g');
  await hasFocus(page.getByRole('application'));
  await boxIt();
  await until(() => stored(first).regions.map(({ imageId }) => imageId)).toEqual([images[1]?.imageId]);
  await page.keyboard.press('Escape');

  // The final pass.
  expect(await page.getByText('house-checker').count()).toBe(0);
  await page.keyboard.press('k');
  await page.getByText('house-checker').first().waitFor();
  await page.getByText('image 2, chosen').waitFor();
  await until(() => stored(first).answer['logicCheckSeen']).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('1');
  await until(() => stored(first).answer['verdict']).toBe('accept');
  await page.keyboard.press('Control+Enter');
  await until(() => page.evaluate(() => location.hash)).toContain(second);
  await until(() => stored(first).state).toBe('submitted');
  expect(services.items.get(first, everything)).toMatchObject({
    payload: { image: 'locomotion-house-cat.jpg' },
    images: [{ role: 'candidate' }, { role: 'image' }, { role: 'candidate' }],
  });

  // None is good enough.
  await atTheImages(page);
  await page.keyboard.press('Alt+y');
  await page.keyboard.press('d');
  await until(() => stored(second).answer['image']).toBe('none');
  await page.getByText('All images are discarded: there is nothing to box.').waitFor();
  await page.keyboard.press('x');
  await until(() => stored(second).answer).toMatchObject({
    verdict: 'reject',
    reason: 'no image is good enough',
  });
  await page.keyboard.press('Control+Enter');
  await until(() => page.evaluate(() => location.hash)).toContain(third);
  await until(() => services.items.get(second, everything).row.status).toBe('rejected');

  // Sent back, with the words that it should have: the item keeps its own until the fix is made.
  await atTheImages(page);
  await page.keyboard.press('Alt+y');
  await page.keyboard.press('3');
  await page.keyboard.press('y');
  await until(() => stored(third).answer).toMatchObject({ image: 3, verdict: 'accept' });
  await page.keyboard.press('w');
  const scenario = page.getByRole('textbox', { name: 'Scenario' });
  await until(() => scenario.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' It is late.');
  await until(() => stored(third).answer['verdict']).toBe('fix');
  await page.getByRole('group', { name: 'Scenario, as proposed' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await until(() =>
    page
      .getByRole('combobox', { name: 'What needs fixing?' })
      .evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await page.keyboard.type('time of day');
  await page.keyboard.press('Control+Enter');
  await until(() => stored(third).state).toBe('submitted');
  await until(() => stored(third).answer).toMatchObject({ verdict: 'fix', reason: 'time of day' });
  const kept = services.items.get(third, everything).payload['scenario'];
  expect(kept).toBe(argusToValidate()[2]?.['scenario']);
  expect(complaints).toEqual([]);
});
