import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import golden from '../fixtures/statistics/rasch-complete.json' with { type: 'json' };
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { makeMcsBenchCasebook } from '../helpers/mcsBenchAnswers.ts';
import { until } from '../helpers/until.ts';
import { openAsCurator, openScreen } from '../helpers/asCurator.ts';

/* The Items section of Results on 56 respondents, people and models, and 151 items of MCSBench that all were imported. */

const folder = temporaryFolder();
const path = join(folder.path, 'MCSBench.casebook');
let app: RunningApp;
let window: AppWindow;

beforeAll(async () => {
  const rows = golden.rows.map((row) => `${row}10`);
  const made = await makeMcsBenchCasebook(path, testPorts(folder.path), {
    people: 20,
    models: rows.length - 20,
    items: golden.difficulties.length + 2,
    isRight: (respondent, item, step) =>
      // Chains of the first items alone, to have a second kind of step.
      step === 'base'
        ? rows[respondent]?.charAt(item) === '1'
        : item < 10
          ? (respondent + item) % 3 > 0
          : null,
  });
  made.people.add({ handle: 'ada', name: 'Ada', roles: ['curator'] }, null);
  await made.close();
});
afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
});

async function open(): Promise<Page> {
  window = await app.open();
  return openAsCurator(app, window.page, path);
}

/** The longest that a busy machine takes to fit the model, which every visit of Results waits for. */
const FITTING = 120_000;

/** Items by the difficulty that R gives them, as bars of the map hold them. */
const byDifficulty = golden.difficulties
  .map((difficulty, place) => ({ difficulty, name: `generated-${String(place)}` }))
  .toSorted((a, b) => a.difficulty - b.difficulty);

it('draws items and respondents, and every bar, curve and line opens its items', async () => {
  const page = await open();
  await openScreen(page, 'Results');
  const section = page.getByRole('region', { name: 'Items', exact: true });
  const table = section.getByRole('table', { name: 'Item statistics' });
  await table.waitFor({ timeout: FITTING });
  await until(() => table.getAttribute('aria-rowcount')).toBe('152');
  await section.getByText('2 items without a difficulty').waitFor();
  const figures = () => section.locator('dl').innerText();
  await until(figures).toMatch(/Respondents\s+56\s+Items\s+151/u);
  await until(figures).toMatch(/Person-separation reliability\s+0\.9\d/u);

  // What the map holds at the hardest end is what R calls hardest.
  const hardest = byDifficulty.at(-1);
  const bin = Math.floor((hardest?.difficulty ?? 0) / 0.25);
  const inBin = byDifficulty
    .filter(({ difficulty }) => Math.floor(difficulty / 0.25) === bin)
    .map(({ name }) => name);
  const map = section.getByRole('img', { name: 'Respondents and items on one scale' });
  const bar = map
    .locator('rect')
    .filter({ has: page.locator('title', { hasText: new RegExp(`^${hardest?.name ?? ''}$`, 'mu') }) })
    .first();
  await until(async () => (await bar.locator('title').textContent())?.split('\n').toSorted()).toEqual(
    inBin.toSorted(),
  );
  await bar.hover();
  expect(await accessibilityProblems(page)).toEqual([]);
  await bar.click();
  await page
    .getByText(new RegExp(`^${String(inBin.length)} (?:of 151 )?items?`, 'u'))
    .first()
    .waitFor();
  await page
    .getByText(hardest?.name ?? '')
    .first()
    .waitFor();

  await openScreen(page, 'Results');
  await table.waitFor({ timeout: FITTING });
  const curves = section.getByRole('img', { name: 'Item characteristic curves' });
  await until(() => curves.getAttribute('aria-description')).toContain(`A: ${byDifficulty[0]?.name ?? ''}`);
  // The letter is at the curve and, smaller, in the legend.
  await curves.getByText('A', { exact: true }).first().click();
  await page
    .getByText(/^1 (?:of 151 )?items?/u)
    .first()
    .waitFor();
  await page
    .getByText(byDifficulty[0]?.name ?? '')
    .first()
    .waitFor();

  // The chains are a kind of step of their own.
  await openScreen(page, 'Results');
  await table.waitFor({ timeout: FITTING });
  await until(() => table.getAttribute('aria-rowcount')).toBe('152');
  await section.getByRole('combobox', { name: 'Answers to' }).click();
  await page.getByRole('option', { name: /^rc / }).click();
  await until(() => table.getAttribute('aria-rowcount')).not.toBe('152');
  expect(window.complaints).toEqual([]);
}, 300_000);
