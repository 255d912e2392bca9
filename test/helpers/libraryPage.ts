import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { temporaryFolder } from './core.ts';
import { seedCasebook } from './seedCasebook.ts';

/** How many items the seeded casebook has. */
export const ITEMS = 400;

export interface LibraryPage {
  /** The app of the running test. */
  readonly app: () => RunningApp;
  /** A window on what is open. */
  readonly open: () => Promise<Page>;
  /** A window on the Library of a fresh copy of the seeded casebook. */
  readonly openCopy: () => Promise<Page>;
}

/** Registers the hooks that give each test an app of its own, and make one casebook for all to copy. */
export function useLibrary(): LibraryPage {
  const folder = temporaryFolder();
  const master = join(folder.path, 'Master.casebook');
  let app: RunningApp;
  let windows: AppWindow[] = [];

  beforeAll(async () => {
    await seedCasebook(master, {
      items: ITEMS,
      photographs: 4,
      boxes: 1,
      seed: 7,
      width: 320,
      height: 240,
    });
  });

  afterAll(() => {
    folder[Symbol.dispose]();
  });

  // Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
  beforeEach(async () => {
    windows = [];
    app = await startApp();
  });

  afterEach(async () => {
    await app.close();
    for (const { complaints } of windows) expect(complaints).toEqual([]);
  });

  const open = async (): Promise<Page> => {
    const window = await app.open();
    windows.push(window);
    return window.page;
  };

  return {
    app: () => app,
    open,
    async openCopy() {
      const path = join(app.folder, 'Copy.casebook');
      cpSync(master, path, { recursive: true });
      // Before there is a window: that way the page is loaded once.
      await app.core.keeper.open(path);
      const page = await open();
      await itemsOf(page).first().waitFor();
      return page;
    },
  };
}

export const listOf = (page: Page): Locator => page.getByRole('listbox', { name: /items$/u });
export const itemsOf = (page: Page): Locator => listOf(page).getByRole('option');

/** The place in the list of the item under the keyboard's cursor; null: its row is loading. */
export async function cursorText(page: Page): Promise<string | null> {
  // Looked at in one go: between two looks the cursor may have gone on, and the row of the first be no more.
  return listOf(page).evaluate((list) => {
    const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    return row?.getAttribute('aria-posinset') ?? null;
  });
}
