import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { addPerson, assignAll, COUNT, rowsOf, useTeam } from '../helpers/teamPage.ts';
import { until } from '../helpers/until.ts';

// What conflicts, and what axe says, is in `teamEdges.e2e.slow.test.ts`.
const team = useTeam();

describe('assigning on the Team screen', () => {
  it('says beforehand what it will do, does it, shows what becomes of it, and takes it back', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await rowsOf(page, 'Bo Berg').getByText('Nothing assigned yet').waitFor();
    await page.getByRole('button', { name: 'Assign items…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign items' });
    await dialog.getByText('Choose annotators.').waitFor();
    await until(() => dialog.getByRole('button', { name: 'Assign', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Choose all' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items, 2 people each' }).waitFor();
    await until(() =>
      dialog.getByRole('list', { name: 'Shares' }).getByRole('listitem').allInnerTexts(),
    ).toEqual([
      expect.stringMatching(/^ana\s+\+8, 8 in total$/u),
      expect.stringMatching(/^bo\.berg\s+\+8, 8 in total$/u),
      expect.stringMatching(/^cy\.diethelm\s+\+8, 8 in total$/u),
    ]);
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('4');
    await dialog.getByText('12 of the items would get fewer than 4 people').waitFor();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('2');
    await dialog.getByRole('checkbox', { name: 'Ana' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items, 2 people each' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg').getByText('0 of 12').waitFor();
    await rowsOf(page, 'Cy Diethelm').getByText('0 of 12').waitFor();

    await team.answerNext('bo.berg');
    await page.reload();
    await rowsOf(page, 'Bo Berg').getByText('1 of 12').waitFor();
    await rowsOf(page, 'Bo Berg').getByText('2 min').waitFor();
    await rowsOf(page, 'Cy Diethelm').getByText('0 of 12').waitFor();

    await page.getByRole('button', { name: 'Work of Bo Berg' }).click();
    await page.getByRole('menuitem', { name: 'Withdraw round 1…' }).click();
    const question = page.getByRole('dialog', { name: 'Withdraw items from Bo Berg?' });
    await question.getByText('Up to 11 open items').waitFor();
    await question.getByRole('button', { name: 'Withdraw items' }).click();
    await page.getByText('11 items withdrawn from Bo Berg; 1 stay.').waitFor();
    await rowsOf(page, 'Bo Berg').getByText('1 of 1').waitFor();
    await rowsOf(page, 'Cy Diethelm').getByText('0 of 12').waitFor();
  });

  it('offers another round, in which everybody begins anew', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    await rowsOf(page, 'Bo Berg').getByText('0 of 12').waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign items' });
    await dialog.getByRole('checkbox', { name: 'Bo Berg' }).click();
    await dialog.getByText('12 items in this round, 12 open').first().waitFor();
    await dialog.getByRole('button', { name: 'Nothing to assign' }).waitFor();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('1');
    await dialog.getByRole('combobox', { name: 'Round' }).click();
    await page.getByRole('option', { name: 'Round 2 (new)' }).click();
    // What was rejected is left out of a later round, in words.
    await dialog.getByText('3 rejected items are left out.').waitFor();
    await dialog.getByRole('button', { name: 'Assign 9 items, 1 person' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg').getByText('Round 2').waitFor();
    await rowsOf(page, 'Bo Berg').getByText('0 of 12').waitFor();
    await rowsOf(page, 'Bo Berg').getByText('0 of 9').waitFor();
  });
});

describe('the items to assign', () => {
  it('are what the Library shows, unless said otherwise, or those of a status', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    const { client } = await team.memberOf('ana');
    const found = async (filter: ItemFilter) =>
      (await client.items.list({ filter, sort: { by: 'imported', descending: false }, offset: 0, limit: 1 }))
        .total;
    const words = ['girlfriend', 'boyfriend', 'hotel', 'dining', 'karaoke'];
    const counts = await Promise.all(words.map((text) => found({ text })));
    const place = counts.findIndex((count) => count > 1 && count < COUNT);
    const [word = '', count = 0] = [words[place], counts[place]];
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('searchbox').fill(word);
    await page.getByRole('listbox', { name: `${String(count)} items` }).waitFor();
    await screens.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('button', { name: 'Assign items…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign items' });
    const filtered = dialog.getByRole('radio', { name: `As filtered in the Library (${String(count)})` });
    await filtered.waitFor();
    await until(() => filtered.isChecked()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Bo Berg' }).click();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('1');
    await dialog.getByRole('button', { name: `Assign ${String(count)} items, 1 person` }).waitFor();
    await dialog.getByRole('radio', { name: /^By status/u }).click();
    const drafts = await found({ status: ['draft', 'in_review'] });
    await dialog.getByRole('radio', { name: `By status (${String(drafts)})` }).waitFor();
    await dialog.getByRole('radio', { name: 'All (12)' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items, 1 person' }).waitFor();
    await filtered.click();
    await dialog.getByRole('button', { name: `Assign ${String(count)} items, 1 person` }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg')
      .getByText(`0 of ${String(count)}`)
      .waitFor();
    await page.getByRole('button', { name: 'Assign items…' }).click();
    await dialog.getByRole('radio', { name: 'Only items unassigned in this round' }).click();
    await dialog.getByRole('checkbox', { name: 'Ana' }).click();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('1');
    await dialog.getByRole('button', { name: `Assign ${String(COUNT - count)} items, 1 person` }).waitFor();
  });
});

describe('people on the Team screen', () => {
  it('get other roles where they stand, but never leave the casebook without a curator', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await page.getByRole('button', { name: 'Change Bo Berg: Annotator' }).click();
    const editor = page.getByRole('dialog', { name: 'Change Bo Berg: Annotator' });
    await editor.getByRole('checkbox', { name: 'Adjudicator' }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change Bo Berg: Annotator, Adjudicator' }).waitFor();
    await page.getByRole('button', { name: /^Change Ana: Curator/u }).click();
    const own = page.getByRole('dialog', { name: /^Change Ana/u });
    await own.getByRole('checkbox', { name: 'Curator' }).click();
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('alert').filter({ hasText: 'Ana is the only curator' }).waitFor();
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('button', { name: /^Change Ana: Curator/u }).count()).toBe(1);
    team.mayRefuse(['/rpc/people/update']);
  });

  it('may look, but not change anything, where they are no curators', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await page.getByRole('button', { name: 'Work as Bo Berg' }).click();
    await page.getByRole('button', { name: 'Working as Bo Berg' }).waitFor();
    await until(() => page.getByRole('button', { name: 'Assign items…' }).count()).toBe(0);
    await until(() => page.getByRole('button', { name: 'Merge…' }).count()).toBe(0);
    await until(() => page.getByRole('button', { name: /^Change / }).count()).toBe(0);
    await until(() => page.getByRole('group', { name: 'Add a person' }).count()).toBe(0);
  });
});

describe('packages on the Team screen', () => {
  it('go out, are worked on, come back and are merged, once and again', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    await page.getByRole('button', { name: 'Work of Bo Berg' }).click();
    await page.getByRole('menuitem', { name: 'Write package…' }).click();
    const out = page.getByRole('dialog', { name: 'Package for Bo Berg' });
    await out.getByRole('textbox', { name: 'Name' }).fill('for bo');
    await out.getByRole('textbox', { name: 'Folder' }).fill(team.app().folder);
    await out.getByRole('button', { name: 'Write package' }).click();
    await out.getByText(`Written to ${join(team.app().folder, 'for bo.casebook-package')}`).waitFor();
    await out.getByRole('button', { name: 'Close' }).last().click();
    await out.waitFor({ state: 'detached' });

    // Bo, somewhere else.
    const { client } = await team.memberOf('ana');
    await client.casebooks.openPackage({
      path: join(team.app().folder, 'for bo.casebook-package'),
      target: join(team.app().folder, 'Bo.casebook'),
    });
    await team.answerNext('bo.berg');
    await page.reload();
    await page.getByText('This casebook is a package for Bo Berg.').waitFor();
    await page.getByRole('region', { name: 'Progress' }).getByText('1 of 12').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('from bo');
    await page.getByRole('textbox', { name: 'Folder' }).fill(team.app().folder);
    await page.getByRole('button', { name: 'Write package to send back' }).click();
    await page.getByText(`Written to ${join(team.app().folder, 'from bo.casebook-package')}`).waitFor();
    expect(existsSync(join(team.app().folder, 'from bo.casebook-package'))).toBe(true);

    await team.app().core.keeper.open(team.seeded());
    const again = await team.openTeamAs('Ana');
    await rowsOf(again, 'Bo Berg').getByText('0 of 12').waitFor();
    for (const { took, known } of [
      { took: true, known: false },
      { took: false, known: true },
    ]) {
      await again.getByRole('button', { name: 'Merge…' }).click();
      const merging = again.getByRole('dialog', { name: 'Merge' });
      await merging
        .getByRole('textbox', { name: 'Package or casebook' })
        .fill(join(team.app().folder, 'from bo.casebook-package'));
      await merging.getByRole('button', { name: 'Check 1 source' }).click();
      await merging.getByText('Nothing was changed yet').waitFor();
      await merging.getByRole('button', { name: 'Merge 1 source' }).click();
      await merging.getByRole('button', { name: 'Merge more' }).waitFor();
      await until(() => merging.getByText('answer merged', { exact: true }).count()).toBe(took ? 1 : 0);
      await until(() => merging.getByText('Everything in it is merged already.').count()).toBe(known ? 1 : 0);
      await merging.getByRole('button', { name: 'Close' }).last().click();
      await merging.waitFor({ state: 'detached' });
      await rowsOf(again, 'Bo Berg').getByText('1 of 12').waitFor();
    }
  });
});
