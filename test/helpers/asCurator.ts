import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { RunningApp } from './browserHost.ts';

/**
 * Opens a casebook in a window's page with its curator Ada as the current user, and a screen by its title where one is asked
 * for. It is a copy: what a test saves is not there for another, nor for a second attempt.
 */
export async function openAsCurator(
  app: RunningApp,
  page: Page,
  casebook: string,
  screen?: 'Results' | 'Agreement',
): Promise<Page> {
  await page.getByRole('heading', { name: 'Casebook' }).waitFor();
  const copy = join(app.folder, basename(casebook));
  cpSync(casebook, copy, { recursive: true });
  await app.core.keeper.open(copy);
  const ada = app.core
    .services()
    .people.list()
    .find(({ handle }) => handle === 'ada');
  // Before the page sees the casebook: the current user is none of this screen's business.
  await page.evaluate(async (id) => {
    const body = JSON.stringify({ json: { id } });
    await fetch('/rpc/people/workAs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  }, ada?.id);
  if (screen !== undefined) await openScreen(page, screen);
  return page;
}

/** Loads the page anew on a screen. */
export async function openScreen(page: Page, screen: 'Results' | 'Agreement'): Promise<void> {
  await page.goto(new URL(`/#/${screen.toLowerCase()}`, page.url()).href);
  await page.reload();
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
}
