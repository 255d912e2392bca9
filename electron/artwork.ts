import { mkdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { drawScene, readScenes } from './core/features/casebooks/sampleScenes.ts';

/*
 * Part of `npm run build`: draws from their vector sources the program's icon, in the one size from which the packager
 * makes every other, and the sample's scenes, so that a package has them at once.
 */

const SIDE = 1024;
const root = join(import.meta.dirname, '..');
const icons = join(root, 'out', 'icons');

await mkdir(icons, { recursive: true });
await sharp(join(root, 'resources', 'icons', 'icon.svg'))
  .resize(SIDE, SIDE)
  .png()
  .toFile(join(icons, 'icon.png'));

const sample = join(root, 'resources', 'sample');
const { scenes } = await readScenes(sample);
await Promise.all(
  scenes.map((scene) =>
    drawScene(sample, scene, join(root, 'out', 'sample', `${parse(scene.svg).name}.png`)),
  ),
);
