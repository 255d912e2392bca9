import { join } from 'node:path';
import { describe, it } from 'vitest';
import { armed, dragOver } from '../helpers/drawing.ts';
import { until } from '../helpers/until.ts';
import { CLUE, PHOTOS, useWholeJob } from '../helpers/wholeJob.ts';

// Without touching the mouse: `wholeJobByKeyboard.e2e.slow.test.ts`.
const job = useWholeJob();

describe('the whole job', () => {
  it('is done by mouse: new, import, label, draw, describe, submit, accept, export', async () => {
    const { app, page, field, choice, items, imageIsReady, accepted, checkExport } = job();
    const target = join(app.folder, 'by mouse');
    await page.getByRole('button', { name: 'New casebook…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('By mouse');
    await page.getByRole('dialog').getByText('CaughtCheating', { exact: true }).click();
    await page.getByRole('button', { name: /^Create/u }).click();
    await page.getByText('This casebook has no items yet').waitFor();

    await page
      .getByRole('button', { name: /^Import/u })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'From' }).fill(join(app.folder, 'photos'));
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('Imported', { exact: true }).waitFor();
    await dialog
      .getByRole('button', { name: /^(Done|Close)/u })
      .last()
      .click();
    await until(() => items().count()).toBe(PHOTOS.length);

    await items().first().dblclick();
    await imageIsReady();
    await choice('Triage', 'Keep').click();
    await choice('Is there a clue?', 'Clued').click();
    await choice('Scene', 'hotel').click();
    await choice('Partner', 'Boyfriend').click();
    await page.getByRole('button', { name: /Add a clue/u }).click();
    await field('Text of clue 1').fill(CLUE);
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await until(() => field('Reasoning question 1').inputValue()).toContain('somebody else');
    await page.getByRole('checkbox', { name: 'The photo shows no personal information' }).click();
    await page.getByText('No problems.').waitFor();
    const first = page.url();
    await page.getByRole('button', { name: /^Submit/u }).click();
    await until(() => page.url()).not.toBe(first);

    await page.getByRole('link', { name: 'Library' }).click();
    await items().first().waitFor();
    await items().first().click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: /^Accept/u }).click();
    await until(accepted).toBe(1);

    await page.keyboard.press('Control+e');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(target);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(`Written to ${target}`).waitFor();
    await checkExport(target);
  });
});
