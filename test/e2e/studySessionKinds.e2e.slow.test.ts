import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerKind } from '../../shared/domain/baseline.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import {
  scriptedImages,
  type ScriptedStudySession,
  scriptStudySession,
} from '../helpers/scriptedStudySession.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { goOn } from '../helpers/studySessionPage.ts';
import { handOn } from '../helpers/touch.ts';
import { until } from '../helpers/until.ts';

/** Kinds of answer that no benchmark asks for yet, in real Chromium; the core's side is scripted on the wire. */
let app: RunningApp;
let window: AppWindow;
let page: Page;
let studySession: ScriptedStudySession;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  window = await app.open();
  page = window.page;
  studySession = await scriptStudySession(page);
});

afterEach(async () => {
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

type Step = Extract<StudySessionView, { view: 'step' }>;

/** Shows a step of this kind, and waits until its images are on the screen. */
async function show(answer: AnswerKind, change: Partial<Step> = {}): Promise<void> {
  studySession.show({
    view: 'step',
    entry: 4,
    step: 'only',
    purpose: 'main',
    title: 'Question',
    prompt: 'What is to be seen?',
    answer,
    images: [scriptedImages[0]],
    earlier: [],
    remainingMilliseconds: null,
    usedMilliseconds: 0,
    whileAway: 'hide',
    draft: null,
    canGoBack: false,
    ...change,
  });
  await page.reload();
  await page.getByRole('heading', { name: 'What is to be seen?' }).waitFor();
  await page.getByText('The image is still loading.').waitFor({ state: 'hidden' });
}

const canvas = () => page.getByRole('application');

/** Where a spot of the one image is on the screen; the image is fitted with a margin of 12 CSS pixels. */
async function spot(x: number, y: number): Promise<{ readonly x: number; readonly y: number }> {
  const bounds = await restingBox(canvas());
  const [image] = scriptedImages;
  const scale = Math.min((bounds.width - 24) / image.width, (bounds.height - 24) / image.height);
  return {
    x: bounds.x + (bounds.width - image.width * scale) / 2 + x * scale,
    y: bounds.y + (bounds.height - image.height * scale) / 2 + y * scale,
  };
}

async function submit(): Promise<void> {
  await goOn(page, 'key');
  await page.getByText('Goodbye.').waitFor();
}

const LABELS = [
  { id: 'person', text: 'A person' },
  { id: 'thing', text: 'A thing' },
];

describe('an answer on the image', () => {
  it('is a field of the grid, by a click and with the arrow keys', async () => {
    await show({ kind: 'cell', rows: 5, columns: 8 });
    const at = await spot(500, 300);
    await page.mouse.click(at.x, at.y);
    await page.getByText('Row 2, column 3 is chosen.').waitFor();
    await canvas().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Row 3, column 4 is chosen.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit();
    expect(studySession.answers.map(({ answer }) => answer)).toEqual([{ kind: 'cell', row: 3, column: 4 }]);
  });

  it('is boxes, drawn with the pointer and without, labelled, deleted', async () => {
    await show({ kind: 'boxes', labels: LABELS, most: 2 });
    await page.keyboard.press('r');
    const from = await spot(200, 200);
    const to = await spot(600, 500);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    const drawn = page.getByRole('list', { name: 'Boxes drawn' }).getByRole('listitem');
    await until(async () => drawn.count()).toBe(1);
    await page.keyboard.press('2');
    await until(async () => drawn.allInnerTexts()).toEqual([expect.stringContaining('A thing')]);
    await canvas().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await until(async () => drawn.count()).toBe(2);
    // There is room for two.
    await page.keyboard.press('r');
    await page.getByText('You can draw 2 at most.').first().waitFor();
    await page.getByRole('button', { name: 'Delete box 2' }).click();
    await until(async () => drawn.count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit();
    const [sent] = studySession.answers;
    if (sent?.answer.kind !== 'boxes') throw new Error('No boxes were sent.');
    const [box] = sent.answer.boxes;
    expect(sent.answer.boxes).toHaveLength(1);
    expect(box?.label).toBe('thing');
    for (const [name, expected] of [
      ['x', 200],
      ['y', 200],
      ['width', 400],
      ['height', 300],
    ] as const)
      expect(Math.abs((box?.[name] ?? 0) - expected)).toBeLessThan(4);
  });

  it('is an image for each text, by click, by digit and by its own buttons', async () => {
    const texts = ['Sand', 'Grass', 'Water'].map((text) => ({ id: text, text }));
    const [first, second, third] = scriptedImages;
    const images = ['1', '2', '3'].map((id) => ({ id, text: `Image-${id}` }));
    await show({ kind: 'matching', texts, images, permute: false }, { images: [first, second, third] });
    const bounds = await restingBox(canvas());
    // The second image stands at the top right.
    await page.mouse.click(bounds.x + bounds.width * 0.75, bounds.y + bounds.height * 0.25);
    await until(async () =>
      page.getByRole('radiogroup', { name: /Sand/u }).getByLabel('Image-2').isChecked(),
    ).toBe(true);
    // The next text is in hand by now.
    await page.keyboard.press('1');
    await until(async () =>
      page.getByRole('radiogroup', { name: /Grass/u }).getByLabel('Image-1').isChecked(),
    ).toBe(true);
    // And the next one after it; a letter takes another one in hand.
    await page.keyboard.press('2');
    await page.keyboard.press('c');
    await page.keyboard.press('3');
    await page
      .getByRole('radiogroup', { name: /Water/u })
      .getByLabel('Image-3')
      .and(page.locator(':checked'))
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit();
    expect(studySession.answers.map(({ answer }) => answer)).toEqual([
      { kind: 'matching', pairs: { Sand: '2', Grass: '1', Water: '3' } },
    ]);
  });
});

describe('an image', () => {
  it('can be zoomed and dragged, and the time runs from when it was painted', async () => {
    const asked = await page.evaluate(() => Date.now());
    await show({ kind: 'yes_no' });
    const before = await canvas().screenshot();
    const at = await spot(800, 500);
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -600);
    await until(async () => (await canvas().screenshot()).equals(before)).toBe(false);
    const zoomed = await canvas().screenshot();
    await page.mouse.down();
    await page.mouse.move(at.x + 120, at.y + 60, { steps: 3 });
    await page.mouse.up();
    await until(async () => (await canvas().screenshot()).equals(zoomed)).toBe(false);
    await page.keyboard.press('y');
    await submit();
    const timing = studySession.answers[0]?.timing;
    expect(timing?.shownAt).toBeGreaterThanOrEqual(asked);
    expect(timing?.activeMilliseconds).toBeGreaterThan(0);
  });
});

describe('a touch screen', () => {
  it('has the image moved by one finger, zoomed by two, and a box drawn by one with the tool', async () => {
    await show({ kind: 'boxes', labels: LABELS, most: 2 });
    const hand = await handOn(page);
    const middle = await spot(800, 500);
    const at = (dx: number, dy: number) => ({ x: middle.x + dx, y: middle.y + dy });
    const drawn = page.getByRole('list', { name: 'Boxes drawn' }).getByRole('listitem');
    const before = await canvas().screenshot();
    await hand.pinch([at(-20, 0), at(-120, 0)], [at(20, 0), at(120, 0)]);
    await until(async () => (await canvas().screenshot()).equals(before)).toBe(false);
    expect(await drawn.count()).toBe(0);
    const zoomed = await canvas().screenshot();
    await page.keyboard.press('Escape');
    await hand.drag(at(0, 0), at(40, 20), at(80, 40));
    await until(async () => (await canvas().screenshot()).equals(zoomed)).toBe(false);
    expect(await drawn.count()).toBe(0);
    await page.getByRole('button', { name: /New box/u }).click();
    await hand.drag(at(-60, -40), at(0, 0), at(60, 40));
    await until(async () => drawn.count()).toBe(1);
    await submit();
    const [sent] = studySession.answers;
    if (sent?.answer.kind !== 'boxes') throw new Error('No boxes were sent.');
    expect(sent.answer.boxes).toHaveLength(1);
    expect(sent.answer.boxes[0]?.width).toBeGreaterThan(20);
  });
});
