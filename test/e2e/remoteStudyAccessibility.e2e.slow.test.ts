import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecruitmentSettings } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ParticipantLanguage } from '../../shared/domain/participantLanguage.ts';
import { catalogueText, participantTextNames } from '../../shared/participantTexts/texts.ts';
import { dataPath, put, quietly } from '../helpers/casebooks.ts';
import { looksWrong } from '../helpers/everySize.ts';
import { nothingComing } from '../helpers/onScreen.ts';
import { addPerceptionTasks } from '../helpers/perceptionTasks.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { present } from '../helpers/present.ts';
import {
  answerStep,
  openStudy,
  type OpenStudy,
  panelIds,
  type Remote,
  screen,
  startRemote,
  studyPages,
  type StudyPages,
} from '../helpers/remoteStudyPage.ts';
import { until } from '../helpers/until.ts';

/*
 * Every page that a participant from elsewhere can meet, in each language, in three sizes, light and dark, and in text twice
 * as large; and a whole study by keyboard alone. With CASEBOOK_SHOTS=FOLDER, pictures of all of it are put there.
 */

const LANGUAGES = ['en', 'de', 'zh'] as const;
const TITLES = { en: 'Hidden details', de: 'Verborgene Einzelheiten', zh: '隐藏的细节' } as const;
/** What the study itself says. */
const OWN: Readonly<Record<ParticipantLanguage, string>> = {
  en: 'You are asked to look at photos and to answer questions about them. Taking part is voluntary.',
  de: 'Sie sehen Fotos und beantworten Fragen dazu. Die Teilnahme ist freiwillig, und Sie können jederzeit aufhören.',
  zh: '您将看到一些照片，并回答有关照片的问题。参与是自愿的，您可以随时退出。',
};
const SCREENING: Readonly<Record<ParticipantLanguage, readonly [string, string, string]>> = {
  en: ['Do you see well, with glasses or without?', 'Yes', 'No'],
  de: ['Sehen Sie gut, mit oder ohne Brille?', 'Ja', 'Nein'],
  zh: ['您的视力（包括佩戴眼镜后）是否良好？', '是', '否'],
};
const CHECKS: Readonly<Record<ParticipantLanguage, readonly [string, ...string[]]>> = {
  en: ['To show that you read this, choose green.', 'Red', 'Green', 'Blue'],
  de: ['Um zu zeigen, dass Sie dies lesen, wählen Sie Grün.', 'Rot', 'Grün', 'Blau'],
  zh: ['为表明您已阅读此内容，请选择绿色。', '红色', '绿色', '蓝色'],
};
/** The tasks by their names in each language, in the order of TASKS. */
const TASKS = ['attribute-localisation', 'grid-pointing', 'image-matching'] as const;
const TASK_NAMES: Readonly<Record<ParticipantLanguage, readonly [string, string, string]>> = {
  en: ['Attribute localisation', 'Grid pointing', 'Image matching'],
  de: ['Merkmale finden', 'Feld zeigen', 'Bilder zuordnen'],
  zh: ['定位特征', '指出格子', '图像匹配'],
};
const CODE = 'C1KZ7QPA';
const ADDRESS = `https://app.prolific.com/submissions/complete?cc=${CODE}`;

/** Photos with a claim each; the last one has no clue. */
const PHOTOS: readonly JsonObject[] = [1, 2, 3].map((number) => ({
  data_path: `${number < 3 ? 'true' : 'false'}_images/${String(number)}.jpg`,
  label: number < 3,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins:
    'My boyfriend says that he is alone in his hotel room and sent me this photo. Do you notice anything suspicious?',
  ...(number < 3 && {
    detm_cue: 'A second person is reflected in the window.',
    non_detm_cue: ['Two glasses stand on the table.'],
    p_sub_ins: ['Is there a reflection in the window?'],
    p_sub_ans: ['Yes'],
    r_sub_ins: ['Does the reflection show a second person?'],
    r_sub_ans: ['Yes'],
  }),
  url: `https://example.org/${String(number)}`,
}));

