import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerFile, judgedFile, plantAnswers, plantVerdicts } from '../helpers/answerFiles.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { until } from '../helpers/until.ts';

const items = [...syntheticItems(20, 7)];
const planted = plantAnswers(items, { seed: 1 });

let app: RunningApp;
let window: AppWindow;
let page: Page;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  const book = await app.core.keeper.create(join(app.folder, 'Answers.casebook'), {
    benchmark: 'caughtcheating',
    title: 'Answers',
    person: 'ana',
  });
  const source = put(join(app.folder, 'set', 'data_info.json'), JSON.stringify(items));
  await book.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
  window = await app.open();
  ({ page } = window);
  await page.getByText('20 items').waitFor();
});
afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

it('a model’s answers and an LLM’s verdicts come in under their names, and go out for one respondent', async () => {
  await page.keyboard.press('Control+i');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const from = dialog.getByRole('textbox', { name: 'From' });
  await from.fill(put(join(app.folder, 'inference.json'), JSON.stringify(answerFile(items, planted))));
  await dialog.getByRole('combobox', { name: 'Respondent', exact: true }).fill('gpt-4o');
  await dialog.getByRole('textbox', { name: 'Version of the respondent' }).fill('2024-11-20');
  await dialog.getByRole('textbox', { name: 'Temperature of the respondent' }).fill('0.5');
  expect(await dialog.getByRole('textbox', { name: 'Images folder' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();
  expect(app.core.services().responses.respondents()).toMatchObject([
    { handle: 'gpt-4o', version: '2024-11-20', temperature: 0.5, items: 20, settled: 0 },
  ]);

  await dialog.getByRole('button', { name: 'Import more' }).click();
  const verdicts = plantVerdicts(planted, { seed: 2, errors: 0 });
  await from.fill(put(join(app.folder, 'judged.json'), JSON.stringify(judgedFile(items, planted, verdicts))));
  await dialog.getByRole('combobox', { name: 'LLM judge' }).waitFor();
  // Without a judge a verdict is nobody's.
  await until(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'LLM judge' }).fill('gpt-4.1');
  await dialog
    .getByRole('textbox', { name: 'Instructions' })
    .fill(put(join(app.folder, 'i.txt'), 'YES or NO.'));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();
  const [respondent] = app.core.services().responses.respondents();
  expect(respondent?.settled).toBe(respondent?.targets);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+e');
  const out = page.getByRole('dialog', { name: 'Export' });
  await out.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'CaughtCheating answers' }).click();
  const target = join(app.folder, 'out.json');
  await out.getByRole('textbox', { name: 'To' }).fill(target);
  await out.getByPlaceholder('everybody').click();
  await page.getByRole('option', { name: 'gpt-4o, 2024-11-20' }).click();
  await page.keyboard.press('Tab');
  await out.getByRole('button', { name: 'Export', exact: true }).click();
  await out.getByText(`Written to ${target}`).waitFor();
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual(answerFile(items, planted));
});
