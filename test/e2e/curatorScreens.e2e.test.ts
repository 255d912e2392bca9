import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { testPorts } from '../helpers/core.ts';
import { goTo, settled, useCurator } from '../helpers/curatorPage.ts';
import { runInPalette } from '../helpers/palette.ts';
import { firsts, present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

// What axe says of every screen and dialog is in `accessibility.e2e.slow.test.ts`.
const curator = useCurator();

describe('accessibility in light and dark', () => {
  it('has nothing that axe objects to, on the screens that are used most', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open({ colorScheme: 'light' });
    const problems: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      await settled(page);
      const found = await accessibilityProblemsInBothThemes(page);
      if (found.length > 0) problems[name] = found;
    };
    await page.getByRole('option').first().waitFor();
    await look('Library');
    await goTo(page, 'Settings');
    await look('Settings');
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: /^Close the guide/u }).waitFor();
    await look('Guide');
    await page.keyboard.press('Escape');
    await goTo(page, 'Library');
    await page.getByRole('option').first().dblclick();
    await page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await look('Desk');
    expect(problems).toEqual({});
  });
});

describe('Health', () => {
  it('opens the items behind a finding in the Library', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open();
    await goTo(page, 'Health');
    const finding = page.getByRole('article').filter({ hasText: 'share an image' });
    await finding.getByText('Serious').waitFor();
    const button = finding.getByRole('button', { name: /^Show [\d,]+ items$/u });
    const count = Number((await button.textContent())?.replaceAll(/\D/gu, ''));
    await button.click();
    await page.getByRole('button', { name: `Remove filter ${String(count)} selected items` }).waitFor();
    await until(() => page.getByRole('listbox', { name: `${String(count)} items` }).count()).toBe(1);
  });
});

describe('History', () => {
  it('shows what was done by whom, of everything and of one item, and takes a bulk change back', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open();
    const { items, people } = curator.app().core.services();
    const person = present(people.list()[0]);
    const [first, second] = firsts(
      items.list({}, { by: 'imported', descending: false }, 0, 2, everything).rows,
      2,
    );
    items.tag({ ids: [first.id, second.id] }, ['odd'], [], person.id, everything);
    await goTo(page, 'History');
    const entry = page.getByRole('listitem').filter({ hasText: 'Changed the tags of 2 items' });
    await entry.getByRole('button', { name: /^Undo/u }).click();
    await page.getByText('Undid a change of tags (2 items)').waitFor();
    await until(() => items.get(first.id, everything).row.tags).toEqual([]);
    await until(() => entry.getByRole('button', { name: /^Undo/u }).count()).toBe(0);

    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'People' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Added ana').waitFor();
    await until(() => page.getByText('Changed the tags of 2 items').count()).toBe(0);
  });

  it('brings back deleted items, whose deletion counts what goes with them first', async () => {
    const app = curator.app();
    await app.core.keeper.open(curator.seeded());
    const { importExport, items } = app.core.services();
    const answered = items.list({}, { by: 'imported', descending: false }, 0, 2, everything).rows;
    const ratings = put(
      join(app.folder, 'ratings.csv'),
      `item,rater,field,value\n${answered.map(({ externalId }) => `${externalId},ana,label,true\n`).join('')}`,
    );
    await importExport.import({ source: ratings, format: 'ratings-csv' }, null, quietly);
    const ids = answered.map(({ id }) => id);
    const page = await curator.open();
    const shown = page.getByRole('listbox').getByRole('option');
    await shown.first().click({ modifiers: ['ControlOrMeta'] });
    await shown.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 items?' });
    await question.getByText(/^This deletes 2 items with 2 answers\./u).waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('listbox', { name: '58 items' }).waitFor();
    await goTo(page, 'History');
    const entry = page.getByRole('listitem').filter({ hasText: 'Deleted 2 items' });
    await entry.getByRole('button', { name: /^Undo/u }).click();
    await page.getByText('Brought back 2 items').waitFor();
    expect(items.counts({}, everything).total).toBe(60);
    expect(items.previewDeletion({ ids }, everything).answers).toBe(2);
  });
});

