import { assert, asyncProperty, constant, double, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../electron/core/files/pixels/pixels.ts';
import {
  type TransformationName,
  TRANSFORMATIONS,
  transformPixels,
} from '../../electron/core/files/pixels/transformations.ts';

const WIDTH = 132;
const HEIGHT = 117;
const RADIUS = 17;
/** These bend what is away from the centre of the image; there, they move nothing. */
const LENSES: ReadonlySet<TransformationName> = new Set(['zoom_blur', 'chromatic_aberration']);

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A light disc with a soft edge on dark ground. */
function disc({ x: centreX, y: centreY }: Place): Pixels {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const inside = Math.max(0, Math.min(1, RADIUS + 0.5 - Math.hypot(x - centreX, y - centreY)));
      data.fill(40 + Math.round(170 * inside), (y * WIDTH + x) * 3, (y * WIDTH + x + 1) * 3);
    }
  }
  return { data, width: WIDTH, height: HEIGHT };
}

/** The middle of what is lighter than halfway around the disc, in one channel or in all; stray points far off are noise. */
function middle({ data, width, height }: Pixels, channels: readonly number[], around: Place): Place {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (Math.hypot(x - around.x, y - around.y) > RADIUS + 9) continue;
      for (const channel of channels) {
        if ((data[(y * width + x) * 3 + channel] ?? 0) < 125) continue;
        sum += 1;
        sumX += x;
        sumY += y;
      }
    }
  }
  return { x: sumX / sum, y: sumY / sum };
}

const ALL = [0, 1, 2];
/** The same places and noise in every run: by how much the middle of some hundred pixels may be off has no hard bound. */
const SAME = { seed: 77, numRuns: 25 } as const;
const seed = integer({ min: 0, max: 0xffff_ffff });
const anywhere = record({
  x: double({ min: 32, max: WIDTH - 33, noNaN: true }),
  y: double({ min: 32, max: HEIGHT - 33, noNaN: true }),
});
const centre = constant({ x: (WIDTH - 1) / 2, y: (HEIGHT - 1) / 2 });

describe.for(TRANSFORMATIONS)('%s', (name) => {
  test('leaves the size and the place of things as they are', async () => {
    await assert(
      asyncProperty(seed, LENSES.has(name) ? centre : anywhere, async (drawn, place) => {
        const before = disc(place);
        const { pixels } = await transformPixels(name, before, drawn);
        expect([pixels.width, pixels.height, pixels.data.length]).toEqual([
          WIDTH,
          HEIGHT,
          before.data.length,
        ]);
        const [from, to] = [middle(before, ALL, place), middle(pixels, ALL, place)];
        expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeLessThan(0.3);
      }),
      SAME,
    );
  });

  test('gives the same for the same seed and leaves the original alone', async () => {
    await assert(
      asyncProperty(seed, async (drawn) => {
        const before = disc({ x: 60, y: 50 });
        const first = await transformPixels(name, before, drawn);
        const second = await transformPixels(name, before, drawn);
        expect(second.parameters).toEqual(first.parameters);
        expect(Buffer.compare(second.pixels.data, first.pixels.data)).toBe(0);
        expect(Buffer.compare(before.data, disc({ x: 60, y: 50 }).data)).toBe(0);
      }),
      { numRuns: 5 },
    );
  });
});

test('chromatic aberration leaves green where it is, everywhere', async () => {
  await assert(
    asyncProperty(seed, anywhere, async (drawn, place) => {
      const before = disc(place);
      const { pixels } = await transformPixels('chromatic_aberration', before, drawn);
      expect(middle(pixels, [1], place)).toEqual(middle(before, [1], place));
    }),
    SAME,
  );
});

test('zoom blur moves what is away from the centre straight outward, by less than its largest factor', async () => {
  await assert(
    asyncProperty(seed, anywhere, async (drawn, place) => {
      const before = disc(place);
      const { pixels } = await transformPixels('zoom_blur', before, drawn);
      const from = middle(before, ALL, place);
      const to = middle(pixels, ALL, place);
      const [dx, dy] = [from.x - (WIDTH - 1) / 2, from.y - (HEIGHT - 1) / 2];
      const distance = Math.hypot(to.x - from.x, to.y - from.y);
      expect(distance).toBeLessThan(0.07 * Math.hypot(dx, dy) + 0.3);
    }),
    SAME,
  );
});

test('parameters stay in the ranges of the data set', async () => {
  const ranges: Readonly<Record<string, readonly [string, number, number]>> = {
    zoom_blur: ['max_factor', 1.05, 1.07],
    chromatic_aberration: ['primary_red', -0.2, 0.2],
    iso_noise: ['intensity', 0.1, 0.5],
    rgb_shift: ['blue', -20, 20],
    salt_pepper_noise: ['amount', 1e-4, 1e-3],
    gamma: ['gamma', 80, 140],
    jpeg_compression: ['quality', 20, 50],
    multiplicative_noise: ['multiplier', 0.9, 1.1],
    sharpen: ['alpha', 0.3, 0.5],
    gaussian_noise: ['sigma', 0.05, 0.1],
  };
  const tiny = { data: new Uint8Array(12).fill(90), width: 2, height: 2 };
  for (const name of TRANSFORMATIONS) {
    const [parameter, low, high] = ranges[name] ?? [];
    if (parameter === undefined || low === undefined || high === undefined) continue;
    const values: number[] = [];
    for (let drawn = 0; drawn < 200; drawn += 1)
      values.push((await transformPixels(name, tiny, drawn * 7919)).parameters[parameter] ?? NaN);
    const width = high - low;
    expect(Math.min(...values), name).toBeGreaterThanOrEqual(low);
    expect(Math.max(...values), name).toBeLessThanOrEqual(high);
    // All of the range is drawn from.
    expect(Math.min(...values), name).toBeLessThan(low + 0.1 * width);
    expect(Math.max(...values), name).toBeGreaterThan(high - 0.1 * width);
  }
});
