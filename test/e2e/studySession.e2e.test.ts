import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Participant, Study } from '../../shared/contract/studies.ts';
import { StudySessionPage } from '../../shared/contract/studySessions.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { clientAs, type Client } from '../helpers/blindCasebook.ts';
import { startApp, type RunningApp } from '../helpers/browserHost.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { quiet } from '../helpers/quiet.ts';
import { forward, goOn } from '../helpers/studySessionPage.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;
let curator: Client;
/** A second browser, that can be killed. */
let other: Browser | null = null;

beforeAll(async () => {
  app = await startApp();
  curator = await clientAs(app.core, null);
  // Drawing the scenes takes a while: one casebook for all.
  await curator.casebooks.openSample();
}, 600_000);

afterEach(async () => {
  await other?.close();
  other = null;
});

afterAll(async () => {
  await app.close();
});

/** What the payload of an item says that a participant must not read, or not yet. */
const Payload = z.object({
  data_path: z.string(),
  main_ins: z.string(),
  detm_cue: z.string().optional(),
  non_detm_cue: z.array(z.string()).default([]),
  p_sub_ins: z.array(z.string()).default([]),
  r_sub_ins: z.array(z.string()).default([]),
  url: z.string(),
});

/** A study of four items, two of each label, with one of practice, a check and a break. */
async function openStudy(prefix: string): Promise<{
  readonly study: Study;
  readonly participants: readonly Participant[];
}> {
  const options = await curator.studies.options();
  if (options === null) throw new Error('The benchmark has no baseline.');
  const { rows } = await curator.items.list({
    filter: { label: ['clued'] },
    sort: { by: 'imported', descending: false },
    offset: 0,
    limit: 10,
  });
  const [practice] = rows;
  if (practice === undefined) throw new Error('The sample has no clued item.');
  const draft = await curator.studies.save({
    title: 'What people see',
    settings: {
      ...options.initial,
      seed: 7,
      items: { filter: { label: ['clued', 'unclued'] }, sample: { stratum: 'label', how: 'each', size: 2 } },
      practice: [practice.id],
      attention: {
        checks: [{ prompt: 'Choose green.', options: ['Red', 'Green', 'Blue'], expected: 1 }],
        every: 2,
      },
      breakEvery: 3,
      timeLimitSeconds: 600,
      allowBack: false,
    },
  });
  const study = await curator.studies.open({ id: draft.id });
  return { study, participants: await curator.studies.enrolNew({ id: study.id, count: 2, prefix }) };
}

/** Everything that reached a page: in order, with the page that the core gave, where it gave one. */
interface Wire {
  readonly bodies: { readonly path: string; readonly text: string; readonly page: StudySessionPage | null }[];
  settle(): Promise<void>;
}

