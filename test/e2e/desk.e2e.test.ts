import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/domain/ids.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { startApp, type AppWindow, type RunningApp } from '../helpers/browserHost.ts';
import { openPhotographCasebook, type StoredAnswer } from '../helpers/deskCasebook.ts';
import { armed, dragOver, type Share } from '../helpers/drawing.ts';
import { hasFocus } from '../helpers/focus.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { until } from '../helpers/until.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';

let app: RunningApp;
let window: AppWindow;
let page: Page;
let book: { readonly ids: readonly ItemId[]; stored(id: ItemId): StoredAnswer };
let count = 0;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  count += 1;
  book = await openPhotographCasebook(app, `Desk ${String(count)}`);
  window = await app.open();
  page = window.page;
  await page
    .getByRole('listbox', { name: /items$/u })
    .getByRole('option')
    .first()
    .waitFor();
});

afterEach(async () => {
  await window.context.close();
  await app.core.keeper.close();
  // The test that cuts the connection hears of it from the browser, too.
  expect(window.complaints.filter((complaint) => !complaint.includes('net::ERR_FAILED'))).toEqual([]);
});

const image = (): Locator => page.getByRole('application');
const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const choice = (group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
const shownId = (): Promise<string> => page.evaluate(() => location.hash.split('/').at(-1) ?? '');

function id(index: number): ItemId {
  const found = book.ids[index];
  if (found === undefined) throw new Error('There is no such item.');
  return found;
}

/** Goes to an item's Desk and waits until its image can be drawn on. */
async function openDesk(index: number): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${id(index)}`);
  await imageIsReady();
}

async function imageIsReady(): Promise<void> {
  // The form is loaded when it is first needed; its keys come with it.
  await page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
  await image().waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
}

/** Presses Tab until the focus is in a group of choices. */
async function tabTo(group: string): Promise<void> {
  const inside = () =>
    page
      .getByRole('radiogroup', { name: group })
      .evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT',
      );
  for (let press = 0; press < 20 && !(await inside()); press += 1) await page.keyboard.press('Tab');
  expect(await inside()).toBe(true);
}

const drag = (from: Share, to: Share): Promise<void> => dragOver(page, from, to);

const CLUE = 'There are two wine glasses on the table, indicating that somebody else is in the room.';

describe('a photo of CaughtCheating', () => {
  it('is triaged, labelled, described, boxed and submitted by mouse', async () => {
    await page
      .getByRole('listbox', { name: /items$/u })
      .getByRole('option')
      .first()
      .dblclick();
    await imageIsReady();
    expect(await shownId()).toBe(id(0));

    await choice('Triage', 'Keep').click();
    await choice('Is there a clue?', 'Clued').click();
    await choice('Scene', 'hotel').click();
    await choice('Partner', 'Girlfriend').click();
    await until(() => field('Claim question').inputValue()).toBe(
      'My girlfriend said she is staying alone at the hotel and sent me this photo. Do you notice anything suspicious in the image that contradicts her claim?',
    );

    await page.getByRole('button', { name: /Add a clue/u }).click();
    await field('Text of clue 1').fill(CLUE);
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await drag([0.3, 0.3], [0.5, 0.6]);
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    // Leaving the clue's text has suggested its questions.
    await until(() => field('Perception question 1').inputValue()).toContain('two wine glasses');
    await until(() => field('Reasoning question 1').inputValue()).toContain('indicates that somebody else');
    await page.getByRole('checkbox', { name: 'The photo shows no personal information' }).click();
    await page.getByText('No problems.').waitFor();
    await page.getByRole('button', { name: /^Submit/u }).click();
    await until(shownId).toBe(id(1));

    await until(() => book.stored(id(0)).document.state).toBe('submitted');
    const { document, answer, regions } = book.stored(id(0));
    expect(answer).toMatchObject({ triage: 'keep', label: true, scene: 'hotel', partner: 'girlfriend' });
    expect(answer['clues']).toEqual([{ id: 'clue-1', text: CLUE, deterministic: true }]);
    expect(regions).toHaveLength(1);
    const [region] = regions;
    const [detail] = document.images;
    expect(region?.label).toBe('clue-1');
    expect(region?.width).toBeGreaterThan(20);
    expect((region?.x ?? 0) + (region?.width ?? 0)).toBeLessThanOrEqual(detail?.width ?? 0);
  });

  it('is done by keyboard alone, through a reload in the middle of typing and an undo after it', async () => {
    await page.getByRole('listbox', { name: /items$/u }).focus();
    // The first item is under the cursor as soon as the list is there.
    await page.locator('[role="listbox"][aria-activedescendant]').waitFor();
    await page.keyboard.press('Enter');
    await imageIsReady();
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keys('k');
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);
    await keys('Alt+u');
    await until(() => choice('Is there a clue?', 'Clued').isChecked()).toBe(true);
    // The form by key; Tab from group to group, a digit or an arrow chooses.
    await keys('f');
    await until(() => page.evaluate(() => document.activeElement?.closest('[data-field]') !== null)).toBe(
      true,
    );
    await tabTo('Scene');
    await keys('1');
    await until(() => choice('Scene', 'hotel').isChecked()).toBe(true);
    await tabTo('Partner');
    await keys('1');
    await until(() => choice('Partner', 'Boyfriend').isChecked()).toBe(true);

    await keys('Alt+n');
    await until(() => field('Text of clue 1').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.type('Two pairs of slippers stand by the ');
    await until(() => JSON.stringify(book.stored(id(0)).answer['clues'])).toContain('stand by the ');
    await page.keyboard.type('bed');
    await page.reload();
    await imageIsReady();
    // Nothing of it is lost, not even the last letters.
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the bed');
    await keys('Control+z');
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the ');
    await keys('Control+Shift+z');
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the bed');

    // A box without a mouse: Enter puts one in the middle, arrows move and size it, Enter keeps it.
    await keys('g', 'Enter', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown', 'Enter');
    await until(() => book.stored(id(0)).regions.length).toBe(1);
    const before = book.stored(id(0)).regions[0]?.x ?? 0;
    await keys('ArrowLeft', 'ArrowLeft');
    await until(() => book.stored(id(0)).regions[0]?.x ?? 0).toBe(before - 2);
    await keys('Alt+s');
    await until(() => field('Perception question 1').inputValue()).toContain('two pairs of slippers');

    // The one thing missing is where F8 leads.
    await keys('F8');
    const signOff = page.getByRole('checkbox', { name: 'The photo shows no personal information' });
    await until(() => signOff.evaluate((element) => element === document.activeElement)).toBe(true);
    await keys('Space', 'Control+Enter');
    await until(shownId).toBe(id(1));
    await until(() => book.stored(id(0)).document.state).toBe('submitted');
    expect(book.stored(id(0)).regions[0]?.x).toBe(before - 2);

    await keys('PageUp');
    await until(shownId).toBe(id(0));
    await keys('PageDown');
    await until(shownId).toBe(id(1));
  });

  it('is not submitted while a rule is broken; the first problem gets the focus and says why', async () => {
    await openDesk(0);
    await page.keyboard.press('Control+Enter');
    await until(() =>
      page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
    ).toBe('label');
    const group = page.getByRole('radiogroup', { name: 'Is there a clue?' });
    const described = await group.getAttribute('aria-describedby');
    await until(() => page.locator(`[id="${described ?? ''}"]`).textContent()).toContain(
      'Choose clued or unclued',
    );
    expect(await shownId()).toBe(id(0));
    expect(book.stored(id(0)).document.state).toBe(null);

    await page
      .getByRole('region', { name: 'Problems' })
      .getByRole('button', { name: /claim question is empty/u })
      .click();
    await until(() => field('Claim question').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
  });

  it('is discarded with a reason, skipped with a reason', async () => {
    await openDesk(0);
    await page.keyboard.press('d');
    const reason = page.getByRole('combobox', { name: 'Why do you discard it?' });
    await until(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('poor quality');
    await page.keyboard.press('Control+Enter');
    await until(shownId).toBe(id(1));
    await until(() => book.stored(id(0)).document.item.status).toBe('rejected');
    expect(book.stored(id(0)).answer).toMatchObject({ triage: 'discard', discardReason: 'poor quality' });

    await imageIsReady();
    await page.keyboard.press('Control+Space');
    await page.getByRole('textbox', { name: 'Why?' }).fill('not sure');
    await page.keyboard.press('Enter');
    await until(shownId).toBe(id(2));
    await until(() =>
      app.core
        .services()
        .history.list({ itemId: id(1), limit: 10 }, everything)
        .events.map((event) => event.kind),
    ).toContain('skip');
  });

  it('has one deterministic clue, and a clue goes and comes back with its boxes', async () => {
    await openDesk(0);
    for (const [place, text] of ['First.', 'Second.'].entries()) {
      // Typed on at once: what follows the key goes into the new clue.
      await page.keyboard.press('Alt+n');
      await page.keyboard.type(text);
      await until(() => field(`Text of clue ${String(place + 1)}`).inputValue()).toBe(text);
    }
    await page.getByRole('button', { name: 'Draw box for clue 2' }).click();
    await armed(page);
    await drag([0.4, 0.4], [0.6, 0.6]);
    await page.getByRole('button', { name: '1 box of clue 2: select' }).waitFor();
    await page.getByRole('radio', { name: 'Clue 2 is the deterministic clue' }).click();
    await until(() => book.stored(id(0)).answer['clues']).toEqual([
      { id: 'clue-1', text: 'First.', deterministic: false },
      { id: 'clue-2', text: 'Second.', deterministic: true },
    ]);
    await page.getByRole('button', { name: 'Delete Clue 2 and its boxes' }).click();
    await until(() => book.stored(id(0)).regions.length).toBe(0);
    await page.keyboard.press('Control+z');
    await until(() => book.stored(id(0)).regions.length).toBe(1);
    await until(() => field('Text of clue 2').inputValue()).toBe('Second.');
  });

  it('takes a new scene into the casebook', async () => {
    await openDesk(0);
    await page.getByRole('button', { name: 'New scene' }).click();
    await page.getByRole('textbox', { name: 'Name of the new scene' }).fill('beach');
    await page.keyboard.press('Enter');
    await until(() => choice('Scene', 'beach').isChecked()).toBe(true);
    await until(() => app.core.services().settings.vocabulary()['scenes']).toContain('beach');
    await openDesk(1);
    await until(() => choice('Scene', 'beach').count()).toBe(1);
  });
});

describe('the image of an item', () => {
  it('is cropped as one step that takes the boxes along and can be undone', async () => {
    await openDesk(0);
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('A clue.');
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await drag([0.45, 0.45], [0.55, 0.55]);
    await until(() => book.stored(id(0)).regions.length).toBe(1);
    const before = book.stored(id(0));
    await choice('Triage', 'Crop').click();
    await until(() => book.stored(id(0)).answer['triage']).toBe('needs_crop');

    await page.keyboard.press('Alt+c');
    await page.getByRole('toolbar', { name: 'Crop' }).waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await page
      .getByText(/^\d+ %$/u)
      .first()
      .waitFor();
    await drag([0.4, 0.3], [0.7, 0.7]);
    await page.getByRole('button', { name: 'Preview' }).click();
    await until(() => page.getByRole('button', { name: 'Preview' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByRole('button', { name: /Apply/u }).click();
    await page.getByText(/^Cropped from/u).waitFor();
    await until(() => book.stored(id(0)).images[0]?.imageId).not.toBe(before.images[0]?.imageId);

    const after = book.stored(id(0));
    expect(after.answer['triage']).toBe('keep');
    expect(after.regions[0]?.imageId).toBe(after.images[0]?.imageId);
    expect(after.regions[0]?.width).toBeCloseTo(before.regions[0]?.width ?? 0, 0);
    expect(after.regions[0]?.x).toBeLessThan(before.regions[0]?.x ?? 0);
    expect(after.document.revision).toBe(before.document.revision + 2);

    await page.keyboard.press('Control+z');
    await until(() => book.stored(id(0)).images[0]?.imageId).toBe(before.images[0]?.imageId);
    expect(book.stored(id(0)).regions).toEqual(before.regions);
    await page.keyboard.press('Control+y');
    await until(() => book.stored(id(0)).images[0]?.imageId).toBe(after.images[0]?.imageId);
    await page.getByRole('button', { name: 'Back to the original' }).click();
    await until(() => book.stored(id(0)).images[0]?.imageId).toBe(before.images[0]?.imageId);
    expect(book.stored(id(0)).regions[0]).toMatchObject({ x: before.regions[0]?.x, y: before.regions[0]?.y });
  });

  it('is redacted in several places, each in its way, by keyboard', async () => {
    await openDesk(0);
    const before = book.stored(id(0));
    await page.keyboard.press('Alt+r');
    await page.getByRole('toolbar', { name: 'Redact' }).waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await page
      .getByText(/^\d+ %$/u)
      .first()
      .waitFor();
    await drag([0.4, 0.4], [0.5, 0.5]);
    await page.getByText('1 area', { exact: true }).waitFor();
    // The first stays a blur; the next is filled.
    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await page.keyboard.press('r');
    await drag([0.55, 0.55], [0.6, 0.65]);
    await page.getByText('2 areas', { exact: true }).waitFor();
    await page.keyboard.press('Alt+Enter');
    await page.getByText(/^Redacted from/u).waitFor();
    await until(() => book.stored(id(0)).images[0]?.imageId).not.toBe(before.images[0]?.imageId);
    const { images, document } = book.stored(id(0));
    const derivation = document.images.find((detail) => detail.id === images[0]?.imageId)?.derivation;
    expect(derivation?.operation).toBe('redact');
    expect(derivation?.operation === 'redact' ? derivation.regions.map(({ style }) => style) : []).toEqual([
      'blur',
      'fill',
    ]);
  });
});

describe('work that cannot be saved', () => {
  it('stays, says so, holds the person back, and is saved once it can be', async () => {
    await openDesk(0);
    let cut = true;
    await page.route('**/rpc/annotations/edit', async (route) => (cut ? route.abort() : route.continue()));
    await page.keyboard.press('k');
    await page.getByRole('alert').filter({ hasText: '1 edit not saved' }).waitFor();
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);

    await page.keyboard.press('Alt+2');
    const dialog = page.getByRole('dialog', { name: 'Some edits are not saved' });
    await dialog.waitFor();
    expect(await shownId()).toBe(id(0));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await until(() => dialog.count()).toBe(0);
    expect(await shownId()).toBe(id(0));

    cut = false;
    await page.getByText('Saved', { exact: true }).waitFor();
    await until(() => book.stored(id(0)).answer['triage']).toBe('keep');
  });

  it.each([
    { fate: 'is cancelled', taken: false },
    { fate: 'is taken without an answer', taken: true },
  ])('is whole after a reload on which the edit under way $fate and the last is lost', async ({ taken }) => {
    // As a browser does that has no time left for a page that goes away.
    await page.addInitScript(() => {
      addEventListener('pagehide', () => {
        globalThis.fetch = () => new Promise(() => undefined);
      });
    });
    await page.reload();
    await openDesk(0);
    await page.keyboard.press('Alt+n');
    await until(() => field('Text of clue 1').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.type('Two pairs ');
    await until(() => JSON.stringify(book.stored(id(0)).answer['clues'])).toContain('Two pairs ');
    const gone = new Promise((resolve) => {
      page.once('domcontentloaded', resolve);
    });
    const arrived = Promise.withResolvers<void>();
    await page.route(
      '**/rpc/annotations/edit',
      async (route) => {
        if (taken) await passOn(route);
        arrived.resolve();
        await gone;
        // It may have been cancelled already with its page.
        await route.abort().catch(() => undefined);
      },
      { times: 1 },
    );
    await page.keyboard.type('of slippers ');
    // Whatever of it was typed by the time it was sent.
    await arrived.promise;
    await until(() => JSON.stringify(book.stored(id(0)).answer['clues']).includes('Two pairs o')).toBe(taken);
    await page.keyboard.type('stand by the bed');
    await page.reload();
    await imageIsReady();
    const text = 'Two pairs of slippers stand by the bed';
    await until(() => field('Text of clue 1').inputValue()).toBe(text);
    await until(() => JSON.stringify(book.stored(id(0)).answer['clues'])).toContain(text);
    // Word by word, as it was typed.
    await page.keyboard.press('Control+z');
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the ');
    await page.reload();
    await imageIsReady();
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the ');
    await until(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('gives way to what another window did, and says what was lost', async () => {
    await openDesk(0);
    const other = await app.open();
    await other.page.goto(page.url());
    await other.page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
    await page.keyboard.press('k');
    await page.getByText('Saved', { exact: true }).waitFor();
    await until(() => book.stored(id(0)).answer['triage']).toBe('keep');
    await other.page.keyboard.press('x');
    await other.page.getByRole('alert').filter({ hasText: 'another window' }).waitFor();
    await until(() => other.page.getByRole('radio', { name: 'Keep' }).isChecked()).toBe(true);
    await other.context.close();
    expect(book.stored(id(0)).answer['triage']).toBe('keep');
  });
});

describe('every part of the Desk', () => {
  it('can be used with a screen reader, light and dark, wide and narrow', async () => {
    await openDesk(0);
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('A clue.');
    await page.keyboard.press('Alt+s');
    await until(() => field('Perception question 1').count()).toBe(1);
    await page.keyboard.press('Control+Enter');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 1024, height: 700 },
      ]) {
        await page.setViewportSize(viewport);
        await until(() => accessibilityProblems(page)).toEqual([]);
        await until(() =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        ).toBe(0);
      }
    }
    await page.keyboard.press('Alt+v');
    await page.getByRole('dialog', { name: 'Versions of this answer' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // As long as it is there, keys are its own.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+r');
    await page.getByRole('toolbar', { name: 'Redact' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }, 400_000);

  it('brings an older version back, as an edit that can be undone', async () => {
    await openDesk(0);
    await page.keyboard.press('d');
    await hasFocus(page.getByRole('combobox', { name: 'Why do you discard it?' }));
    await page.keyboard.type('duplicate');
    await page.keyboard.press('Control+Enter');
    await until(shownId).toBe(id(1));
    await openDesk(0);
    await page.getByText('Version 1 submitted').waitFor();
    await choice('Triage', 'Keep').click();
    await page.getByText('Draft of version 2').click();
    const first = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: /^Version 1/u });
    await first.getByRole('button', { name: 'Compare' }).click();
    await first.getByText(/Triage: keep → discard/u).waitFor();
    await first.getByRole('button', { name: 'Restore' }).click();
    await until(() => choice('Triage', 'Discard').isChecked()).toBe(true);
    await page.keyboard.press('Control+z');
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);
  });
});
