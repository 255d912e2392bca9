import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StudySessionPage } from '../../shared/contract/studySessions.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { heading, sitToTheEnd, useSampleStudies } from '../helpers/sampleStudies.ts';
import { goOn } from '../helpers/studySessionPage.ts';

// What interrupts or ends a study session is in `studySessionInterrupted.e2e.slow.test.ts`.
const studies = useSampleStudies();

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
  const { database } = studies.app().core.services().casebook;
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

describe('a participant of the CaughtCheating study', () => {
  it('leads from consent to the end page, and nothing comes over the wire ahead of time', async () => {
    const { study, participants } = await studies.openStudy('P');
    const first = present(participants[0]);
    const { page, complaints } = await studies.app().open();
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
    const responses = studies.responsesOf(first.studySessionId);
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
    const participant = (await studies.curator().studies.participants({ id: study.id })).find(
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
      [...new Set(wire.bodies.map(({ path }) => path))]
        // It comes every half minute, which not every run lasts.
        .filter((path) => path.startsWith('/rpc/') && path !== '/rpc/studySessions/present')
        .sort(),
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
});

describe('a curator', () => {
  it('tries a study out in the whole window and comes back', async () => {
    const { study } = await studies.openStudy('S');
    const { page } = await studies.app().open();
    await page.getByRole('list', { name: 'People' }).getByRole('button').first().click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const { database } = studies.app().core.services().casebook;
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
