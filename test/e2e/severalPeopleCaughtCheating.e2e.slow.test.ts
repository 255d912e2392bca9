import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { photograph } from '../helpers/pictures.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

/*
 * A lab of three: anybody who began the CaughtCheating casebook looks after it and decides as well. Two people say of the
 * same photo that it has a clue, and that it has none.
 */

const CLUE = 'Two cups stand on the wall: somebody else is on the trip.';

let app: RunningApp;
let window: AppWindow;
let page: Page;

// Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  mkdirSync(join(app.folder, 'photos'));
  copyFileSync(photograph('french-alpine-landscape'), join(app.folder, 'photos', 'trip.jpg'));
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const rail = (): Locator => page.getByRole('navigation', { name: 'Screens' });
const choice = (group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });

async function sitDown(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Working as / }).click();
  await page.getByRole('menuitem', { name }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await quiet(page);
}

/** The photo in a casebook of its own, given to Bo and Cy. */
async function assignItems(): Promise<void> {
  await page.getByRole('button', { name: 'New casebook…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Trips');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Arendt');
  await page.getByRole('dialog').getByText('CaughtCheating', { exact: true }).click();
  await page.getByRole('button', { name: /^Create/u }).click();
  await page.getByText('This casebook has no items yet').waitFor();
  await page.keyboard.press('Control+i');
  await page.getByRole('textbox', { name: 'From' }).fill(join(app.folder, 'photos'));
  await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import' });
  await importing.getByText('Imported', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await importing.waitFor({ state: 'detached' });
  await rail().getByRole('link', { name: 'Team' }).click();
  await page.getByText('Next: add annotators').waitFor();
  for (const name of ['Bo Berg', 'Cy Diethelm']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
  }
  await page.getByText('Next: assign items').waitFor();
  await page.getByRole('button', { name: 'Assign items…' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign items' });
  await assigning.getByRole('checkbox', { name: 'Bo Berg' }).click();
  await assigning.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
  await assigning.getByRole('button', { name: 'Assign 1 item, 2 people each' }).click();
  await page.getByText('0 of 2 answers are in').waitFor();
}

/** Opens the one photo that somebody was given, and says what everybody says of it. */
async function beginAnswer(name: string): Promise<void> {
  await sitDown(name);
  await page.getByRole('button', { name: /^Answer first item/u }).click();
  await page.getByRole('heading', { name: 'Item 1 of 1, round 1, blind' }).waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
  await choice('Triage', 'Keep').click();
  await choice('Scene', 'hotel').click();
  await choice('Partner', 'Boyfriend').click();
  await page.getByRole('checkbox', { name: 'The photo shows no personal information' }).click();
}

async function submit(): Promise<void> {
  await page.getByText('No problems.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('All done: 1 submitted.').waitFor();
}

describe('a curator who is the only adjudicator', () => {
  it('gives a photo to two people who differ, decides for one of them, and exports that', async () => {
    await assignItems();
    await beginAnswer('Bo Berg');
    await choice('Is there a clue?', 'Clued').click();
    await page.getByRole('button', { name: /Add a clue/u }).click();
    await page.getByRole('textbox', { name: 'Text of clue 1' }).fill(CLUE);
    await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await submit();
    await beginAnswer('Cy Diethelm');
    await choice('Is there a clue?', 'Unclued').click();
    await submit();

    await sitDown('Ana Arendt');
    await rail()
      .getByRole('link', { name: /1 to decide/u })
      .click();
    await page.getByRole('button', { name: 'Open most disputed case' }).click();
    const clued = page.getByRole('button', { name: /^Accept .’s Clued: clued$/u });
    const [letter = ''] = /(?<=Accept ).(?=’s)/u.exec(await clued.innerText()) ?? [];
    await page.getByRole('button', { name: `Accept all of ${letter}` }).click();
    await page.getByRole('radio', { name: 'Rater’s misreading' }).check();
    await page.keyboard.press('Control+Enter');
    const raters = page
      .getByRole('region', { name: 'Decision', exact: true })
      .getByRole('list', { name: 'Raters' });
    await raters
      .getByRole('listitem')
      .filter({ hasText: 'Bo Berg' })
      .getByText(letter, { exact: true })
      .waitFor();

    await rail().getByRole('link', { name: 'Team' }).click();
    await page.getByRole('button', { name: 'Show items to accept' }).click();
    await page.getByRole('option').first().click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: /^Accept/u }).click();
    await page.getByText('No items match').waitFor();
    const target = join(app.folder, 'trips');
    await page.keyboard.press('Control+e');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(target);
    await page.getByRole('checkbox', { name: /^People’s names/u }).check();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(`Written to ${target}`).waitFor();
    const written = z
      .array(z.looseObject({ label: z.boolean(), detm_cue: z.string() }))
      .parse(JSON.parse(readFileSync(join(target, 'data_info.json'), 'utf8')));
    expect(written).toMatchObject([{ label: true, detm_cue: CLUE }]);
    const gold = readFileSync(join(target, 'gold.csv'), 'utf8').split('\n').slice(1, -1);
    expect(gold.length).toBeGreaterThan(0);
    for (const line of gold) expect(line).toContain(',adjudicated,ana-arendt,rater_misread,');
  });
});