function record(page: Page): Wire {
  const bodies: Wire['bodies'] = [];
  let reading: Promise<void> = Promise.resolve();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/image/') || pathname.startsWith('/assets/')) return;
    const body = (async () => `${JSON.stringify(await response.allHeaders())}\n${await response.text()}`)();
    // One after the other, in the order in which they came.
    reading = reading.then(async () => {
      // A page that has gone elsewhere has no bodies any more.
      const text = await body.catch(() => '');
      const json: unknown = pathname.startsWith('/rpc/')
        ? parsed(text.split('\n').slice(1).join('\n'))
        : null;
      const given = z.object({ json: StudySessionPage }).safeParse(json);
      bodies.push({ path: pathname, text, page: given.success ? given.data.json : null });
    });
    // Awaited in `settle`.
    void reading;
  });
  return {
    bodies,
    async settle() {
      await quiet(page);
      await reading;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The plan of a study session and what its items say. */
function planOf(studySessionId: string) {
  const { database } = app.core.services().casebook;
  const plan = z
    .array(PlanEntry)
    .parse(
      JSON.parse(
        database
          .prepare<[string], string>('SELECT plan FROM session WHERE id = ?')
          .pluck()
          .get(studySessionId) ?? '',
      ),
    );
  const payload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
  return plan.map((entry) => ({
    entry,
    payload: entry.kind === 'item' ? Payload.parse(JSON.parse(payload.get(entry.itemId) ?? '')) : null,
  }));
}

/** The answers of a study session in their order. */
function responsesOf(studySessionId: string) {
  return app.core
    .services()
    .casebook.database.prepare<
      [string],
      {
        entry: number;
        step: string;
        purpose: string;
        answer: string;
        shownAt: number | null;
        active: number;
        resumed: number;
      }
    >(
      `SELECT entry, step, purpose, answer, shown_at AS shownAt, active_ms AS active, resumed
       FROM response WHERE session_id = ? ORDER BY position`,
    )
    .all(studySessionId);
}

/** What the page shows: the heading, which is the question where there is one. */
async function heading(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText();
}

/** Answers whatever is asked now: texts that name the question, every decomposed question with yes. */
async function answerStep(page: Page): Promise<void> {
  if ((await page.getByRole('textbox').count()) > 0) {
    await page.getByRole('textbox').fill(`Answer to: ${await heading(page)}`);
  } else if ((await page.getByRole('radio', { name: 'Green' }).count()) > 0) {
    await page.keyboard.press('b');
  } else {
    await page.keyboard.press('y');
  }
  await goOn(page);
}

async function sitToTheEnd(page: Page, each: () => Promise<void> = async () => undefined): Promise<void> {
  for (let steps = 0; steps < 100; steps += 1) {
    if ((await forward(page).count()) === 0) return;
    await each();
    if ((await page.getByRole('button', { name: /^Submit/u }).count()) > 0) await answerStep(page);
    else await goOn(page);
  }
  throw new Error('The study session does not end.');
}

describe('a participant of the CaughtCheating study', () => {
  it('leads from consent to the end page, and nothing comes over the wire ahead of time', async () => {
    const { study, participants } = await openStudy('P');
    const [first] = participants;
    if (first === undefined) throw new Error('Nobody is enrolled.');
    const { page, complaints } = await app.open();
    await page.getByRole('heading', { name: 'Choose your name' }).waitFor();
    const own = page.getByRole('button', { name: new RegExp(`^${first.name}`, 'u') });
    // Who could be the current user has been told by then.
    await own.waitFor();
    await quiet(page);
    const wire = record(page);
    await own.click();
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    // Neither keys nor addresses lead anywhere else.
    await page.keyboard.press('Control+k');
    await page.keyboard.press('F1');
    await page.keyboard.press('Control+i');
    expect(await page.getByRole('dialog').count()).toBe(0);
    for (const place of ['library', 'studies', 'team', 'settings', 'results']) {
      await page.evaluate((target) => (location.hash = `/${target}`), place);
      await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    }

    const seen: string[] = [];
    await sitToTheEnd(page, async () => {
      seen.push(await heading(page));
    });
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await wire.settle();

    const plan = planOf(first.studySessionId);
    const responses = responsesOf(first.studySessionId);
    const expected = plan.flatMap(({ entry, payload }) => {
      if (entry.kind === 'attention') return ['Choose green.'];
      if (payload === null) return [];
      return [payload.main_ins, ...payload.p_sub_ins, ...payload.r_sub_ins];
    });
    expect(seen.filter((text) => expected.includes(text))).toEqual(expected);
    expect(responses).toHaveLength(expected.length);
    expect(responses.filter(({ purpose }) => purpose === 'main').length).toBeGreaterThan(4);
    for (const { purpose, shownAt, active } of responses) {
      expect(active).toBeGreaterThan(0);
      if (purpose !== 'attention') expect(shownAt).toBeGreaterThan(Date.now() - 3_600_000);
    }
    const checks = plan.filter(({ entry }) => entry.kind === 'attention').length;
    expect(checks).toBeGreaterThan(0);
    const participant = (await curator.studies.participants({ id: study.id })).find(
      ({ studySessionId }) => studySessionId === first.studySessionId,
    );
    expect(participant).toMatchObject({ state: 'finished', attention: { passed: checks, failed: 0 } });

    // On the wire: a decomposed question only after its item's claim question was answered, clues and labels never.
    const locked = new Set<number>();
    const told: number[] = [];
    for (const { text, page: given } of wire.bodies) {
      const now = given?.now;
      if (now?.view === 'step' && now.step !== 'main_ins') locked.add(now.entry);
      if (now?.view === 'feedback') told.push(now.entry);
      for (const [place, { entry, payload }] of plan.entries()) {
        if (payload === null || entry.kind !== 'item') continue;
        const isTold = entry.purpose === 'practice' && told.includes(place);
        for (const secret of [payload.data_path, payload.url, 'true_images', 'false_images'])
          expect(text).not.toContain(secret);
        for (const clue of [payload.detm_cue ?? '', ...payload.non_detm_cue])
          if (clue !== '' && !isTold) expect(text).not.toContain(JSON.stringify(clue).slice(1, -1));
        if (locked.has(place) || isTold) continue;
        for (const question of [...payload.p_sub_ins, ...payload.r_sub_ins])
          expect(text).not.toContain(JSON.stringify(question).slice(1, -1));
      }
    }
    // What was looked for was there to be found.
    const all = wire.bodies.map(({ text }) => text).join('\n');
    for (const { payload } of plan)
      for (const question of payload?.p_sub_ins ?? [])
        expect(all).toContain(JSON.stringify(question).slice(1, -1));
    expect(
      [...new Set(wire.bodies.map(({ path }) => path).filter((path) => path.startsWith('/rpc/')))].sort(),
    ).toEqual([
      '/rpc/application/state',
      '/rpc/people/workAs',
      '/rpc/studySessions/answer',
      '/rpc/studySessions/consent',
      '/rpc/studySessions/keep',
      '/rpc/studySessions/look',
      '/rpc/studySessions/mine',
      '/rpc/studySessions/proceed',
    ]);
    expect(complaints).toEqual([]);
  });

  it('goes on at the very step with what was begun after the browser was killed', async () => {
    const { participants } = await openStudy('Q');
    const [, second] = participants;
    if (second === undefined) throw new Error('Nobody is enrolled.');
    const { url } = await curator.studies.link({ studySessionId: second.studySessionId });
    if (url === null) throw new Error('This host gives no links.');
    other = await launchChromium();
    const page = await other.newPage();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    let claims = 0;
    while (claims < 3) {
      if ((await page.getByRole('textbox').count()) > 0) claims += 1;
      if (claims === 3) break;
      if ((await page.getByRole('button', { name: /^Submit/u }).count()) > 0) await answerStep(page);
      else await goOn(page);
    }
    const asked = await heading(page);
    const done = await page.getByRole('progressbar').getAttribute('aria-valuetext');
    const before = responsesOf(second.studySessionId).length;
    await page.getByRole('textbox').fill('There is a second glass behi');
    const drafts = app.core
      .services()
      .casebook.database.prepare<[string], string>('SELECT answer FROM session_draft WHERE session_id = ?')
      .pluck();
    await until(() => drafts.all(second.studySessionId).join()).toContain('second glass behi');
    const cdp = await other.newBrowserCDPSession();
    const gone = new Promise<void>((resolve) => other?.once('disconnected', () => resolve()));
    cdp.send('Browser.crash').catch(() => undefined);
    await gone;
    other = null;

    const link = await curator.studies.link({ studySessionId: second.studySessionId });
    const window = await app.open();
    await window.page.goto(link.url ?? '');
    await window.page.getByRole('textbox').waitFor();
    await until(() => heading(window.page)).toBe(asked);
    await until(() => window.page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(done);
    await until(() => window.page.getByRole('textbox').inputValue()).toBe('There is a second glass behi');
    await window.page.getByRole('textbox').press('End');
    await window.page.keyboard.type('nd the lamp.');
    await goOn(window.page);
    const responses = responsesOf(second.studySessionId);
    expect(responses).toHaveLength(before + 1);
    expect(responses.at(-1)).toMatchObject({
      answer: JSON.stringify({ kind: 'text', text: 'There is a second glass behind the lamp.' }),
      resumed: 1,
    });
    await sitToTheEnd(window.page);
    await window.page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(
      new Set(responsesOf(second.studySessionId).map(({ entry, step }) => `${String(entry)} ${step}`)).size,
    ).toBe(responsesOf(second.studySessionId).length);
  });

  it('can leave, after a confirmation, and is asked nothing more', async () => {
    const { participants } = await openStudy('R');
    const [first] = participants;
    if (first === undefined) throw new Error('Nobody is enrolled.');
    const { page } = await app.open();
    await page.getByRole('button', { name: new RegExp(`^${first.name}`, 'u') }).click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('Casebook recorded nothing.').waitFor();
    await page.getByRole('button', { name: 'Read it again' }).click();
    await goOn(page);
    await page.getByRole('button', { name: 'Leave…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await goOn(page);
    await page.getByRole('button', { name: 'Leave…' }).click();
    await page.getByRole('button', { name: 'Leave for good' }).click();
    await page.getByRole('heading', { name: 'You have left the study' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You have left the study' }).waitFor();
  });
});

describe('a curator', () => {
  it('tries a study out in the whole window and comes back', async () => {
    const { study } = await openStudy('S');
    const { page } = await app.open();
    await page.getByRole('list', { name: 'People' }).getByRole('button').first().click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const { database } = app.core.services().casebook;
    const studySessions = database
      .prepare<[], number>('SELECT count(*) FROM session WHERE number = 0')
      .pluck();
    const before = studySessions.get() ?? 0;
    await page.evaluate((id) => (location.hash = `/studies/${id}`), study.id);
    await page.getByRole('button', { name: /try/iu }).first().click();
    await page.getByText('Try-out: Casebook keeps none of this').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(studySessions.get()).toBe(before + 1);
    await goOn(page);
    await page.getByRole('button', { name: 'End the try-out' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });
});
