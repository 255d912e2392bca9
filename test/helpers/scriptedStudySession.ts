import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { v7 } from 'uuid';
import type { ArrivalPage } from '../../shared/contract/arrivals.ts';
import { ApplicationSettings, type ApplicationState } from '../../shared/contract/application.ts';
import type { OwnStudySession, StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { ImageId, PersonId, StudySessionId } from '../../shared/base/ids.ts';
import type { StepTiming, StudySessionView } from '../../shared/domain/study.ts';

/** What the page sent of a step. */
export interface SentAnswer {
  readonly entry: number;
  readonly step: string;
  readonly answer: StepAnswer;
  readonly timing: StepTiming;
  readonly timedOut: boolean;
}

/** A study session of pages that no benchmark has yet, answered on the wire. */
export interface ScriptedStudySession {
  readonly answers: readonly SentAnswer[];
  /** Shows another page from the next load on. */
  show(view: StudySessionView, change?: Partial<OwnStudySession>): void;
  /** Has the page in another language, or what else there is beside the view. */
  set(change: Partial<Omit<StudySessionPage, 'now' | 'studySession'>>): void;
  /** Shows this once the page goes on. */
  follow(view: StudySessionView): void;
  /** Has somebody arrive by a study link, at this page, from the next load on. */
  arrive(page: ArrivalPage): void;
  /** The study sessions that there are to choose from. */
  offer(studySessions: readonly OwnStudySession[]): void;
}

const scriptedStudySessionId = StudySessionId.parse(v7());

/** Images as steps name them; the script draws them. */
export const scriptedImages = [
  { id: ImageId.parse(v7()), width: 1600, height: 1000 },
  { id: ImageId.parse(v7()), width: 1600, height: 1000 },
  { id: ImageId.parse(v7()), width: 1600, height: 1000 },
] as const;

/**
 * Answers the page's calls in place of the core, the user there being a participant and nothing else. An answer
 * leads to the end page.
 */
export async function scriptStudySession(page: Page): Promise<ScriptedStudySession> {
  const answers: SentAnswer[] = [];
  const END: StudySessionView = { view: 'end', why: 'complete', text: 'Goodbye.', outcome: null };
  let now: StudySessionView = END;
  let next: StudySessionView = END;
  let beside: Omit<StudySessionPage, 'now' | 'studySession'> = {
    progress: { done: 3, total: 12 },
    language: 'en',
    replacedTexts: {},
    onWithdrawal: 'keep',
  };
  let arrival: ArrivalPage | null = null;
  let own: OwnStudySession = {
    id: scriptedStudySessionId,
    title: 'What people see',
    state: 'sitting',
    trial: false,
  };
  let mine: readonly OwnStudySession[] | null = null;
  const shown = (): StudySessionPage => ({ studySession: own, ...beside, now });
  const state: ApplicationState = {
    host: 'browser',
    version: '0.1.0',
    casebook: {
      path: '',
      title: 'What people see',
      benchmark: 'caughtcheating',
      vocabulary: {},
      readOnly: null,
      person: {
        id: PersonId.parse(v7()),
        handle: 'P01',
        name: 'P01',
        kind: 'human',
        roles: ['participant'],
      },
      packageFor: null,
    },
    recent: [],
    settings: ApplicationSettings.parse({}),
    documents: '',
    electron: null,
  };
  const replies: Readonly<Record<string, (input: never) => unknown>> = {
    'application/state': () =>
      arrival === null ? state : ({ ...state, casebook: null, arriving: true } satisfies ApplicationState),
    'arrivals/look': () => arrival,
    'studySessions/mine': () => mine ?? [own],
    'studySessions/look': shown,
    'studySessions/keep': () => undefined,
    'studySessions/present': () => undefined,
    'studySessions/proceed': () => {
      now = next;
      return shown();
    },
    'studySessions/answer': (input: SentAnswer) => {
      answers.push(input);
      now = END;
      return shown();
    },
    'studySessions/withdraw': () => {
      now = { view: 'withdrawn', why: 'left', deleted: beside.onWithdrawal === 'delete' };
      return shown();
    },
  };
  const reply = new Map(Object.entries(replies));
  await page.route('**/rpc/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/rpc/', '');
    const answer = reply.get(name);
    if (answer === undefined) {
      await route.fulfill({ status: 500, body: `Nobody should ask for ${name} here.` });
      return;
    }
    const sent: unknown = JSON.parse(route.request().postData() ?? '{}');
    const input = typeof sent === 'object' && sent !== null && 'json' in sent ? sent.json : undefined;
    await route.fulfill({ json: { json: Reflect.apply(answer, undefined, [input]) } });
  });
  await page.route('**/image/*/shown', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/')[2];
    const place = scriptedImages.findIndex((image) => image.id === id);
    await route.fulfill({ contentType: 'image/png', body: await drawScene(place) });
  });
  return {
    answers,
    show(view, change = {}) {
      now = view;
      own = { ...own, ...change };
    },
    set(change) {
      beside = { ...beside, ...change };
    },
    follow(view) {
      next = view;
    },
    arrive(page) {
      arrival = page;
    },
    offer(studySessions) {
      mine = studySessions;
    },
  };
}

/** A table with things on it. */
async function drawScene(place: number): Promise<Buffer> {
  const hue = String(30 + place * 90);
  const things = Array.from({ length: 24 }, (_, index) => {
    const x = 80 + (index % 6) * 250 + ((index * 37) % 90);
    const y = 90 + Math.floor(index / 6) * 230 + ((index * 53) % 80);
    const turn = String((index * 40 + place * 25) % 360);
    return index % 3 === 0
      ? `<circle cx="${String(x)}" cy="${String(y)}" r="${String(30 + (index % 5) * 10)}" fill="hsl(${turn} 45% 45%)"/>`
      : `<rect x="${String(x - 40)}" y="${String(y - 30)}" width="110" height="70" rx="8" fill="hsl(${turn} 35% 60%)"/>`;
  });
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="hsl(${hue} 25% 75%)"/>${things.join('')}</svg>`;
  return sharp(Buffer.from(picture)).png().toBuffer();
}
