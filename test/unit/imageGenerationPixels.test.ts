import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gamma, multiplicativeNoise, posterize, rgbShift } from '../../electron/core/files/pixels/colours.ts';
import { gaussianBlur, medianFilter, motionBlur, sharpen } from '../../electron/core/files/pixels/filters.ts';
import { chromaticAberration, zoomBlur } from '../../electron/core/files/pixels/lens.ts';
import { gaussianNoise, isoNoise, saltAndPepper } from '../../electron/core/files/pixels/noises.ts';
import type { Pixels } from '../../electron/core/files/pixels/pixels.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const golden = z
  .object({ width: z.int(), height: z.int(), images: z.record(z.string(), z.base64()) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/material/golden.json'), 'utf8')));

function image(name: string): Pixels {
  const { width, height, images } = golden;
  return { data: Buffer.from(images[name] ?? '', 'base64'), width, height };
}

/** How far apart two images are, at the worst pixel. */
function furthest(a: Pixels, b: Pixels): number {
  expect([a.width, a.height, a.data.length]).toEqual([b.width, b.height, b.data.length]);
  return a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (b.data[at] ?? NaN))), 0);
}

function grey(width: number, height: number, value: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1)
    data.fill(value(at % width, Math.floor(at / width)), at * 3, at * 3 + 3);
  return { data, width, height };
}

describe('transformations beside NumPy and SciPy', () => {
  const original = image('original');
  test.for<[string, number, () => Pixels | Promise<Pixels>]>([
    ['gaussian_blur', 1, () => gaussianBlur(original)],
    ['median_filter', 0, () => medianFilter(original)],
    ['sharpen', 1, () => sharpen(original, 0.4, 0.75)],
    ['motion_across', 1, () => motionBlur(original, 0)],
    ['motion_down', 1, () => motionBlur(original, 270)],
    ['motion_diagonal', 1, () => motionBlur(original, 45)],
    ['zoom_blur', 1, () => zoomBlur(original, 1.065, 0.02)],
    [
      'chromatic_aberration',
      1,
      () =>
        chromaticAberration(
          original,
          { primary: 0.2, secondary: 0.05 },
          { primary: -0.12, secondary: -0.03 },
        ),
    ],
    ['gamma', 0, () => gamma(original, 137)],
    ['rgb_shift', 0, () => rgbShift(original, 20, -20, 7)],
    ['multiplicative_noise', 0, () => multiplicativeNoise(original, 1.083)],
    ['posterize', 0, () => posterize(original, 4)],
  ])('%s differs by at most %d', async ([name, tolerance, make]) => {
    expect(furthest(await make(), image(name))).toBeLessThanOrEqual(tolerance);
  });
});

describe('by hand', () => {
  const one = (red: number, green: number, blue: number): Pixels => ({
    data: Uint8Array.of(red, green, blue),
    width: 1,
    height: 1,
  });
  test('gamma 80 brightens, 140 darkens, black and white stay', () => {
    // (100/255)^0.8 * 255 = 120.59; (100/255)^1.4 * 255 = 68.77.
    expect([...gamma(one(0, 100, 255), 80).data]).toEqual([0, 121, 255]);
    expect([...gamma(one(0, 100, 255), 140).data]).toEqual([0, 69, 255]);
  });
  test('four bits stay', () => {
    expect([...posterize(one(0b0000_1111, 0b0001_0000, 255), 4).data]).toEqual([0, 16, 240]);
  });
  test('a shift ends at black and white', () => {
    expect([...rgbShift(one(10, 250, 128), -20, 20, -3).data]).toEqual([0, 255, 125]);
  });
  test('sharpening a lone bright pixel', () => {
    const dot = grey(3, 3, (x, y) => (x === 1 && y === 1 ? 20 : 10));
    // Middle: 0.7 * 20 + 0.3 * (8.5 * 20 - 8 * 10) = 41. Corner, mirrored: 7 + 0.3 * (8.5 * 10 - 4 * 20 - 4 * 10) < 0.
    const { data } = sharpen(dot, 0.3, 0.5);
    expect([data[12], data[0]]).toEqual([41, 0]);
  });
});

describe('noise', () => {
  const side = 256;
  const mid = grey(side, side, () => 128);
  const moments = (data: Uint8Array): { mean: number; deviation: number } => {
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    const squares = data.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, deviation: Math.sqrt(squares / data.length) };
  };

  test('Gaussian noise has mean 0 and the standard deviation that was asked for, each channel by itself', () => {
    const { data } = gaussianNoise(mid, 0.08, seededRandom(11));
    const { mean, deviation } = moments(data);
    const expected = 0.08 * 255;
    // Five standard errors; rounding adds a variance of 1/12.
    expect(Math.abs(mean - 128)).toBeLessThan((5 * expected) / Math.sqrt(data.length));
    expect(Math.abs(deviation - Math.sqrt(expected ** 2 + 1 / 12))).toBeLessThan(
      (5 * expected) / Math.sqrt(2 * data.length),
    );
    let together = 0;
    for (let at = 0; at < data.length; at += 3)
      together += ((data[at] ?? 0) - 128) * ((data[at + 1] ?? 0) - 128);
    expect(Math.abs(together / (side * side) / expected ** 2)).toBeLessThan(5 / side);
  });

  test('salt and pepper hit exactly the share of pixels that was asked for', () => {
    const { data } = saltAndPepper(mid, 0.001, 0.6, seededRandom(3));
    const pixels = Array.from({ length: side * side }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)]);
    const count = (value: number): number => pixels.filter((each) => each.every((it) => it === value)).length;
    // floor(65536 * 0.001) = 65 pixels, floor(65 * 0.6) = 39 of them white.
    expect([count(255), count(0), count(128)]).toEqual([39, 26, side * side - 65]);
  });

  test('ISO noise without intensity gives the image back, in every colour', () => {
    const random = seededRandom(8);
    const data = Uint8Array.from({ length: side * side * 3 }, () => Math.floor(random() * 256));
    const colours = { data, width: side, height: side };
    expect(furthest(isoNoise(colours, 0.05, 0, seededRandom(1)), colours)).toBe(0);
  });

  test('ISO noise raises the lightness by a Poisson number of mean 255 times intensity times its deviation', () => {
    const halves = grey(side, side, (x) => (x < side / 2 ? 51 : 153));
    // Lightness 0.2 and 0.6, deviation 0.2: mean and variance of the number are 255 * 0.5 * 0.2 = 25.5.
    const { data } = isoNoise(halves, 0.03, 0.5, seededRandom(2));
    for (const [half, before] of [
      [0, 51],
      [1, 153],
    ] as const) {
      const red = Uint8Array.from({ length: (side * side) / 2 }, (_, at) => {
        const [x, y] = [(at % (side / 2)) + (half * side) / 2, Math.floor(at / (side / 2))];
        return data[(y * side + x) * 3] ?? 0;
      });
      const { mean, deviation } = moments(red);
      const reach = 1 - before / 255;
      expect(Math.abs(mean - (before + 25.5 * reach))).toBeLessThan(0.2);
      expect(Math.abs(deviation - Math.sqrt(25.5) * reach)).toBeLessThan(0.15);
    }
  });
});
