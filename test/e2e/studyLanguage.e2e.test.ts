import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NO_EVIDENCE } from '../../shared/benchmarks/caughtcheating/baseline.ts';
import { nothingComing } from '../helpers/onScreen.ts';
import { present } from '../helpers/present.ts';
import { useSampleStudies } from '../helpers/sampleStudies.ts';
import { until } from '../helpers/until.ts';

const studies = useSampleStudies();
const Lines = z.array(z.record(z.string(), z.string()));

it('a study in German asks its translated questions under German titles, and stores the benchmark’s own', async () => {
  const curator = studies.curator();
  const options = present(await curator.studies.options());
  const draft = await curator.studies.save({
    title: 'Auf Deutsch',
    settings: { ...options.initial, language: 'de', seed: 3, itemsEach: 2 },
  });
  const host = await studies.app().open();
  await host.page.evaluate((hash) => (location.hash = hash), `/studies/${draft.id}`);
  const questions = host.page.getByRole('region', { name: 'Questions in German' });
  await questions.getByText(/^0 of \d+ texts translated\./u).waitFor();
  const download = host.page.waitForEvent('download');
  await questions.getByRole('button', { name: 'Export table…' }).click();
  const table = readFileSync(await (await download).path(), 'utf8').replace(/^\uFEFF/u, '');
  const lines = Lines.parse(Papa.parse(table.trimEnd(), { header: true }).data);
  const take = async (text: string, translator: string) => {
    const filled = lines.map((line) => ({ ...line, text: `${text} ${line['original'] ?? ''}`, translator }));
    const choosing = host.page.waitForEvent('filechooser');
    await questions.getByRole('button', { name: 'Import table…' }).click();
    await (
      await choosing
    ).setFiles({ name: 'filled.csv', mimeType: 'text/csv', buffer: Buffer.from(Papa.unparse(filled)) });
  };
  await take('Übersetzt:', '');
  await questions.getByText('Line 2: The translator is missing.').waitFor();
  await questions.getByText(/^0 of \d+ texts translated\./u).waitFor();
  await take('Übersetzt:', 'Eva');
  await questions.getByText(`${String(lines.length)} translations imported`).waitFor();
  await questions.getByText(`${String(lines.length)} of ${String(lines.length)} texts translated.`).waitFor();
  await host.page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = host.page.getByRole('dialog');
  await dialog
    .getByText('Still in English, as Casebook suggested: consent, instructions, text of breaks, and thanks.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Open study', exact: true }).click();
  await host.page.getByRole('button', { name: 'Enrol…' }).waitFor();
  const participant = present((await curator.studies.enrolNew({ id: draft.id, count: 1, prefix: 'G' }))[0]);

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
  const asked = page.locator('[lang="de"]').getByText(/^Übersetzt: /u);
  await asked.waitFor();
  const original = (await asked.innerText()).replace('Übersetzt: ', '');
  await page.getByRole('checkbox', { name: 'Es gibt keinen eindeutigen Hinweis.' }).click();
  await goOn();
  await until(() => studies.responsesOf(participant.studySessionId).length).toBe(1);
  const [response] = studies.responsesOf(participant.studySessionId);
  expect(JSON.parse(response?.answer ?? '')).toEqual({
    kind: 'no_evidence',
    text: NO_EVIDENCE,
    shownIn: 'de',
  });
  expect(response?.question).toBe(original);
  expect(complaints).toEqual([]);
});
