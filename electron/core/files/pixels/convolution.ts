import { CHANNELS, type Pixels, toByte } from './pixels.ts';

/** A square kernel with an odd side, row by row, not mirrored. */
export interface Kernel {
  readonly side: number;
  readonly weights: readonly number[];
}

/**
 * Each pixel as the weighted sum of those around it, rounded and cut to 0..255. Beyond the edge the image is mirrored
 * without its outermost pixel (cb|abcd|cb), as OpenCV's filter2D does unless told otherwise.
 */
export function convolve(pixels: Pixels, { side, weights }: Kernel): Pixels {
  const { width, height } = pixels;
  const radius = (side - 1) / 2;
  const padded = pad(pixels, radius);
  const stride = (width + 2 * radius) * CHANNELS;
  const taps = weights.flatMap((weight, index) =>
    weight === 0 ? [] : [{ weight, offset: Math.floor(index / side) * stride + (index % side) * CHANNELS }],
  );
  const row = width * CHANNELS;
  const sums = new Float32Array(row);
  const result = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (const { weight, offset } of taps) {
      const from = y * stride + offset;
      for (let at = 0; at < row; at += 1) sums[at] = (sums[at] ?? 0) + weight * (padded[from + at] ?? 0);
    }
    for (let at = 0; at < row; at += 1) result[y * row + at] = toByte(sums[at] ?? 0);
  }
  return { data: result, width, height };
}

/** A Gaussian of this standard deviation in pixels, its weights adding up to 1. */
export function gaussianKernel(side: number, sigma: number): Kernel {
  const radius = (side - 1) / 2;
  const line = Array.from({ length: side }, (_, at) => Math.exp(-((at - radius) ** 2) / (2 * sigma ** 2)));
  const sum = line.reduce((total, weight) => total + weight, 0);
  return { side, weights: line.flatMap((down) => line.map((across) => (down * across) / sum ** 2)) };
}

function pad({ data, width, height }: Pixels, radius: number): Uint8Array {
  const columns = width + 2 * radius;
  const padded = new Uint8Array(columns * (height + 2 * radius) * CHANNELS);
  for (let y = 0; y < height + 2 * radius; y += 1) {
    const from = mirrored(y - radius, height) * width * CHANNELS;
    const to = y * columns * CHANNELS;
    padded.set(data.subarray(from, from + width * CHANNELS), to + radius * CHANNELS);
    for (const x of margins(width, radius)) {
      const source = from + mirrored(x, width) * CHANNELS;
      padded.set(data.subarray(source, source + CHANNELS), to + (x + radius) * CHANNELS);
    }
  }
  return padded;
}

function margins(width: number, radius: number): number[] {
  return Array.from({ length: 2 * radius }, (_, index) =>
    index < radius ? index - radius : width + index - radius,
  );
}

function mirrored(place: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const within = ((place % period) + period) % period;
  return within < length ? within : period - within;
}
