import { expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../shared/benchmarks/caughtcheating/baseline.ts';
import { nothingComing } from '../helpers/onScreen.ts';
import { useSampleStudies } from '../helpers/sampleStudies.ts';
import { until } from '../helpers/until.ts';

const studies = useSampleStudies();

it('a study in German asks under German titles, with German fixed answers, and stores the benchmark’s own', async () => {
  const curator = studies.curator();
  const options = await curator.studies.options();
  if (options === null) throw new Error('The benchmark has no baseline.');
  const draft = await curator.studies.save({
    title: 'Auf Deutsch',
    settings: { ...options.initial, language: 'de', seed: 3, itemsEach: 2 },
  });
  const host = await studies.app().open();
  await host.page.evaluate((hash) => (location.hash = hash), `/studies/${draft.id}`);
  await host.page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = host.page.getByRole('dialog');
  await dialog
    .getByText('Still in English, as Casebook suggested: consent, instructions, text of breaks, and thanks.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Open study', exact: true }).click();
  await host.page.getByRole('button', { name: 'Enrol…' }).waitFor();
  const [participant] = await curator.studies.enrolNew({ id: draft.id, count: 1, prefix: 'G' });
  if (participant === undefined) throw new Error('Nobody is enrolled.');

  const { page, complaints } = await studies.app().open();
  await page.getByRole('button', { name: new RegExp(`^${participant.name}`, 'u') }).click();
  const on = page.getByRole('button', { name: /^(?:Ich stimme zu|Weiter|Beginnen|Abschicken|Absenden)/u });
  const goOn = async () => {
    await until(() => on.getAttribute('aria-disabled')).toBe('false');
    await on.click();
    await on.and(page.locator('[aria-busy]')).waitFor({ state: 'detached' });
    await nothingComing(page);
  };
  const title = page.getByText('Die Behauptung', { exact: true });
  // Consent and instructions come first.
  await goOn();
  await goOn();
  await title.waitFor();
  await page.getByRole('checkbox', { name: 'Es gibt keinen eindeutigen Hinweis.' }).click();
  await goOn();
  await until(() => studies.responsesOf(participant.studySessionId).length).toBe(1);
  const [response] = studies.responsesOf(participant.studySessionId);
  expect(JSON.parse(response?.answer ?? '')).toEqual({ kind: 'no_evidence', text: NO_EVIDENCE });
  expect(complaints).toEqual([]);
});
