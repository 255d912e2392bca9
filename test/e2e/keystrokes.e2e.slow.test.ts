import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { openPhotographCasebook } from '../helpers/deskCasebook.ts';
import { quietly } from '../helpers/casebooks.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { hasFocus } from '../helpers/focus.ts';
import { until } from '../helpers/until.ts';

/*
 * How many keys an expert presses for an item, from its opening to the next one: 6 for an unclued photo, 12 beside the text
 * for a clued one (a drag counts as one), 4 for a published item that is read and found right.
 */

const CLUE = 'There are two cups on the table, indicating that somebody else is there.';

let app: RunningApp;
let window: AppWindow;
let page: Page;
let pressed: string[];

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    pressed.push(key);
    await page.keyboard.press(key);
  }
}

async function imageIsReady(): Promise<void> {
  await page.getByRole('application').waitFor();
  await page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
}

beforeEach(async () => {
  app = await startApp();
  pressed = [];
});

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const isLoose = () => page.getByText('No problems.').waitFor();

describe('a photo', () => {
  beforeEach(async () => {
    await openPhotographCasebook(app, 'Keys');
    window = await app.open();
    page = window.page;
    await page
      .getByRole('listbox', { name: /items$/u })
      .getByRole('option')
      .first()
      .dblclick();
    await imageIsReady();
  });

  it('takes 6 keys where it is unclued', async () => {
    const first = page.url();
    await press('u', 's', '1', 'p', 'o');
    await isLoose();
    await press('Control+Enter');
    await until(() => page.url()).not.toBe(first);
    expect(pressed.length).toBeLessThanOrEqual(6);
    const [stored] = app.core.services().annotations.list(10);
    expect(stored).toMatchObject({ state: 'submitted' });
  });

  it('takes 12 keys beside the text where it is clued', async () => {
    const first = page.url();
    await press('y', 's', '1', 'p', 'Alt+n');
    const clue = page.getByRole('textbox', { name: 'Text of clue 1' });
    await hasFocus(clue);
    await page.keyboard.type(CLUE);
    await press('Alt+b');
    await armed(page);
    await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
    pressed.push('drag');
    await page.getByRole('button', { name: '1 box of clue 1: select' }).waitFor();
    await press('o');
    await isLoose();
    await press('Control+Enter');
    await until(() => page.url()).not.toBe(first);
    expect(pressed.length).toBeLessThanOrEqual(12);
    const [stored] = app.core.services().annotations.list(10);
    expect(stored).toMatchObject({ state: 'submitted', boxes: 1 });
  });
});

it('a published item takes 4 keys', async () => {
  const source = join(app.folder, 'published');
  const items = [1, 2].map((number) => ({
    data_path: `false_images/false_${String(number)}.png`,
    label: false,
    scene: 'dining',
    target_partner: 'boyfriend',
    main_ins:
      'My boyfriend said he is dining alone at the restaurant and sent me this photo. Do you notice anything suspicious in the image that contradicts his claim?',
    url: `https://example.org/${String(number)}`,
  }));
  mkdirSync(join(source, 'false_images'), { recursive: true });
  for (const [at, { data_path: name }] of items.entries())
    await drawPhotograph(join(source, name), { width: 600, height: 400, seed: at + 1 });
  writeFileSync(join(source, 'data_info.json'), JSON.stringify(items));
  const services = await app.core.keeper.create(join(app.folder, 'Published.casebook'), {
    benchmark: 'caughtcheating',
    title: 'Published',
    person: 'Ana',
  });
  await services.importExport.import(
    { source: join(source, 'data_info.json'), format: 'caughtcheating' },
    null,
    quietly,
  );
  window = await app.open();
  page = window.page;
  await page
    .getByRole('listbox', { name: /items$/u })
    .getByRole('option')
    .first()
    .dblclick();
  await imageIsReady();
  const first = page.url();
  await press('o');
  await isLoose();
  await press('Control+Enter');
  await until(() => page.url()).not.toBe(first);
  expect(pressed.length).toBeLessThanOrEqual(4);
});
