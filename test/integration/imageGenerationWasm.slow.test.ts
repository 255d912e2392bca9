import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { photograph } from '../helpers/pictures.ts';
import { firsts } from '../helpers/present.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebook-wasm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const helpers = join(import.meta.dirname, '../helpers');
const Made = z.object({
  ink: z.record(z.string(), z.int()),
  parameters: z.array(z.record(z.string(), z.number())),
  wasm: z.boolean(),
});
type Made = z.infer<typeof Made>;

const PATH = 'M20.5 30.25L200.125 40Q230 120 180 200.75C150 250 90 180 60 190.5Z';

/** Makes the images in a process of its own, with the build of sharp that it finds, or with the one of WebAssembly. */
function made(picture: string, target: string, ...options: readonly string[]): Made {
  mkdirSync(target);
  const line = [...options, join(helpers, 'imageGenerationOnce.ts'), picture, target, PATH];
  return Made.parse(JSON.parse(execFileSync(process.execPath, line, { encoding: 'utf8' })));
}

test('the WebAssembly build of sharp makes the same variants, and words with the same boxes', async () => {
  const picture = join(folder, 'picture.png');
  await sharp(photograph('allium-oreophilum')).resize(97, 61, { fit: 'fill' }).toFile(picture);
  const [native, other] = [join(folder, 'native'), join(folder, 'wasm')];
  const usual = made(picture, native);
  const wasm = made(picture, other, '--import', join(helpers, 'wasmSharp.ts'));
  expect([usual.wasm, wasm.wasm]).toEqual([false, true]);
  expect(wasm.parameters).toEqual(usual.parameters);
  expect(wasm.ink).toEqual(usual.ink);
  for (const name of TRANSFORMATIONS) {
    const [before, after] = firsts(
      await Promise.all(
        [native, other].map((place) =>
          sharp(join(place, `${name}.png`))
            .raw()
            .toBuffer({ resolveWithObject: true }),
        ),
      ),
      2,
    );
    expect([after.info.width, after.info.height], name).toEqual([97, 61]);
    const furthest = after.data.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (before.data[at] ?? NaN))),
      0,
    );
    // Two builds of libjpeg or libvips may round differently.
    expect(furthest, name).toBeLessThanOrEqual(2);
  }
});