let remote: Remote;
afterEach(async () => {
  await remote[Symbol.asyncDispose]();
});

const inLanguage = (language: ParticipantLanguage) => {
  const [prompt, yes, no] = SCREENING[language];
  const [check, ...options] = CHECKS[language];
  const settings: Partial<StudySettings> = {
    language,
    texts: { consent: OWN[language], instructions: OWN[language], breaks: '', thanks: '' },
    attention: { checks: [{ prompt: check, options, expected: 1 }], every: 1 },
    breakEvery: 1,
    timeLimitSeconds: 900,
    allowBack: true,
  };
  const recruitment: Partial<RecruitmentSettings> = {
    places: 3,
    device: { width: 0, height: 0, touch: true },
    outcomes: {
      complete: { code: CODE, address: ADDRESS },
      screenedOut: { code: 'OUT2K', address: ADDRESS },
      attention: null,
    },
    screening: [
      {
        prompt,
        options: [
          { text: yes, passes: true },
          { text: no, passes: false },
        ],
      },
    ],
  };
  return { settings, recruitment, pass: yes, fail: no };
};

async function startPhotos(): Promise<void> {
  remote = await startRemote('caughtcheating', async ({ importExport }, folder) => {
    const source = put(`${folder}/data_info.json`, JSON.stringify(PHOTOS));
    for (const [seed, item] of PHOTOS.entries()) {
      const file = put(`${folder}/${dataPath(item)}`, '');
      await drawPhotograph(file, { width: 900, height: 600, seed });
    }
    await importExport.import({ source, format: 'caughtcheating' }, null, quietly);
  });
}

/** A browser of somebody who comes by a link, in their language; what is wrong with its pages is gathered. */
async function comer(language: ParticipantLanguage, link: string, problems: string[]) {
  const visitor = await remote.visitor({ locale: { en: 'en-GB', de: 'de-DE', zh: 'zh-CN' }[language] });
  const { page, context } = visitor;
  await context.route('https://app.prolific.com/**', (route) => route.fulfill({ body: 'Welcome back' }));
  const pages = studyPages(page, language);
  await page.goto(link);
  return {
    visitor,
    page,
    pages,
    look: async (name: string): Promise<void> => {
      problems.push(
        ...(await looksWrong(page, `${language}-${name}`)),
        ...(await english(page, language, name)),
      );
    },
  };
}

/** What of the page is said in English although there are words in its language. */
async function english(page: Page, language: ParticipantLanguage, name: string): Promise<readonly string[]> {
  if (language === 'en') return [];
  const text = await page.locator('body').innerText();
  return participantTextNames
    .map((key) => ({ own: catalogueText(language, key), other: catalogueText('en', key) }))
    .filter(({ own, other }) => own !== other && other.length > 8 && text.includes(other))
    .map(({ other }) => `${language}-${name} says in English: ${other}`);
}

/** Whether the images are there that a step asks about. */
async function imageIsThere({ page, say }: StudyPages): Promise<void> {
  await until(() => page.getByText(say('imageLoading')).count()).toBe(0);
  await until(() => page.getByText(say('canvasLoading')).count()).toBe(0);
  await nothingComing(page);
}

/** What a page is, in a word; each is looked at once. */
async function kindOf(pages: StudyPages): Promise<string> {
  const { page } = pages;
  for (const title of ['instructionsTitle', 'startTitle', 'breakTitle', 'feedbackTitle', 'endTitle'] as const)
    if ((await pages.heading(title).count()) > 0) return title.replace('Title', '');
  if ((await pages.button('submit').count()) === 0) return 'unknown';
  const image = (await page.getByRole('application').count()) > 0 ? 'image' : 'plain';
  if ((await page.getByRole('textbox').count()) > 0) return 'text';
  return `choice-${image}`;
}

