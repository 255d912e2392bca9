import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers } from '../helpers/givenAnswers.ts';
import { perceptionAnswers } from '../helpers/perceptionAnswers.ts';
import { openAsCurator } from '../helpers/asCurator.ts';

const folder = temporaryFolder();
const two = join(folder.path, 'Two.casebook');
const three = join(folder.path, 'Three.casebook');
const alone = join(folder.path, 'Alone.casebook');
let app: RunningApp;
let windows: AppWindow[] = [];

async function make(path: string, people: readonly string[]): Promise<void> {
  const casebook = await createCasebook(
    path,
    { benchmark: 'observatory', title: 'Perception' },
    testPorts(folder.path),
  );
  const open = createServices(casebook);
  giveAnswers(open, perceptionAnswers(people));
  await open.close();
}

beforeAll(async () => {
  await make(two, ['p1', 'p2']);
  await make(three, ['p1', 'p2', 'p3']);
  await make(alone, ['p1']);
});

afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  const complaints = windows.flatMap((window) => window.complaints);
  windows = [];
  await app.close();
  expect(complaints).toEqual([]);
});

const until = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000 });

/** Opens the screen on a casebook, with its curator as the current user. */
async function open(casebook: string, options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
  const window = await app.open({ acceptDownloads: true, ...options });
  windows.push(window);
  return openAsCurator(app, window.page, casebook, 'Results');
}

/** The cells of a line of a table, without intervals; none as long as the table is not there. */
async function line(page: Page, table: string, head: string): Promise<string[]> {
  const row = page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: head, exact: true }) });
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.map((cell) => cell.split('\n')[0]?.trim() ?? '');
}

/** The same under the columns' names: which lines a report has of people together is none of this test's business. */
async function named(page: Page, table: string, head: string): Promise<Readonly<Record<string, string>>> {
  const heads = await page
    .getByRole('table', { name: table, exact: true })
    .getByRole('columnheader')
    .allInnerTexts();
  const cells = await line(page, table, head);
  return Object.fromEntries(cells.map((cell, place) => [heads[place + 1] ?? '', cell]));
}

