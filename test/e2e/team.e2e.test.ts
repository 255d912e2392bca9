import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { ItemId } from '../../shared/domain/ids.ts';
import { accessibilityProblems, accessibilityProblemsInBothThemes } from '../helpers/accessibility.ts';
import { startApp, type AppWindow, type RunningApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { seedCasebook } from '../helpers/seedCasebook.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

const COUNT = 12;
const TASK = 'curate';

let app: RunningApp;
let seeded: string;
let windows: AppWindow[] = [];
/** What the core was meant to refuse: the browser notes each of them. */
let refused: readonly string[] = [];

const folder = temporaryFolder();
const master = join(folder.path, 'Master.casebook');

beforeAll(async () => {
  await seedCasebook(master, { items: COUNT, photographs: 2, boxes: 0, seed: 5, width: 320, height: 240 });
});

afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
  seeded = join(app.folder, 'Seeded.casebook');
  cpSync(master, seeded, { recursive: true });
});

afterEach(async () => {
  const [given, meant] = [windows, refused];
  [windows, refused] = [[], []];
  await app.close();
  const complaints = given.flatMap((window) => window.complaints);
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
  // A preview follows every stroke of the keyboard: that some of what is half entered cannot be assigned is its answer.
  const calls = given
    .flatMap((window) => window.refused)
    .filter((call) => call !== '/rpc/assignments/assign');
  expect(calls).toEqual(meant);
});

/** The Team screen, where Ana, alone so far, is the current user. */
async function openTeam(options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
  await app.core.keeper.open(seeded);
  const window = await app.open(options);
  windows.push(window);
  const { page } = window;
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
  await page.getByRole('table', { name: 'People' }).waitFor();
  return page;
}

async function addPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
}

/** A person's part of the table. */
const rowsOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'People' }).getByRole('rowgroup').filter({ hasText: name });

/** A window of the core's own with a current user. */
async function memberOf(handle: string) {
  const person = app.core.services().people.called(handle);
  if (person === undefined) throw new Error(`There is nobody called ${handle}.`);
  const client = createRouterClient(app.core.router, {
    context: app.core.contextOf(app.core.createSession()),
  });
  await client.people.workAs({ id: person.id });
  return { client, person };
}

/** Somebody answers the first item they were given. */
async function answerNext(handle: string, triage = 'discard'): Promise<ItemId> {
  const { client } = await memberOf(handle);
  const itemId = (await client.assignments.mine())[0]?.next;
  if (itemId == null) throw new Error(`${handle} has nothing to do.`);
  const { revision, records } = await client.annotations.open({ itemId, task: TASK });
  const before = records['field:triage'];
  if (before === undefined) throw new Error('There is nothing to triage.');
  const edited = await client.annotations.edit({
    itemId,
    task: TASK,
    revision,
    mark: 'triage',
    activeMilliseconds: 90_000,
    diff: {
      added: {},
      updated: { 'field:triage': [before, { type: 'field', name: 'triage', value: triage }] },
      removed: {},
    },
  });
  await client.annotations.submit({ itemId, task: TASK, revision: edited.revision });
  return itemId;
}

