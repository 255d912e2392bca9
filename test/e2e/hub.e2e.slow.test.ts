import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { JsonObject } from '../../shared/base/json.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { type Fault, startBadLink } from '../helpers/badLink.ts';
import { dataPath, filesIn } from '../helpers/casebooks.ts';
import { armed, dragOver } from '../helpers/drawing.ts';
import { noPostgres, startTestHub } from '../helpers/hub.ts';
import { photograph } from '../helpers/pictures.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { quiet } from '../helpers/quiet.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { until } from '../helpers/until.ts';

/*
 * A lab over a hub, everything by hand in browsers: a curator brings a casebook of the published metadata and assigns it, two
 * people answer while they are offline, the curator decides where they differ, and a second curator exports the same.
 */

interface Computer {
  readonly app: RunningApp;
  readonly page: Page;
  readonly complaints: readonly string[];
}

const computer = async (): Promise<Computer> => {
  const app = await startApp();
  const { page, complaints } = await app.open();
  return { app, page, complaints };
};
const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Screens' });
const choice = (page: Page, group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });

/** A data set of the first published objects, a photograph each. */
function writeDataSet(folder: string, count: number): string {
  const items = (realItems() ?? [...syntheticItems(count, 3)]).slice(0, count);
  for (const item of items) {
    const target = join(folder, dataPath(item));
    mkdirSync(join(target, '..'), { recursive: true });
    copyFileSync(photograph('french-alpine-landscape'), target);
  }
  const file = join(folder, 'data_info.json');
  writeFileSync(file, JSON.stringify(items.map((item) => JsonObject.parse(item))));
  return file;
}

