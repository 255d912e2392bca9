import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { present } from '../helpers/present.ts';
import { answerStep, heading, sitToTheEnd, useSampleStudies } from '../helpers/sampleStudies.ts';
import { goOn } from '../helpers/studySessionPage.ts';
import { until } from '../helpers/until.ts';

const studies = useSampleStudies();
/** A second browser, that can be killed. */
let other: Browser | null = null;

afterEach(async () => {
  await other?.close();
  other = null;
});

describe('a participant of the CaughtCheating study', () => {
  it('goes on at the very step with what was begun after the browser was killed', async () => {
    const { participants } = await studies.openStudy('Q');
    const second = present(participants[1]);
    const url = present(
      (await studies.curator().studies.link({ studySessionId: second.studySessionId })).url,
    );
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
    const before = studies.responsesOf(second.studySessionId).length;
    await page.getByRole('textbox').fill('There is a second glass behi');
    const drafts = studies
      .app()
      .core.services()
      .casebook.database.prepare<[string], string>('SELECT answer FROM session_draft WHERE session_id = ?')
      .pluck();
    await until(() => drafts.all(second.studySessionId).join()).toContain('second glass behi');
    const cdp = await other.newBrowserCDPSession();
    const gone = new Promise<void>((resolve) => other?.once('disconnected', () => resolve()));
    cdp.send('Browser.crash').catch(() => undefined);
    await gone;
    other = null;

    const link = await studies.curator().studies.link({ studySessionId: second.studySessionId });
    const window = await studies.app().open();
    await window.page.goto(link.url ?? '');
    await window.page.getByRole('textbox').waitFor();
    await until(() => heading(window.page)).toBe(asked);
    await until(() => window.page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(done);
    await until(() => window.page.getByRole('textbox').inputValue()).toBe('There is a second glass behi');
    await onScreen(window.page);
    await window.page.getByRole('textbox').press('End');
    await window.page.keyboard.type('nd the lamp.');
    await goOn(window.page);
    const responses = studies.responsesOf(second.studySessionId);
    expect(responses).toHaveLength(before + 1);
    expect(responses.at(-1)).toMatchObject({
      answer: JSON.stringify({ kind: 'text', text: 'There is a second glass behind the lamp.' }),
      resumed: 1,
    });
    await sitToTheEnd(window.page);
    await window.page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(
      new Set(studies.responsesOf(second.studySessionId).map(({ entry, step }) => `${String(entry)} ${step}`))
        .size,
    ).toBe(studies.responsesOf(second.studySessionId).length);
  });

  it('goes on with the same link in the same tab after the program was restarted, its answer kept', async () => {
    const { participants } = await studies.openStudy('S');
    const second = present(participants[1]);
    const { core, folder, browser } = studies.app();
    const host = { core, personalLinks: join(folder, 'links.json') };
    const first = await startBrowserHost(host);
    const { url } = await studies.curator().studies.link({ studySessionId: second.studySessionId });
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(url ?? '');
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    for (let steps = 0; steps < 20 && (await page.getByRole('textbox').count()) === 0; steps += 1) {
      if ((await page.getByRole('button', { name: /^Submit/u }).count()) > 0) await answerStep(page);
      else await goOn(page);
    }
    const asked = await heading(page);
    await page.getByRole('textbox').fill('A second glass.');
    // The image is there: what follows is about the answer alone.
    await until(() => page.getByRole('button', { name: /^Submit/u }).isEnabled()).toBe(true);
    await first.close();
    const again = await startBrowserHost(host);
    await page.getByRole('button', { name: /^Submit/u }).click();
    await page.getByText('Open your personal link again in this tab.').waitFor();
    // The page asks before it goes while something is not sent.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(url ?? '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until(() =>
      studies.responsesOf(second.studySessionId).some(({ answer }) => answer.includes('A second glass.')),
    ).toBe(true);
    await until(() => heading(page)).not.toBe(asked);
    await context.close();
    await again.close();
  });

  it('can leave, after a confirmation, and is asked nothing more', async () => {
    const { participants } = await studies.openStudy('R');
    const first = present(participants[0]);
    const { page } = await studies.app().open();
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
