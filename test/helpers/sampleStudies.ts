import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Participant, Study } from '../../shared/contract/studies.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { type RunningApp, startApp } from './browserHost.ts';
import { nothingComing } from './onScreen.ts';
import { present } from './present.ts';
import { forward, goOn } from './studySessionPage.ts';

/** An answer as it is stored. */
export interface StoredResponse {
  readonly entry: number;
  readonly step: string;
  readonly purpose: string;
  readonly question: string;
  readonly answer: string;
  readonly shownAt: number | null;
  readonly active: number;
  readonly resumed: number;
}

export interface SampleStudies {
  readonly app: () => RunningApp;
  readonly curator: () => Client;
  /** A study of four items, two of each label, with one of practice, a check and a break. */
  readonly openStudy: (
    prefix: string,
  ) => Promise<{ readonly study: Study; readonly participants: readonly Participant[] }>;
  /** The answers of a study session in their order. */
  readonly responsesOf: (studySessionId: string) => readonly StoredResponse[];
}

/** Registers the hooks that give the tests of a file an app with the sample casebook, in which studies are opened. */
export function useSampleStudies(): SampleStudies {
  let app: RunningApp;
  let curator: Client;

  beforeAll(async () => {
    app = await startApp();
    curator = await clientAs(app.core, null);
    // Drawing the scenes takes a while: one casebook for all.
    await curator.casebooks.openSample();
  }, 600_000);

  afterAll(async () => {
    await app.close();
  });

  async function openStudy(prefix: string): Promise<{
    readonly study: Study;
    readonly participants: readonly Participant[];
  }> {
    const options = present(await curator.studies.options());
    const { rows } = await curator.items.list({
      filter: { label: ['clued'] },
      sort: { by: 'imported', descending: false },
      offset: 0,
      limit: 10,
    });
    const practice = present(rows[0]);
    const draft = await curator.studies.save({
      title: 'What people see',
      settings: {
        ...options.initial,
        followUps: 'with_item',
        seed: 7,
        items: {
          filter: { label: ['clued', 'unclued'] },
          sample: { stratum: 'label', how: 'each', size: 2 },
        },
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

  function responsesOf(studySessionId: string) {
    return app.core
      .services()
      .casebook.database.prepare<[string], StoredResponse>(
        `SELECT entry, step, purpose, question, answer, shown_at AS shownAt, active_ms AS active, resumed
         FROM response WHERE session_id = ? ORDER BY position`,
      )
      .all(studySessionId);
  }

  return { app: () => app, curator: () => curator, openStudy, responsesOf };
}

/** What the page shows: the heading, which is the question where there is one. */
export async function heading(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText();
}

/** Answers whatever is asked now: texts that name the question, every decomposed question with yes. */
export async function answerStep(page: Page): Promise<void> {
  await nothingComing(page);
  if ((await page.getByRole('textbox').count()) > 0) {
    await page.getByRole('textbox').fill(`Answer to: ${await heading(page)}`);
  } else if ((await page.getByRole('radio', { name: 'Green' }).count()) > 0) {
    await page.keyboard.press('b');
  } else {
    await page.keyboard.press('y');
  }
  await goOn(page);
}

export async function sitToTheEnd(
  page: Page,
  each: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let steps = 0; steps < 100; steps += 1) {
    if ((await forward(page).count()) === 0) return;
    await each();
    if ((await page.getByRole('button', { name: /^Submit/u }).count()) > 0) await answerStep(page);
    else await goOn(page);
  }
  throw new Error('The study session does not end.');
}
