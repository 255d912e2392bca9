import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { dataPath, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { cluedItems } from '../helpers/study.ts';
import { forward, goOn } from '../helpers/studySessionPage.ts';

let app: RunningApp;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  await makeCasebook();
}, 120_000);
afterEach(() => app.close());

/** Six photos with claims, four of them clued, in a casebook of Ana's. */
async function makeCasebook(): Promise<void> {
  const items = cluedItems(6);
  const source = put(join(app.folder, 'source', 'data_info.json'), JSON.stringify(items));
  for (const [index, item] of items.entries())
    await drawFlag(join(app.folder, 'source', dataPath(item)), 640 + index, 480);
  const open = await app.core.keeper.create(join(app.folder, 'a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'Six photos',
    person: 'Ana',
  });
  const ana = present(open.people.list()[0]);
  await open.importExport.import({ source, format: 'caughtcheating' }, ana, quietly);
}

/** A study with two participants, open. */
async function openPilot(): Promise<void> {
  const curator = await clientAs(app.core, null);
  const ana = present((await curator.people.list())[0]);
  await curator.people.workAs({ id: ana.id });
  const options = present(await curator.studies.options());
  const study = await curator.studies.save({ title: 'Pilot', settings: options.initial });
  await curator.studies.open({ id: study.id });
  await curator.studies.enrolNew({ id: study.id, count: 2, prefix: 'P' });
}

describe('a study by its screens', () => {
  it('keeps numbers as they are typed, asks about those that can be two, and saves no other one', async () => {
    const { page, complaints } = await app.open();
    await page.getByRole('navigation').getByText('Baseline').click();
    await page.getByRole('button', { name: 'New study' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Numbers');
    const seconds = page.getByRole('textbox', { name: 'Seconds per question' });
    const create = page.getByRole('button', { name: 'Create study', exact: true });
    for (const text of ['12abc', '0x10', '100000']) {
      await seconds.fill(text);
      await create.click();
      expect(await seconds.inputValue()).toBe(text);
      await page.getByText('a whole number from 1 to 86400', { exact: false }).waitFor();
    }
    await seconds.fill('1e3');
    await page.getByRole('button', { name: '1000', exact: true }).click();
    await page.getByRole('textbox', { name: 'Longest image side (px)' }).fill('1,024');
    await page.getByRole('textbox', { name: 'Items before a break' }).fill('１２');
    await create.click();
    await page.getByRole('button', { name: 'Try out' }).waitFor();
    const curator = await clientAs(app.core, null);
    const [study] = await curator.studies.list();
    expect(study?.settings).toMatchObject({ timeLimitSeconds: 1000, imageSide: 1024, breakEvery: 12 });
    expect(complaints).toEqual([]);
  });

  it('is set up, opened, shared by link, and taken in another browser window', async () => {
    const { page, complaints } = await app.open();
    await page.getByRole('navigation').getByText('Baseline').click();
    await page.getByRole('button', { name: 'New study' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Pilot');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('6', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'How many' }).click();
    await page.getByRole('option', { name: 'n per stratum' }).click();
    await page.getByRole('textbox', { name: 'How many' }).fill('1');
    await page.getByRole('combobox', { name: 'Stratify by' }).click();
    await page.getByRole('option', { name: 'Label' }).click();
    // Several columns may be chosen, so the list stays open until it is left.
    await page.keyboard.press('Tab');
    await preview.getByText('1 of', { exact: false }).first().waitFor();
    await preview.getByText('2', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create study', exact: true }).click();
    await page.getByRole('button', { name: 'Try out' }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open study', exact: true }).click();
    await page.getByRole('button', { name: 'Enrol…' }).click();
    await page.getByRole('textbox', { name: 'How many' }).fill('2');
    await page.getByRole('button', { name: 'Enrol 2 participants' }).click();
    const row = page.getByRole('row', { name: /P02/u });
    await row.getByText('Not begun').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await row.getByRole('button', { name: 'Actions for P02' }).click();
    await page.getByRole('menuitem', { name: 'Personal link…' }).click();
    const link = await page
      .getByRole('dialog')
      .getByText(/^http:/u)
      .innerText();
    await page.keyboard.press('Escape');

    const other = await app.browser.newContext();
    const participant = await other.newPage();
    await participant.goto(link);
    await participant.getByRole('button', { name: /agree/iu }).waitFor();
    await goOn(participant);
    expect(await participant.getByRole('navigation').count()).toBe(0);
    // The same link leads back to the same place, also in a window that knows nothing of the first.
    const again = await app.browser.newContext();
    const later = await again.newPage();
    await later.goto(link);
    await forward(later).waitFor();
    expect(await later.getByRole('button', { name: /agree/iu }).count()).toBe(0);
    await page.reload();
    await row.getByText('In progress').waitFor();

    // Another link ends the first, and anybody who came by it.
    await row.getByRole('button', { name: 'Actions for P02' }).click();
    await page.getByRole('menuitem', { name: 'Personal link…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^http:/u)
      .waitFor();
    expect((await later.goto(link))?.status()).toBe(401);
    expect((await participant.reload())?.status()).toBe(401);
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: 'Actions for P02' }).click();
    await page.getByRole('menuitem', { name: 'Exclude…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Left before the end.');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Excluded: Left before the end.').waitFor();
    expect(complaints).toEqual([]);
    await other.close();
    await again.close();
  });

  it('hands the curator’s own window over, which is then the participant’s alone', async () => {
    await openPilot();
    const { page, context } = await app.open({ colorScheme: 'dark' });
    await page.getByRole('button', { name: /Ana/u }).click();
    await page.getByRole('navigation').getByText('Baseline').click();
    await page.getByRole('button', { name: /Pilot/u }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /Pilot/u }).click();
    await page.getByRole('button', { name: 'Actions for P01' }).click();
    await page.getByRole('menuitem', { name: 'Start on this computer…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over window' }).click();
    await page.getByRole('button', { name: /agree/iu }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /agree/iu }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.goto(page.url().replace(/#.*/u, '#/library'));
    await page.getByRole('button', { name: /agree/iu }).waitFor();
    await context.close();
  });
});
