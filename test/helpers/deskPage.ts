import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { answerOf, imagesOf, regionsOf } from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { openPhotographCasebook, type StoredAnswer } from './deskCasebook.ts';
import { onScreen } from './onScreen.ts';
import { present } from './present.ts';
import { until } from './until.ts';

/** A window on a casebook of photographs, of the test that runs now. */
export interface DeskPage {
  readonly app: RunningApp;
  readonly page: Page;
  readonly image: () => Locator;
  readonly field: (name: string) => Locator;
  readonly choice: (group: string, name: string) => Locator;
  /** The item that the address names. */
  readonly shownId: () => Promise<string>;
  readonly id: (index: number) => ItemId;
  /** What is on disk of an item's answer. */
  readonly stored: (id: ItemId) => StoredAnswer;
  /** Goes to an item's Desk and waits until its image can be drawn on. */
  readonly openDesk: (index: number) => Promise<void>;
  readonly imageIsReady: () => Promise<void>;
}

/**
 * Registers the hooks that give each test a CaughtCheating casebook of photographs of its own, and a window on its
 * Library; the function tells what the running test has.
 */
export function useDesk(): () => DeskPage {
  let app: RunningApp;
  let window: AppWindow;
  let ids: readonly ItemId[];
  let master: string;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
    ({ ids } = await openPhotographCasebook(app, 'Desk'));
    master = app.core.services().casebook.path;
    await app.core.keeper.close();
  });

  afterAll(async () => {
    await app.close();
  });

  beforeEach(async () => {
    count += 1;
    // Reading photographs in takes a while: they are read once, and copied for each test.
    const path = join(app.folder, `Desk ${String(count)}.casebook`);
    cpSync(master, path, { recursive: true });
    await app.core.keeper.open(path);
    window = await app.open();
    await window.page
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

  return () => deskPage(app, window.page, ids);
}

function deskPage(app: RunningApp, page: Page, ids: readonly ItemId[]): DeskPage {
  const image = () => page.getByRole('application');
  const imageIsReady = async () => {
    // The form is loaded when it is first needed; its keys come with it.
    await page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
    await image().waitFor();
    await until(() => page.getByText('Loading the image…').count()).toBe(0);
    await page
      .getByText(/^\d+ %$/u)
      .first()
      .waitFor();
    await onScreen(page);
  };
  const id = (index: number) => present(ids[index]);
  const { annotations, casebook, people } = app.core.services();
  const task = casebook.benchmark.tasks[0]?.id ?? '';
  const person = present(people.list()[0]);
  return {
    app,
    page,
    image,
    field: (name) => page.getByRole('textbox', { name, exact: true }),
    choice: (group, name) =>
      page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }),
    shownId: () => page.evaluate(() => location.hash.split('/').at(-1) ?? ''),
    id,
    stored(itemId) {
      const document = annotations.open({ itemId, task, round: 1, personId: person.id }, everything);
      const { records } = document;
      return { document, answer: answerOf(records), regions: regionsOf(records), images: imagesOf(records) };
    },
    async openDesk(index) {
      await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${id(index)}`);
      await imageIsReady();
    },
    imageIsReady,
  };
}
