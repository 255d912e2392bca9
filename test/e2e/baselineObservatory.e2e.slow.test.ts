import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import { StepAnswer } from '../../shared/domain/baseline.ts';
import type { StudySessionId } from '../../shared/base/ids.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type Client, clientAs } from '../helpers/blindCasebook.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { addPerceptionTasks } from '../helpers/perceptionTasks.ts';
import { firsts, present } from '../helpers/present.ts';
import { forward, goOn } from '../helpers/studySessionPage.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { until } from '../helpers/until.ts';

/*
 * The three perception tasks from entities with variants to questions to answers: one person with the mouse in a large
 * window, one with the keyboard alone in a small one, both with images that are smaller than those that are stored.
 */

const SHOWN_SIDE = 448;
const SIDE = 1024;

let app: RunningApp;
let curator: Client;
let questions: readonly { readonly name: string; readonly query: Query }[];

beforeEach(async () => {
  app = await startApp();
  const book = await app.core.keeper.create(join(app.folder, 'a.casebook'), {
    benchmark: 'observatory',
    title: 'Faces and words',
    person: 'Ana',
  });
  await addPerceptionTasks(book, join(app.folder, 'source'), {
    matching: 1,
    grid: 1,
    guided: 1,
    'semi-guided': 1,
    unguided: 1,
  });
  questions = book.casebook.database
    .prepare("SELECT external_id AS name, payload FROM item WHERE payload ->> 'kind' IS NOT NULL")
    .all()
    .map((raw) => {
      const { name, payload } = z.object({ name: z.string(), payload: z.string() }).parse(raw);
      return { name, query: Query.parse(JSON.parse(payload)) };
    });
  curator = await clientAs(app.core, null);
  const ana = present((await curator.people.list())[0]);
  await curator.people.workAs({ id: ana.id });
});
afterEach(async () => {
  await app.close();
});

/** Collects how many pixels the images that are served have on their longer side. */
async function watchSides(page: Page): Promise<ReadonlySet<number>> {
  const sides = new Set<number>();
  await page.route('**/image/*/shown', async (route) => {
    const response = await passOn(route);
    const { width, height } = await sharp(response.body).metadata();
    sides.add(Math.max(width, height));
    await route.fulfill(response);
  });
  return sides;
}

/** Where a spot of the image under a title is on the screen; images are fitted with a margin of 12 CSS pixels. */
async function spot(page: Page, title: string, x: number, y: number) {
  const image = page.getByRole('application');
  const pane = await restingBox(image.getByText(title, { exact: true }).locator('..'));
  const side = Math.min(pane.width, pane.height) - 24;
  return {
    x: pane.x + (pane.width - side) / 2 + (x * side) / SIDE,
    y: pane.y + (pane.height - side) / 2 + (y * side) / SIDE,
  };
}

interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const attributes = (page: Page) => page.getByRole('list', { name: 'Objects to find' }).getByRole('listitem');

