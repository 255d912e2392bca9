import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArrivalPage } from '../../shared/contract/arrivals.ts';
import { type StudySessionView } from '../../shared/domain/study.ts';
import { ParticipantLanguage } from '../../shared/domain/participantLanguage.ts';
import { catalogueText, type ParticipantText } from '../../shared/participantTexts/texts.ts';
import { accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import {
  scriptedImages,
  type ScriptedStudySession,
  scriptStudySession,
} from '../helpers/scriptedStudySession.ts';
import { goOn } from '../helpers/studySessionPage.ts';
import { until } from '../helpers/until.ts';

/** Pages of people who are elsewhere, in real Chromium; the core's side is scripted on the wire. */
let app: RunningApp;
let window: AppWindow;
let page: Page;
let script: ScriptedStudySession;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  window = await app.open();
  page = window.page;
  script = await scriptStudySession(page);
});

afterEach(async () => {
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

const LONG =
  'A longer text, as consent texts are: what is asked, for how long, and what becomes of it.\n\n'.repeat(6);
const [IMAGE] = scriptedImages;

type Step = Extract<StudySessionView, { view: 'step' }>;
const step = (change: Partial<Step>): StudySessionView => ({
  view: 'step',
  entry: 4,
  step: 'only',
  purpose: 'main',
  title: 'Question',
  prompt: 'What is to be seen?',
  answer: { kind: 'yes_no' },
  images: [IMAGE],
  earlier: [],
  remainingMilliseconds: 90_000,
  usedMilliseconds: 0,
  whileAway: 'run',
  draft: null,
  canGoBack: true,
  ...change,
});

const options = ['A red glass', 'A blue glass', 'No glass'].map((text) => ({ id: text, text }));

/** Pages with the text that says that each is there, and the last control on it. */
const PAGES: readonly {
  readonly name: string;
  readonly view: StudySessionView;
  readonly heading: ParticipantText | null;
  readonly last: ParticipantText;
}[] = [
  {
    name: 'consent',
    view: { view: 'consent', text: LONG, onWithdrawal: 'delete' },
    heading: 'consentTitle',
    last: 'notNow',
  },
  {
    name: 'instructions',
    view: {
      view: 'instructions',
      entry: 1,
      text: '',
      timeLimitSeconds: 90,
      preload: [IMAGE.id],
    },
    heading: 'instructionsTitle',
    last: 'continue',
  },
  {
    name: 'choice',
    view: step({ images: [], answer: { kind: 'choice', options, permute: false } }),
    heading: null,
    last: 'back',
  },
  { name: 'image', view: step({}), heading: null, last: 'back' },
  {
    name: 'boxes',
    view: step({ answer: { kind: 'boxes', labels: options, most: 3 } }),
    heading: null,
    last: 'back',
  },
  {
    name: 'cell',
    view: step({ answer: { kind: 'cell', rows: 2, columns: 2 } }),
    heading: null,
    last: 'back',
  },
  {
    name: 'end',
    view: { view: 'end', why: 'complete', text: 'Goodbye.', outcome: { code: 'C1XY99AB', address: null } },
    heading: 'endTitle',
    last: 'copyCode',
  },
  {
    name: 'withdrawn',
    view: { view: 'withdrawn', why: 'released', deleted: true },
    heading: 'releasedTitle',
    last: 'closeWindow',
  },
];

/** German has the longest words: the other languages are tried on what differs most. */
const pagesIn = (language: ParticipantLanguage) =>
  language === 'de' ? PAGES : PAGES.filter(({ name }) => ['consent', 'boxes', 'end'].includes(name));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Whether something lies beside the window, or is cut off there. */
async function cutOff(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      'h1, h2, p, label, button, legend, header, main, section',
    )) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1;
      if (isSeen && (left < -1 || right > clientWidth + 1))
        found.push(
          `${element.tagName} ${element.textContent.slice(0, 40)}: ${String(left)} to ${String(right)}`,
        );
      // A text that is longer than its button or line.
      if (isSeen && element.matches('button, label') && element.scrollWidth > element.clientWidth + 2)
        found.push(`${element.tagName} ${element.textContent.slice(0, 40)} is cut off`);
    }
    return found;
  });
}

