import { seededRandom } from '../../../../shared/statistics/random.ts';
import { gamma, multiplicativeNoise, posterize, rgbShift } from './colours.ts';
import { jpegCompression } from './compression.ts';
import { type Random, uniform, wholeNumber } from './draws.ts';
import { gaussianBlur, glassBlur, medianFilter, motionBlur, sharpen } from './filters.ts';
import { chromaticAberration, zoomBlur } from './lens.ts';
import { gaussianNoise, isoNoise, saltAndPepper } from './noises.ts';
import type { Pixels } from './pixels.ts';

/** The pixel-level transformations by name. None moves anything: what a box holds, it holds afterwards. */
export const TRANSFORMATIONS = [
  'gaussian_blur',
  'median_filter',
  'zoom_blur',
  'chromatic_aberration',
  'iso_noise',
  'rgb_shift',
  'salt_pepper_noise',
  'gamma',
  'jpeg_compression',
  'multiplicative_noise',
  'sharpen',
  'glass_blur',
  'posterize',
  'motion_blur',
  'gaussian_noise',
] as const;
export type TransformationName = (typeof TRANSFORMATIONS)[number];

/** What a variant was made with: every number that went into it beside the stream of its noise. */
export type Parameters = Readonly<Record<string, number>>;

interface TransformedPixels {
  readonly pixels: Pixels;
  readonly parameters: Parameters;
}

/**
 * The image transformed, of the same size; its parameters are drawn first from the seed's stream, its noise from what
 * follows, so that a seed (32 bits) gives the same image every time.
 */
export async function transformPixels(
  name: TransformationName,
  pixels: Pixels,
  seed: number,
): Promise<TransformedPixels> {
  const random = seededRandom(seed);
  const { parameters, apply } = PREPARED[name](random);
  return { parameters, pixels: await apply(pixels) };
}

interface PreparedTransformation {
  readonly parameters: Parameters;
  readonly apply: (pixels: Pixels) => Pixels | Promise<Pixels>;
}

/** Ranges of the data set; where it names none, Albumentations' defaults. */
const PREPARED: Readonly<Record<TransformationName, (random: Random) => PreparedTransformation>> = {
  gaussian_blur: () => ({ parameters: { kernel: 11, sigma: 2 }, apply: gaussianBlur }),
  median_filter: () => ({ parameters: { kernel: 21 }, apply: medianFilter }),
  zoom_blur(random) {
    const [largest, step] = [uniform(random, 1.05, 1.07), uniform(random, 0.01, 0.03)];
    return { parameters: { max_factor: largest, step }, apply: (pixels) => zoomBlur(pixels, largest, step) };
  },
  chromatic_aberration(random) {
    // Red and blue are bent to the same side, each coefficient with the sign of red's first (mode green_purple).
    const sign = random() < 0.5 ? -1 : 1;
    const draw = (most: number): number => sign * uniform(random, 0, most);
    const red = { primary: draw(0.2), secondary: draw(0.05) };
    const blue = { primary: draw(0.2), secondary: draw(0.05) };
    return {
      parameters: {
        primary_red: red.primary,
        secondary_red: red.secondary,
        primary_blue: blue.primary,
        secondary_blue: blue.secondary,
      },
      apply: (pixels) => chromaticAberration(pixels, red, blue),
    };
  },
  iso_noise(random) {
    const [colour, intensity] = [uniform(random, 0.01, 0.05), uniform(random, 0.1, 0.5)];
    return {
      parameters: { color_shift: colour, intensity },
      apply: (pixels) => isoNoise(pixels, colour, intensity, random),
    };
  },
  rgb_shift(random) {
    const draw = (): number => wholeNumber(random, -20, 20);
    const [red, green, blue] = [draw(), draw(), draw()];
    return { parameters: { red, green, blue }, apply: (pixels) => rgbShift(pixels, red, green, blue) };
  },
  salt_pepper_noise(random) {
    const [amount, salt] = [uniform(random, 1e-4, 1e-3), uniform(random, 0.4, 0.6)];
    return {
      parameters: { amount, salt },
      apply: (pixels) => saltAndPepper(pixels, amount, salt, random),
    };
  },
  gamma(random) {
    const percent = uniform(random, 80, 140);
    return { parameters: { gamma: percent }, apply: (pixels) => gamma(pixels, percent) };
  },
  jpeg_compression(random) {
    const quality = wholeNumber(random, 20, 50);
    return { parameters: { quality }, apply: (pixels) => jpegCompression(pixels, quality) };
  },
  multiplicative_noise(random) {
    const multiplier = uniform(random, 0.9, 1.1);
    return { parameters: { multiplier }, apply: (pixels) => multiplicativeNoise(pixels, multiplier) };
  },
  sharpen(random) {
    const [alpha, lightness] = [uniform(random, 0.3, 0.5), uniform(random, 0.5, 1)];
    return { parameters: { alpha, lightness }, apply: (pixels) => sharpen(pixels, alpha, lightness) };
  },
  glass_blur: (random) => ({
    parameters: { sigma: 0.3, max_delta: 2, iterations: 2 },
    apply: (pixels) => glassBlur(pixels, random),
  }),
  posterize: () => ({ parameters: { bits: 4 }, apply: (pixels) => posterize(pixels, 4) }),
  motion_blur(random) {
    const angle = uniform(random, 0, 360);
    return { parameters: { kernel: 7, angle }, apply: (pixels) => motionBlur(pixels, angle) };
  },
  gaussian_noise(random) {
    const sigma = uniform(random, 0.05, 0.1);
    return { parameters: { mean: 0, sigma }, apply: (pixels) => gaussianNoise(pixels, sigma, random) };
  },
};
