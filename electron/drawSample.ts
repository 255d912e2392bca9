import { join } from 'node:path';
import { drawScene, drawnScene, readScenes } from './core/features/casebooks/sampleScenes.ts';

/*
 * `npm run sample`: draws the sample's scenes from their vector sources into the files that are shipped. To be run after a scene
 * was changed; a test compares both.
 */

const source = join(import.meta.dirname, '..', 'resources', 'sample');
const { scenes } = await readScenes(source);
for (const scene of scenes) await drawScene(source, scene, drawnScene(source, scene));
