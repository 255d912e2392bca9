import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { firsts } from '../helpers/present.ts';
import { putQuestionEntities, questionEntities } from '../helpers/questionBook.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

it('a question shows itself and its answer; there is nothing to submit, and no key changes anything', async () => {
  const services = await app.core.keeper.create(join(app.folder, 'questions.casebook'), {
    benchmark: 'observatory',
    title: 'Questions',
  });
  const source = await putQuestionEntities(
    (...parts) => join(app.folder, ...parts),
    'source',
    questionEntities(),
  );
  await services.importExport.import({ source, format: 'observatory' }, null, quietly);
  await services.querySets.add(
    { kind: 'guided', count: 1, seed: 5, distances: null },
    null,
    quietly,
    everything,
  );
  const filter = { facets: { kind: ['Localisation, guided'] } };
  const { rows } = services.items.list(filter, { by: 'imported', descending: false }, 0, 9, everything);
  const [first, second] = firsts(rows, 2);
  const { database } = services.casebook;
  const answers = database.prepare<[], number>('SELECT count(*) FROM annotation').pluck();
  const before = answers.get();
  const status = database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();

  const { page, complaints } = await app.open();
  const address = page.url().split('#')[0] ?? '';
  await page.goto(`${address}#/desk/${first.id}`);
  await page.getByRole('heading', { name: 'Right answer' }).waitFor();
  await page.getByText('Support', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const name of [/^Submit/u, /^Skip/u, /^Status/u, /^Undo/u, /^Crop/u, /version|Not begun/iu])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
  for (const key of [
    'Control+Enter',
    'Control+Space',
    'Alt+A',
    'Alt+C',
    'Alt+R',
    'Alt+V',
    'b',
    '1',
    'Delete',
  ])
    await page.keyboard.press(key);
  // Whatever a key did to this question would be done before the next one is there.
  await page.getByRole('button', { name: 'Next item' }).click();
  await until(() => page.evaluate(() => location.hash)).toContain(second.id);
  await page.getByRole('heading', { name: second.externalId, level: 2 }).waitFor();
  await page.keyboard.press('PageUp');
  await until(() => page.evaluate(() => location.hash)).toContain(first.id);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect([answers.get(), status.get(first.id), status.get(second.id)]).toEqual([before, 'draft', 'draft']);
  expect(complaints).toEqual([]);
});
