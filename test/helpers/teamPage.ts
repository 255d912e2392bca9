import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Person } from '../../shared/contract/application.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { temporaryFolder } from './core.ts';
import { present } from './present.ts';
import { quiet } from './quiet.ts';
import { seedCasebook } from './seedCasebook.ts';

/** How many items the casebook has. */
export const COUNT = 12;
const TASK = 'curate';

/** The Team screen, of the test that runs now. */
export interface TeamPage {
  readonly app: () => RunningApp;
  /** The casebook, of Ana alone. */
  readonly seeded: () => string;
  /** Calls that the core is meant to refuse in this test: the browser notes each of them. */
  readonly mayRefuse: (calls: readonly string[]) => void;
  /** The Team screen, where Ana, alone so far, is the current user. */
  readonly openTeam: (options?: Parameters<RunningApp['open']>[0]) => Promise<Page>;
  /** The Team screen of a casebook of several, in a window in which this person becomes the current user first. */
  readonly openTeamAs: (name: string) => Promise<Page>;
  /** A window of the core's own with a current user. */
  readonly memberOf: (handle: string) => Promise<{ readonly client: Client; readonly person: Person }>;
  /** Somebody answers the first item they were given. */
  readonly answerNext: (handle: string, triage?: string) => Promise<ItemId>;
}

/** Registers the hooks that give each test an app and a casebook of its own. */
export function useTeam(): TeamPage {
  let app: RunningApp;
  let seeded: string;
  let windows: AppWindow[] = [];
  /** What the core was meant to refuse: the browser notes each of them. */
  let refused: readonly string[] = [];

  const folder = temporaryFolder();
  const master = join(folder.path, 'Master.casebook');

  beforeAll(async () => {
    await seedCasebook(master, { items: COUNT, photographs: 2, boxes: 0, seed: 5, width: 320, height: 240 });
  });

  afterAll(() => {
    folder[Symbol.dispose]();
  });

  beforeEach(async () => {
    app = await startApp();
    seeded = join(app.folder, 'Seeded.casebook');
    cpSync(master, seeded, { recursive: true });
  });

  afterEach(async () => {
    const [given, meant] = [windows, refused];
    [windows, refused] = [[], []];
    await app.close();
    const complaints = given.flatMap((window) => window.complaints);
    expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
    // A preview follows every stroke of the keyboard: that some of what is half entered cannot be assigned is its answer.
    const calls = given
      .flatMap((window) => window.refused)
      .filter((call) => call !== '/rpc/assignments/assign');
    expect(calls).toEqual(meant);
  });

  /** The Team screen, where Ana, alone so far, is the current user. */
  async function openTeam(options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
    await app.core.keeper.open(seeded);
    const window = await app.open(options);
    windows.push(window);
    const { page } = window;
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
    await page.getByRole('table', { name: 'People' }).waitFor();
    return page;
  }

  /** A window of the core's own with a current user. */
  async function memberOf(handle: string) {
    const person = present(app.core.services().people.called(handle), `There is nobody called ${handle}.`);
    return { client: await clientAs(app.core, person.id), person };
  }

  /** Somebody answers the first item they were given. */
  async function answerNext(handle: string, triage = 'discard'): Promise<ItemId> {
    const { client } = await memberOf(handle);
    const itemId = present((await client.assignments.mine())[0]?.next, `${handle} has nothing to do.`);
    const { revision, records } = await client.annotations.open({ itemId, task: TASK });
    const before = present(records['field:triage']);
    const edited = await client.annotations.edit({
      itemId,
      task: TASK,
      revision,
      mark: 'triage',
      activeMilliseconds: 90_000,
      diff: {
        added: {},
        updated: { 'field:triage': [before, { type: 'field', name: 'triage', value: triage }] },
        removed: {},
      },
    });
    await client.annotations.submit({ itemId, task: TASK, revision: edited.revision });
    return itemId;
  }

  /** The Team screen of a casebook of several, in a window in which this person becomes the current user first. */
  async function openTeamAs(name: string): Promise<Page> {
    const window = await app.open();
    windows.push(window);
    const { page } = window;
    await page.getByRole('button', { name: new RegExp(`^(?:Work as )?${name}`, 'u') }).click();
    // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
    await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
    await quiet(page);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
    await page.getByRole('table', { name: 'People' }).waitFor();
    return page;
  }

  return {
    app: () => app,
    seeded: () => seeded,
    mayRefuse(calls) {
      refused = calls;
    },
    openTeam,
    openTeamAs,
    memberOf,
    answerNext,
  };
}

export async function addPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
}

/** A person's part of the table. */
export const rowsOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'People' }).getByRole('rowgroup').filter({ hasText: name });

/** Gives every item to Bo and Cy, by the dialog. */
export async function assignAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Assign items…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign items' });
  await dialog.getByRole('checkbox', { name: 'Bo Berg' }).click();
  await dialog.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
  await dialog.getByRole('radio', { name: 'Everything' }).click();
  await dialog.getByRole('button', { name: 'Assign 12 items, 2 people each' }).click();
  await dialog.waitFor({ state: 'detached' });
}