describe('Results of the Perceptual Observatory', () => {
  it('draws accuracy by cell and family, with the spread, and opens the questions', async () => {
    const page = await open(two);
    await until(() => line(page, 'Grid pointing by cell, CELEB', 'gpt')).toEqual([
      '24',
      '100.0',
      '100.0',
      '100.0',
      '0.0',
      '100.0',
    ]);
    await until(() => line(page, 'Grid pointing by cell, CELEB', 'p2')).toEqual([
      '24',
      '83.3',
      '100.0',
      '100.0',
      '100.0',
      '16.7',
    ]);
    const map = page.getByRole('img', { name: 'Grid pointing by cell, CELEB', exact: true });
    await until(() => map.getAttribute('aria-description')).toContain(
      'gpt: top left 100.0 of 6, top right 100.0 of 6, bottom left 100.0 of 6, bottom right 0.0 of 6, spread 100.0',
    );
    await page
      .getByRole('radiogroup', { name: 'Family of images in grid pointing' })
      .getByText('OOD', { exact: true })
      .click();
    await until(() => line(page, 'Grid pointing by cell, CELEB, OOD', 'p2')).toEqual([
      '8',
      '100.0',
      '100.0',
      '100.0',
      '100.0',
      '0.0',
    ]);
    await page.getByRole('button', { name: 'p2: 8 answers, show the questions in Library' }).click();
    await page
      .getByText(/8 (?:of 42 )?items/u)
      .first()
      .waitFor();
  });

  it('draws each transformation against the originals, and transfer retention', async () => {
    const page = await open(two);
    const matching = 'CELEB: Image matching by transformation';
    await until(() => named(page, matching, 'Gamma')).toMatchObject({
      Family: 'ID',
      'People (2)': '100.0',
      gpt: '50.0',
    });
    await until(() => named(page, matching, 'Originals')).toMatchObject({ p2: '100.0', gpt: '50.0' });
    await until(() => named(page, matching, 'watercolour')).toMatchObject({
      Family: 'Other',
      'People (2)': '75.0',
      p1: '100.0',
      p2: '50.0',
    });
    await page.getByRole('img', { name: matching }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Figure by transformation' }).click();
    await page.getByRole('option', { name: 'CELEB: Transfer retention' }).click();
    // On variants 50 of 100 pixels beside: an overlap of 50 of 150, on originals all of it.
    await until(() =>
      line(page, 'CELEB: Transfer retention by transformation', 'Gothic').then((cells) => cells.at(-1)),
    ).toBe('0.333');
    await page.getByRole('button', { name: 'Plot: copy or save figures by transformation' }).click();
    const [plot] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as SVG' }).click(),
    ]);
    expect(await readFile(await plot.path(), 'utf8')).toMatch(/^<svg [^]*transfer retention[^]*<\/svg>$/u);
    await page.getByRole('button', { name: 'Table: copy or save figures by transformation' }).click();
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as CSV' }).click(),
    ]);
    const lines = (await readFile(await table.path(), 'utf8')).split('\n');
    expect(lines[0]).toMatch(/^Transformation,Family,People \(2\),/u);
    // For a script by the name that it has in files.
    expect(lines.some((each) => each.startsWith('gothic,'))).toBe(true);
    await page.getByRole('button', { name: /^Gothic, gpt: 0\.333/u }).click();
    await page
      .getByText(/1 (?:of 42 )?items?/u)
      .first()
      .waitFor();
  });

  it('tells how far two participants agree, and models where somebody asks', async () => {
    const page = await open(two);
    const people = 'Agreement of participants';
    const section = page.getByRole('region', { name: people, exact: true });
    // 23 of 24, 11 of 12, and boxes 20 of 100 pixels apart.
    await until(() => line(page, people, 'Grid pointing').then((cells) => cells.slice(0, 2))).toEqual([
      '24',
      '0.958',
    ]);
    await until(async () => (await line(page, people, 'Image matching')).slice(0, 2)).toEqual([
      '12',
      '0.917',
    ]);
    await until(async () => (await line(page, people, 'Localisation, guided')).at(-1)).toBe('0.667');
    await section.getByRole('columnheader', { name: 'Cohen’s kappa' }).waitFor();
    await section.getByText(/^84\.7%/u).waitFor();
    await section.getByRole('combobox', { name: 'Also compare with each other' }).click();
    await page.getByRole('option', { name: 'p1' }).click();
    await page.getByRole('option', { name: 'gpt' }).click();
    await page.keyboard.press('Escape');
    // 18 of 24 collages.
    await until(() =>
      line(page, 'Agreement of those chosen', 'Grid pointing').then(([, equal]) => equal),
    ).toBe('0.750');
    expect(await accessibilityProblems(page)).toEqual([]);
    await section.getByRole('button', { name: 'Table: copy or save agreement of participants' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^Task,Items,Steps,equal,[^\n]*\nGrid pointing,24,24,0\.9583/u,
    );
  });

  it('lists every two of three, and divides by a facet', async () => {
    const page = await open(three, { viewport: { width: 1024, height: 700 } });
    const pairs = 'Agreement of participants by pair';
    await until(() => line(page, pairs, 'p1 and p3')).toEqual(['1.000', '1.000', '1.000', '1.000', '1.000']);
    await until(async () => (await line(page, pairs, 'p1 and p2'))[0]).toBe('0.958');
    await page
      .getByRole('table', { name: 'Agreement of participants', exact: true })
      .getByRole('columnheader', { name: 'Fleiss’ kappa' })
      .waitFor();
    await page.getByRole('combobox', { name: 'Figures by' }).click();
    await page.getByRole('option', { name: 'Family' }).click();
    await until(() =>
      line(page, 'Agreement of participants', 'Grid pointing, OOD').then((cells) => cells.slice(0, 2)),
    ).toEqual(['8', '1.000']);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('says so where nobody answered what somebody else did', async () => {
    const page = await open(alone);
    await page.getByText('Agreement of participants: nothing to compare').waitFor();
  });
});
