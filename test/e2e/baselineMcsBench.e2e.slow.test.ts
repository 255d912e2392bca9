import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { StepAnswer } from '../../shared/domain/baseline.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { itemsOfAllTasks, PHOTOS } from '../helpers/mcsBenchTasks.ts';
import { present } from '../helpers/present.ts';
import { forward, goOn } from '../helpers/studySessionPage.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

/*
 * People answer MCSBench: an item of each of the seven tasks, with the reasoning chains that come once the item is locked,
 * images at the size that models get, and the figures that follow.
 */

let app: RunningApp;
let windows: { readonly complaints: readonly string[] }[] = [];
const items = itemsOfAllTasks();
const asked = items.map((item) => z.object({ id: z.string(), question: z.string() }).parse(item));

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  windows = [];
  app = await startApp();
  const source = join(putPhotographs(join(app.folder, 'source'), PHOTOS), 'items.json');
  put(source, JSON.stringify(items));
  const book = await app.core.keeper.create(join(app.folder, 'a.casebook'), {
    benchmark: 'mcsbench',
    title: 'All tasks',
    person: 'Ana',
  });
  const report = await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  expect(report.added).toBe(items.length);
});
afterEach(async () => {
  await app.close();
});

/** The texts of the five options, or descriptions with their images, that the participant settles on. */
const BASES: Readonly<Record<string, string | readonly string[] | Readonly<Record<string, number>>>> = {
  'ca-align': 'The second word on ca-align',
  'ca-discr': 'The fourth word on ca-discr',
  'cc-align': 'The fourth word on cc-align',
  'cc-discr': 'The first word on cc-discr',
  hypo: 'The third word on hypo',
  'mi-discr': ['Image-1', 'Image-2'],
  'mi-match': { A: 2, B: 3, C: 1 },
  'mi-match-key': { S1: 1, S2: 2, S3: 2, S4: 3 },
};
/** How many of the three chains are chosen rightly. */
const CHAINS: Readonly<Record<string, number>> = {
  'cc-align': 3,
  'cc-discr': 2,
  hypo: 3,
  'mi-discr': 3,
  'mi-match': 1,
};
const SOUND = /is seen\. E1: its neighbours lack/u;

const main = (page: Page) => page.getByRole('main');
/** Chooses by the letter beside the option. */
async function press(page: Page, option: string | RegExp, place = 0): Promise<void> {
  const label = page.getByRole('radiogroup').locator('label').filter({ hasText: option }).nth(place);
  await page.keyboard.press((await label.locator('kbd').innerText()).trim());
  await until(() => label.getByRole('radio').isChecked()).toBe(true);
}

/** Collects how many pixels the images that are served have on their longer side. */
async function watchSides(page: Page): Promise<readonly number[]> {
  const sides: number[] = [];
  await page.route('**/image/*/shown', async (route) => {
    const response = await passOn(route);
    const { width, height } = await sharp(response.body).metadata();
    sides.push(Math.max(width, height));
    await route.fulfill(response);
  });
  return sides;
}

const Line = z.object({ item: z.string(), step: z.string(), answer: StepAnswer });

/** The same answers as a model gives them: letters in brackets, assignments in words. */
function asModel(lines: string): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const { item, step, answer } = Line.parse(JSON.parse(line));
      const said =
        answer.kind === 'choice'
          ? `(${answer.option})`
          : answer.kind === 'choices'
            ? answer.options.map((image) => `Image-${image}`).join(', ')
            : item === 'mi-match' && answer.kind === 'matching'
              ? Object.entries(answer.pairs)
                  .map(([label, image]) => `Image-${image}: ${label}`)
                  .join('; ')
              : answer;
      return JSON.stringify({ item, step, respondent: 'Copy', respondent_kind: 'model', answer: said });
    })
    .join('\n');
}

