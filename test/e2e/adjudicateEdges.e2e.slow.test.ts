import { beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { useAdjudicate } from '../helpers/adjudicatePage.ts';
import {
  ADJUDICATOR,
  makeConflictingCasebook,
  makeDisputedCasebook,
  makeSignOffCasebook,
  SECOND,
} from '../helpers/disputedCasebook.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { until } from '../helpers/until.ts';

// The common way through a case is in `adjudicate.e2e.test.ts`.
const adjudication = useAdjudicate();
const { begin, cases, caseNames, shownName, decision, reveal, open, press, namesSeen, itemId } = adjudication;
const { claimOf, exported } = adjudication;

describe('a case', () => {
  beforeEach(() => begin(makeDisputedCasebook));

  it('asks before fields stay open or rules are broken, and for a cause', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    await open('weather');
    await press('Control+Enter');
    await page.getByText('Say why they disagreed.').waitFor();
    await press('2', 'Control+Enter');
    const question = page.getByRole('dialog', { name: 'Decide anyway?' });
    await question.waitFor();
    await until(() => question.innerText()).toContain('No decision yet on: Weather.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(app.core.services().items.get(itemId('weather'), everything).row.ratings).toBe('disputed');
  });

  it('is given back where nothing was done, and kept where the decision is begun', async () => {
    const page = adjudication.page();
    await open('people');
    await until(() => claimOf('people')).toBe(ADJUDICATOR);
    await press('Escape');
    await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
    await until(() => claimOf('people')).toBe(null);

    await open('weather');
    // Keys alone: the first disputed field has the focus.
    await press('f', '1');
    await until(async () => decision('Weather')).toMatch(/^(cloudy|rain) as/u);
    await press('f', 'Escape');
    await page.getByText(`${shownName('weather')} stays yours because you began its decision.`).waitFor();
    await until(() => claimOf('weather')).toBe(ADJUDICATOR);
  });

  it('is looked at once decided, reopened with a note, and leaves a guideline at the Desk', async () => {
    const page = adjudication.page();
    await open('weather');
    await page
      .getByRole('button', { name: /^Accept .’s Weather: rain/u })
      .first()
      .click();
    await press('f', 'j', 'w');
    const remark = page.getByRole('textbox', { name: 'Remark' });
    await until(() => remark.evaluate((element) => element === document.activeElement)).toBe(true);
    await remark.fill('By a window.');
    await until(async () => decision('Remark')).toBe('By a window. rewritten');
    await page.getByRole('radio', { name: 'Guideline gap' }).check();
    await press('Control+Enter');
    await reveal().waitFor();

    await reveal().getByRole('button', { name: 'Add a guideline…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a guideline' });
    await dialog
      .getByRole('textbox', { name: 'What raters should know' })
      .fill('Drops on the pane are rain.');
    await until(() => dialog.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('rain');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await press('Escape');
    await cases().getByText('Decided').click();
    await cases()
      .getByRole('button', { name: shownName('weather') })
      .click();
    await reveal().waitFor();
    await until(() => decision('Weather')).toMatch(/^rain as [ABC]$/u);
    await page.getByRole('button', { name: 'Reopen…' }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('Looked again.');
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await page.getByText('Looked again.').waitFor();
    await page.getByRole('button', { name: 'Decide' }).waitFor();

    await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${itemId('agreed-1')}`);
    await page.getByText('Drops on the pane are rain.').waitFor();
  });

  it('is overruled although nobody differs, where an adjudicator wants to', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    await cases()
      .getByText(/^Unanimous/u)
      .click();
    await cases()
      .getByRole('button', { name: shownName('agreed-2') })
      .click();
    await page.getByText('There is nothing to decide.').waitFor();
    expect(await page.getByRole('button', { name: /^Decide(?! anyway)/u }).count()).toBe(0);
    await page.getByRole('button', { name: 'Decide anyway…' }).click();
    await page.getByText('Your decision replaces the gold answer.').waitFor();
    await until(() => decision('Weather')).toBe('rain no differences');
    await press('f', 'w');
    await page.getByRole('radiogroup', { name: 'Weather' }).getByRole('radio', { name: 'cloudy' }).click();
    await until(async () => decision('Weather')).toBe('cloudy rewritten');
    await page.getByRole('radio', { name: 'Rater’s misreading' }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('Control+Enter');
    await reveal().waitFor();
    expect(await exported('agreed-2')).toMatchObject({ weather: 'cloudy' });
    await press('Control+z');
    await page.getByText('Your decision replaces the gold answer.').waitFor();
    await until(() => app.core.services().items.get(itemId('agreed-2'), everything).row.goldSource).toBe(
      'unanimous',
    );
  });

  it('is accepted whole by the letter of a rater, and left with Escape as the keys say', async () => {
    const page = adjudication.page();
    await open('boxes');
    await press('Shift+A');
    await until(async () => decision('Weather')).toMatch(/ as A$/u);
    await until(async () => decision('Boxes')).toMatch(/ as A$/u);
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const keysOf = async (title: string) =>
      help.locator('dl > div').filter({ hasText: title }).locator('dd').innerText();
    expect(await keysOf('Leave the tool, then the selection, then the case')).toContain('Esc');
    expect(await keysOf('Accept all of A')).toMatch(/Shift\s*\+?\s*A/u);
    await press('Escape');
    await help.waitFor({ state: 'hidden' });
    await press('f', 'Escape');
    await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
  });

  it('has the image and the answers side by side in a narrow window, where the queue folds by itself', async () => {
    const page = adjudication.page();
    await page.setViewportSize({ width: 1024, height: 700 });
    await open('boxes');
    await cases().waitFor({ state: 'hidden' });
    await until(async () => {
      const image = await page.getByRole('application').boundingBox();
      const answers = await page.getByRole('region', { name: 'Answers' }).boundingBox();
      return image !== null && answers !== null && image.x + image.width <= answers.x;
    }).toBe(true);
    await press('Alt+q');
    await cases()
      .getByRole('button', { name: shownName('people') })
      .click();
    await page.getByRole('heading', { name: shownName('people'), exact: true }).waitFor();
    await cases().waitFor({ state: 'hidden' });
    await press('Escape');
    await cases().waitFor();
    await until(caseNames).toHaveLength(3);
  });
});

describe('a field that says no while it is blank', () => {
  beforeEach(() => begin(makeSignOffCasebook));

  it('is open until somebody chooses it, also across undo and a reload', async () => {
    const page = adjudication.page();
    const signedOff = 'No personal information';
    await open('photo-1');
    await until(() => decision(signedOff)).toBe('open');
    await page.getByRole('button', { name: /^Accept .’s No personal information: no/u }).click();
    await until(async () => decision(signedOff)).toMatch(/^no as [AB]$/u);
    await press('Control+z');
    await until(async () => decision(signedOff)).toBe('open');
    await press('Control+Shift+z');
    await until(async () => decision(signedOff)).toMatch(/^no as [AB]$/u);
    await page.getByRole('button', { name: /^Accept .’s No personal information: yes/u }).click();
    await until(async () => decision(signedOff)).toMatch(/^yes as [AB]$/u);
    await page.reload();
    await onScreen(page);
    await page.getByRole('button', { name: 'Decide' }).waitFor();
    await press('Control+z');
    await until(async () => decision(signedOff)).toMatch(/^no as [AB]$/u);
    await press('Control+z');
    await until(async () => decision(signedOff)).toBe('open');
    await press('Control+Enter');
    await page.getByText('Say why they disagreed.').waitFor();
    await press('c', '2', 'Control+Enter');
    const question = page.getByRole('dialog', { name: 'Decide anyway?' });
    await until(() => question.innerText()).toContain('No decision yet on: No personal information.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await press('Control+y');
    await until(async () => decision(signedOff)).toMatch(/^no as [AB]$/u);
    await press('Control+Enter');
    // The photograph still breaks rules of the benchmark.
    expect(await question.innerText()).not.toContain('No decision yet');
    await question.getByRole('button', { name: 'Decide' }).click();
    await reveal().waitFor();
    await until(() => reveal().innerText()).toMatch(/No personal information as [AB]/u);
  });
});

describe('decisions that stand against each other', () => {
  beforeEach(() => begin(makeConflictingCasebook));

  it('are shown as a conflict, of no gold, until one more decision replaces them', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    await cases()
      .getByText(/^Conflict/u)
      .first()
      .click();
    await until(caseNames).toEqual(['weather']);
    await open('weather');
    const notice = page.getByRole('alert').filter({ hasText: 'Decisions conflict' });
    expect(await notice.innerText()).toMatch(new RegExp(`${ADJUDICATOR} on|${SECOND} on`, 'u'));
    expect(await notice.innerText()).toContain(ADJUDICATOR);
    expect(await notice.innerText()).toContain(SECOND);
    const { row } = app.core.services().items.get(itemId('weather'), everything);
    expect([row.goldSource, row.ratings]).toEqual([null, 'conflict']);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await namesSeen()).toEqual([]);
    await page
      .getByRole('button', { name: /^Accept .’s Weather: cloudy/u })
      .first()
      .click();
    await until(async () => decision('Weather')).toMatch(/^cloudy as/u);
    await press('c', '1', 'Control+Enter');
    await reveal().waitFor();
    await until(() => app.core.services().items.get(itemId('weather'), everything).row).toMatchObject({
      goldSource: 'adjudicated',
      ratings: 'decided',
    });
    expect(await exported('weather')).toMatchObject({ weather: 'cloudy' });
  });
});
