import type { Size } from '../../../../shared/base/geometry.ts';

/** An image in memory: red, green and blue a pixel, row by row, eight bits each. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
}

export const CHANNELS = 3;

/** A value as a byte: rounded to the nearest, cut to 0..255. */
export function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** The same size with every byte replaced by what a table says of it; a table a channel, or one for all three. */
export function lookUp(
  { data, width, height }: Pixels,
  ...tables: readonly [Uint8Array] | readonly [Uint8Array, Uint8Array, Uint8Array]
): Pixels {
  const [red, green = red, blue = red] = tables;
  const result = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += CHANNELS) {
    result[at] = red[data[at] ?? 0] ?? 0;
    result[at + 1] = green[data[at + 1] ?? 0] ?? 0;
    result[at + 2] = blue[data[at + 2] ?? 0] ?? 0;
  }
  return { data: result, width, height };
}

/** A table of what becomes of each byte. */
export function tableOf(change: (value: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => toByte(change(value)));
}
