import { beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { useAdjudicate } from '../helpers/adjudicatePage.ts';
import { makeDisputedCasebook, RATERS, SECOND } from '../helpers/disputedCasebook.ts';
import { dragOver } from '../helpers/drawing.ts';
import { until } from '../helpers/until.ts';

// What is rarer is in `adjudicateEdges.e2e.slow.test.ts`.
const adjudication = useAdjudicate();
const { begin, cases, caseNames, shownName, decision, reveal, open, press, namesSeen } = adjudication;
const { itemId, person, exported } = adjudication;

describe('the queue', () => {
  beforeEach(() => begin(makeDisputedCasebook));

  it('holds what raters differ in, most disputed first, and narrows by state and field', async () => {
    const page = adjudication.page();
    await until(caseNames).toEqual(['boxes', 'weather', 'people']);
    expect(
      await cases()
        .getByRole('button', { name: shownName('boxes') })
        .innerText(),
    ).toMatch(/^Case [0-9]{6}\s+Differ on: Weather, Boxes\s+3 raters/u);
    await cases().getByRole('combobox', { name: 'Field in which raters differ' }).click();
    await page.getByRole('option', { name: 'Boxes (1)' }).click();
    await until(caseNames).toEqual(['boxes']);
    await cases().getByRole('combobox', { name: 'Field in which raters differ' }).click();
    await page.getByRole('option', { name: 'Any field' }).click();
    await cases()
      .getByText(/^Unanimous/u)
      .click();
    await until(async () => new Set(await caseNames())).toEqual(
      new Set(['agreed-1', 'agreed-2', 'agreed-broken']),
    );
    expect(await namesSeen()).toEqual([]);
  });

  it('accepts what nobody differs in and breaks no rule, and names the others', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    await cases().getByRole('button', { name: '1 breaks a rule' }).click();
    const why = page.getByRole('dialog', { name: '1 unanimous item cannot be accepted yet' });
    await until(async () => why.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^agreed-broken: /u),
    ]);
    await why.getByRole('button', { name: 'Close' }).click();
    await cases().getByRole('button', { name: 'Accept 2 unanimous items' }).click();
    await page.getByRole('button', { name: 'Accept items' }).click();
    const summary = page.getByRole('dialog', { name: '2 items accepted' });
    await summary.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const sort = { by: 'imported', descending: false } as const;
    const { rows } = app.core.services().items.list({ status: ['accepted'] }, sort, 0, 10, everything);
    expect(rows.map(({ externalId }) => externalId)).toEqual(['agreed-1', 'agreed-2']);
  });

  it('says who is at a case, and shows it without letting anybody else decide', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    app.core.services().adjudications.open(itemId('people'), 'annotate', person(SECOND));
    await page.reload();
    const entry = cases().getByRole('button', { name: shownName('people') });
    await until(async () => entry.innerText()).toContain(`${SECOND} has been deciding since`);
    await entry.click();
    await page.getByText(`${SECOND} has been deciding since`).last().waitFor();
    await page.getByRole('columnheader', { name: 'Decision' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Decide|Accept all)/u }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('a case', () => {
  beforeEach(() => begin(makeDisputedCasebook));

  it('is decided by field and box, undone and redone across a reload, and then tells who it was', async () => {
    const page = adjudication.page();
    const app = adjudication.app();
    await open('boxes');
    await until(async () => decision('Weather')).toContain('open');
    await until(async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ')),
    ).toEqual(['Field', ...['A 1', 'B 2', 'C 3'].map((head) => `${head} Accept all`), 'Decision']);
    await page.getByRole('button', { name: /^Accept .’s Weather: cloudy/u }).click();
    await until(async () => decision('Weather')).toMatch(/^cloudy as [ABC]$/u);

    // The line after the boxes' own is the first cluster.
    await press('j', 'j', 'm');
    await until(async () => decision('ring')).toContain('80 x 62 mean of A, B, C');
    await page.getByRole('button', { name: /^Accept .’s cup: 100 x 100/u }).click();
    await until(async () => decision('cup')).toMatch(/^100 x 100 as [ABC]/u);
    await until(async () => decision('Boxes')).toMatch(/^2 boxes mean of/u);

    // What a rater drew stays as it was drawn, and it is said why.
    await press('g', 'Tab', 'ArrowRight', 'Delete');
    await page.getByText('Raters’ boxes stay as drawn. Accept one first.').first().waitFor();
    expect(await decision('Boxes')).toMatch(/^2 boxes mean of/u);

    await press('r');
    await dragOver(page, [0.35, 0.55], [0.45, 0.62]);
    await until(async () => decision('Boxes')).toMatch(/^3 boxes written, partly/u);
    await press('Control+z');
    await until(async () => decision('Boxes')).toMatch(/^2 boxes mean of/u);
    await press('Control+Shift+z');
    await until(async () => decision('Boxes')).toMatch(/^3 boxes written/u);

    await page.reload();
    await page.getByRole('button', { name: 'Decide' }).waitFor();
    await until(async () => decision('Boxes')).toMatch(/^3 boxes written/u);
    await press('Control+z', 'Control+z');
    await until(async () => decision('cup')).toBe('left out');
    await press('Control+y');
    await until(async () => decision('cup')).toMatch(/^100 x 100 as [ABC]/u);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await namesSeen()).toEqual([]);

    await press('c', '3');
    await until(() => page.getByRole('radio', { name: 'Ambiguous image' }).isChecked()).toBe(true);
    await page.getByRole('textbox', { name: 'Note on the decision' }).fill('Half hidden.');
    await press('Control+Enter');
    await reveal().waitFor();
    await until(() => reveal().innerText()).toContain('Ambiguous image, decided by ada');
    // Only now it is said which item it was.
    expect(shownName('boxes')).toBe('boxes');
    await page.getByRole('heading', { name: 'boxes', exact: true }).waitFor();
    const raters = reveal().getByRole('list', { name: 'Raters' }).getByRole('listitem');
    await until(async () =>
      (await raters.allInnerTexts()).map((text) => text.slice(1).trim()).toSorted(),
    ).toEqual(RATERS.toSorted());
    // Names do come over the wire once it is decided, and are seen where they do.
    await until(namesSeen).toContain('/rpc/adjudications/decide');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await exported('boxes')).toMatchObject({ weather: 'cloudy', indoors: true });
    const { row } = app.core.services().items.get(itemId('boxes'), everything);
    expect(row).toMatchObject({ goldSource: 'adjudicated', ratings: 'decided', boxes: 2 });

    // Taken back at once, decided again, and on to the next.
    await press('Control+z');
    await page.getByRole('button', { name: 'Decide' }).waitFor();
    await until(async () => decision('Weather')).toMatch(/^cloudy as/u);
    await until(() => app.core.services().items.get(itemId('boxes'), everything).row.goldSource).toBe(null);
    await press('c', '1', 'Control+Enter');
    await reveal().waitFor();
    await reveal().getByRole('button', { name: 'Next' }).press('Enter');
    await page.getByRole('heading', { name: shownName('weather'), exact: true }).waitFor();
  });
});