async function makeCasebook({ page }: Computer, source: string): Promise<void> {
  await page.getByRole('button', { name: 'New casebook…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Caught cheating');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Arendt');
  await page.getByRole('dialog').getByText('CaughtCheating', { exact: true }).click();
  await page.getByRole('button', { name: /^Create/u }).click();
  await page.getByText('This casebook has no items yet').waitFor();
  await page.keyboard.press('Control+i');
  await page.getByRole('textbox', { name: 'From' }).fill(source);
  await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toMatch(/^CaughtCheating/u);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import' });
  await importing.getByText('Imported', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await importing.waitFor({ state: 'detached' });
}

async function assignAll({ page }: Computer, items: number): Promise<void> {
  await rail(page).getByRole('link', { name: 'Team' }).click();
  for (const name of ['Bo Berg', 'Cy Diethelm']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Assign items…' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign items' });
  await assigning.getByRole('checkbox', { name: 'Bo Berg' }).click();
  await assigning.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
  await assigning.getByRole('button', { name: `Assign ${String(items)} items, 2 people each` }).click();
  await page.getByText(`0 of ${String(items * 2)} answers are in`).waitFor();
}

async function connect({ page }: Computer, invitation: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect to a hub…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Invitation' }).fill(invitation);
  await dialog.getByRole('button', { name: 'Check invitation' }).click();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Everything is exchanged').first().waitFor();
}

/** The invitation that the curator is shown for somebody. */
async function invite({ page }: Computer, name: string): Promise<string> {
  await page.getByRole('button', { name: `Work of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite to the hub…' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await until(() => field.inputValue()).toMatch(/^casebook-hub:/u);
  const text = await field.inputValue();
  await page.keyboard.press('Escape');
  return text;
}

async function joinTeam({ page }: Computer, invitation: string): Promise<void> {
  await page.getByRole('button', { name: 'Join a team…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Invitation' }).fill(invitation);
  await dialog.getByRole('button', { name: 'Check invitation' }).click();
  await dialog.getByRole('button', { name: 'Join team' }).click();
  await dialog.waitFor({ state: 'detached' });
  await quiet(page);
}

/** Answers every assigned item: clued or not, all else alike. */
async function answerAll(
  { page }: Computer,
  items: number,
  clued: (number: number) => boolean,
): Promise<void> {
  await page.getByRole('button', { name: /^Answer first item/u }).click();
  for (let number = 1; number <= items; number += 1) {
    await page
      .getByRole('heading', { name: `Item ${String(number)} of ${String(items)}, round 1, blind` })
      .waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await choice(page, 'Does the photo contradict the claim?', clued(number) ? 'Clued' : 'Unclued').click();
    if (clued(number)) {
      await page
        .getByRole('button', { name: /^Draw box/u })
        .first()
        .click();
      await armed(page);
      await dragOver(page, [0.45, 0.45], [0.55, 0.55]);
      await page.getByText('1 box', { exact: true }).first().waitFor();
    }
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('Control+Enter');
  }
  await page.getByText(`All done: ${String(items)} submitted.`).waitFor();
}

async function exported({ page, app }: Computer, name: string): Promise<Record<string, string>> {
  const target = join(app.folder, name);
  await rail(page).getByRole('link', { name: 'Library' }).click();
  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(target);
  for (const status of ['Draft', 'In review']) await dialog.getByRole('checkbox', { name: status }).check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText(`Written to ${target}`).waitFor();
  await page.keyboard.press('Escape');
  return Object.fromEntries(
    filesIn(target).map((file) => [file, readFileSync(join(target, file), 'base64')]),
  );
}

describe.skipIf(noPostgres !== null)('a lab over a hub', () => {
  it('assigns, answers offline, decides, and exports the same everywhere', { timeout: 300_000 }, async () => {
    await using hub = await startTestHub();
    let online: Fault = 'passes';
    const link = await startBadLink([hub.url], 1, () => online);
    const { invitation } = await hub.founding('New casebook');
    const throughLink = (text: string): string => text.replace(hub.url, link.url);
    const [ana, bo, cy, nils] = [await computer(), await computer(), await computer(), await computer()];
    const all = [ana, bo, cy, nils];
    try {
      await makeCasebook(ana, writeDataSet(join(ana.app.folder, 'data'), 2));
      await assignAll(ana, 2);
      await connect(ana, throughLink(invitation));
      const invitations = [await invite(ana, 'Bo Berg'), await invite(ana, 'Cy Diethelm')];
      await joinTeam(bo, invitations[0] ?? '');
      await joinTeam(cy, invitations[1] ?? '');
      online = 'lost';
      await answerAll(bo, 2, () => false);
      await answerAll(cy, 2, (number) => number === 1);
      for (const { page } of [bo, cy]) {
        await rail(page).getByRole('link', { name: 'Team' }).click();
        await page.getByText('4 changes wait to be sent').waitFor();
      }
      online = 'passes';
      for (const { page } of [bo, cy]) {
        await page.getByRole('button', { name: 'Exchange now' }).click();
        await page.getByText('Everything is exchanged').first().waitFor();
      }
      await ana.page.getByRole('button', { name: 'Exchange now' }).click();
      await ana.page.getByText('All answers are in').waitFor();
      await rail(ana.page)
        .getByRole('link', { name: /\d to decide/u })
        .click();
      await ana.page.getByRole('button', { name: 'Open most disputed case' }).click();
      await onScreen(ana.page);
      await ana.page
        .getByRole('button', { name: /^Accept all of/u })
        .first()
        .click();
      await ana.page.getByRole('radio', { name: 'Rater’s misreading' }).check();
      await ana.page.keyboard.press('Control+Enter');
      await quiet(ana.page);
      await rail(ana.page).getByRole('link', { name: 'Team' }).click();
      await ana.page.getByRole('button', { name: 'Exchange now' }).click();
      await ana.page.getByText('Everything is exchanged').first().waitFor();
      await joinTeam(nils, await invite(ana, 'Ana Arendt'));
      expect(await exported(nils, 'export')).toEqual(await exported(ana, 'export'));
      // What the network itself refused while it was away is no complaint of the page.
      for (const { complaints } of all) expect(complaints).toEqual([]);
    } finally {
      for (const { app } of all) await app.close();
      await link.close();
    }
  });
});
