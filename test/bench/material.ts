import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OverlayOptions, Sharp } from 'sharp';
import sharp from 'sharp';
import { makeVariants } from '../../electron/core/features/material/makeVariants.ts';
import { readOriginals } from '../../electron/core/features/material/originals.ts';
import type { TransformationName } from '../../electron/core/features/material/pixels/transformations.ts';
import { TRANSFORMATIONS } from '../../electron/core/features/material/pixels/transformations.ts';
import { createImagePool } from '../../electron/core/files/imagePool.ts';
import { PHOTOGRAPHS, photograph } from '../helpers/pictures.ts';
import { median, milliseconds } from './measure.ts';

/**
 * The 15 variants of photographs of 1024 x 1024, made by the worker threads with everything that belongs to it (drawing
 * parameters, hashing originals, the journal, whole files renamed into place, the list), against sharp alone: one process,
 * all 15 pipelines of an original at once on libvips' own threads, the original decoded once, PNG of the same compression
 * written where it goes. Where sharp has the operation it is that operation; where it has none, its nearest: noise is
 * Gaussian noise of sharp's composited, zoom blur three enlargements laid over each other, chromatic aberration
 * two channels enlarged, glass blur two blurs. Rounds alternate. Goal: at least 0.8 of its speed.
 */
const COUNT = Number(process.argv[2] ?? 12);
const ROUNDS = Number(process.argv[3] ?? 3);
const SIDE = 1024;
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const { signal } = new AbortController();
const own = { concurrency: sharp.concurrency() };

try {
  const source = join(folder, 'originals');
  mkdirSync(source);
  for (let index = 0; index < COUNT; index += 1) {
    await sharp(photograph(PHOTOGRAPHS[index % PHOTOGRAPHS.length] ?? 'acanthus-mollis'))
      .resize(SIDE, SIDE, { fit: 'cover' })
      .modulate({ brightness: 0.8 + (0.4 * index) / COUNT })
      .png()
      .toFile(join(source, `${String(index)}.png`));
  }
  const originals = await readOriginals(source, 'CELEB', signal);
  const pool = createImagePool();
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const out = join(folder, `round-${String(round)}`);
    ours.push(
      await milliseconds(async () => {
        const { made } = await makeVariants(
          pool,
          { originals, transformations: TRANSFORMATIONS, seed: round, out },
          { signal, progress: () => undefined },
        );
        if (made !== COUNT * TRANSFORMATIONS.length)
          throw new Error(`Only ${String(made)} variants were made.`);
      }),
    );
    rmSync(out, { recursive: true });
    mkdirSync(out);
    bare.push(
      await milliseconds(async () => {
        for (let index = 0; index < COUNT; index += 1)
          await withSharpAlone(join(source, `${String(index)}.png`), join(out, String(index)));
      }),
    );
    rmSync(out, { recursive: true });
  }
  await pool.close();
  const [mine, alone] = [median(ours), median(bare)];
  const images = COUNT * TRANSFORMATIONS.length;
  const rate = (time: number): string => ((images / time) * 1000).toFixed(1);
  console.log(
    `${String(images)} variants of ${String(COUNT)} photographs, ${String(pool.threads)} threads; sharp alone: ${String(own.concurrency)} threads of libvips; medians of ${String(ROUNDS)} rounds`,
  );
  console.log(`variants          ${mine.toFixed(0)} ms, ${rate(mine)} images/s`);
  console.log(`sharp alone       ${alone.toFixed(0)} ms, ${rate(alone)} images/s`);
  console.log(`ours              ${(alone / mine).toFixed(2)} of sharp's speed (goal: at least 0.80)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function withSharpAlone(file: string, target: string): Promise<void> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const image = (): Sharp => sharp(data, { raw: { width, height, channels: 3 } });
  const noise = (sigma: number): OverlayOptions => ({
    input: {
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    },
    blend: 'overlay',
  });
  const enlarged = (by: number): Promise<Buffer> =>
    image()
      .resize(Math.round(width * by), Math.round(height * by))
      .extract({
        left: Math.round((width * (by - 1)) / 2),
        top: Math.round((height * (by - 1)) / 2),
        width,
        height,
      })
      .raw()
      .toBuffer();
  const raw = { width, height, channels: 3 } as const;
  const pipelines: Readonly<Record<TransformationName, () => Sharp | Promise<Sharp>>> = {
    gaussian_blur: () => image().blur({ sigma: 2, minAmplitude: 0.02, precision: 'float' }),
    median_filter: () => image().median(21),
    zoom_blur: async () => {
      const layers = [1.02, 1.04, 1.06].map(async (by, index) =>
        sharp(await enlarged(by), { raw })
          .ensureAlpha(1 / (index + 2))
          .raw()
          .toBuffer(),
      );
      return image().composite(
        (await Promise.all(layers)).map((input) => ({ input, raw: { width, height, channels: 4 } })),
      );
    },
    chromatic_aberration: async () => {
      const [red, blue] = [await enlarged(1.03), await enlarged(1.01)];
      const channel = (input: Buffer, which: 0 | 1 | 2): Promise<Buffer> =>
        sharp(input, { raw }).extractChannel(which).raw().toBuffer();
      const green = await channel(data, 1);
      return sharp(await channel(red, 0), { raw: { width, height, channels: 1 } })
        .joinChannel([green, await channel(blue, 2)], { raw: { width, height, channels: 1 } })
        .toColourspace('srgb');
    },
    iso_noise: () =>
      image()
        .modulate({ hue: 5 })
        .composite([noise(12)]),
    rgb_shift: () => image().linear([1, 1, 1], [12, -7, 3]),
    salt_pepper_noise: () => image().composite([noise(60)]),
    gamma: () => image().gamma(1.2, 1),
    jpeg_compression: async () =>
      sharp(await image().jpeg({ quality: 35, chromaSubsampling: '4:2:0' }).toBuffer()),
    multiplicative_noise: () => image().linear(1.06, 0),
    sharpen: () =>
      image().convolve({ width: 3, height: 3, kernel: [-1, -1, -1, -1, 10, -1, -1, -1, -1], scale: 2 }),
    glass_blur: async () => sharp(await image().blur(0.5).raw().toBuffer(), { raw }).blur(0.5),
    posterize: () => image().linear(1 / 16, 0),
    motion_blur: () =>
      image().convolve({
        width: 7,
        height: 7,
        kernel: Array.from({ length: 49 }, (_, at) => (at % 8 === 0 ? 1 : 0)),
        scale: 7,
      }),
    gaussian_noise: () => image().composite([noise(20)]),
  };
  await Promise.all(
    TRANSFORMATIONS.map(async (name) =>
      (await pipelines[name]()).png({ compressionLevel: 6 }).toFile(`${target}_${name}.png`),
    ),
  );
}
