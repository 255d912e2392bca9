import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDesk } from '../helpers/deskPage.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { undoTyped } from '../helpers/undoTyped.ts';
import { until } from '../helpers/until.ts';

// What is rarer at the Desk is in `deskEdges.e2e.slow.test.ts`.
const desk = useDesk();

/** Presses Tab until the focus is in a group of choices. */
async function tabTo(page: Page, group: string): Promise<void> {
  const inside = () =>
    page
      .getByRole('radiogroup', { name: group })
      .evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT',
      );
  for (let press = 0; press < 20 && !(await inside()); press += 1) await page.keyboard.press('Tab');
  expect(await inside()).toBe(true);
}

const CLUE = 'There are two wine glasses on the table, indicating that somebody else is in the room.';

describe('a photo of CaughtCheating', () => {
  it('takes no text that is too long to be stored, and says so where it is pasted', async () => {
    const { page, field, id, stored, openDesk } = desk();
    await openDesk(0);
    await field('Claim question').fill('Is she alone?');
    await until(() => stored(id(0)).answer['claim']).toBe('Is she alone?');
    await field('Claim question').fill('x'.repeat(100_001));
    await page
      .getByText('the field would have 100,001 characters; it takes 100,000.', { exact: false })
      .waitFor();
    expect(await field('Claim question').inputValue()).toBe('Is she alone?');
    await field('Claim question').fill('Is he alone?');
    await until(() => stored(id(0)).answer['claim']).toBe('Is he alone?');
    expect(await page.getByText('it takes 100,000', { exact: false }).count()).toBe(0);
  });

  it('is triaged, labelled, described, boxed and submitted by mouse', async () => {
    const { page, field, choice, shownId, id, stored, imageIsReady } = desk();
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
    await dragOver(page, [0.3, 0.3], [0.5, 0.6]);
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    // Leaving the clue's text has suggested its questions.
    await until(() => field('Perception question 1').inputValue()).toContain('two wine glasses');
    await until(() => field('Reasoning question 1').inputValue()).toContain('indicates that somebody else');
    await page.getByRole('checkbox', { name: 'The photo shows no personal information' }).click();
    await page.getByText('No problems.').waitFor();
    await page.getByRole('button', { name: /^Submit/u }).click();
    await until(shownId).toBe(id(1));

    await until(() => stored(id(0)).document.state).toBe('submitted');
    const { document, answer, regions } = stored(id(0));
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
    const { page, field, choice, shownId, id, stored, imageIsReady } = desk();
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
    await tabTo(page, 'Scene');
    await keys('1');
    await until(() => choice('Scene', 'hotel').isChecked()).toBe(true);
    await tabTo(page, 'Partner');
    await keys('1');
    await until(() => choice('Partner', 'Boyfriend').isChecked()).toBe(true);

    await keys('Alt+n');
    await until(() => field('Text of clue 1').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.type('Two pairs of slippers stand by the ');
    await until(() => JSON.stringify(stored(id(0)).answer['clues'])).toContain('stand by the ');
    await page.keyboard.type('bed');
    await page.reload();
    await imageIsReady();
    // Nothing of it is lost, not even the last letters.
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the bed');
    const clue = field('Text of clue 1');
    const steps = await undoTyped(page, clue, 'Two pairs of slippers stand by the ');
    for (let step = 0; step < steps; step += 1) await keys('Control+Shift+z');
    await until(() => field('Text of clue 1').inputValue()).toBe('Two pairs of slippers stand by the bed');

    // A box without a mouse: Enter puts one in the middle, arrows move and size it, Enter keeps it.
    await keys('g', 'Enter', 'Shift+ArrowRight', 'Alt+Shift+ArrowDown', 'Enter');
    await until(() => stored(id(0)).regions.length).toBe(1);
    const before = stored(id(0)).regions[0]?.x ?? 0;
    await keys('ArrowLeft', 'ArrowLeft');
    await until(() => stored(id(0)).regions[0]?.x ?? 0).toBe(before - 2);
    await keys('Alt+s');
    await until(() => field('Perception question 1').inputValue()).toContain('two pairs of slippers');

    // The one thing missing is where F8 leads.
    await keys('F8');
    const signOff = page.getByRole('checkbox', { name: 'The photo shows no personal information' });
    await until(() => signOff.evaluate((element) => element === document.activeElement)).toBe(true);
    await keys('Space', 'Control+Enter');
    await until(shownId).toBe(id(1));
    await until(() => stored(id(0)).document.state).toBe('submitted');
    expect(stored(id(0)).regions[0]?.x).toBe(before - 2);

    await keys('PageUp');
    await until(shownId).toBe(id(0));
    await keys('PageDown');
    await until(shownId).toBe(id(1));
  });

  it('is not submitted while a rule is broken; the first problem gets the focus and says why', async () => {
    const { page, field, shownId, id, stored, openDesk } = desk();
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
    expect(stored(id(0)).document.state).toBe(null);

    await page
      .getByRole('region', { name: 'Problems' })
      .getByRole('button', { name: /claim question is empty/u })
      .click();
    await until(() => field('Claim question').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
  });
});

describe('work that cannot be saved', () => {
  it('stays, says so, holds the person back, and is saved once it can be', async () => {
    const { page, choice, shownId, id, stored, openDesk } = desk();
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
    await until(() => stored(id(0)).answer['triage']).toBe('keep');
  });
});