async function answer(pages: StudyPages, language: ParticipantLanguage): Promise<void> {
  const { page } = pages;
  const yes = page.getByRole('radio', { name: pages.say('yes'), exact: true });
  if ((await yes.count()) > 0) await yes.check();
  else await answerStep(pages, { option: CHECKS[language][2] ?? '' });
}

async function photoStudy(language: ParticipantLanguage): Promise<OpenStudy> {
  const { rows } = await remote.ana.items.list({
    filter: { label: ['clued'] },
    sort: { by: 'imported', descending: false },
    offset: 0,
    limit: 1,
  });
  const { settings, recruitment } = inLanguage(language);
  return openStudy(
    remote,
    TITLES[language],
    { ...settings, practice: rows.map(({ id }) => id) },
    recruitment,
  );
}

describe('a participant’s pages about photos', () => {
  beforeEach(startPhotos);

  it.each(LANGUAGES)(
    'have no fault in any size, theme or size of text: %s',
    async (language) => {
      const study = await photoStudy(language);
      const { ana } = remote;
      const { pass, fail } = inLanguage(language);
      const settings = present((await ana.recruitment.get({ id: study.id }))?.settings);
      const change = (part: Partial<RecruitmentSettings>) =>
        ana.recruitment.save({ id: study.id, settings: { ...settings, ...part } });
      const problems: string[] = [];

      // Before a place: another device, consent, no consent, screening.
      await change({ device: { width: 4000, height: 3000, touch: true } });
      const one = await comer(language, study.linkOf('one'), problems);
      await one.pages.heading('deviceTitle').waitFor();
      await one.look('device');
      await change({});
      await one.pages.button('tryAgain').click();
      await one.pages.heading('consentTitle').waitFor();
      await one.look('consent');
      await one.pages.button('disagree').click();
      await one.pages.heading('declinedTitle').waitFor();
      await one.look('declined');
      await one.pages.button('readAgain').click();
      await one.pages.goOn();
      await one.pages.heading('screeningTitle').waitFor();
      await one.look('screening');
      await screen(one.pages, [pass], async () => one.look('ready'));

      // The study: each kind of page once.
      const seen = new Set<string>();
      for (let count = 0; count < 60 && !seen.has('end'); count += 1) {
        await one.pages.wayOn().or(one.pages.heading('endTitle')).first().waitFor();
        const kind = await kindOf(one.pages);
        const isPractice = (await one.page.getByText(one.pages.say('practiceMark')).count()) > 0;
        if (kind === 'end') await one.pages.button('stayHere').click();
        else await imageIsThere(one.pages);
        if (!seen.has(kind) && !(kind === 'text' && isPractice)) {
          seen.add(kind);
          await one.look(kind);
          if (kind === 'text') {
            await interrupt(one, study, language);
            continue;
          }
        }
        if (kind === 'end') break;
        if ((await one.pages.button('submit').count()) > 0) await answer(one.pages, language);
        await one.pages.goOn();
      }
      expect([...seen].toSorted()).toEqual(
        [
          'break',
          'choice-image',
          'choice-plain',
          'end',
          'feedback',
          'instructions',
          'start',
          'text',
        ].toSorted(),
      );
      await one.page.getByText(CODE, { exact: true }).waitFor();

      // Screened out, gone by their own wish, gone by the panel's.
      const two = await comer(language, study.linkOf('two'), problems);
      await two.pages.goOn();
      await screen(two.pages, [fail]);
      await two.pages.button('stayHere').click();
      await two.look('screened-out');
      const three = await comer(language, study.linkOf('three'), problems);
      await three.pages.goOn();
      const places = await noPlaceYet(three);
      await Promise.all([screen(three.pages, [pass]), places.seen.then(places.free)]);
      await three.pages.heading('instructionsTitle').waitFor();
      await three.pages.button('leave').click();
      await three.page.getByRole('dialog').waitFor();
      await three.look('leave');
      await three.pages.button('leaveForGood').click();
      await three.pages.heading('leftTitle').waitFor();
      await three.look('left');
      const four = await comer(language, study.linkOf('four'), problems);
      await four.pages.goOn();
      await screen(four.pages, [pass]);
      await four.pages.heading('instructionsTitle').waitFor();
      const csv = `Participant id,Status\n${panelIds('four').PROLIFIC_PID},RETURNED\n`;
      expect(await ana.recruitment.panelStatus({ id: study.id, csv })).toMatchObject({ released: 1 });
      await four.page.reload();
      await four.pages.heading('panelEndedTitle').waitFor();
      await four.look('panel-ended');

      // No place, no study, a look ahead, and a link that is not complete.
      await change({ places: 1 });
      const five = await comer(language, study.linkOf('five'), problems);
      await five.pages.heading('fullTitle').waitFor();
      await five.look('full');
      await change({ open: false });
      await five.pages.button('tryAgain').click();
      await five.pages.heading('closedTitle').waitFor();
      await five.look('closed');
      await change({});
      const six = await comer(language, study.previewLink, problems);
      await six.pages.goOn();
      await screen(six.pages, [pass]);
      await six.pages.heading('previewTitle').waitFor();
      await six.look('preview');
      const seven = await comer(language, `${remote.at.url.origin}/s/nothing`, problems);
      await seven.page.getByRole('heading', { level: 1 }).waitFor();
      await seven.look('no-study');
      expect(problems).toEqual([]);
    },
    400_000,
  );
});

