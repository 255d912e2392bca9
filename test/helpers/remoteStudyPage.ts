import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { builtPages } from '../../electron/hosts/browser/browserApp.ts';
import type { AnsweredRequest } from '../../electron/hosts/network/networkGuard.ts';
import type { RecruitmentSettings } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { PersonId, StudyId } from '../../shared/base/ids.ts';
import type { ParticipantLanguage } from '../../shared/domain/participantLanguage.ts';
import { participantTexts, type Phrasebook, type WholeText } from '../../shared/participantTexts/texts.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { put, quietly } from './casebooks.ts';
import { useChromium } from './chromium.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { makeCertificate, startTestHost, type TestHost } from './networkHost.ts';
import { onScreen } from './onScreen.ts';
import { drawPhotograph } from './photographs.ts';
import { present } from './present.ts';
import { followRequests } from './quiet.ts';
import { argusPairs, LATER } from './study.ts';
import { until } from './until.ts';
import { recordWire, type Wire } from './wire.ts';

/** A casebook of Ana's on a network, over TLS, with the built pages and a Chromium. */
export interface Remote {
  readonly core: Core;
  readonly folder: string;
  readonly at: TestHost;
  readonly ana: Client;
  readonly anaId: PersonId;
  /** By how many milliseconds the clock of the core runs ahead. */
  readonly clock: { ahead: number };
  /** What the host answered so far. */
  readonly answered: readonly AnsweredRequest[];
  readonly browser: Browser;
  /** Somebody's browser: its cookies are its own. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** One browser with one page, and what came over its wire. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What its pages complained of: errors nobody caught, console errors, refusals of the content security policy. */
  readonly complaints: readonly string[];
  readonly wire: Wire;
  /** Another page of the same browser. */
  tab(): Promise<Page>;
}

