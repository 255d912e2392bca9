import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { quietly } from '../helpers/casebooks.ts';
import { quiet } from '../helpers/quiet.ts';
import { addPerson, assignAll, rowsOf, useTeam } from '../helpers/teamPage.ts';
import { until } from '../helpers/until.ts';

// The common way through the screen is in `team.e2e.test.ts`.
const team = useTeam();

describe('conflicts on the Team screen', () => {
  it('are listed with both sides until somebody chooses', async () => {
    const page = await team.openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    const { person: bo } = await team.memberOf('bo.berg');
    const write = async (name: string) => {
      const { merging } = team.app().core.services();
      await merging.package(bo.id, join(team.app().folder, `${name}.casebook-package`), bo.id, quietly);
    };
    await write('out');
    const { client } = await team.memberOf('ana');
    await client.casebooks.openPackage({
      path: join(team.app().folder, 'out.casebook-package'),
      target: join(team.app().folder, 'Bo.casebook'),
    });
    await team.answerNext('bo.berg', 'discard');
    await write('back');
    await team.app().core.keeper.open(team.seeded());
    const answered = await team.answerNext('bo.berg', 'keep');
    const again = await team.openTeamAs('Ana');
    await again.getByRole('button', { name: 'Merge…' }).click();
    const merging = again.getByRole('dialog', { name: 'Merge' });
    const source = join(team.app().folder, 'back.casebook-package');
    await merging.getByRole('textbox', { name: 'Package or casebook' }).fill(source);
    await merging.getByRole('button', { name: 'Check 1 source' }).click();
    await merging.getByRole('button', { name: 'Merge 1 source' }).click();
    await merging.getByText('1 conflict to resolve').waitFor();
    await merging.getByRole('button', { name: 'Close' }).last().click();
    const conflict = again.getByRole('region', { name: 'Conflicts' }).getByRole('article');
    await conflict.getByRole('cell', { name: 'keep', exact: true }).waitFor();
    await conflict.getByRole('cell', { name: 'discard', exact: true }).waitFor();
    expect(await accessibilityProblems(again)).toEqual([]);
    await conflict.getByRole('button', { name: /^Use this answer \(.*, from /u }).click();
    await until(() => conflict.count()).toBe(0);
    const { client: now } = await team.memberOf('ana');
    expect(await now.merging.conflicts()).toEqual([]);
    // What was chosen is what Bo says of the item; Cy has not answered yet.
    const { row } = await now.items.get({ id: answered });
    expect(row).toMatchObject({ ratings: 'waiting' });
  });
});

describe('accessibility in light and dark', () => {
  it('has nothing that axe objects to, with its dialogs', async () => {
    const page = await team.openTeam({ colorScheme: 'light' });
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    const problems: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      await quiet(page);
      const found = await accessibilityProblemsInBothThemes(page);
      if (found.length > 0) problems[name] = found;
    };
    await rowsOf(page, 'Bo Berg').getByText('0 of 12').waitFor();
    await look('Team');
    await page.getByRole('button', { name: 'Change Bo Berg: Annotator' }).click();
    await page.getByRole('dialog').waitFor();
    await look('Roles');
    await page.keyboard.press('Escape');
    for (const name of ['Assign items…', 'Merge…']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      await look(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Work of Bo Berg' }).click();
    await page.getByRole('menuitem', { name: 'Write package…' }).click();
    await page.getByRole('dialog').waitFor();
    await look('Package');
    expect(problems).toEqual({});
  });
});
