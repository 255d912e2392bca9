import { onScreen } from '../helpers/onScreen.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf } from '../../shared/domain/document.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { generatedCasebook } from '../helpers/deskCasebook.ts';
import { mcsBenchItems } from '../helpers/mcsBenchItems.ts';
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

it('an item of MCSBench is validated by keyboard alone: without the image first, then a key a criterion', async () => {
  const { services, person } = await generatedCasebook(app, 'mcsbench', mcsBenchItems());
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  const [first, second] = firsts(rows, 2);
  const stored = (itemId = first.id) => {
    const key = { itemId, task: 'validate', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), state };
  };

  const { page, complaints } = await app.open();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${first.id}`);
  await page.getByText('Can you answer it without the image?').waitFor();
  // Nothing on the screen tells the gold option.
  expect(await page.getByText('Gold', { exact: false }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await until(() => page.getByText('Loading the image…').count()).toBe(0);

  await page.keyboard.press('2');
  await page.getByRole('radiogroup', { name: 'Gold: correct' }).waitFor();
  await until(() => stored().answer['shortcut']).toBe('no');
  expect(await accessibilityProblems(page)).toEqual([]);
  // Gold correct and optimal; A, C, D, E plausible and incorrect; answerable and clear.
  for (const key of ['1', '1', '1', '1', '1', '1', '3', '1', '1', '1', '1', '1'])
    await page.keyboard.press(key);
  await until(() => stored().answer).toMatchObject({
    goldCorrect: 'yes',
    goldOptimal: 'yes',
    plausibleA: 'yes',
    plausibleD: 'unsure',
    incorrectE: 'yes',
    answerable: 'yes',
    clear: 'yes',
    plausibleB: null,
    verdict: null,
  });
  await page.keyboard.press('p');
  await page
    .getByRole('dialog')
    .getByText('Locate which clause is contradicted by evidence or image.')
    .waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.getByRole('dialog').count()).toBe(0);

  // An option by its letter, then its verdict by number.
  await page.getByRole('application').first().focus();
  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await until(() => stored().answer['plausibleD']).toBe('yes');

  // The primary operator follows from the priority, whichever was chosen first.
  await page.getByRole('checkbox', { name: 'OP3 Similarity' }).check();
  await page.getByRole('checkbox', { name: 'OP6 Contradiction' }).check();
  await page.getByRole('checkbox', { name: 'PR1 Attribute' }).check();
  await until(() => stored().answer).toMatchObject({
    operator: 'OP6',
    secondOperator: 'OP3',
    relations: ['PR1'],
  });
  await page
    .getByRole('combobox', { name: 'What is wrong with chain G of probe 1?' })
    .selectOption('fabrication');
  await until(() => stored().answer['chain1G']).toBe('fabrication');

  // Chains count like the rest: an answer without them is not submitted, and its first open question is shown.
  await page.getByRole('application').first().focus();
  await page.keyboard.press('y');
  await page.getByText('Chain F of probe 2 has no error type.').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await until(() => page.evaluate(() => location.hash)).toContain(first.id);
  expect(stored().state).toBe('draft');
  for (const chain of await page.getByRole('combobox', { name: /^What is wrong with chain/u }).all())
    await chain.selectOption('fabrication');
  for (const what of ['sufficient', 'factually correct', 'logically sound'])
    await page
      .getByRole('radiogroup', { name: `Gold chain: ${what}` })
      .getByRole('radio', { name: 'Yes' })
      .check();

  await page.getByRole('application').first().focus();
  await page.keyboard.press('y');
  await page.getByText('No problems.').waitFor();
  await page.keyboard.press('Control+Enter');
  await until(() => page.evaluate(() => location.hash)).toContain(second.id);
  await until(() => stored()).toMatchObject({ state: 'submitted', answer: { verdict: 'accept' } });
  await page.getByText('Can you answer it without the image?').waitFor();
  await onScreen(page);
  // Choosing an option says yes, and which one it was.
  await page.keyboard.press('c');
  await page.getByText('Without the image you chose C', { exact: false }).first().waitFor();
  await until(() => stored(second.id).answer).toMatchObject({ shortcut: 'yes', blindOption: 'C' });
  expect(complaints).toEqual([]);
});
