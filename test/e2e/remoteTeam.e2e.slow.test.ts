import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Person } from '../../shared/contract/application.ts';
import { answerOf } from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { assignment } from '../helpers/assignment.ts';
import { quietly } from '../helpers/casebooks.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { quiet } from '../helpers/quiet.ts';
import { type Remote, startRemote, type Visitor } from '../helpers/remoteStudyPage.ts';
import { until } from '../helpers/until.ts';

/*
 * A team over the network: a curator by the host's own link, an annotator by an invitation, who works, is signed out, is told
 * so, and comes back by another invitation with what was not saved.
 */

const TASK = 'curate';

let remote: Remote;
let bo: Person;
let owner: Visitor;

beforeEach(async () => {
  remote = await startRemote('caughtcheating', ({ importExport }, folder) =>
    importExport.import({ source: putPhotographs(join(folder)), format: 'images' }, null, quietly),
  );
  const { ana } = remote;
  bo = await ana.people.add({ handle: 'bo', name: 'Bo Berg', roles: ['annotator'] });
  await ana.assignments.assign(assignment({ items: { filter: {} }, task: TASK, people: [bo.id] }));
  owner = await remote.visitor({ viewport: { width: 1440, height: 900 } });
  await owner.page.goto(remote.at.host.newOpenUrl());
  await owner.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
  await owner.page.getByRole('table', { name: 'People' }).waitFor();
});

afterEach(async () => {
  expect(owner.complaints).toEqual([]);
  await remote[Symbol.asyncDispose]();
});

/** The link that the curator gets for Bo by the screen. */
async function invite(): Promise<string> {
  const { page } = owner;
  await page.getByRole('button', { name: 'Work of Bo Berg' }).click();
  await page.getByRole('menuitem', { name: 'Invite to this address…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation link for Bo Berg' });
  const link = dialog.getByRole('textbox', { name: 'Invitation link' });
  await link.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const url = await link.inputValue();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return url;
}

/** Bo's browsers in the list of those that are signed in. */
const browsersOfBo = (page: Page): Locator =>
  page.getByRole('table', { name: 'Browsers signed in' }).getByRole('row').filter({ hasText: 'Bo Berg' });

const triage = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Triage' }).getByRole('radio', { name, exact: true });

/** Opens an invitation in a window of a Desk's size, and gets to the first item. */
async function openDesk({ page }: Visitor, link: string): Promise<ItemId> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Signed in as Bo Berg' }).waitFor();
  const [own] = remote.core.services().assignments.mine(bo.id);
  if (own?.next == null) throw new Error('Bo has nothing to do.');
  await page.goto(`${remote.at.url.href}#/desk/${own.next}`);
  await triage(page, 'Keep').waitFor();
  return own.next;
}

/** What of Bo's is on disk. */
function stored(itemId: ItemId) {
  const key = { itemId, task: TASK, round: 1, personId: bo.id };
  return answerOf(remote.core.services().annotations.open(key, everything).records);
}

describe('an annotator who came by an invitation', () => {
  it('works, is signed out, is told so in words, and comes back with what was not saved', async () => {
    const link = await invite();
    expect(new URL(link).origin).toBe(remote.at.url.origin);
    const visitor = await remote.visitor({ viewport: { width: 1440, height: 900 } });
    const { page } = visitor;
    const itemId = await openDesk(visitor, link);
    // The invitation's secret is nowhere in the address, nor what anybody else may do.
    expect(page.url()).not.toContain('/i/');
    await triage(page, 'Discard').check();
    await until(() => stored(itemId)).toMatchObject({ triage: 'discard' });

    await owner.page.reload();
    const row = browsersOfBo(owner.page);
    await row.getByText('Invitation').waitFor();
    expect(await row.innerText()).toMatch(/Chrome on Linux/u);
    expect(await accessibilityProblems(owner.page)).toEqual([]);
    await quiet(page);
    expect(visitor.complaints).toEqual([]);
    await row.getByRole('button', { name: /^Sign out Bo Berg/u }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Sign Bo Berg out?' });
    await dialog.getByText('a new invitation', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await owner.page.getByText('The browser is signed out.').waitFor();
    await until(() => browsersOfBo(owner.page).count()).toBe(0);

    await triage(page, 'Keep').check();
    const alert = page.getByRole('alert').filter({ hasText: '1 edit not saved' });
    await alert.getByText(/signed out\..*new link.*edits are kept/u).waitFor();
    expect(stored(itemId)).toMatchObject({ triage: 'discard' });

    // The page asks before it goes while something is not saved.
    page.on('dialog', (asked) => void asked.accept());
    const another = await invite();
    expect(another).not.toBe(link);
    await openDesk(visitor, another);
    await until(() => stored(itemId)).toMatchObject({ triage: 'keep' });
  });

  it('cannot use the invitation twice, nor can anybody else', async () => {
    const link = await invite();
    const first = await remote.visitor();
    await openDesk(first, link);
    const thief = await remote.visitor();
    const answer = await thief.page.goto(link);
    expect(answer?.status()).toBe(404);
    await thief.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await thief.page.getByText('It was used already', { exact: false }).waitFor();
    expect(await accessibilityProblems(thief.page)).toEqual([]);
    expect(await thief.context.cookies()).toEqual([]);
    // In the browser that used it, it works no better, and takes nothing away.
    expect((await first.page.goto(link))?.status()).toBe(404);
    await first.page.goto(remote.at.url.href);
    await first.page.getByRole('button', { name: 'Signed in as Bo Berg' }).waitFor();
    expect((await browsersLeft()).toSorted()).toEqual(['invited', 'owner']);
  });

  it('finds nothing on the Team screen to let people in by, and signs out by themselves', async () => {
    const visitor = await remote.visitor({ viewport: { width: 1440, height: 900 } });
    const { page } = visitor;
    await openDesk(visitor, await invite());
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
    await page.getByRole('table', { name: 'People' }).waitFor();
    await quiet(page);
    expect(await page.getByRole('button', { name: /^Work (?:as|of)/u }).count()).toBe(0);
    expect(await page.getByRole('table', { name: 'Browsers signed in' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Signed in as Bo Berg' }).click();
    // They leave by themselves; what they see then says how to come back.
    await page.getByRole('menuitem', { name: 'Sign out of this browser' }).click();
    await page.getByRole('heading', { name: 'You are not signed in here' }).waitFor();
    expect(await browsersLeft()).toEqual(['owner']);
    const others = visitor.complaints.filter((complaint) => !complaint.includes('status of 401'));
    expect(others).toEqual([]);
  });
});

const browsersLeft = async (): Promise<readonly string[]> =>
  (await remote.ana.webAccess.sessions()).map(({ kind }) => kind);