/** Gives every item to Bo and Cy, by the dialog. */
async function assignAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Assign items…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign items' });
  await dialog.getByRole('checkbox', { name: 'Bo Berg' }).click();
  await dialog.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
  await dialog.getByRole('radio', { name: 'Everything' }).click();
  await dialog.getByRole('button', { name: 'Assign 12 items to 2 people, 2 each' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('assigning on the Team screen', () => {
  it('says beforehand what it will do, does it, shows what becomes of it, and takes it back', async () => {
    const page = await openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await rowsOf(page, 'Bo Berg').getByText('Nothing assigned yet').waitFor();
    await page.getByRole('button', { name: 'Assign items…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign items' });
    await dialog.getByText('Choose annotators.').waitFor();
    await until(() => dialog.getByRole('button', { name: 'Assign', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Choose all' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items to 3 people, 2 each' }).waitFor();
    await until(() =>
      dialog.getByRole('list', { name: 'Shares' }).getByRole('listitem').allInnerTexts(),
    ).toEqual([
      expect.stringMatching(/^ana\s+\+8, 8 in all$/u),
      expect.stringMatching(/^bo\.berg\s+\+8, 8 in all$/u),
      expect.stringMatching(/^cy\.diethelm\s+\+8, 8 in all$/u),
    ]);
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('4');
    await dialog.getByText('12 of the items would get fewer than 4 people').waitFor();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('2');
    await dialog.getByRole('checkbox', { name: 'Ana' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items to 2 people, 2 each' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg').getByText('0 of 12').waitFor();
    await rowsOf(page, 'Cy Diethelm').getByText('0 of 12').waitFor();

    await answerNext('bo.berg');
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
    const page = await openTeam();
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
    await page.getByRole('option', { name: 'Round 2, new' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items to 1 person, 1 each' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg').getByText('Round 2').waitFor();
    await until(() => rowsOf(page, 'Bo Berg').getByText('0 of 12').count()).toBe(2);
  });
});

describe('the items to assign', () => {
  it('are what the Library shows, unless said otherwise, or those of a status', async () => {
    const page = await openTeam();
    await addPerson(page, 'Bo Berg');
    const { client } = await memberOf('ana');
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
    await dialog.getByRole('button', { name: `Assign ${String(count)} items to 1 person, 1 each` }).waitFor();
    await dialog.getByRole('radio', { name: /^By status/u }).click();
    const drafts = await found({ status: ['draft', 'in_review'] });
    await dialog.getByRole('radio', { name: `By status (${String(drafts)})` }).waitFor();
    await dialog.getByRole('radio', { name: 'All (12)' }).click();
    await dialog.getByRole('button', { name: 'Assign 12 items to 1 person, 1 each' }).waitFor();
    await filtered.click();
    await dialog.getByRole('button', { name: `Assign ${String(count)} items to 1 person, 1 each` }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowsOf(page, 'Bo Berg')
      .getByText(`0 of ${String(count)}`)
      .waitFor();
    await page.getByRole('button', { name: 'Assign items…' }).click();
    await dialog.getByRole('radio', { name: 'Only items unassigned in this round' }).click();
    await dialog.getByRole('checkbox', { name: 'Ana' }).click();
    await dialog.getByRole('textbox', { name: 'People per item' }).fill('1');
    await dialog
      .getByRole('button', { name: `Assign ${String(COUNT - count)} items to 1 person, 1 each` })
      .waitFor();
  });
});

describe('people on the Team screen', () => {
  it('get other roles where they stand, but never leave the casebook without a curator', async () => {
    const page = await openTeam();
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
    refused = ['/rpc/people/update'];
  });

  it('may look, but not change anything, where they are no curators', async () => {
    const page = await openTeam();
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
    const page = await openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    await page.getByRole('button', { name: 'Work of Bo Berg' }).click();
    await page.getByRole('menuitem', { name: 'Write package…' }).click();
    const out = page.getByRole('dialog', { name: 'Package for Bo Berg' });
    await out.getByRole('textbox', { name: 'Name' }).fill('for bo');
    await out.getByRole('textbox', { name: 'Folder' }).fill(app.folder);
    await out.getByRole('button', { name: 'Write package' }).click();
    await out.getByText(`Written to ${join(app.folder, 'for bo.casebook-package')}`).waitFor();
    await out.getByRole('button', { name: 'Close' }).last().click();
    await out.waitFor({ state: 'detached' });

    // Bo, somewhere else.
    const { client } = await memberOf('ana');
    await client.casebooks.openPackage({
      path: join(app.folder, 'for bo.casebook-package'),
      target: join(app.folder, 'Bo.casebook'),
    });
    await answerNext('bo.berg');
    await page.reload();
    await page.getByText('This casebook is a package for Bo Berg.').waitFor();
    await page.getByRole('region', { name: 'Progress' }).getByText('1 of 12').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('from bo');
    await page.getByRole('textbox', { name: 'Folder' }).fill(app.folder);
    await page.getByRole('button', { name: 'Write package to send back' }).click();
    await page.getByText(`Written to ${join(app.folder, 'from bo.casebook-package')}`).waitFor();
    expect(existsSync(join(app.folder, 'from bo.casebook-package'))).toBe(true);

    await app.core.keeper.open(seeded);
    const again = await openTeamAs('Ana');
    await rowsOf(again, 'Bo Berg').getByText('0 of 12').waitFor();
    for (const { took, known } of [
      { took: true, known: false },
      { took: false, known: true },
    ]) {
      await again.getByRole('button', { name: 'Merge…' }).click();
      const merging = again.getByRole('dialog', { name: 'Merge' });
      await merging
        .getByRole('textbox', { name: 'Package or casebook' })
        .fill(join(app.folder, 'from bo.casebook-package'));
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

describe('conflicts on the Team screen', () => {
  it('are listed with both sides until somebody chooses', async () => {
    const page = await openTeam();
    await addPerson(page, 'Bo Berg');
    await addPerson(page, 'Cy Diethelm');
    await assignAll(page);
    const { person: bo } = await memberOf('bo.berg');
    const write = async (name: string) => {
      const { merging } = app.core.services();
      await merging.package(bo.id, join(app.folder, `${name}.casebook-package`), bo.id, quietly);
    };
    await write('out');
    const { client } = await memberOf('ana');
    await client.casebooks.openPackage({
      path: join(app.folder, 'out.casebook-package'),
      target: join(app.folder, 'Bo.casebook'),
    });
    await answerNext('bo.berg', 'discard');
    await write('back');
    await app.core.keeper.open(seeded);
    const answered = await answerNext('bo.berg', 'keep');
    const again = await openTeamAs('Ana');
    await again.getByRole('button', { name: 'Merge…' }).click();
    const merging = again.getByRole('dialog', { name: 'Merge' });
    const source = join(app.folder, 'back.casebook-package');
    await merging.getByRole('textbox', { name: 'Package or casebook' }).fill(source);
    await merging.getByRole('button', { name: 'Check 1 source' }).click();
    await merging.getByRole('button', { name: 'Merge 1 source' }).click();
    await merging.getByText('1 conflict to resolve').waitFor();
    await merging.getByRole('button', { name: 'Close' }).last().click();
    const conflict = again.getByRole('region', { name: 'Conflicts' }).getByRole('article');
    await conflict.getByRole('cell', { name: 'keep', exact: true }).waitFor();
    await conflict.getByRole('cell', { name: 'discard', exact: true }).waitFor();
    expect(await accessibilityProblems(again)).toEqual([]);
    await conflict.getByRole('button', { name: /^Take theirs/u }).click();
    await until(() => conflict.count()).toBe(0);
    const { client: now } = await memberOf('ana');
    expect(await now.merging.conflicts()).toEqual([]);
    // What was chosen is what Bo says of the item; Cy has not answered yet.
    const { row } = await now.items.get({ id: answered });
    expect(row).toMatchObject({ ratings: 'waiting' });
  });
});

/** The Team screen of a casebook of several, in a window in which this person becomes the current user first. */
async function openTeamAs(name: string): Promise<Page> {
  const window = await app.open();
  windows.push(window);
  const { page } = window;
  await page.getByRole('button', { name: new RegExp(`^(?:Work as )?${name}`, 'u') }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await quiet(page);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
  await page.getByRole('table', { name: 'People' }).waitFor();
  return page;
}

describe('accessibility in light and dark', () => {
  it('has nothing that axe objects to, with its dialogs', async () => {
    const page = await openTeam({ colorScheme: 'light' });
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
