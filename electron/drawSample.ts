import { join } from 'node:path';
import { drawnScene, drawScene, readScenes } from './core/benchmarks/caughtcheating/sample/scenes.ts';

/*
 * `npm run sample`: draws the scenes of the CaughtCheating sample from their vector sources into the files that are shipped. To be
 * run after a scene was changed; a test compares both. Pictures of other samples are so plain that they are drawn when one is opened.
 */

const source = join(import.meta.dirname, '..', 'resources', 'samples', 'caughtcheating');
const { scenes } = await readScenes(source);
for (const scene of scenes) await drawScene(source, scene, drawnScene(source, scene));
