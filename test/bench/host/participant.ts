import { setTimeout as after } from 'node:timers/promises';
import { v7 } from 'uuid';
import { z } from 'zod';
import { ArrivalPage } from '../../../shared/contract/arrivals.ts';
import { StudySessionPage } from '../../../shared/contract/studySessions.ts';
import type { StudySessionId } from '../../../shared/base/ids.ts';
import type { StudySessionView } from '../../../shared/domain/study.ts';
import type { ParticipantBrowser } from '../../helpers/participantBrowser.ts';
import type { PageAssets } from './pageAssets.ts';
import type { Tally } from './tally.ts';

/** What somebody does, as long as they are there. */
export interface Part {
  readonly browser: ParticipantBrowser;
  readonly link: string;
  readonly assets: PageAssets;
  readonly stepSeconds: number;
  readonly tally: Tally;
  /** In [0, 1). */
  readonly random: () => number;
  readonly isOver: () => boolean;
}

type Step = Extract<StudySessionView, { view: 'step' }>;

const DEVICE = { width: 1440, height: 900, touch: false };
/** What the page itself does by the clock, in milliseconds: renderer/screens/studySession/session, renderer/ui/window. */
const KEPT_AFTER = 1000;
const PRESENT_EVERY = 30_000;
const STATE_EVERY = 10_000;
/** From the image's last byte until it is drawn, as Chromium takes it. */
const DRAWN_AFTER = 100;
/** How long somebody reads a page, and looks before they type. */
const READ_FOR = 2000;
const LOOK_FOR = 1000;
const SENTENCE =
  'I see nothing in this photo that speaks against the story; the second glass could be her own.';

/**
 * Takes part from the study link to the end, or until the run is over, with the requests that the page makes at the same
 * moments. What fails is counted and ends it. Gives whether they finished.
 */
export async function takePart(part: Part): Promise<boolean> {
  const { browser, tally } = part;
  const timers: NodeJS.Timeout[] = [];
  try {
    const id = await arrive(part, timers);
    if (id === null) return false;
    return await answerAll(part, id, timers);
  } catch (error) {
    tally.failed(error);
    return false;
  } finally {
    for (const timer of timers) clearInterval(timer);
    browser.close();
  }
}

/** From the link to a place. */
async function arrive(part: Part, timers: NodeJS.Timeout[]): Promise<StudySessionId | null> {
  const { browser, assets, link, tally } = part;
  const state = async (): Promise<unknown> => browser.call('application.state', undefined, z.unknown());
  await browser.open(link);
  await browser.page();
  await load(browser, assets.first);
  await state();
  await load(browser, assets.arriving);
  await browser.call('arrivals.look', { device: DEVICE }, ArrivalPage);
  timers.push(setInterval(() => void state().catch((error: unknown) => tally.failed(error)), STATE_EVERY));
  await after(READ_FOR);
  if (part.isOver()) return null;
  const { now } = await browser.begin(DEVICE);
  if (now.view !== 'admitted') throw new Error(`They see ${now.view}.`);
  await state();
  await load(browser, assets.session);
  tally.arrived += 1;
  return now.studySessionId;
}

async function answerAll(part: Part, id: StudySessionId, timers: NodeJS.Timeout[]): Promise<boolean> {
  const { browser, tally, isOver } = part;
  const here = { id, window: v7() };
  const there = async (): Promise<unknown> => browser.call('studySessions.present', here, z.unknown());
  await browser.call('studySessions.mine', undefined, z.unknown());
  let { now } = await browser.call('studySessions.look', here, StudySessionPage);
  timers.push(setInterval(() => void there().catch((error: unknown) => tally.failed(error)), PRESENT_EVERY));
  /** Images that the page holds decoded. */
  const held = new Set<string>();
  while (!isOver()) {
    if (now.view === 'end') {
      tally.finished += 1;
      return true;
    }
    if (now.view === 'step') ({ now } = await answer(part, here, now, held));
    else if (now.view === 'instructions' || now.view === 'break') {
      const { entry, preload } = now;
      await Promise.all([...preload.map((image) => show(browser, image, held)), after(READ_FOR)]);
      if (isOver()) return false;
      ({ now } = await browser.call('studySessions.proceed', { ...here, entry }, StudySessionPage));
    } else throw new Error(`They see ${now.view}.`);
  }
  return false;
}

/** One step: looks, types, with what was typed kept once a second, and answers. */
async function answer(
  { browser, tally, stepSeconds, random }: Part,
  here: { readonly id: StudySessionId; readonly window: string },
  { entry, step, images }: Step,
  held: Set<string>,
): Promise<StudySessionPage> {
  const begun = performance.now();
  const length = stepSeconds * 1000 * (0.8 + 0.4 * random());
  await Promise.all(images.map(({ id }) => show(browser, id, held)));
  await after(DRAWN_AFTER);
  const shownAt = Date.now();
  const shown = performance.now();
  const timing = () => ({
    shownAt,
    activeMilliseconds: Math.round(performance.now() - shown),
    awayMilliseconds: 0,
    focusLosses: 0,
  });
  const at = { ...here, entry, step };
  const keep = async (text: string): Promise<void> => {
    const typed = text === '' ? null : { kind: 'text', text };
    await browser.call(
      'studySessions.keep',
      { ...at, answer: typed, timing: timing(), hidden: false },
      z.unknown(),
    );
  };
  await keep('');
  await after(LOOK_FOR);
  for (let typed = 0; performance.now() - begun + KEPT_AFTER < length; typed += 20) {
    await after(KEPT_AFTER);
    await keep(SENTENCE.slice(0, typed + 20));
  }
  await after(Math.max(0, length - (performance.now() - begun)));
  const page = await browser.call(
    'studySessions.answer',
    { ...at, answer: { kind: 'text', text: SENTENCE }, timing: timing(), timedOut: false },
    StudySessionPage,
  );
  tally.acknowledged += 1;
  return page;
}

async function show(browser: ParticipantBrowser, image: string, held: Set<string>): Promise<void> {
  if (held.has(image)) return;
  held.add(image);
  await browser.image(image);
}

const load = async (browser: ParticipantBrowser, paths: readonly string[]): Promise<void> => {
  await Promise.all(paths.map((path) => browser.asset(path)));
};
