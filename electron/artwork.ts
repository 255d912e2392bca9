import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/*
 * Part of `npm run build`: draws the program's icon from its vector source, in the one size from which the packager makes every
 * other.
 */

const SIDE = 1024;
const root = join(import.meta.dirname, '..');
const icons = join(root, 'out', 'icons');

await mkdir(icons, { recursive: true });
await sharp(join(root, 'resources', 'icons', 'icon.svg'))
  .resize(SIDE, SIDE)
  .png()
  .toFile(join(icons, 'icon.png'));
