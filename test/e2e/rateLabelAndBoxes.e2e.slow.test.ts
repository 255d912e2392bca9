import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

/*
 * Two people say of a published data set whether each photo contradicts its claim, and where. They read the claim and write
 * nothing; anybody who decides where they differ decides that and nothing else.
 */

const CLAIM =
  'My boyfriend said he is dining alone at the restaurant and sent me this photo. Do you notice anything suspicious in the image that contradicts his claim?';
const CLUED = {
  data_path: 'true_images/true_1.png',
  label: true,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: CLAIM,
  detm_cue: 'A second person is reflected in the spoon.',
  non_detm_cue: ['Two glasses stand on the table.'],
  p_sub_ins: ['Is a second person reflected in the spoon?'],
  p_sub_ans: ['Yes'],
  r_sub_ins: ['Does that contradict that he dines alone?'],
  r_sub_ans: ['Yes'],
  url: 'https://example.org/1',
};
const UNCLUED = {
  data_path: 'false_images/false_1.png',
  label: false,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: CLAIM,
  url: 'https://example.org/2',
};

let app: RunningApp;
let window: AppWindow;
let page: Page;

beforeEach(async () => {
  app = await startApp();
  const source = join(app.folder, 'published');
  for (const [at, { data_path: name }] of [CLUED, UNCLUED].entries()) {
    mkdirSync(join(source, name, '..'), { recursive: true });
    await drawPhotograph(join(source, name), { width: 900, height: 600, seed: at + 1 });
  }
  writeFileSync(join(source, 'data_info.json'), JSON.stringify([CLUED, UNCLUED]));
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await app.close();
  // The preview of an assignment follows every click: that half of it cannot be assigned is its answer.
  expect(window.complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
  expect(window.refused.filter((call) => call !== '/rpc/assignments/assign')).toEqual([]);
});

const rail = (): Locator => page.getByRole('navigation', { name: 'Screens' });
const label = (name: string): Locator =>
  page
    .getByRole('radiogroup', { name: 'Does the photo contradict the claim?' })
    .getByRole('radio', { name, exact: true });

async function sitDown(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Working as / }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await quiet(page);
}

async function assignItems(): Promise<void> {
  await page.getByRole('button', { name: 'New casebook…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Published');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Arendt');
  await page.getByRole('dialog').getByText('CaughtCheating', { exact: true }).click();
  await page.getByRole('button', { name: /^Create/u }).click();
  await page.getByText('This casebook has no items yet').waitFor();
  await page.keyboard.press('Control+i');
  await page.getByRole('textbox', { name: 'From' }).fill(join(app.folder, 'published', 'data_info.json'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import' });
  await importing.getByText('Imported', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await importing.waitFor({ state: 'detached' });
  await rail().getByRole('link', { name: 'Team' }).click();
  for (const name of ['Bo Berg', 'Cy Diethelm']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Assign items…' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign items' });
  await assigning.getByRole('checkbox', { name: 'Bo Berg' }).click();
  await assigning.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
  await until(() => assigning.getByRole('radio', { name: 'Label and boxes, claim given' }).isChecked()).toBe(
    true,
  );
  await assigning.getByText('Order of import', { exact: true }).click();
  await assigning.getByRole('button', { name: 'Assign 2 items, 2 people each' }).click();
  await page.getByText('0 of 4 answers are in').waitFor();
}

/** Opens the first of somebody's two photos. */
async function begin(name: string): Promise<void> {
  await sitDown(name);
  await page.getByRole('button', { name: /^Answer first item/u }).click();
  await onItem(1);
}

async function onItem(number: number): Promise<void> {
  await page.getByRole('heading', { name: `Item ${String(number)} of 2, round 1, blind` }).waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page.getByText(CLAIM).waitFor();
}

async function answer(name: 'Clued' | 'Unclued', box: boolean): Promise<void> {
  await label(name).click();
  if (box) {
    await page.getByRole('button', { name: 'Draw box: deterministic clue' }).click();
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    await page.getByRole('button', { name: '1 box of the deterministic clue: select' }).waitFor();
  }
  await page.getByText('No problems.').waitFor();
  await page.keyboard.press('Control+Enter');
}

it('raters read the claim and write nothing; label and boxes alone are compared, decided and exported', async () => {
  await assignItems();
  await begin('Bo Berg');
  const form = page.getByRole('complementary', { name: 'Answer' });
  expect(await form.getByRole('textbox').count()).toBe(0);
  for (const secret of ['reflected', 'Two glasses', 'true_1']) {
    expect(await page.getByText(secret).count()).toBe(0);
  }
  await answer('Clued', true);
  await onItem(2);
  await answer('Unclued', false);
  await page.getByText('All done: 2 submitted.').waitFor();
  await begin('Cy Diethelm');
  await answer('Unclued', false);
  await onItem(2);
  await answer('Unclued', false);
  await page.getByText('All done: 2 submitted.').waitFor();

  await sitDown('Ana Arendt');
  await rail().getByRole('link', { name: 'Agreement' }).click();
  await until(() => page.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Clued');
  await page.getByRole('combobox', { name: 'Field' }).click();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Clued', 'Clue boxes']);
  await page.keyboard.press('Escape');

  await rail()
    .getByRole('link', { name: /1 to decide/u })
    .click();
  await page.getByRole('button', { name: 'Open most disputed case' }).click();
  const fields = page.getByRole('region', { name: 'Answers' }).getByRole('rowheader');
  await until(async () => (await fields.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Clued',
    'Clue boxes',
    'deterministic clue',
  ]);
  await page.getByRole('region', { name: 'The item' }).getByText(CLAIM).waitFor();
  const clued = page.getByRole('button', { name: /^Accept .’s Clued: clued$/u });
  const [letter = ''] = /(?<=Accept ).(?=’s)/u.exec(await clued.innerText()) ?? [];
  await page.getByRole('button', { name: `Accept all of ${letter}` }).click();
  await page.getByRole('radio', { name: 'Rater’s misreading' }).check();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor();

  const target = join(app.folder, 'out');
  await app.core
    .services()
    .importExport.export({ target, format: 'caughtcheating', status: null, images: 'none' }, null, quietly);
  const written = z
    .array(z.unknown())
    .parse(JSON.parse(readFileSync(join(target, 'data_info.json'), 'utf8')));
  expect(written).toEqual([CLUED, UNCLUED]);
});
