import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasFocus } from '../helpers/focus.ts';
import { runInPalette } from '../helpers/palette.ts';
import { until } from '../helpers/until.ts';
import { CLUE, PHOTOS, useWholeJob } from '../helpers/wholeJob.ts';

const job = useWholeJob();

describe('the whole job', () => {
  it('is done by keyboard alone, with a reload in the middle of typing and an undo after it', async () => {
    const { app, page, field, choice, items, imageIsReady, accepted, checkExport } = job();
    const target = join(app.folder, 'by keyboard');
    const keys = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
    };
    /** Tab until what is wanted has the focus. */
    const tabTo = async (wanted: Locator): Promise<void> => {
      await wanted.first().waitFor();
      // In a group of choices a choice, not a button beside them.
      const there = () =>
        wanted
          .first()
          .evaluate(
            (element) =>
              element === document.activeElement ||
              (element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT'),
          );
      for (let press = 0; press < 60 && !(await there()); press += 1) await keys('Tab');
      expect(await there()).toBe(true);
    };
    await tabTo(page.getByRole('button', { name: 'New casebook…' }));
    await keys('Enter');
    await hasFocus(page.getByRole('textbox', { name: 'Title' }));
    await page.keyboard.type('By keyboard');
    await keys('Enter');
    await page.getByText('This casebook has no items yet').waitFor();

    await keys('Control+i');
    await hasFocus(page.getByRole('textbox', { name: 'From' }));
    await page.keyboard.type(join(app.folder, 'photos'));
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
    await keys('Enter');
    await page.getByRole('dialog', { name: 'Import' }).getByText('Imported', { exact: true }).waitFor();
    await keys('Escape');
    await page.getByRole('dialog', { name: 'Import' }).waitFor({ state: 'detached' });
    await until(() => items().count()).toBe(PHOTOS.length);

    await tabTo(page.getByRole('listbox', { name: /items$/u }));
    await keys('Enter');
    await imageIsReady();
    const first = page.url();
    await choice('Triage', 'Keep').waitFor();
    await keys('k');
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);
    await keys('Alt+u');
    await until(() => choice('Is there a clue?', 'Clued').isChecked()).toBe(true);
    await keys('f');
    await until(() => page.evaluate(() => document.activeElement?.closest('[data-field]') !== null)).toBe(
      true,
    );
    await tabTo(page.getByRole('radiogroup', { name: 'Scene' }));
    await keys('1');
    await tabTo(page.getByRole('radiogroup', { name: 'Partner' }));
    await keys('1');
    await until(() => choice('Partner', 'Boyfriend').isChecked()).toBe(true);
    await keys('Alt+n');
    await hasFocus(field('Text of clue 1'));
    await page.keyboard.type(`${CLUE} Really`);
    await page.reload();
    await imageIsReady();
    await until(() => field('Text of clue 1').inputValue()).toBe(`${CLUE} Really`);
    await keys('Control+z');
    // The last that was typed goes, the rest stays: it was typed before the reload.
    await until(async () => {
      const text = await field('Text of clue 1').inputValue();
      return text.length < `${CLUE} Really`.length && CLUE.startsWith(text.trimEnd());
    }).toBe(true);
    await tabTo(field('Text of clue 1'));
    await keys('Control+a');
    await page.keyboard.type(CLUE);

    await keys('Escape', 'g', 'Enter', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown', 'Enter');
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await keys('Alt+s');
    await until(() => field('Perception question 1').inputValue()).toContain('two cups');
    await keys('F8');
    await hasFocus(page.getByRole('checkbox', { name: 'The photo shows no personal information' }));
    await keys('Space', 'Control+Enter');
    await until(() => page.url()).not.toBe(first);
    await keys('PageUp');
    await until(() => page.url()).toBe(first);
    await imageIsReady();

    // Accepting is a command like any other.
    await runInPalette(page, 'Accept');
    await until(accepted).toBe(1);

    await keys('Control+e');
    await tabTo(page.getByRole('textbox', { name: 'To', exact: true }));
    await keys('Control+a');
    await page.keyboard.type(target);
    await tabTo(page.getByRole('button', { name: 'Export', exact: true }));
    await keys('Enter');
    await page.getByText(`Written to ${target}`).waitFor();
    await checkExport(target);
  });
});
