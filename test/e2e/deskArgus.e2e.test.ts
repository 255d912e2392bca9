import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { generatedCasebook } from '../helpers/deskCasebook.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { firsts } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

it('an item of Argus Inspection with its one image is validated: texts before the image, then the trap boxed', async () => {
  const { services, person } = await generatedCasebook(app, 'argus', argusItems());
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  const [first, second] = firsts(rows, 2);
  const stored = () => {
    const key = { itemId: first.id, task: 'validate', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), regions: regionsOf(records), state };
  };

  const { page, complaints } = await app.open();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${first.id}`);
  await page.getByRole('radiogroup', { name: 'Verdict' }).waitFor();
  // The texts are judged before anybody sees the image: nothing can be drawn, and accepting waits.
  const cover = page.getByRole('region', { name: 'Before the image is shown' });
  await cover.getByRole('radiogroup', { name: 'Logical' }).waitFor();
  await page.getByText('Isolation check: “fire”, “extinguisher”', { exact: false }).waitFor();
  const image = page.getByRole('application');
  expect(await image.first().evaluate((element) => element.closest('[inert]') !== null)).toBe(true);
  expect(await page.getByRole('button', { name: 'Draw a box around the trap' }).count()).toBe(0);
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  for (const key of ['b', 'Enter', 'Enter', 'y']) await page.keyboard.press(key);
  await page.getByText('Answer the questions about the texts first', { exact: false }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // Anybody who sends an item back says why, before anything else is answered.
  await page.keyboard.press('m');
  const reason = page.getByRole('combobox', { name: 'What needs fixing?' });
  await until(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('The trap is named');
  await until(() => stored()).toMatchObject({
    answer: { verdict: 'fix', reason: 'The trap is named', logical: null },
    regions: [],
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  // Four questions about the texts, then the image has the keys.
  for (const key of ['1', '1', '2', '1']) await page.keyboard.press(key);
  await image.first().waitFor();
  expect(await cover.count()).toBe(0);
  await until(() => stored().answer).toMatchObject({ isolated: 'no', pressure: 'yes', verdict: 'fix' });
  // One image: there is nothing to choose from.
  expect(await page.getByRole('radiogroup', { name: 'Best image' }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Draw a box around the trap' }).click();
  await armed(page);
  await dragOver(page, [0.4, 0.4], [0.6, 0.6]);
  await until(() => stored().regions.map(({ label }) => label)).toEqual(['trap']);
  await page.getByRole('button', { name: '1 box of the trap: select' }).waitFor();
  await image.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await until(() => stored().answer).toMatchObject({ isolated: 'no', verdict: 'accept' });
  await page
    .getByText('The verdict is accept, but the texts are not isolated from the trap.')
    .first()
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await until(() => page.evaluate(() => location.hash)).toContain(second.id);
  await until(() => stored().state).toBe('submitted');
  // Candidates wait for a choice.
  await page.getByText('No candidate image is chosen yet.').waitFor();
  expect(complaints).toEqual([]);
});