describe('Settings', () => {
  it('changes a key, warns of a clash, and keeps both over a reload', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open();
    await page.goto(new URL('/#/settings/keys', page.url()).href);
    await page.getByRole('button', { name: 'Add a key for Show or hide the filters' }).click();
    await page.keyboard.press('v');
    await page.getByText('V is also used for: Switch between grid and table').waitFor();
    await page.getByRole('button', { name: 'Remove V from Switch between grid and table' }).click();
    await until(() => page.getByText('No shortcut conflicts.').count()).toBe(1);
    // Shown at once, saved a moment later.
    await quiet(page);
    await page.reload();
    await page.getByRole('button', { name: 'Remove V from Show or hide the filters' }).waitFor();
    await goTo(page, 'Library');
    await page.getByRole('complementary', { name: 'Filters' }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('complementary', { name: 'Filters' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Show or hide the filters')
      .waitFor();
  });

  it('keeps the theme, whatever the system says', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open({ colorScheme: 'light' });
    await page.goto(new URL('/#/settings/appearance', page.url()).href);
    await page.getByText('Dark', { exact: true }).click();
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await until(scheme).toBe('dark');
    // Shown at once, saved a moment later.
    await quiet(page);
    await page.reload();
    await until(scheme).toBe('dark');
    await page.goto(new URL('/#/settings/appearance', page.url()).href);
    await page.getByText('Same as system', { exact: true }).click();
    await until(scheme).toBe('light');
  });

  it('renames the casebook and adds to its vocabulary', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open();
    await goTo(page, 'Settings');
    await page.getByRole('textbox', { name: 'Title' }).fill('Night scenes');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Night scenes').waitFor();
    await page.getByRole('link', { name: 'Vocabulary', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add a scene' }).fill('rooftop');
    await page.keyboard.press('Enter');
    await page.getByText('All changes are saved.').waitFor();
    await until(() => curator.app().core.services().settings.vocabulary()['scenes']).toContain('rooftop');
  });

  it('builds a label set with attributes, and does not save what is incomplete', async () => {
    await curator.app().core.keeper.create(join(curator.app().folder, 'Labels.casebook'), {
      benchmark: 'generic',
      title: 'Labels',
    });
    const page = await curator.open();
    await page.goto(new URL('/#/settings/vocabulary', page.url()).href);
    await page.getByRole('button', { name: 'Add a label' }).click();
    await page.getByText(/^The changes listed here are not saved/u).waitFor();
    await page.getByRole('textbox', { name: 'Name of the label' }).last().fill('face');
    await page.getByRole('button', { name: 'Add a question about each such box' }).last().click();
    await page.getByRole('textbox', { name: 'Question' }).fill('How sharp?');
    await page.getByRole('combobox', { name: 'Answer type of How sharp?' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await page.getByRole('textbox', { name: 'Minimum answer to How sharp?' }).fill('1');
    await page.getByRole('textbox', { name: 'Maximum answer to How sharp?' }).fill('5');
    await page.getByRole('checkbox', { name: 'How sharp? must be answered' }).check();
    await page.getByRole('button', { name: 'Add a question about the image' }).click();
    await page.getByRole('textbox', { name: 'Question' }).first().fill('Weather');
    await page.getByRole('combobox', { name: 'Options of Weather' }).fill('sun');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rain');
    await page.keyboard.press('Enter');
    await page.getByText('All changes are saved.').waitFor();
    await until(() => curator.app().core.services().settings.vocabulary()).toEqual({
      imageAttributes: [
        { id: 'attribute-1', name: 'Weather', kind: 'choice', required: false, options: ['sun', 'rain'] },
      ],
      labels: [
        { id: 'object', name: 'object', attributes: [] },
        {
          id: 'label-2',
          name: 'face',
          attributes: [
            { id: 'attribute-1', name: 'How sharp?', kind: 'number', required: true, minimum: 1, maximum: 5 },
          ],
        },
      ],
    });
  });

  it('saves complete questions at once, and keeps an incomplete label through another screen and a new page', async () => {
    await curator.app().core.keeper.create(join(curator.app().folder, 'Drafts.casebook'), {
      benchmark: 'generic',
      title: 'Drafts',
    });
    const page = await curator.open();
    const vocabulary = () => curator.app().core.services().settings.vocabulary();
    await page.goto(new URL('/#/settings/vocabulary', page.url()).href);
    await page.getByRole('button', { name: 'Add a label' }).click();
    await page.getByRole('button', { name: 'Add a question about the image' }).click();
    await page.getByRole('textbox', { name: 'Question' }).first().fill('Weather');
    await page.getByRole('combobox', { name: 'Options of Weather' }).fill('sun');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rain');
    await page.keyboard.press('Enter');
    await goTo(page, 'Library');
    const weather = {
      id: 'attribute-1',
      name: 'Weather',
      kind: 'choice',
      required: false,
      options: ['sun', 'rain'],
    };
    const object = { id: 'object', name: 'object', attributes: [] };
    await until(vocabulary).toEqual({ imageAttributes: [weather], labels: [object] });
    const unsaved = page.getByRole('banner').getByText('Not saved: Vocabulary');
    await unsaved.waitFor();
    await page.reload();
    await unsaved.waitFor();
    await page.goto(new URL('/#/settings/vocabulary', page.url()).href);
    const names = page.getByRole('textbox', { name: 'Name of the label' });
    await until(() => names.count()).toBe(2);
    await names.last().fill('face');
    await page.getByText('All changes are saved.').waitFor();
    await until(vocabulary).toEqual({
      imageAttributes: [weather],
      labels: [object, { id: 'label-2', name: 'face', attributes: [] }],
    });
    await until(() => unsaved.count()).toBe(0);
  });
});

describe('Team', () => {
  it('adds a person and changes the current user', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    const page = await curator.open();
    await goTo(page, 'Team');
    await page.getByRole('textbox', { name: 'Name' }).fill('Björn Öst');
    await until(() => page.getByRole('textbox', { name: 'Handle' }).inputValue()).toBe('björn.öst');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Work as Björn Öst' }).click();
    await page.getByRole('button', { name: 'Working as Björn Öst' }).waitFor();
  });
});

describe('a casebook that somebody else has open', () => {
  it('says who has it and offers nothing that would change it', async () => {
    const other = createCore(testPorts(join(curator.app().folder, 'other')));
    try {
      await other.keeper.open(curator.seeded());
      await curator.app().core.keeper.open(curator.seeded());
      const page = await curator.open();
      await page.getByText('Read-only.').waitFor();
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('button', { name: 'Import…' }).count()).toBe(0);
      await page.getByRole('option').first().click();
      await page.getByText('1 selected').waitFor();
      expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    } finally {
      await other.close();
    }
  });
});

describe('Welcome', () => {
  it('lists what was opened, opens by choosing, and forgets', async () => {
    await curator.app().core.keeper.open(curator.seeded());
    await curator.app().core.keeper.close();
    const page = await curator.open();
    const recent = page.getByRole('region', { name: 'Recent casebooks' });
    await recent.getByText(curator.seeded()).waitFor();
    await page.keyboard.press('Control+o');
    const picker = page.getByRole('dialog', { name: 'Open a casebook' });
    await picker.getByRole('textbox', { name: 'Folder' }).fill(curator.app().folder);
    await page.keyboard.press('Enter');
    await picker.getByRole('button', { name: 'Seeded.casebook' }).click();
    await picker.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByRole('option').first().waitFor();
    // A picture that still loads when the casebook closes would be missing.
    await quiet(page);
    await runInPalette(page, 'close the');
    await recent
      .getByRole('button', { name: /^Remove .* from list$/u })
      .first()
      .click();
    await until(() => recent.getByText(curator.seeded()).count()).toBe(0);
  });
});
