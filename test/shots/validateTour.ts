import type { Page } from 'playwright-core';
import type { Core } from '../../electron/core/app/createCore.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeValidatedCasebook } from '../helpers/validatedCasebook.ts';

/** Opens a casebook of generated items that were validated, in place of what is open. */
export async function openValidated(page: Page, core: Core, folder: string): Promise<void> {
  // The page leaves what it shows of the casebook before: it would ask for it in this one.
  const home = new URL('/', page.url()).href;
  await page.goto('about:blank');
  const path = join(folder, 'Generated.casebook');
  if (existsSync(path)) await core.keeper.open(path);
  else await makeValidatedCasebook(core, folder);
  await page.goto(home);
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor();
}
