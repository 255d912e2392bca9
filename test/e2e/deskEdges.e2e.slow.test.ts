import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { useDesk } from '../helpers/deskPage.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { hasFocus } from '../helpers/focus.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { undoTyped } from '../helpers/undoTyped.ts';
import { until } from '../helpers/until.ts';

// The common way through the Desk is in `desk.e2e.test.ts`.
const desk = useDesk();

describe('a photo of CaughtCheating', () => {
  it('is discarded with a reason, skipped with a reason', async () => {
    const { app, page, shownId, id, stored, openDesk, imageIsReady } = desk();
    await openDesk(0);
    await page.keyboard.press('d');
    const reason = page.getByRole('combobox', { name: 'Why do you discard it?' });
    await until(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('poor quality');
    await page.keyboard.press('Control+Enter');
    await until(shownId).toBe(id(1));
    await until(() => stored(id(0)).document.item.status).toBe('rejected');
    expect(stored(id(0)).answer).toMatchObject({ triage: 'discard', discardReason: 'poor quality' });

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

  it('stays in the queue of a filter that it no longer fits, and a reload keeps queue and filter', async () => {
    const { page, shownId, id, imageIsReady } = desk();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('checkbox', { name: /^Draft/u }).click();
    const items = page.getByRole('listbox', { name: /items$/u }).getByRole('option');
    await page.getByRole('button', { name: /^Remove filter/u }).waitFor();
    const count = await items.count();
    await items.first().dblclick();
    await imageIsReady();
    expect(await shownId()).toBe(id(0));
    await page.keyboard.press('d');
    await page.keyboard.type('poor quality');
    await page.keyboard.press('Control+Enter');
    await until(shownId).toBe(id(1));
    await imageIsReady();
    await page.reload();
    await imageIsReady();
    const cards = page.getByRole('navigation', { name: 'Queue' }).getByRole('button');
    await until(() => cards.count()).toBe(count);
    await page.keyboard.press('PageUp');
    await until(shownId).toBe(id(0));
    await page.keyboard.press('PageDown');
    await until(shownId).toBe(id(1));
    await imageIsReady();
    // Nothing was done on this one: what was submitted before can be undone.
    await page.keyboard.press('Control+z');
    await until(shownId).toBe(id(0));

    await page.keyboard.press('Alt+l');
    await until(() => items.count()).toBe(count - 1);
    await page.reload();
    await until(() => items.count()).toBe(count - 1);
    await page.getByRole('button', { name: /^Remove filter/u }).waitFor();
  });

  it('has one deterministic clue, and a clue goes and comes back with its boxes', async () => {
    const { page, field, id, stored, openDesk } = desk();
    await openDesk(0);
    for (const [place, text] of ['First.', 'Second.'].entries()) {
      // Typed on at once: what follows the key goes into the new clue.
      await page.keyboard.press('Alt+n');
      await page.keyboard.type(text);
      await until(() => field(`Text of clue ${String(place + 1)}`).inputValue()).toBe(text);
    }
    await page.getByRole('button', { name: 'Draw box for clue 2' }).click();
    await armed(page);
    await dragOver(page, [0.4, 0.4], [0.6, 0.6]);
    await page.getByRole('button', { name: '1 box of clue 2: select' }).waitFor();
    await page.getByRole('radio', { name: 'Clue 2 is the deterministic clue' }).click();
    await until(() => stored(id(0)).answer['clues']).toEqual([
      { id: 'clue-1', text: 'First.', deterministic: false },
      { id: 'clue-2', text: 'Second.', deterministic: true },
    ]);
    await page.getByRole('button', { name: 'Delete Clue 2 and its boxes' }).click();
    await until(() => stored(id(0)).regions.length).toBe(0);
    await page.keyboard.press('Control+z');
    await until(() => stored(id(0)).regions.length).toBe(1);
    await until(() => field('Text of clue 2').inputValue()).toBe('Second.');
  });

  it('takes a new scene into the casebook', async () => {
    const { app, page, choice, openDesk } = desk();
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
    const { page, choice, id, stored, openDesk } = desk();
    await openDesk(0);
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('A clue.');
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    await until(() => stored(id(0)).regions.length).toBe(1);
    const before = stored(id(0));
    await choice('Triage', 'Crop').click();
    await until(() => stored(id(0)).answer['triage']).toBe('needs_crop');

    await page.keyboard.press('Alt+c');
    await page.getByRole('toolbar', { name: 'Crop' }).waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await page
      .getByText(/^\d+ %$/u)
      .first()
      .waitFor();
    await dragOver(page, [0.4, 0.3], [0.7, 0.7]);
    await page.getByRole('button', { name: 'Preview' }).click();
    await until(() => page.getByRole('button', { name: 'Preview' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByRole('button', { name: /Apply/u }).click();
    await page.getByText(/^Cropped from/u).waitFor();
    await until(() => stored(id(0)).images[0]?.imageId).not.toBe(before.images[0]?.imageId);

    const after = stored(id(0));
    expect(after.answer['triage']).toBe('keep');
    expect(after.regions[0]?.imageId).toBe(after.images[0]?.imageId);
    expect(after.regions[0]?.width).toBeCloseTo(before.regions[0]?.width ?? 0, 0);
    expect(after.regions[0]?.x).toBeLessThan(before.regions[0]?.x ?? 0);
    expect(after.document.revision).toBe(before.document.revision + 2);

    await page.keyboard.press('Control+z');
    await until(() => stored(id(0)).images[0]?.imageId).toBe(before.images[0]?.imageId);
    expect(stored(id(0)).regions).toEqual(before.regions);
    await page.keyboard.press('Control+y');
    await until(() => stored(id(0)).images[0]?.imageId).toBe(after.images[0]?.imageId);
    await page.getByRole('button', { name: 'Back to the original' }).click();
    await until(() => stored(id(0)).images[0]?.imageId).toBe(before.images[0]?.imageId);
    expect(stored(id(0)).regions[0]).toMatchObject({ x: before.regions[0]?.x, y: before.regions[0]?.y });
  });

  it('is redacted in several places, each in its way, by keyboard', async () => {
    const { page, id, stored, openDesk } = desk();
    await openDesk(0);
    const before = stored(id(0));
    await page.keyboard.press('Alt+r');
    await page.getByRole('toolbar', { name: 'Redact' }).waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await page
      .getByText(/^\d+ %$/u)
      .first()
      .waitFor();
    await dragOver(page, [0.4, 0.4], [0.5, 0.5]);
    await page.getByText('1 area', { exact: true }).waitFor();
    // The first stays a blur; the next, with the tool still in hand, is filled.
    await page.keyboard.press('3');
    await dragOver(page, [0.55, 0.55], [0.6, 0.65]);
    await page.getByText('2 areas', { exact: true }).waitFor();
    await page.keyboard.press('Alt+Enter');
    await page.getByText(/^Redacted from/u).waitFor();
    await until(() => stored(id(0)).images[0]?.imageId).not.toBe(before.images[0]?.imageId);
    const { images, document } = stored(id(0));
    const derivation = document.images.find((detail) => detail.id === images[0]?.imageId)?.derivation;
    expect(derivation?.operation).toBe('redact');
    expect(derivation?.operation === 'redact' ? derivation.regions.map(({ style }) => style) : []).toEqual([
      'blur',
      'fill',
    ]);
  });
});

describe('work that cannot be saved', () => {
  it.each([
    { fate: 'is cancelled', taken: false },
    { fate: 'is taken without an answer', taken: true },
  ])('is whole after a reload on which the edit under way $fate and the last is lost', async ({ taken }) => {
    const { page, field, id, stored, openDesk, imageIsReady } = desk();
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
    await until(() => JSON.stringify(stored(id(0)).answer['clues'])).toContain('Two pairs ');
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
    await until(() => JSON.stringify(stored(id(0)).answer['clues']).includes('Two pairs o')).toBe(taken);
    await page.keyboard.type('stand by the bed');
    await page.reload();
    await imageIsReady();
    const text = 'Two pairs of slippers stand by the bed';
    await until(() => field('Text of clue 1').inputValue()).toBe(text);
    await until(() => JSON.stringify(stored(id(0)).answer['clues'])).toContain(text);
    // Word by word, as it was typed.
    await undoTyped(page, field('Text of clue 1'), 'Two pairs of slippers stand by the ');
    await page.reload();
    await imageIsReady();
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the ');
    await until(() =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'casebook list').length),
    ).toBe(0);
  });

  it('gives way to what another window did, and says what was lost', async () => {
    const { app, page, id, stored, openDesk } = desk();
    await openDesk(0);
    const other = await app.open();
    await other.page.goto(page.url());
    await other.page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
    await page.keyboard.press('k');
    await page.getByText('Saved', { exact: true }).waitFor();
    await until(() => stored(id(0)).answer['triage']).toBe('keep');
    await other.page.keyboard.press('x');
    await other.page.getByRole('alert').filter({ hasText: 'another window' }).waitFor();
    await until(() => other.page.getByRole('radio', { name: 'Keep' }).isChecked()).toBe(true);
    await other.context.close();
    expect(stored(id(0)).answer['triage']).toBe('keep');
  });
});

describe('every part of the Desk', () => {
  it('can be used with a screen reader, light and dark, wide and narrow', async () => {
    const { page, field, openDesk } = desk();
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
    const { page, choice, shownId, id, openDesk } = desk();
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
    await first
      .getByLabel(/^Triage: now/u)
      .getByText(/discard/iu)
      .waitFor();
    await first.getByRole('button', { name: 'Restore' }).click();
    await until(() => choice('Triage', 'Discard').isChecked()).toBe(true);
    await page.keyboard.press('Control+z');
    await until(() => choice('Triage', 'Keep').isChecked()).toBe(true);
  });
});
