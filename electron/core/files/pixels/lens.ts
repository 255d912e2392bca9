import { CHANNELS, type Pixels, toByte } from './pixels.ts';

/*
 * What a lens does: both leave the centre of the image where it is.
 */

/**
 * ZoomBlur as Albumentations documents it: the mean of the image and of its enlargements about the centre by 1,
 * 1 + step, 1 + 2 step, ... below the largest factor (Hendrycks and Dietterich 2019), interpolated bilinearly.
 */
export function zoomBlur(pixels: Pixels, largest: number, step: number): Pixels {
  const { data, width, height } = pixels;
  const factors = zoomFactors(largest, step);
  const sums = Float32Array.from(data);
  for (const factor of factors) addZoomed(sums, pixels, factor);
  const result = new Uint8Array(data.length);
  const share = 1 / (factors.length + 1);
  for (let at = 0; at < sums.length; at += 1) result[at] = toByte((sums[at] ?? 0) * share);
  return { data: result, width, height };
}

/** 1, 1 + step, ... as long as they are below the largest; as many as numpy's arange gives. */
function zoomFactors(largest: number, step: number): number[] {
  return Array.from({ length: Math.ceil((largest - 1) / step) }, (_, index) => 1 + index * step);
}

function addZoomed(sums: Float32Array, { data, width, height }: Pixels, factor: number): void {
  const row = width * CHANNELS;
  const columns = places(width, factor);
  const line = new Float32Array(row);
  for (const [y, { before, after, weight: down }] of places(height, factor).entries()) {
    for (let at = 0; at < row; at += 1) {
      const above = data[before * row + at] ?? 0;
      line[at] = above + down * ((data[after * row + at] ?? 0) - above);
    }
    let to = y * row;
    for (const { before: left, after: right, weight } of columns) {
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const from = line[left * CHANNELS + channel] ?? 0;
        sums[to] = (sums[to] ?? 0) + from + weight * ((line[right * CHANNELS + channel] ?? 0) - from);
        to += 1;
      }
    }
  }
}

interface Place {
  readonly before: number;
  readonly after: number;
  readonly weight: number;
}

/** Where each pixel of a line comes from when the line is enlarged about its centre. */
function places(length: number, factor: number): Place[] {
  const centre = (length - 1) / 2;
  return Array.from({ length }, (_, at) => {
    const from = centre + (at - centre) / factor;
    const before = Math.min(length - 1, Math.floor(from));
    return { before, after: Math.min(length - 1, before + 1), weight: from - before };
  });
}

/** How far a colour's light is bent: k1 and k2 of OpenCV's radial distortion. */
export interface RadialDistortion {
  readonly primary: number;
  readonly secondary: number;
}

/**
 * ChromaticAberration as Albumentations documents it: red and blue are each read at x (1 + k1 r^2 + k2 r^4) from the
 * centre, in units of the image's width and height, bilinearly; beyond the edge its pixels repeat. Green stays.
 */
export function chromaticAberration(
  { data, width, height }: Pixels,
  red: RadialDistortion,
  blue: RadialDistortion,
): Pixels {
  const result = Uint8Array.from(data);
  for (const [channel, distortion] of [
    [0, red],
    [2, blue],
  ] as const)
    distort(result, data, { width, height, channel, distortion });
  return { data: result, width, height };
}

function distort(
  result: Uint8Array,
  data: Uint8Array,
  image: {
    readonly width: number;
    readonly height: number;
    readonly channel: number;
    readonly distortion: RadialDistortion;
  },
): void {
  const { width, height, channel, distortion } = image;
  const { primary, secondary } = distortion;
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const at = (x: number, y: number): number => data[(y * width + x) * CHANNELS + channel] ?? 0;
  for (let y = 0; y < height; y += 1) {
    const v = (y - middleY) / height;
    for (let x = 0; x < width; x += 1) {
      const u = (x - middleX) / width;
      const square = u * u + v * v;
      const bent = 1 + square * (primary + secondary * square);
      const fromX = within(middleX + u * bent * width, width);
      const fromY = within(middleY + v * bent * height, height);
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
      const above = at(left, top) + (fromX - left) * (at(right, top) - at(left, top));
      const below = at(left, bottom) + (fromX - left) * (at(right, bottom) - at(left, bottom));
      result[(y * width + x) * CHANNELS + channel] = toByte(above + (fromY - top) * (below - above));
    }
  }
}

const within = (place: number, length: number): number => Math.max(0, Math.min(length - 1, place));
