import sharp from 'sharp';
import { convolve, gaussianKernel, type Kernel } from './convolution.ts';
import { type Random, wholeNumber } from './draws.ts';
import { CHANNELS, type Pixels } from './pixels.ts';

/*
 * Blurs and sharpening, as Albumentations 1.4 documents them (albumentations.augmentations.blur and
 * albumentations.Sharpen). Every kernel is symmetric about its centre, so that nothing moves.
 */

/**
 * GaussianBlur with a kernel of 11 by 11. Its sigma follows from the kernel as in OpenCV where none is given:
 * 0.3 ((11 - 1) / 2 - 1) + 0.8 = 2. libvips ends its kernel where the Gaussian falls below the least amplitude; that
 * given here lies between the values 5 and 6 pixels out, which makes it 11 wide. Beyond the edge its pixels repeat.
 */
export function gaussianBlur(pixels: Pixels): Promise<Pixels> {
  return withSharp(pixels, (image) => image.blur({ sigma: 2, minAmplitude: 0.02, precision: 'float' }));
}

/** MedianBlur with a window of 21 by 21: the median of each channel. Beyond the edge its pixels repeat. */
export async function medianFilter(pixels: Pixels): Promise<Pixels> {
  const { width, height } = pixels;
  if (Math.min(width, height) >= WINDOW) return withSharp(pixels, (image) => image.median(WINDOW));
  // libvips has no window that is larger than the image: the edge is repeated beforehand and cut off afterwards.
  const edge = (WINDOW - 1) / 2;
  const wide = { width: width + 2 * edge, height: height + 2 * edge };
  const extended = await withSharp(pixels, (image) =>
    image.extend({ top: edge, bottom: edge, left: edge, right: edge, extendWith: 'copy' }),
  );
  const filtered = await withSharp({ ...extended, ...wide }, (image) => image.median(WINDOW));
  const cut = await withSharp({ ...filtered, ...wide }, (image) =>
    image.extract({ left: edge, top: edge, width, height }),
  );
  return { ...cut, width, height };
}

const WINDOW = 21;

/**
 * MotionBlur with a kernel of 7 by 7: the mean along a line of 7 pixels through the centre at an angle in degrees,
 * against the clock. Albumentations' `allow_shifted`, which moves the line off the centre and the picture with it, is off.
 */
export function motionBlur(pixels: Pixels, angle: number): Pixels {
  return convolve(pixels, motionKernel(7, angle));
}

function motionKernel(side: number, angle: number): Kernel {
  const centre = (side - 1) / 2;
  const [across, up] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const line = new Set<number>();
  // Fine enough to leave no gap; walked outward both ways alike, so that rounding cannot tip the balance.
  for (let step = 0; step <= 4 * centre; step += 1) {
    const [x, y] = [Math.round((across * step) / 4), Math.round((up * step) / 4)];
    line.add((centre - y) * side + centre + x);
    line.add((centre + y) * side + centre - x);
  }
  return {
    side,
    weights: Array.from({ length: side ** 2 }, (_, at) => (line.has(at) ? 1 / line.size : 0)),
  };
}

/**
 * GlassBlur with sigma 0.3 and deltas up to 2: a light Gaussian (3 by 3), then twice over the image, backwards, each
 * pixel changes places with one at most 2 away, then the Gaussian again (Hendrycks and Dietterich 2019). Deltas are
 * drawn from -2..2; two pixels that change places move by the same distance in opposite directions.
 */
export function glassBlur(pixels: Pixels, random: Random): Pixels {
  const soft = gaussianKernel(3, SIGMA);
  const { data, width, height } = convolve(pixels, soft);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let y = height - 1 - DELTA; y >= DELTA; y -= 1) {
      for (let x = width - 1 - DELTA; x >= DELTA; x -= 1) {
        const here = (y * width + x) * CHANNELS;
        const dy = wholeNumber(random, -DELTA, DELTA);
        const dx = wholeNumber(random, -DELTA, DELTA);
        const there = here + (dy * width + dx) * CHANNELS;
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const held = data[here + channel] ?? 0;
          data[here + channel] = data[there + channel] ?? 0;
          data[there + channel] = held;
        }
      }
    }
  }
  return convolve({ data, width, height }, soft);
}

const SIGMA = 0.3;
const DELTA = 2;
const ROUNDS = 2;

/**
 * Sharpen by its kernel: (1 - alpha) times the image plus alpha times the image under
 * [[-1, -1, -1], [-1, 8 + lightness, -1], [-1, -1, -1]].
 */
export function sharpen(pixels: Pixels, alpha: number, lightness: number): Pixels {
  const centre = 1 - alpha + alpha * (8 + lightness);
  return convolve(pixels, {
    side: 3,
    weights: [-alpha, -alpha, -alpha, -alpha, centre, -alpha, -alpha, -alpha, -alpha],
  });
}

async function withSharp(
  { data, width, height }: Pixels,
  change: (image: ReturnType<typeof sharp>) => ReturnType<typeof sharp>,
): Promise<Pixels> {
  const image = sharp(data, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false });
  return { data: await change(image).raw({ depth: 'uchar' }).toBuffer(), width, height };
}
