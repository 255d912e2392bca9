import { describe, expect, it } from 'vitest';
import { accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { goTo, settled, useCurator } from '../helpers/curatorPage.ts';
import { until } from '../helpers/until.ts';

const curator = useCurator();

describe('accessibility in light and dark', () => {
  it('has nothing that axe objects to, on any screen and dialog', { timeout: 400_000 }, async () => {
    const page = await curator.open({ colorScheme: 'light' });
    const problems: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      await settled(page);
      const found = await accessibilityProblemsInBothThemes(page);
      if (found.length > 0) problems[name] = found;
    };
    const dialog = async (name: string, keys: string) => {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await look(name);
      // The first press may close a list of choices in the dialog.
      await until(async () => {
        await page.keyboard.press('Escape');
        return page.getByRole('dialog').count();
      }).toBe(0);
    };
    await page.getByRole('heading', { name: 'Casebook' }).waitFor();
    await look('Welcome');
    await page.keyboard.press('F1');
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await look('Guide');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New casebook…' }).click();
    await page.getByRole('dialog').waitFor();
    await look('New casebook');
    await curator.app().core.keeper.open(curator.seeded());
    await page.reload();
    await page.getByRole('option').first().waitFor();
    await look('Library');
    await page.getByRole('listbox', { name: /items$/u }).focus();
    await page.keyboard.press('v');
    await page.keyboard.press('p');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await look('Library as a table, with details and a selection');
    await dialog('Tags', 't');
    await dialog('Import', 'Control+i');
    await dialog('Export', 'Control+e');
    await dialog('Keys of the screen', '?');
    await dialog('Palette', 'Control+k');
    await page.getByRole('searchbox').fill('no such word');
    await page.getByText('No items match').waitFor();
    await look('Library without a match');
    for (const screen of ['Health', 'History', 'Team', 'Settings']) {
      await goTo(page, screen);
      await look(screen);
    }
    for (const section of ['Vocabulary', 'Appearance and Desk', 'Shortcuts']) {
      await page.getByRole('link', { name: section, exact: true }).click();
      await look(`Settings: ${section}`);
    }
    expect(problems).toEqual({});
  });
});
