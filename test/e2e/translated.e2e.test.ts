import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useDesk } from '../helpers/deskPage.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { sitToTheEnd, useSampleStudies } from '../helpers/sampleStudies.ts';
import { until } from '../helpers/until.ts';

// Every screen in a browser that translates is in `translatedScreens.e2e.slow.test.ts`.

describe('the Desk in a browser that translates', () => {
  const desk = useDesk();

  it('takes edit after edit and shows what is saved', async () => {
    const { app, id, stored } = desk();
    const { page, complaints } = await app.open({ translated: true });
    await page.evaluate((hash) => (location.hash = hash), `/desk/${id(0)}`);
    const triage = page.getByRole('radiogroup', { name: 'Triage' });
    await triage.waitFor();
    await page.getByText('Saved', { exact: true }).and(page.locator('font')).first().waitFor();
    for (const [choice, value] of [
      ['Discard', 'discard'],
      ['Crop', 'needs_crop'],
      ['Keep', 'keep'],
    ] as const) {
      await triage.getByRole('radio', { name: choice }).click();
      await until(() => stored(id(0)).answer['triage']).toBe(value);
      await page.getByText('Saved', { exact: true }).first().waitFor();
    }
    await quiet(page);
    expect(await page.getByRole('banner').getByText('Saving…').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('a participant whose browser translates', () => {
  const studies = useSampleStudies();

  it('reads the questions as they were written, and each answer says that the page was translated', async () => {
    const { participants } = await studies.openStudy('T');
    const first = present(participants[0]);
    const { page, complaints } = await studies.app().open({ translated: true });
    await page.getByRole('button', { name: new RegExp(`^${first.name}`, 'u') }).click();
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    let questions = 0;
    await sitToTheEnd(page, async () => {
      const prompt = page.locator('h1 [translate="no"]');
      if ((await prompt.count()) === 0) return;
      questions += 1;
      expect(await prompt.locator('font').count()).toBe(0);
    });
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(questions).toBeGreaterThan(4);
    const answers = studies
      .responsesOf(first.studySessionId)
      .map(({ answer }) => z.unknown().parse(JSON.parse(answer)));
    expect(answers.length).toBeGreaterThan(4);
    for (const answer of answers) expect(answer).toMatchObject({ translated: 'unknown' });
    expect(complaints).toEqual([]);
  });
});
