import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { temporaryFolder } from './core.ts';
import { quiet } from './quiet.ts';
import { seedCasebook } from './seedCasebook.ts';

/** What a curator has in front of them, of the test that runs now. */
export interface CuratorPage {
  readonly app: () => RunningApp;
  /** A casebook of 60 items. Opened in the core before there is a window, it is what the window shows. */
  readonly seeded: () => string;
  readonly open: (options?: Parameters<RunningApp['open']>[0]) => Promise<Page>;
}

/** Registers the hooks that give each test an app and a casebook of its own. */
export function useCurator(): CuratorPage {
  let app: RunningApp;
  let seeded: string;
  let windows: AppWindow[] = [];

  const folder = temporaryFolder();
  const master = join(folder.path, 'Master.casebook');

  beforeAll(async () => {
    await seedCasebook(master, { items: 60, photographs: 3, boxes: 1, seed: 5, width: 320, height: 240 });
  });

  afterAll(() => {
    folder[Symbol.dispose]();
  });

  // Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
  beforeEach(async () => {
    app = await startApp();
    seeded = join(app.folder, 'Seeded.casebook');
    cpSync(master, seeded, { recursive: true });
  });

  afterEach(async () => {
    const complaints = windows.flatMap((window) => window.complaints);
    windows = [];
    await app.close();
    expect(complaints).toEqual([]);
  });

  async function open(options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
    const window = await app.open(options);
    windows.push(window);
    return window.page;
  }

  return { app: () => app, seeded: () => seeded, open };
}

/** Waits until nothing is being read or drawn any more. */
export async function settled(page: Page): Promise<void> {
  await quiet(page);
  await page.getByRole('status', { name: /^Loading/u }).waitFor({ state: 'detached' });
}

export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click();
  await page.getByRole('heading', { level: 1, name: screen }).waitFor();
  await settled(page);
}
