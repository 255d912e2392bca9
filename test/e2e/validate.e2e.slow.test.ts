import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { hasFocus } from '../helpers/focus.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';
import { FIXED_OPTION, FIXED_QUESTION, makeValidatedCasebook } from '../helpers/validatedCasebook.ts';
import { sitDown } from '../shots/ratedTour.ts';

let app: RunningApp;
let ids: Awaited<ReturnType<typeof makeValidatedCasebook>>['ids'];

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  ({ ids } = await makeValidatedCasebook(app.core, app.folder));
});

afterEach(async () => {
  await app.close();
});

const placeOf = ({ page }: AppWindow) => page.evaluate(() => location.hash);

async function windowAs(name: string, hash: string): Promise<AppWindow> {
  const window = await app.open();
  await sitDown(window.page, name);
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await quiet(window.page);
  await window.page.evaluate((target) => (location.hash = target), hash);
  return window;
}

it('an item is fixed by keyboard: a proposal used, the change seen word by word, everybody asked again', async () => {
  const window = await windowAs('ada', '#/validate/fix');
  const { page } = window;
  await page.getByText('2 items wait for another wording').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const lines = page.getByRole('list', { name: 'Items to fix' }).getByRole('button');
  const isFocused = (place: number) => lines.nth(place).evaluate((line) => line === document.activeElement);
  await lines.first().focus();
  await page.keyboard.press('ArrowDown');
  await until(() => isFocused(1)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await until(() => isFocused(0)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Fix generated-5' }).waitFor();
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await until(() => question.evaluate((field) => field === document.activeElement)).toBe(true);

  const option = page.getByRole('textbox', { name: 'Option C', exact: true });
  // The image as well: once its size is known, keys wait for it.
  await quiet(page);
  await page.keyboard.press('Alt+P');
  await until(() => option.inputValue()).toBe(FIXED_OPTION);
  await until(() => question.inputValue()).not.toBe(FIXED_QUESTION);
  // The other reviewer's as well.
  await page.keyboard.press('Alt+P');
  await until(() => question.inputValue()).toBe(FIXED_QUESTION);
  await until(() => option.inputValue()).toBe(FIXED_OPTION);
  const diff = page.getByRole('group', { name: 'Question, changed' });
  await until(() => diff.locator('del').count()).toBeGreaterThan(0);
  await until(async () => (await diff.locator('ins').allTextContents()).join(' ')).toContain('this');
  await page
    .getByText(
      '2 texts changed. 2 reviews of edition 1 stay readable as outdated. 2 people need to answer again, blind.',
    )
    .waitFor();
  const rail = page.getByRole('navigation', { name: 'Screens' });
  await rail.getByRole('link', { name: /2 to fix/u }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await page.getByText('generated-5 is now edition 2. 2 people need to answer again.').waitFor();
  // The next one to fix is on the screen already.
  await page.getByRole('article', { name: 'Fix generated-6' }).waitFor();
  await rail.getByRole('link', { name: /1 to fix/u }).waitFor();
  const fixed = present(ids[5]);
  await until(() => app.core.services().items.get(fixed, everything).payload).toMatchObject({
    question: FIXED_QUESTION,
  });

  // Anybody who answered is asked again.
  const rater = await windowAs('rae', '#/work');
  await until(() => rater.page.getByText(/[0-9]+ open\./u).count()).toBe(1);
  await rater.context.close();

  await page.evaluate((target) => (location.hash = target), `#/desk/${fixed}`);
  await page.getByRole('button', { name: 'Fix…' }).waitFor();
  await page.keyboard.press('Alt+E');
  const editions = page.getByRole('dialog', { name: 'Editions of this item' });
  await editions.getByText('Edition 2').waitFor();
  await editions.getByText('2 reviews, kept and outdated.').waitFor();
  await until(() =>
    editions.getByRole('group', { name: 'Option C, changed' }).locator('ins').count(),
  ).toBeGreaterThan(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await until(() => editions.count()).toBe(0);
  await page.keyboard.press('Alt+V');
  await page
    .getByRole('dialog', { name: 'Versions of this answer' })
    .getByText('edition 1, outdated')
    .first()
    .waitFor();
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

it('anybody who says “fix” at the Desk without being asked makes it real at once, with their own proposal', async () => {
  const own = present(ids.at(-1));
  const window = await windowAs('ada', `#/desk/${own}`);
  const { page } = window;
  await page.getByText('Draft of version 1').waitFor();
  await page.getByRole('application').first().focus();
  await page.keyboard.press('Control+Enter');
  await until(() => placeOf(window)).toMatch(new RegExp(`^#/validate/fix/${own}/.+`, 'u'));
  await until(() => page.getByRole('textbox', { name: 'Question', exact: true }).inputValue()).toBe(
    FIXED_QUESTION,
  );
  await page.getByRole('group', { name: 'Question, changed' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('is now edition 2. Nobody needs to answer again.').waitFor();
  await until(() => placeOf(window)).toBe(`#/desk/${own}`);
  await page.getByText('Not begun').waitFor();
  await until(() => app.core.services().items.get(own, everything).payload).toMatchObject({
    question: FIXED_QUESTION,
  });
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

it('a bar of the funnel opens its items, and so does a number in the table', async () => {
  const window = await windowAs('ada', '#/validate/funnel');
  const { page } = window;
  await page.getByRole('img', { name: 'Items at each gate' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const failed = page.getByRole('button', { name: /^Round 1, Failed: / });
  const count = Number(/[0-9]+/u.exec((await failed.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await page.locator('g.funnel-failed rect', { hasText: 'Round 1' }).click();
  await until(() => placeOf(window)).toBe('#/library');
  await page.getByRole('button', { name: 'Remove filter Round 1: failed' }).waitFor();
  await page
    .getByText(`${String(count)} item`)
    .first()
    .waitFor();

  await page.evaluate(() => (location.hash = '#/validate/funnel'));
  await page.getByText('By domain').click();
  await page.getByRole('table', { name: 'Items at each gate by domain: passed' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^two options are right, Items: /u }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove filter Reason: two options are right' }).click();
  await page.getByRole('button', { name: 'Remove filter Decided: reject' }).click();
  await until(() => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').count()).toBe(0);
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

it('every number of the overview is the number of items that it leads to', async () => {
  const window = await windowAs('ada', '#/validate');
  const { page } = window;
  await page.getByRole('heading', { name: 'All items' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const leadsToAsMany = async (title: string) => {
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    // As it is now, not as it was before something was changed.
    await quiet(page);
    const tile = page.getByRole('button', { name: title });
    const [count = ''] = /[0-9]+/u.exec((await tile.textContent()) ?? '') ?? [];
    await tile.press('Enter');
    await page
      .getByText(new RegExp(`^${count} items?$`, 'u'))
      .first()
      .waitFor();
    await page.evaluate(() => (location.hash = '#/validate'));
  };
  for (const title of ['Unassigned', 'Outstanding', 'Rejected']) await leadsToAsMany(title);
  // Chosen once it is saved.
  await page.getByRole('radio', { name: 'Two rounds' }).click();
  await page.getByText('Two rounds: Casebook has sorted all items again.').waitFor();
  await until(() => app.core.services().settings.current().promotion).toBe('two_rounds');
  await leadsToAsMany('Short of acceptance');
  await page.getByRole('heading', { name: 'All items' }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Assign items' });
  await until(() => dialog.getByRole('combobox', { name: 'Round' }).inputValue()).toBe('Round 3 (new)');
  // The Library still shows what was short of acceptance: that is no choice of items for a round.
  await until(() => dialog.getByRole('radio', { name: /^By status/u }).isChecked()).toBe(true);
  const isAsked = (status: string) => dialog.getByRole('checkbox', { name: status, exact: true }).isChecked();
  await until(async () => [await isAsked('Accepted'), await isAsked('Rejected')]).toEqual([true, false]);
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

it('a reviewer begins with what waits on them, and is offered neither consistency nor another rule', async () => {
  const window = await windowAs('rae', '#/validate');
  const { page } = window;
  await page.getByRole('list', { name: 'Your rounds' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.getByRole('link', { name: 'Consistency' }).count()).toBe(0);
  await until(() => page.getByRole('radio', { name: 'Adjudicated' }).isDisabled()).toBe(true);
  // Enter is the button's once it has the focus.
  await hasFocus(page.getByRole('button', { name: /^Answer next item/u }));
  await page.keyboard.press('Enter');
  await until(() => placeOf(window)).toMatch(/^#\/desk\//u);
  await page.getByRole('heading', { name: /^Item [0-9]+ of [0-9]+, round 1, blind$/u }).waitFor();
  // Who has yet to answer is offered no fix, and sees no edition.
  expect(await page.getByRole('button', { name: 'Fix…' }).count()).toBe(0);
  expect(await page.getByText('Editions', { exact: true }).count()).toBe(0);
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

it('consistency compares people with themselves, and what they changed opens', async () => {
  const window = await windowAs('ada', '#/validate/consistency');
  const { page } = window;
  await page.getByRole('table', { name: 'Test and retest of each person' }).waitFor({ timeout: 60_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  const changed = page.getByRole('region', { name: 'Changed by rae' });
  await until(() => changed.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^generated-2/u),
  ]);
  await changed.getByRole('link').press('Enter');
  await until(() => placeOf(window)).toBe(`#/desk/${ids[2] ?? ''}`);
  expect(window.complaints).toEqual([]);
  await window.context.close();
});
