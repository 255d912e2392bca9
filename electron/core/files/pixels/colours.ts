import { lookUp, type Pixels, tableOf } from './pixels.ts';

/*
 * What happens to each pixel by itself, as Albumentations 1.4 documents it.
 */

/** RGBShift: a number added to each channel. */
export function rgbShift(pixels: Pixels, red: number, green: number, blue: number): Pixels {
  const shifted = (by: number): Uint8Array => tableOf((value) => value + by);
  return lookUp(pixels, shifted(red), shifted(green), shifted(blue));
}

/** RandomGamma: (value / 255)^(gamma / 100) * 255; above 100 darker, below brighter. Rounded, not cut off. */
export function gamma(pixels: Pixels, percent: number): Pixels {
  return lookUp(
    pixels,
    tableOf((value) => (value / 255) ** (percent / 100) * 255),
  );
}

/** MultiplicativeNoise with `per_channel` and `elementwise` off, as by default: every value times one factor. */
export function multiplicativeNoise(pixels: Pixels, factor: number): Pixels {
  return lookUp(
    pixels,
    tableOf((value) => value * factor),
  );
}

/** Posterize: the upper `bits` of each value stay, the others become 0. */
export function posterize(pixels: Pixels, bits: number): Pixels {
  const kept = 256 - 2 ** (8 - bits);
  return lookUp(
    pixels,
    tableOf((value) => value & kept),
  );
}