/** A second tab takes over and gives back; the connection is lost and comes back. */
async function interrupt(
  { visitor, pages, page, look }: Awaited<ReturnType<typeof comer>>,
  study: OpenStudy,
  language: ParticipantLanguage,
): Promise<void> {
  const second = studyPages(await visitor.tab(), language);
  await second.page.goto(study.linkOf('one'));
  await second.wayOn().waitFor();
  await pages.heading('takenOverTitle').waitFor();
  await look('taken-over');
  await second.page.close();
  await pages.button('continueHere').click();
  await pages.wayOn().waitFor();
  await imageIsThere(pages);
  await answer(pages, language);
  await visitor.context.route('**/rpc/studySessions/*', (route) => route.abort('connectionfailed'));
  await until(() => pages.wayOn().getAttribute('aria-disabled')).toBe('false');
  await pages.wayOn().click();
  await page.getByText(pages.say('notReceivedTitle')).waitFor();
  await look('not-received');
  await visitor.context.unroute('**/rpc/studySessions/*');
  await page.getByText(pages.say('notReceivedTitle')).waitFor({ state: 'detached' });
  await pages.wayOn().waitFor();
  await imageIsThere(pages);
}

/** Many people take places at once: `seen` looks at the page that waits, and after `free` it goes on by itself. */
async function noPlaceYet({ visitor, pages, page, look }: Awaited<ReturnType<typeof comer>>) {
  const begin = '**/rpc/arrivals/begin';
  const body = {
    json: {
      defined: true,
      code: 'FAILED',
      status: 429,
      message: 'Many.',
      data: { code: 'busy', hint: null },
    },
  };
  await visitor.context.route(begin, (route) => route.fulfill({ status: 429, json: body }));
  return {
    seen: page
      .getByText(pages.say('crowdTitle'))
      .waitFor()
      .then(async () => look('crowd')),
    free: async () => visitor.context.unroute(begin),
  };
}