it('from consent to the end, chains after their item; results by task and level, and SAI', async () => {
  const curator = await clientAs(app.core, null);
  const ana = present((await curator.people.list())[0]);
  await curator.people.workAs({ id: ana.id });
  const options = present(await curator.studies.options());
  const study = await curator.studies.save({
    title: 'People',
    settings: {
      ...options.initial,
      followUps: 'with_item',
      seed: 5,
      order: 'fixed',
      breakEvery: null,
      imageSide: 448,
    },
  });
  await curator.studies.open({ id: study.id });
  const participant = present((await curator.studies.enrolNew({ id: study.id, count: 1, prefix: 'P' }))[0]);
  const { url } = await curator.studies.link({ studySessionId: participant.studySessionId });

  const window = await app.open();
  windows.push(window);
  const { page } = window;
  const sides = await watchSides(page);
  await page.goto(url ?? '');
  await forward(page).waitFor();
  const seen: string[] = [];
  const looked = new Set<string>();
  for (
    let steps = 0;
    steps < 60 && (await page.getByRole('heading', { name: 'Thank you' }).count()) === 0;
    steps += 1
  ) {
    if ((await page.getByRole('button', { name: /^Submit/u }).count()) === 0) {
      await goOn(page);
      continue;
    }
    await page.getByText('The image is still loading.').waitFor({ state: 'hidden' });
    const question = await page.getByRole('heading', { level: 1 }).innerText();
    const id = asked.find((item) => question.startsWith(item.question))?.id ?? '';
    const isChain = question.includes('Which reasoning chain');
    const texts = await main(page).innerText();
    // Nothing of the chains before the base item is locked; then their letters.
    expect(SOUND.test(texts)).toBe(isChain);
    expect(texts).not.toMatch(/\.jpg/u);
    const chain = seen.filter((each) => each === `${id} chain`).length;
    const base = BASES[id] ?? '';
    const kind = isChain
      ? 'chain'
      : typeof base === 'string'
        ? 'choice'
        : Array.isArray(base)
          ? 'images'
          : 'matching';
    if (!looked.has(kind)) expect(await accessibilityProblems(page), kind).toEqual([]);
    looked.add(kind);
    if (isChain) {
      expect(await page.getByRole('radiogroup').locator('kbd').allInnerTexts()).toEqual([
        'F',
        'G',
        'H',
        'I',
        'J',
      ]);
      if (chain < (CHAINS[id] ?? 0)) await press(page, SOUND);
      else await press(page, /nothing is seen of/u);
    } else if (typeof base === 'string') await press(page, base);
    else if (Array.isArray(base)) {
      for (const name of z.array(z.string()).parse(base)) await page.getByRole('checkbox', { name }).check();
    } else {
      // By keyboard alone: a letter takes a description in hand, a digit gives it to an image.
      for (const [letter, image] of Object.entries(base)) {
        const text = page.getByRole('radiogroup', { name: new RegExp(`^Image for text ${letter}:`, 'u') });
        if (letter.length === 1) await page.keyboard.press(letter.toLowerCase());
        await page.keyboard.press(String(image));
        await until(() => text.getByRole('radio', { name: `Image-${String(image)}` }).isChecked()).toBe(true);
      }
    }
    seen.push(isChain ? `${id} chain` : id);
    await goOn(page);
  }
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  // Every base item once, its three chains right after it.
  const order = seen.filter((each) => !each.endsWith(' chain'));
  expect(order.toSorted()).toEqual(asked.map((item) => item.id).toSorted());
  expect(seen).toEqual(
    order.flatMap((id) => [id, ...(id in CHAINS ? Array<string>(3).fill(`${id} chain`) : [])]),
  );
  expect(sides.length).toBeGreaterThanOrEqual(PHOTOS.length);
  expect(Math.max(...sides)).toBe(448);

  const own = app.core.services();
  const stored = own.casebook.database
    .prepare<[], { answer: string }>(
      `SELECT r.answer FROM response r JOIN item i ON i.id = r.item_id WHERE i.external_id = 'mi-match' AND r.step = 'base'`,
    )
    .get();
  expect(JSON.parse(stored?.answer ?? '')).toEqual({
    kind: 'matching',
    pairs: { a: '2', b: '3', c: '1' },
  } satisfies StepAnswer);

  // The same shape goes out, and comes in as a model's.
  const target = join(app.folder, 'answers.jsonl');
  await own.importExport.export({ target, format: 'answers-jsonl' }, null, quietly);
  const copy = put(join(app.folder, 'model.jsonl'), asModel(readFileSync(target, 'utf8')));
  const imported = await own.importExport.import({ source: copy, format: 'answers-jsonl' }, null, quietly);
  expect(imported.skipped).toEqual([]);

  const results = await app.open();
  windows.push(results);
  await results.page.getByRole('button', { name: /^Ana/u }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await results.page.getByRole('button', { name: /^Working as/u }).waitFor();
  await quiet(results.page);
  await results.page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Results' })
    .click();
  const cells = async (table: string, who: string): Promise<string[]> => {
    const row = results.page
      .getByRole('table', { name: table, exact: true })
      .getByRole('row')
      .filter({ has: results.page.getByRole('rowheader', { name: who, exact: true }) });
    return (await row.getByRole('cell').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/gu, ' ').trim());
  };
  const plain = async (table: string, who: string): Promise<string[]> =>
    (await cells(table, who)).slice(2).map((cell) => cell.split(' ')[0] ?? '');
  const choose = async (table: string): Promise<void> => {
    await results.page.getByRole('combobox', { name: 'Table', exact: true }).click();
    await results.page.getByRole('option', { name: table, exact: true }).click();
  };
  // Of 1, 1, 1, 1, 1, 1 and 2 items of a task, of 2, 5 and 1 of a level, and of all 8.
  const accuracies = [
    [1, 1],
    [0, 1],
    [1, 1],
    [1, 1],
    [0, 1],
    [1, 1],
    [1, 2],
    [1, 2],
    [4, 5],
    [0, 1],
    [5, 8],
  ].map(([right = 0, of = 0]) => ((100 * right) / of).toFixed(2));
  for (const who of ['People (1)', 'P01', 'Copy'])
    await until(() => plain('Accuracy (Table 3)', who)).toEqual(accuracies);

  await choose('SAI (Table 4)');
  // [base right] × [share of its chains right]: C-C Discr. 2/3, C-C Align. 3/3, Hypo. not right, MI-Discr. 3/3, MI-Match. 1/3.
  const aligned = [100, 200 / 3, 100, 100, 0, 0, 100, 100, 100, 100 / 3, 80, 60];
  for (const who of ['P01', 'Copy'])
    await until(() => plain('SAI (Table 4)', who)).toEqual(aligned.map((value) => value.toFixed(2)));
  const [average = ''] = (await cells('SAI (Table 4)', 'P01')).slice(-1);
  expect(average).toMatch(/^60\.00/u);

  await choose('SAI by level');
  // L2: base and SAI; L3; chains right of all asked for; of the two matchings all and three of four descriptions.
  const byLevel = [100, 75, 0, 0, 80, 87.5];
  for (const who of ['P01', 'Copy'])
    await until(() => plain('SAI by level', who)).toEqual(byLevel.map((value) => value.toFixed(2)));
  expect(await accessibilityProblems(results.page)).toEqual([]);
  for (const { complaints } of windows) expect(complaints).toEqual([]);
}, 600_000);
