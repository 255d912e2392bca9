import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices } from '../../electron/core/app/services.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers, type GivenItem } from '../helpers/givenAnswers.ts';
import { readPdf } from '../helpers/pdfReader.ts';
import { until } from '../helpers/until.ts';

const MODELS = ['Qwen-千问', 'Łukasz-7B'];
const folder = temporaryFolder();
const path = join(folder.path, 'Models.casebook');
let app: RunningApp;
let window: AppWindow;

const item = (place: number): GivenItem => ({
  externalId: `item-${String(place)}`,
  payload: {
    data_path: `item-${String(place)}`,
    label: true,
    scene: place % 2 === 0 ? 'hotel' : 'dining',
    target_partner: 'girlfriend',
    main_ins: 'Anything suspicious?',
    detm_cue: 'A second glass.',
  },
  answers: MODELS.map((by, model) => ({
    by,
    step: 'main_ins',
    answer: 'Something.',
    verdicts: [{ judge: 'jo', criterion: 'cue_match', value: place % (model + 2) === 0 ? 'YES' : 'NO' }],
  })),
});

beforeAll(async () => {
  const open = createServices(
    await createCasebook(path, { benchmark: 'caughtcheating', title: 'Models' }, testPorts(folder.path)),
  );
  giveAnswers(open, { models: MODELS, items: Array.from({ length: 30 }, (_, place) => item(place)) });
  await open.close();
  app = await startApp();
  await app.core.keeper.open(path);
  window = await app.open({ acceptDownloads: true });
  const curator = app.core
    .services()
    .people.list()
    .find(({ roles }) => roles.includes('curator'));
  await window.page.evaluate(async (id) => {
    await fetch('/rpc/people/workAs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { id } }),
    });
  }, curator?.id);
  await window.page.goto(new URL('/#/results', window.page.url()).href);
  await window.page.reload();
  await window.page.getByRole('button', { name: figures }).waitFor();
});
afterAll(async () => {
  await app.close();
  folder[Symbol.dispose]();
});

const figures = 'Plot: copy or save the figures';

async function saved(page: Page, menu: string, item: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: menu }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

async function putLegend(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: figures }).click();
  await page.getByRole('menuitemradio', { name: words }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

it('a plot leaves as PDF of a column’s width, every name in it as text', async () => {
  const { page } = window;
  const { name, content } = await saved(page, figures, 'Save as PDF');
  expect(name).toMatch(/^results-caughtcheating-[a-z0-9-]+-plot\.pdf$/u);
  const pdf = readPdf(content);
  // 8.4 cm.
  expect(pdf.size[0]).toBe(238);
  expect(pdf.texts.join(' ')).toContain('Qwen- 千问');
  expect(pdf.texts).toContain('Łukasz-7B');
  expect(pdf.texts).toContain('95% interval');
  expect(pdf.fonts.map(({ name: font, embedded }) => [font.slice(7), embedded])).toEqual([
    ['Arimo-Regular', true],
  ]);
  expect(pdf.pictures).toBe(1);
  expect(pdf.shapes).toBeGreaterThan(5);
});

it('its legend leaves as a file of its own', async () => {
  const { page } = window;
  const whole = readPdf((await saved(page, figures, 'Save as PDF')).content);
  await putLegend(page, 'Apart, as a file of its own');
  const without = readPdf((await saved(page, figures, 'Save as PDF')).content);
  expect(without.texts).not.toContain('95% interval');
  const { name, content } = await saved(page, figures, 'Save the legend as PDF');
  expect(name).toMatch(/-plot-legend\.pdf$/u);
  const legend = readPdf(content);
  expect(legend.texts).toContain('95% interval');
  expect(legend.size[0]).toBe(238);
  expect(whole.size[1]).toBeCloseTo(without.size[1] + legend.size[1], 2);
  const svg = await saved(page, figures, 'Save the legend as SVG');
  expect(svg.content.toString('utf8')).toMatch(/^<svg [^]*95% interval[^]*<\/svg>$/u);
  const png = await saved(page, figures, 'Save the legend as PNG');
  expect(png.content.subarray(1, 4).toString('latin1')).toBe('PNG');
  await putLegend(page, 'In the plot');
});

it('each respondent has one colour in every plot', async () => {
  const { page } = window;
  const colorsOf = async (label: RegExp): Promise<readonly string[]> =>
    page
      .getByRole('img', { name: label })
      .locator('circle')
      .evaluateAll((circles) => [
        ...new Set(
          circles.map((circle) => circle.getAttribute('fill') ?? circle.getAttribute('stroke') ?? ''),
        ),
      ]);
  const first = await colorsOf(/of people and models$/u);
  expect(first).toHaveLength(2);
  await page.getByRole('combobox', { name: 'Figures by' }).click();
  await page.getByRole('option', { name: 'Scene' }).click();
  await until(() => colorsOf(/ by scene$/iu)).toEqual(first);
  expect(window.complaints).toEqual([]);
});