/** Presses Tab until an element has the focus, as somebody does who has no pointer. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let times = 0; times < 60; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${String(target)}.`);
}

describe('a whole study by keyboard alone', () => {
  beforeEach(startPhotos);

  it('leads from the link to the way back, with every page’s buttons reached by Tab', async () => {
    const study = await photoStudy('en');
    const { page, pages } = await comer('en', study.linkOf('keys'), []);
    await pages.heading('consentTitle').waitFor();
    await tabTo(page, pages.button('disagree'));
    await page.keyboard.press('Space');
    await tabTo(page, pages.button('readAgain'));
    await page.keyboard.press('Enter');
    await tabTo(page, pages.wayOn());
    await page.keyboard.press('Enter');
    await pages.heading('screeningTitle').waitFor();
    const [yes, no] = [page.getByRole('radio').first(), page.getByRole('radio').last()];
    await tabTo(page, yes);
    await page.keyboard.press('ArrowDown');
    await until(() => no.isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    await until(() => yes.isChecked()).toBe(true);
    await pages.goOn('key');
    let steps = 0;
    for (;;) {
      await pages.wayOn().or(pages.heading('endTitle')).first().waitFor();
      if ((await pages.heading('endTitle').count()) > 0) break;
      if ((await pages.button('submit').count()) > 0) {
        await imageIsThere(pages);
        steps += 1;
        if ((await page.getByRole('textbox').count()) > 0) {
          await tabTo(page, page.getByRole('textbox'));
          await page.keyboard.type('A second glass');
          // Tab leads out of the text.
          await until(() => pages.wayOn().getAttribute('aria-disabled')).toBe('false');
          await tabTo(page, pages.wayOn());
          await page.keyboard.press('Enter');
          await pages.wayOn().and(page.locator('[aria-busy]')).waitFor({ state: 'detached' });
          continue;
        }
        // The second option: no, or green.
        await page.keyboard.press((await page.getByText('choose green').count()) > 0 ? 'b' : 'n');
        await until(() => page.getByRole('radio').nth(1).isChecked()).toBe(true);
      }
      await pages.goOn('key');
    }
    // One photo to practise and two more, one of them without a clue, each of these with a check.
    expect(steps).toBe(3 + 3 + 1 + 2);
    await tabTo(page, pages.button('stayHere'));
    await page.keyboard.press('Enter');
    await page.getByText(pages.say('staysHere')).last().waitFor();
    await tabTo(page, pages.button('copyCode'));
    await page.keyboard.press('Enter');
    await page.getByText(pages.say('copied')).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
    await tabTo(page, pages.button('returnNow'));
    await page.keyboard.press('Enter');
    await page.waitForURL(ADDRESS);
  });
});

describe('a participant’s pages about images to choose, point at and draw on', () => {
  beforeEach(async () => {
    remote = await startRemote('observatory', (services, folder) =>
      addPerceptionTasks(services, folder, { matching: 1, grid: 1, guided: 1 }),
    );
  });

  it.each(LANGUAGES)('have no fault in any size, theme or size of text: %s', async (language) => {
    const { settings, recruitment } = inLanguage(language);
    const study = await openStudy(
      remote,
      TITLES[language],
      { ...settings, breakEvery: null, attention: { checks: [], every: 1 }, apart: false, seed: 5 },
      { ...recruitment, screening: [] },
    );
    const problems: string[] = [];
    const { page, pages, look } = await comer(language, study.linkOf('one'), problems);
    const seen = new Set<string>();
    for (let count = 0; count < 12 && seen.size < 3; count += 1) {
      await until(() => pages.wayOn().count()).toBe(1);
      if ((await pages.button('submit').count()) > 0) {
        await imageIsThere(pages);
        const names = TASK_NAMES[language];
        const named = await page.getByText(new RegExp(`^(?:${names.join('|')})$`, 'u')).innerText();
        // The name stands in capitals where the script has them.
        const kind = TASKS[names.findIndex((name) => name.toLowerCase() === named.toLowerCase())] ?? named;
        if (!seen.has(kind)) await look(kind);
        seen.add(kind);
        const absent = await page.getByRole('list').getByRole('checkbox').all();
        if (absent.length === 0) await page.getByRole('radio').nth(1).check();
        for (const box of absent) await box.check();
      }
      await pages.goOn();
    }
    expect([...seen].toSorted()).toEqual(TASKS);
    expect(problems).toEqual([]);
  });
});