async function drag(page: Page, title: string, { x1, y1, x2, y2 }: Box): Promise<void> {
  const from = await spot(page, title, x1, y1);
  const to = await spot(page, title, x2, y2);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** Answers what is asked with the mouse: the last candidate, the last field, boxes where they belong. */
async function withMouse(page: Page): Promise<void> {
  if ((await page.getByText('Candidate A').count()) > 0) {
    const first = await spot(page, 'A', 500, 500);
    await page.mouse.click(first.x, first.y);
    await until(() => page.getByRole('radio', { name: 'Candidate A' }).isChecked()).toBe(true);
    const at = await spot(page, 'D', 500, 500);
    await page.mouse.click(at.x, at.y);
    await until(() => page.getByRole('radio', { name: 'Candidate D' }).isChecked()).toBe(true);
    await page.getByText('Chosen').waitFor();
    return;
  }
  if ((await page.getByText('Grid pointing').count()) > 0) {
    const at = await spot(page, 'Collage', 760, 760);
    await page.mouse.click(at.x, at.y);
    await page.getByText('Bottom right is chosen.').waitFor();
    return;
  }
  // On the support image nothing can be drawn.
  await page.keyboard.press('r');
  await drag(page, 'Support', { x1: 200, y1: 200, x2: 400, y2: 400 });
  await page.keyboard.press('Escape');
  const names = await attributes(page).count();
  for (let place = 0; place < names; place += 1) {
    const row = attributes(page).nth(place);
    await row.getByText('Draw now').waitFor();
    const name = await row.locator('[class*=onceName]').innerText();
    const box = placeOf(name);
    await drag(page, 'Draw on this image', box);
    await row.getByText(/^(?:Drawn|Selected)$/u).waitFor();
  }
  await page.getByText('All answered.').waitFor();
}

/** Some place for each attribute; the nose begins within the left eye, as noses do. */
function placeOf(name: string): Box {
  if (name === 'Nose') return { x1: 300, y1: 300, x2: 490, y2: 740 };
  const at = ['Word', 'Left eye', 'Right eye', 'Nose', 'Mouth'].indexOf(name);
  return { x1: 60 + 10 * at, y1: 20 + 190 * at, x2: 460 + 10 * at, y2: 170 + 190 * at };
}

/** Answers what is asked by keyboard alone; of several attributes the last is not there. */
async function withKeys(page: Page): Promise<void> {
  if ((await page.getByText('Candidate A').count()) > 0) {
    await page.keyboard.press('b');
    await until(() => page.getByRole('radio', { name: 'Candidate B' }).isChecked()).toBe(true);
    return;
  }
  if ((await page.getByText('Grid pointing').count()) > 0) {
    await page.keyboard.press('1');
    await page.getByText('Top left is chosen.').waitFor();
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Top right is chosen.').waitFor();
    return;
  }
  const names = await attributes(page).count();
  const drawn = names === 1 ? 1 : names - 1;
  for (let place = 0; place < drawn; place += 1) {
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    for (let times = 0; times <= place; times += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await attributes(page)
      .nth(place)
      .getByText(/^(?:Drawn|Selected)$/u)
      .waitFor();
  }
  if (names === 1) return;
  await until(() => page.getByRole('button', { name: /^Submit/u }).isDisabled()).toBe(true);
  // A label that has its box is not drawn a second time: its box is taken in hand.
  await page.keyboard.press('1');
  await page.getByText(/has a box, now selected/u).waitFor();
  await page.keyboard.press('0');
  await attributes(page).last().getByRole('checkbox').and(page.locator(':checked')).waitFor();
}

/** Takes part from the consent to the end. `onFirst`: what else is looked at where a kind of question is met first. */
async function workAs(
  window: AppWindow,
  url: string,
  answer: (page: Page) => Promise<void>,
  onFirst: (kind: string) => Promise<void>,
): Promise<number> {
  const { page } = window;
  await page.goto(url);
  const met = new Set<string>();
  let steps = 0;
  for (;;) {
    await forward(page)
      .or(page.getByRole('heading', { name: 'Thank you' }))
      .first()
      .waitFor();
    if ((await page.getByRole('heading', { name: 'Thank you' }).count()) > 0) return steps;
    if ((await page.getByRole('button', { name: /^Submit/u }).count()) > 0) {
      await page.getByText('The image is still loading.').waitFor({ state: 'hidden' });
      steps += 1;
      const kind = await page
        .getByText(/^(?:Image matching|Grid pointing|Attribute localisation)$/u)
        .innerText();
      await answer(page);
      if (!met.has(kind)) await onFirst(kind);
      met.add(kind);
    }
    await goOn(page, 'key');
  }
}

/** What is stored of a study session, by the name of the question. */
function stored(id: StudySessionId): ReadonlyMap<string, StepAnswer> {
  const rows = app.core
    .services()
    .casebook.database.prepare<[string], { name: string; answer: string; active: number; shown: number }>(
      `SELECT i.external_id AS name, r.answer, r.active_ms AS active, r.shown_at AS shown FROM current_response r
       JOIN item i ON i.id = r.item_id WHERE r.session_id = ?`,
    )
    .all(id);
  for (const { active, shown } of rows) {
    expect(active).toBeGreaterThan(0);
    expect(shown).toBeGreaterThan(0);
  }
  return new Map(rows.map(({ name, answer }) => [name, StepAnswer.parse(JSON.parse(answer))]));
}

it('the three tasks are answered from start to end, with the mouse and by keyboard alone', async () => {
  const options = present(await curator.studies.options());
  const study = await curator.studies.save({
    title: 'People',
    // Each does every task here, also about one image.
    settings: { ...options.initial, apart: false, seed: 5, breakEvery: null, imageSide: SHOWN_SIDE },
  });
  await curator.studies.open({ id: study.id });
  const enrolled = await curator.studies.enrolNew({ id: study.id, count: 2, prefix: 'P' });
  const [first, second] = firsts(enrolled, 2);
  const linkOf = async (studySessionId: StudySessionId): Promise<string> =>
    (await curator.studies.link({ studySessionId })).url ?? '';

  const large = await app.open();
  const sides = await watchSides(large.page);
  const looked = new Set<string>();
  const steps = await workAs(large, await linkOf(first.studySessionId), withMouse, async (kind) => {
    looked.add(kind);
    expect(await accessibilityProblems(large.page), kind).toEqual([]);
    expect(await large.page.getByRole('main').innerText()).not.toMatch(
      /\.png|Ada|Cleo|OOD|gaussian|painted/u,
    );
    if (kind !== 'Attribute localisation') return;
    // What was drawn is there again after a reload, and so is what is given.
    await until(async () => {
      const drafts = app.core
        .services()
        .casebook.database.prepare<[], string>('SELECT answer FROM session_draft WHERE answer IS NOT NULL')
        .pluck()
        .all();
      return drafts.some((draft) => draft.includes('"boxes":[{'));
    }).toBe(true);
    const before = await attributes(large.page).allInnerTexts();
    await large.page.reload();
    await large.page.getByText('All answered.').waitFor();
    expect((await attributes(large.page).allInnerTexts()).length).toBe(before.length);
    await large.page.getByText('The image is still loading.').waitFor({ state: 'hidden' });
  });
  expect(steps).toBe(questions.length);
  expect(looked).toEqual(new Set(['Image matching', 'Grid pointing', 'Attribute localisation']));
  expect([...sides]).toEqual([SHOWN_SIDE]);
  expect(large.complaints).toEqual([]);

  const small = await app.open({ viewport: { width: 1024, height: 700 }, colorScheme: 'dark' });
  await workAs(small, await linkOf(second.studySessionId), withKeys, async (kind) => {
    expect(await accessibilityProblems(small.page), kind).toEqual([]);
  });
  expect(small.complaints).toEqual([]);

  const mouse = stored(first.studySessionId);
  const keys = stored(second.studySessionId);
  for (const { name, query } of questions) {
    const [byMouse, byKeys] = [mouse.get(name), keys.get(name)];
    if (query.kind === 'matching') {
      expect(byMouse).toEqual({ kind: 'choice', option: 'D' });
      expect(byKeys).toEqual({ kind: 'choice', option: 'B' });
    } else if (query.kind === 'grid') {
      expect(byMouse).toEqual({ kind: 'cell', row: 2, column: 2 });
      expect(byKeys).toEqual({ kind: 'cell', row: 1, column: 2 });
    } else {
      if (byMouse?.kind !== 'boxes' || byKeys?.kind !== 'boxes') throw new Error(`${name} has no boxes.`);
      // In pixels of the stored image, however large it was shown: to a pixel of the screen.
      expect(byMouse.boxes.map(({ label }) => label)).toEqual(query.attributes);
      for (const { label, x, y, width, height } of byMouse.boxes) {
        const { x1, y1, x2, y2 } = placeOf(label.charAt(0).toUpperCase() + label.slice(1).replace('_', ' '));
        for (const [is, wanted] of [
          [x, x1],
          [y, y1],
          [x + width, x2],
          [y + height, y2],
        ] as const)
          expect(Math.abs(is - wanted), `${name} ${label}`).toBeLessThan(3);
      }
      // In the middle of the view at first, a fifth of it wide and high.
      const drawn = query.attributes.length === 1 ? query.attributes : query.attributes.slice(0, -1);
      expect(byKeys.boxes).toEqual(
        drawn.map((label, place) => ({ label, x: 410 - 10 * (place + 1), y: 410, width: 205, height: 215 })),
      );
      expect(byKeys.absent).toEqual(query.attributes.length === 1 ? undefined : query.attributes.slice(-1));
    }
  }
}, 600_000);
