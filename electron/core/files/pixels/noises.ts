import { normalDraws, poissonDraws, type Random } from './draws.ts';
import { CHANNELS, type Pixels, toByte } from './pixels.ts';

/*
 * Noise of each pixel by itself, as Albumentations 1.4 documents it.
 */

/** GaussNoise, every channel by itself: normal values of mean 0 and this standard deviation (1 is white) are added. */
export function gaussianNoise({ data, width, height }: Pixels, sigma: number, random: Random): Pixels {
  const normal = normalDraws(random);
  const result = new Uint8Array(data.length);
  const scale = sigma * 255;
  for (let at = 0; at < data.length; at += 1) result[at] = toByte((data[at] ?? 0) + normal() * scale);
  return { data: result, width, height };
}

/** SaltAndPepper: of all pixels the share `amount`, no one twice, becomes white (the share `salt` of them) or black. */
export function saltAndPepper(
  { data, width, height }: Pixels,
  amount: number,
  salt: number,
  random: Random,
): Pixels {
  const result = Uint8Array.from(data);
  const count = Math.floor(width * height * amount);
  const white = Math.floor(count * salt);
  const hit = new Set<number>();
  while (hit.size < count) {
    const pixel = Math.floor(random() * width * height);
    if (hit.has(pixel)) continue;
    result.fill(hit.size < white ? 255 : 0, pixel * CHANNELS, (pixel + 1) * CHANNELS);
    hit.add(pixel);
  }
  return { data: result, width, height };
}

/**
 * ISONoise: in hue, lightness and saturation (0 to 360, 0 to 1, 0 to 1), the hue turned by normal values of the standard
 * deviation 360 * colour * intensity, the lightness L raised by (k / 255) (1 - L) with Poisson values k whose mean is
 * 255 * intensity * the standard deviation of L over the image.
 */
export function isoNoise(
  { data, width, height }: Pixels,
  colour: number,
  intensity: number,
  random: Random,
): Pixels {
  const result = new Uint8Array(data.length);
  const turned = normalDraws(random);
  const raised = poissonDraws(random, 255 * intensity * lightnessDeviation(data));
  for (let at = 0; at < data.length; at += CHANNELS) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    const before = (most + least) / 510;
    const spread = (most - least) / 255;
    const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * before - 1));
    const lightness = Math.min(1, before + (raised() / 255) * (1 - before));
    const hue = hueOf(red, green, blue, most, most - least) + turned() * 360 * colour * intensity;
    // From hue, saturation and lightness back: f(n) = L - a max(-1, min(k - 3, 9 - k, 1)), k = (n + H / 30) mod 12.
    const chroma = saturation * Math.min(lightness, 1 - lightness);
    result[at] = toByte(255 * channelOf(0, hue, lightness, chroma));
    result[at + 1] = toByte(255 * channelOf(8, hue, lightness, chroma));
    result[at + 2] = toByte(255 * channelOf(4, hue, lightness, chroma));
  }
  return { data: result, width, height };
}

function channelOf(offset: number, hue: number, lightness: number, chroma: number): number {
  const turned = (offset + hue / 30) % 12;
  const place = turned < 0 ? turned + 12 : turned;
  return lightness - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1));
}

/** In degrees; 0 for greys. */
function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (spread === 0) return 0;
  if (most === red) return 60 * ((green - blue) / spread);
  if (most === green) return 120 + 60 * ((blue - red) / spread);
  return 240 + 60 * ((red - green) / spread);
}

function lightnessDeviation(data: Uint8Array): number {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < data.length; at += CHANNELS) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const lightness = Math.max(red, green, blue) + Math.min(red, green, blue);
    sum += lightness;
    squares += lightness * lightness;
  }
  const count = data.length / CHANNELS;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) / 510;
}
