import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import {
  type TransformationName,
  TRANSFORMATIONS,
} from '../../electron/core/files/pixels/transformations.ts';

/**
 * The 15 variants of a picture by sharp alone, as `target_<transformation>.png`: one process, all 15 pipelines at once on
 * libvips' own threads, the original decoded once. Where sharp has the operation it is that operation; where it has none,
 * its nearest: noise is Gaussian noise of sharp's composited, zoom blur three enlargements laid over each other,
 * chromatic aberration two channels enlarged, glass blur two blurs.
 */
export async function withSharpAlone(file: string, target: string): Promise<void> {
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
