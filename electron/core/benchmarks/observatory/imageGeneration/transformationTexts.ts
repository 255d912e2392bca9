import { PIXEL_TRANSFORMATIONS as called } from '../../../../../shared/benchmarks/observatory/transformationTitles.ts';
import type { TransformationName } from '../../../files/pixels/transformations.ts';

interface Words {
  readonly title: string;
  /** What it is made with. */
  readonly parameters: string;
}

/** What each transformation is called, and the ranges that its parameters are drawn from, for people. */
export const TRANSFORMATION_TEXTS: Readonly<Record<TransformationName, Words>> = {
  gaussian_blur: { title: called.gaussian_blur, parameters: 'kernel 11, sigma 2' },
  median_filter: { title: called.median_filter, parameters: 'kernel 21' },
  zoom_blur: { title: called.zoom_blur, parameters: 'up to 1.05 to 1.07 times, in steps of 0.01 to 0.03' },
  chromatic_aberration: {
    title: called.chromatic_aberration,
    parameters: 'red and blue bent by up to 0.2 and 0.05',
  },
  iso_noise: { title: called.iso_noise, parameters: 'colour 0.01 to 0.05, intensity 0.1 to 0.5' },
  rgb_shift: { title: called.rgb_shift, parameters: 'each channel by −20 to 20' },
  salt_pepper_noise: { title: called.salt_pepper_noise, parameters: '0.01 % to 0.1 % of the pixels' },
  gamma: { title: called.gamma, parameters: '80 % to 140 %' },
  jpeg_compression: { title: called.jpeg_compression, parameters: 'quality 20 to 50' },
  multiplicative_noise: { title: called.multiplicative_noise, parameters: 'times 0.9 to 1.1' },
  sharpen: { title: called.sharpen, parameters: 'alpha 0.3 to 0.5, lightness 0.5 to 1' },
  glass_blur: { title: called.glass_blur, parameters: 'sigma 0.3, moved by up to 2 pixels, twice' },
  posterize: { title: called.posterize, parameters: '4 bits' },
  motion_blur: { title: called.motion_blur, parameters: 'kernel 7, any direction' },
  gaussian_noise: { title: called.gaussian_noise, parameters: 'sigma 0.05 to 0.1' },
};