/** Puts a new casebook of a benchmark on a network. `fill`: brings its items in, from files that it makes in the folder. */
export async function startRemote(
  benchmark: string,
  fill: (services: Services, folder: string) => Promise<unknown>,
): Promise<Remote> {
  const folder = temporaryFolder();
  const clock = { ahead: 0 };
  const core = createCore(testPorts(folder.path, { now: () => Date.now() + clock.ahead }));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark,
    title: 'Remote',
    person: 'Ana',
  });
  await fill(services, folder.join('source'));
  const first = present(services.people.list()[0]);
  const answered: AnsweredRequest[] = [];
  const at = await startTestHost(core, first.id, {
    tls: makeCertificate(folder.path),
    pages: await builtPages(undefined),
    note: (request) => answered.push(request),
    // Everybody comes from this machine; people of a panel come from as many networks.
    limits: { placesAtLeast: 100 },
  });
  const { browser, done } = await useChromium();
  return {
    core,
    folder: folder.path,
    at,
    ana: await clientAs(core, first.id),
    anaId: first.id,
    clock,
    answered,
    browser,
    async visitor(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1024, height: 700 },
        screen: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
        ignoreHTTPSErrors: true,
        ...options,
      });
      const complaints: string[] = [];
      const wire = recordWire(context);
      const tab = async (): Promise<Page> => {
        const page = await context.newPage();
        followRequests(page);
        page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        return page;
      };
      return { page: await tab(), context, complaints, wire, tab };
    },
    async [Symbol.asyncDispose]() {
      await done();
      await at[Symbol.asyncDispose]();
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Brings in Argus items on photographs, whose every text but the two questions holds {@link LATER}. */
export async function importArgus(services: Services, folder: string, count: number): Promise<void> {
  mkdirSync(`${folder}/images`, { recursive: true });
  const items = argusPairs(count).map((item, index) => ({
    ...item,
    ...Object.fromEntries(
      ['topic', 'item', 'scenario', 'trap', 'answer'].map((field) => [
        field,
        `The ${LATER} ${field} ${String(index)}.`,
      ]),
    ),
    image: `images/${LATER}-${String(index)}.jpg`,
  }));
  await Promise.all(
    items.map(({ image }, seed) => drawPhotograph(`${folder}/${image}`, { width: 640, height: 480, seed })),
  );
  const source = put(`${folder}/argus.jsonl`, items.map((item) => JSON.stringify(item)).join('\n'));
  await services.importExport.import({ source, format: 'argus' }, null, quietly);
}

/** A study that is open to everybody with its link. */
export interface OpenStudy {
  readonly id: StudyId;
  /** The link of one person as a panel sends it, of a study for Prolific. */
  linkOf(name: string): string;
  readonly previewLink: string;
}

/** What a panel knows somebody by: nothing of it may be in what others read. */
export const panelIds = (name: string) => ({
  PROLIFIC_PID: `5f3c0panel${name}`,
  STUDY_ID: '61ac0study',
  SESSION_ID: `62bd0submission${name}`,
});

/** Opens a study to people from Prolific. */
export async function openStudy(
  { ana }: Pick<Remote, 'ana'>,
  title: string,
  settings: Partial<StudySettings>,
  recruitment: Partial<RecruitmentSettings>,
): Promise<OpenStudy> {
  const options = present(await ana.studies.options());
  const { id } = await ana.studies.save({
    title,
    settings: { ...options.initial, followUps: 'with_item', seed: 11, ...settings },
  });
  await ana.studies.open({ id });
  const initial = await ana.recruitment.initial({ id, preset: 'prolific' });
  const { link, previewLink } = await ana.recruitment.save({ id, settings: { ...initial, ...recruitment } });
  if (link === null || previewLink === null) throw new Error('The casebook is not on a network.');
  return {
    id,
    previewLink,
    linkOf: (name) =>
      Object.entries(panelIds(name)).reduce((url, [key, value]) => url.replace(`{{%${key}%}}`, value), link),
  };
}

/** The titles of the buttons that lead on. */
const WAYS_ON = ['agree', 'continue', 'begin', 'submit'] as const;

/** A participant's page in a language, by what it says. */
export interface StudyPages {
  readonly page: Page;
  readonly say: Phrasebook;
  button(text: WholeText): Locator;
  heading(text: WholeText): Locator;
  /** The way on from the page that is shown, whatever it is called there. */
  wayOn(): Locator;
  /** Goes on, and waits until what comes next is there. */
  goOn(how?: 'click' | 'key'): Promise<void>;
  /** What the page asks or is called. */
  title(): Promise<string>;
}

export function studyPages(page: Page, language: ParticipantLanguage = 'en'): StudyPages {
  const say = participantTexts(language);
  // Its key stands on the button, too, where there are keys.
  const called = (texts: readonly string[]) => new RegExp(`^(?:${texts.map(escaped).join('|')})`, 'u');
  const wayOn = () =>
    page.getByRole('main').getByRole('button', { name: called(WAYS_ON.map((text) => say(text))) });
  return {
    page,
    say,
    button: (text) => page.getByRole('button', { name: called([say(text)]) }),
    heading: (text) => page.getByRole('heading', { name: say(text), exact: true }),
    wayOn,
    async goOn(how = 'click') {
      // Neither before the images are there nor before anybody can have read the page.
      await until(() => wayOn().getAttribute('aria-disabled')).toBe('false');
      if (how === 'click') await wayOn().click();
      else await page.keyboard.press('Control+Enter');
      // It is busy from the press on until the next page stands in its place.
      await wayOn().and(page.locator('[aria-busy]')).waitFor({ state: 'detached' });
    },
    title: () => page.getByRole('heading', { level: 1 }).innerText(),
  };
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

const RIGHT = 'Green';
/** The first option of a check is not the right one. */
export const WRONG = 'Red';
/** One check after this many items. */
export const attention = (every: number): StudySettings['attention'] => ({
  checks: [{ prompt: 'Choose green.', options: [WRONG, RIGHT, 'Blue'], expected: 1 }],
  every,
});

/** Answers a step of words, or a check. `text`: what to write; left out: words that name the question. */
export async function answerStep(
  pages: StudyPages,
  { text, option = RIGHT }: { readonly text?: string; readonly option?: string } = {},
): Promise<void> {
  const { page } = pages;
  await onScreen(page);
  if ((await page.getByRole('textbox').count()) > 0)
    await page.getByRole('textbox').fill(text ?? `Answer to: ${await pages.title()}`);
  else await page.getByRole('radio', { name: option }).check();
}

/** Goes on from page to page until `isThere`, answering what is asked. */
export async function takePart(
  pages: StudyPages,
  options: {
    /** Left out: to the last page. */
    readonly until?: (title: string, steps: number) => boolean;
    readonly option?: string;
    readonly how?: 'click' | 'key';
    readonly onPage?: (title: string) => Promise<void> | void;
  } = {},
): Promise<void> {
  const { say } = pages;
  const end = pages.heading('endTitle');
  let steps = 0;
  for (let count = 0; count < 100; count += 1) {
    await pages.wayOn().or(end).first().waitFor();
    if ((await end.count()) > 0) return;
    const title = await pages.title();
    if (options.until?.(title, steps) === true) return;
    await options.onPage?.(title);
    if ((await pages.button('submit').count()) > 0) {
      steps += 1;
      await answerStep(pages, options.option === undefined ? {} : { option: options.option });
    }
    await pages.goOn(options.how);
  }
  throw new Error(`The study never ends; the page says "${say('endTitle')}" nowhere.`);
}

/** Agrees to what is asked, and answers the screening with the first options, or others. */
export async function arrive(
  pages: StudyPages,
  link: string,
  options: readonly string[] = ['Yes'],
): Promise<void> {
  await pages.page.goto(link);
  await pages.heading('consentTitle').waitFor();
  await pages.goOn();
  await screen(pages, options);
}

/** Answers the screening, and begins where that is offered. `onReady`: what to do before. */
export async function screen(
  pages: StudyPages,
  options: readonly string[],
  onReady?: () => Promise<void>,
): Promise<void> {
  await pages.heading('screeningTitle').waitFor();
  for (const [place, option] of options.entries())
    await pages.page.getByRole('group').nth(place).getByRole('radio', { name: option, exact: true }).check();
  await pages.goOn();
  await pages.heading('screeningTitle').waitFor({ state: 'detached' });
  await pages
    .heading('readyTitle')
    .or(pages.heading('screenedOutTitle'))
    .or(pages.heading('previewTitle'))
    .waitFor();
  if (!(await pages.heading('readyTitle').isVisible())) return;
  await onReady?.();
  await pages.goOn();
  await pages.heading('readyTitle').waitFor({ state: 'detached' });
}

/** Does all in their order, a few at a time. */
export async function atOnce(most: number, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: most }, work));
}
