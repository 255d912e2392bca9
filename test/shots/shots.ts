import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { ensureRenderer } from '../../electron/build.ts';
import { startApp } from '../helpers/browserHost.ts';
import { tour } from './tour.ts';

/**
 * `npm run shots [-- --readme] [-- --only desk] [-- --width 720] [-- --theme dark]`: every screen of the sample casebook,
 * light and dark, in three window sizes (the smallest is a laptop at 200 % zoom), into out/shots/; with --readme the README's
 * own pictures into resources/screenshots/.
 */
const { values } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
  },
});
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 720, height: 450 },
];
const README = new Map([
  ['desk', 'light'],
  ['library', 'light'],
  ['health', 'dark'],
  ['results', 'light'],
]);
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'out', 'shots');
const readmeFolder = join(root, 'resources', 'screenshots');

await ensureRenderer();
mkdirSync(folder, { recursive: true });
const app = await startApp();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (values.theme !== undefined && values.theme !== colorScheme) continue;
    for (const viewport of SIZES) {
      if (values.width !== undefined && values.width !== String(viewport.width)) continue;
      await app.core.keeper.close();
      const { page, context, complaints } = await app.open({ viewport, colorScheme });
      for (const stop of tour) {
        await stop.go(page, app.core, app.folder);
        if (values.only !== undefined && !stop.name.startsWith(values.only)) continue;
        const file = join(folder, `${stop.name}-${colorScheme}-${String(viewport.width)}.png`);
        await shoot(page, file);
        if (values.readme && viewport === SIZES[0] && README.get(stop.name) === colorScheme)
          await keep(file, stop.name);
      }
      for (const complaint of complaints) console.error(`The page complained: ${complaint}`);
      await context.close();
    }
  }
} finally {
  await app.close();
}

async function shoot(page: Page, file: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  console.log(file);
}

/** A README picture: small enough to keep under version control. */
async function keep(file: string, name: string): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  await sharp(file)
    .webp({ quality: 82 })
    .toFile(join(readmeFolder, `${name}.webp`));
}