describe.each(ParticipantLanguage.options)('participants’ pages in %s', (language) => {
  it.each(pagesIn(language))(
    'are whole and usable in small windows and large text: $name',
    async ({ view, heading, last }) => {
      script.set({ language, onWithdrawal: 'delete' });
      script.show(view);
      await page.reload();
      for (const [width, height, text] of [
        [360, 740, 100],
        [360, 740, 200],
        [1024, 768, 100],
        [1440, 900, 200],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate((size) => (document.documentElement.style.fontSize = `${String(size)}%`), text);
        const name = heading === null ? 'What is to be seen?' : catalogueText(language, heading);
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        await page.getByText(catalogueText(language, 'imageLoading')).waitFor({ state: 'hidden' });
        const where = `${String(width)} × ${String(height)}, text at ${String(text)} %`;
        expect(await cutOff(), where).toEqual([]);
        // The last element can be scrolled into view.
        const end = page.getByText(new RegExp(escaped(catalogueText(language, last)), 'u')).last();
        await end.scrollIntoViewIfNeeded();
        const bounds = await end.boundingBox();
        expect(bounds === null ? null : bounds.y + bounds.height, where).toBeLessThanOrEqual(height + 1);
        expect(bounds?.y ?? -1, where).toBeGreaterThanOrEqual(0);
      }
      expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`, 'u'));
      expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    },
  );

  it('are gone through by keyboard alone', async () => {
    script.set({ language });
    script.show(step({ images: [], answer: { kind: 'choice', options, permute: false } }));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await page.getByRole('heading', { name: 'What is to be seen?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await until(() => page.getByRole('radio', { name: 'A blue glass' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    const submit = page.getByRole('button', {
      name: new RegExp(`^${catalogueText(language, 'submit')}`, 'u'),
    });
    await until(() => submit.evaluate((element) => element === document.activeElement)).toBe(true);
    await until(() => submit.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByText('Goodbye.').waitFor();
    expect(script.answers.map(({ answer }) => answer)).toEqual([{ kind: 'choice', option: 'A blue glass' }]);
  });
});

const SCREENING: ArrivalPage['now'] = {
  view: 'screening',
  questions: [
    { prompt: 'Do you wear glasses or contact lenses?', options: ['Yes', 'No'] },
    { prompt: 'How old are you?', options: ['Under 18', '18 to 60', 'Over 60'] },
  ],
};

describe('the pages of an arrival', () => {
  it.each<[ParticipantLanguage, ParticipantText, ArrivalPage['now']]>([
    ['de', 'consentTitle', { view: 'consent', text: LONG, onWithdrawal: 'keep' }],
    ['de', 'screeningTitle', SCREENING],
    ['zh', 'screeningTitle', SCREENING],
    ['de', 'deviceTitle', { view: 'device', problem: 'small', needs: { width: 1024, height: 768 } }],
    [
      'de',
      'screenedOutTitle',
      { view: 'screenedOut', outcome: { code: 'S1', address: 'https://panel.example/' } },
    ],
    ['en', 'fullTitle', { view: 'full' }],
    ['de', 'previewTitle', { view: 'preview', instructions: LONG }],
  ])('are whole in %s: %s', async (language, heading, now) => {
    script.arrive({
      title: 'What people see',
      language,
      replacedTexts: {},
      preview: true,
      now,
    });
    await page.reload();
    for (const [width, height, text] of [
      [360, 740, 200],
      [1024, 768, 100],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => (document.documentElement.style.fontSize = `${String(size)}%`), text);
      await page.getByRole('heading', { name: catalogueText(language, heading), level: 1 }).waitFor();
      expect(await cutOff()).toEqual([]);
    }
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });
});

describe('the images of what comes next', () => {
  it('are loaded while instructions are read, and not again when they are shown', async () => {
    const [first, second] = scriptedImages;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/image/')) asked.push(pathname);
    });
    script.show({
      view: 'start',
      entry: 3,
      text: '',
      timeLimitSeconds: null,
      preload: [first.id, second.id],
    });
    script.follow(step({ images: [first] }));
    await page.reload();
    const expected = [first, second].map(({ id }) => `/image/${id}/shown`).sort();
    await until(async () => asked.toSorted()).toEqual(expected);
    await goOn(page);
    await page.getByRole('heading', { name: 'What is to be seen?' }).waitFor();
    await page.getByText('The image is still loading.').waitFor({ state: 'hidden' });
    await page.keyboard.press('y');
    await goOn(page);
    await page.getByText('Goodbye.').waitFor();
    expect(script.answers[0]?.timing.shownAt).toBeGreaterThan(0);
    expect(asked.toSorted()).toEqual(expected);
  });
});
