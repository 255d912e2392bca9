import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { startApp, type AppWindow, type RunningApp } from '../helpers/browserHost.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/domain/ids.ts';
import { quietly, readObjects } from '../helpers/casebooks.ts';
import {
  ADJUDICATOR,
  RATERS,
  SECOND,
  makeConflictingCasebook,
  makeDisputedCasebook,
  makeSignOffCasebook,
} from '../helpers/disputedCasebook.ts';
import { quiet } from '../helpers/quiet.ts';
import { dragOver, type Share } from '../helpers/drawing.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;
let window: AppWindow;
let page: Page;
/** What came over the wire with a rater's name in it: the procedures. */
let named: string[];
/** Bodies that are still being read. */
let reading: Promise<void>[];

beforeEach(async () => {
  app = await startApp();
});

/** Begins as the adjudicator in a casebook made by `make`. */
async function begin(make: (path: string) => Promise<unknown>): Promise<void> {
  const path = join(app.folder, 'Disputed.casebook');
  await make(path);
  await app.core.keeper.open(path);
  window = await app.open();
  page = window.page;
  named = [];
  reading = [];
  const names = page.getByRole('list', { name: 'People' });
  await names
    .or(page.getByRole('link', { name: 'Adjudicate' }))
    .first()
    .waitFor();
  if (await names.isVisible()) {
    await names.getByRole('button', { name: ADJUDICATOR }).click();
    // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
    await page.getByRole('button', { name: `Working as ${ADJUDICATOR}` }).waitFor();
    await quiet(page);
  }
  await page.getByRole('link', { name: 'Adjudicate' }).click();
  await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // Who works on the casebook is no secret; who said what is.
    if (!pathname.startsWith('/rpc/') || pathname === '/rpc/people/list') return;
    const read = async (): Promise<void> => {
      const text = await response.text();
      if (RATERS.some((rater) => text.includes(rater))) named.push(pathname);
    };
    // An answer to a page that has gone on to another place has no body any more.
    reading.push(read().catch(() => undefined));
  });
}

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const cases = (): Locator => page.getByRole('navigation', { name: 'Cases' });
const caseNames = async () =>
  (await cases().getByRole('listitem').getByRole('button').allInnerTexts()).map(
    (text) => text.split('\n')[0],
  );
const line = (name: string | RegExp): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
/** The last cell of a line: what is decided. */
const decision = async (name: string | RegExp): Promise<string> =>
  (await line(name).getByRole('cell').last().innerText()).replaceAll('\n', ' ');
const reveal = (): Locator => page.getByRole('region', { name: 'Decision', exact: true });

async function open(name: string): Promise<void> {
  await cases()
    .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
    .click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Decision' }).waitFor();
  await page.getByRole('button', { name: 'Decide' }).waitFor();
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const drag = (from: Share, to: Share): Promise<void> => dragOver(page, from, to);

/** What raters' names came over the wire with so far, once everything that is under way has been looked at. */
async function namesSeen(): Promise<readonly string[]> {
  await quiet(page);
  await Promise.all(reading);
  return named;
}

function itemId(name: string): ItemId {
  const sort = { by: 'imported', descending: false } as const;
  const { rows } = app.core.services().items.list({}, sort, 0, 100, everything);
  const found = rows.find(({ externalId }) => externalId === name);
  if (found === undefined) throw new Error(`There is no item ${name}.`);
  return found.id;
}

function person(handle: string) {
  const found = app.core
    .services()
    .people.list()
    .find((each) => each.handle === handle);
  if (found === undefined) throw new Error(`There is no ${handle}.`);
  return found;
}

/** Who is deciding on an item, as the other adjudicator sees it. */
function claimOf(name: string): string | null {
  const { adjudications } = app.core.services();
  return adjudications.look(itemId(name), 'annotate', person(SECOND)).claim?.name ?? null;
}

/** What the export says of an item. */
async function exported(name: string) {
  const target = join(app.folder, 'export.json');
  await app.core
    .services()
    .importExport.export(
      { target, format: 'generic', status: null, images: 'none', force: true },
      null,
      quietly,
    );
  const Item = z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.unknown()).optional() });
  return readObjects(target)
    .map((raw) => Item.parse(raw))
    .find(({ id }) => id === name)?.attributes;
}

