import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { drawOutline, makeVariants } from '../../electron/core/files/imageGeneration.ts';

/*
 * Makes the variants of a picture and draws an outline, into a folder, and prints where the outline's ink is and which
 * build of sharp did it: for a process of its own.
 */
const [, , picture = '', target = '', path = ''] = process.argv;
const parameters = await makeVariants(
  readFileSync(picture),
  TRANSFORMATIONS.map((transformation, index) => ({
    transformation,
    seed: 300 + index,
    target: join(target, `${transformation}.png`),
  })),
);
const ink = await drawOutline({ path, side: 256, target: join(target, 'outline.png') });
console.log(JSON.stringify({ ink, parameters, wasm: 'emscripten' in sharp.versions }));
