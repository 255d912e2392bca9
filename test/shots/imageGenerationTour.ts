import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Core } from '../../electron/core/app/createCore.ts';
import { quietly } from '../helpers/casebooks.ts';
import { observatoryItems, putObservatory } from '../helpers/observatoryItems.ts';

/** Opens a casebook of a face and a word with no variants yet, in place of what is open. */
export async function openImageGeneration(page: Page, core: Core, folder: string): Promise<void> {
  // The page leaves what it shows of the casebook before: it would ask for it in this one.
  const home = new URL('/#/my-work', page.url()).href;
  await page.goto('about:blank');
  const path = join(folder, 'Faces and words.casebook');
  if (existsSync(path)) await core.keeper.open(path);
  else {
    const services = await core.keeper.create(path, { benchmark: 'observatory', title: 'Faces and words' });
    const source = join(folder, 'faces-and-words');
    mkdirSync(source, { recursive: true });
    await putObservatory(source, observatoryItems(0));
    await services.importExport.import({ source, format: 'observatory' }, null, quietly);
  }
  await page.goto(home);
  await page.getByRole('link', { name: 'Image generation' }).waitFor();
}