describe('the queue', () => {
  beforeEach(() => begin(makeDisputedCasebook));

  it('holds what raters differ in, most disputed first, and narrows by state and field', async () => {
    await until(caseNames).toEqual(['weather', 'boxes', 'people']);
    expect(
      await cases()
        .getByRole('button', { name: /^boxes/u })
        .innerText(),
    ).toMatch(/^boxes\s+Weather 100 % · Boxes 22 %\s+3 raters/u);
    await cases().getByRole('combobox', { name: 'Field in which raters differ' }).click();
    await page.getByRole('option', { name: 'Boxes (1)' }).click();
    await until(caseNames).toEqual(['boxes']);
    await cases().getByRole('combobox', { name: 'Field in which raters differ' }).click();
    await page.getByRole('option', { name: 'Any field' }).click();
    await cases()
      .getByText(/^Unanimous/u)
      .click();
    await until(caseNames).toEqual(['agreed-1', 'agreed-broken', 'agreed-2']);
    expect(await namesSeen()).toEqual([]);
  });

  it('accepts what nobody differs in, and names what was refused', async () => {
    await cases().getByRole('button', { name: 'Accept 3 unanimous items' }).click();
    await page.getByRole('button', { name: 'Accept items' }).click();
    const summary = page.getByRole('dialog', { name: '2 items accepted' });
    await summary.waitFor();
    await until(async () => summary.getByRole('listitem').allInnerTexts()).toHaveLength(1);
    expect(await summary.getByRole('listitem').innerText()).toMatch(/^agreed-broken: /u);
    expect(await accessibilityProblems(page)).toEqual([]);
    const sort = { by: 'imported', descending: false } as const;
    const { rows } = app.core.services().items.list({ status: ['accepted'] }, sort, 0, 10, everything);
    expect(rows.map(({ externalId }) => externalId)).toEqual(['agreed-1', 'agreed-2']);
  });

  it('says who is at a case, and shows it without letting anybody else decide', async () => {
    app.core.services().adjudications.open(itemId('people'), 'annotate', person(SECOND));
    await page.reload();
    const entry = cases().getByRole('button', { name: /^people/u });
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
    await open('boxes');
    await until(async () => decision('Weather')).toContain('open');
    await until(async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ')),
    ).toEqual(['Field', ...['A', 'B', 'C'].map((letter) => `${letter} Accept all`), 'Decision']);
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
    await drag([0.35, 0.55], [0.45, 0.62]);
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
    await page.getByRole('heading', { name: 'weather', exact: true }).waitFor();
  });

  it('asks before fields stay open or rules are broken, and for a cause', async () => {
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
    await page.getByText('weather stays yours because you began its decision.').waitFor();
    await until(() => claimOf('weather')).toBe(ADJUDICATOR);
  });

  it('is looked at once decided, reopened with a note, and leaves a guideline at the Desk', async () => {
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
      .getByRole('button', { name: /^weather/u })
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
    await cases()
      .getByText(/^Unanimous/u)
      .click();
    await cases()
      .getByRole('button', { name: /^agreed-2/u })
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
      .getByRole('button', { name: /^people/u })
      .click();
    await page.getByRole('heading', { name: 'people', exact: true }).waitFor();
    await cases().waitFor({ state: 'hidden' });
    await press('Escape');
    await cases().waitFor();
    await until(caseNames).toHaveLength(3);
  });
});

describe('a field that says no while it is blank', () => {
  beforeEach(() => begin(makeSignOffCasebook));

  it('is open until somebody chooses it, also across undo and a reload', async () => {
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
