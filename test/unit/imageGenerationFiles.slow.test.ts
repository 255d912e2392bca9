import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type TransformationName,
  TRANSFORMATIONS,
} from '../../electron/core/files/pixels/transformations.ts';
import { makeVariants } from '../../electron/core/files/imageGeneration.ts';

/*
 * Variants as they come out of files of every kind: as large as what is seen of the original, and with everything where it
 * was. Squares stand near the corners; for each, the place where the variant looks most like the original is looked for.
 */

const folder = mkdtempSync(join(tmpdir(), 'casebook-variants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Red, green and blue a pixel, row by row. */
interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const SQUARE = 31;
const INSET = 13;
const REACH = 4;

/** Where squares have their upper left corners; no two corners of the picture look alike. */
function squaresOf({ width, height }: Pick<Picture, 'width' | 'height'>): Place[] {
  const [right, bottom] = [width - INSET - SQUARE, height - INSET - SQUARE];
  return [
    { x: INSET, y: INSET },
    { x: right, y: INSET + 6 },
    { x: INSET + 5, y: bottom },
    { x: right - 7, y: bottom - 4 },
  ];
}

/** Dark squares on light ground. */
function picture(width: number, height: number, shift: Place = { x: 0, y: 0 }): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set(
        [200 + ((x * 30) / width) * 1, 205, 200 + (y * 30) / height].map(Math.round),
        (y * width + x) * 3,
      );
  for (const [index, corner] of squaresOf({ width, height }).entries())
    for (let y = corner.y + shift.y; y < corner.y + shift.y + SQUARE; y += 1)
      for (let x = corner.x + shift.x; x < corner.x + shift.x + SQUARE; x += 1)
        data.set([40 + 9 * index, 50, 70 - 9 * index], (y * width + x) * 3);
  return { data, width, height };
}

const channelsOf = (name: TransformationName): readonly number[] =>
  // Red and blue are bent on purpose; green stays.
  name === 'chromatic_aberration' ? [1] : [0, 1, 2];

/** By how many pixels the surroundings of a square are moved: where correlation with the original is greatest. */
function moved(before: Picture, after: Picture, corner: Place, channels: readonly number[]): Place {
  const wanted = window(before, corner, channels, 0, 0);
  let best = { x: NaN, y: NaN, likeness: -Infinity };
  for (let y = -REACH; y <= REACH; y += 1) {
    for (let x = -REACH; x <= REACH; x += 1) {
      const found = window(after, corner, channels, x, y);
      let [product, square] = [0, 0];
      for (const [index, value] of found.entries()) {
        product += value * (wanted[index] ?? NaN);
        square += value * value;
      }
      const likeness = product / Math.sqrt(square);
      if (likeness > best.likeness) best = { x, y, likeness };
    }
  }
  return best;
}

const MARGIN = INSET - REACH - 1;
const SIDE = SQUARE + 2 * MARGIN;

/** What surrounds a square, its mean taken off. */
function window(
  { data, width }: Picture,
  corner: Place,
  channels: readonly number[],
  dx: number,
  dy: number,
): Float64Array {
  const values = new Float64Array(SIDE ** 2);
  let [at, sum] = [0, 0];
  for (let y = corner.y - MARGIN + dy; y < corner.y - MARGIN + dy + SIDE; y += 1) {
    for (let x = corner.x - MARGIN + dx; x < corner.x - MARGIN + dx + SIDE; x += 1) {
      let value = 0;
      for (const channel of channels) value += data[(y * width + x) * 3 + channel] ?? NaN;
      values[at] = value;
      sum += value;
      at += 1;
    }
  }
  for (let index = 0; index < at; index += 1) values[index] = (values[index] ?? NaN) - sum / at;
  return values;
}

async function read(file: string): Promise<Picture> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return { data, width: info.width, height: info.height };
}

/** Makes all variants of a file's bytes and looks at each. */
async function eachVariant(
  bytes: Buffer,
  name: string,
  look: (transformation: TransformationName, variant: Picture) => void,
): Promise<void> {
  const variants = TRANSFORMATIONS.map((transformation, index) => ({
    transformation,
    seed: 77 + index,
    target: join(folder, `${name}_${transformation}.png`),
  }));
  await makeVariants(bytes, variants);
  for (const { transformation, target } of variants) look(transformation, await read(target));
}

const open = ({ data, width, height }: Picture): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** The same with transparent ground and squares that are not. */
function withAlpha({ data, width, height }: Picture): Sharp {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = Math.floor(at / 4) * 3;
    const isSquare = (data[pixel] ?? 0) < 100;
    return at % 4 === 3 ? (isSquare ? 255 : 0) : isSquare ? (data[pixel + (at % 4)] ?? 0) : 0;
  });
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** A picture as a camera stores it that says of it: to be seen upright, turn it so (EXIF orientation, 1 to 8). */
function stored(upright: Picture, orientation: number): Picture {
  const { width, height, data } = upright;
  const [w, h] = orientation >= 5 ? [height, width] : [width, height];
  const result = new Uint8Array(data.length);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      // Where what is stored in column x of row y is seen (EXIF 2.3, orientation: where row and column 0 are).
      const [ux, uy] = (
        [
          [x, y],
          [w - 1 - x, y],
          [w - 1 - x, h - 1 - y],
          [x, h - 1 - y],
          [y, x],
          [h - 1 - y, x],
          [h - 1 - y, w - 1 - x],
          [y, w - 1 - x],
        ] as const
      )[orientation - 1] ?? [NaN, NaN];
      result.set(data.subarray((uy * width + ux) * 3, (uy * width + ux) * 3 + 3), (y * w + x) * 3);
    }
  }
  return { data: result, width: w, height: h };
}

const odd = picture(161, 133);
const tall = picture(129, 201);
const kinds: readonly (readonly [string, Picture, (upright: Picture) => Promise<Buffer>])[] = [
  ['png', odd, (upright) => open(upright).png().toBuffer()],
  ['portrait', tall, (upright) => open(upright).png().toBuffer()],
  ['palette', odd, (upright) => open(upright).png({ palette: true }).toBuffer()],
  ['alpha', odd, (upright) => withAlpha(upright).png().toBuffer()],
  ['alpha-webp', tall, (upright) => withAlpha(upright).webp({ lossless: true }).toBuffer()],
  ['grey', odd, (upright) => open(upright).toColourspace('b-w').png().toBuffer()],
  ['grey-16', tall, (upright) => open(upright).toColourspace('grey16').png().toBuffer()],
  ['cmyk', odd, (upright) => open(upright).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ...[2, 3, 4, 5, 6, 7, 8].map(
    (orientation) =>
      [
        `orientation-${String(orientation)}`,
        tall,
        (upright: Picture) =>
          open(stored(upright, orientation)).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer(),
      ] as const,
  ),
];

describe.for(kinds)('of %s', ([name, upright, encode]) => {
  test('every variant has everything where it was', async () => {
    const [middleX, middleY] = [(upright.width - 1) / 2, (upright.height - 1) / 2];
    await eachVariant(await encode(upright), name, (transformation, variant) => {
      expect([variant.width, variant.height], transformation).toEqual([upright.width, upright.height]);
      for (const corner of squaresOf(upright)) {
        const by = moved(upright, variant, corner, channelsOf(transformation));
        // A zoom about the centre draws things out from it, on average by less than half of its largest factor.
        const reach = transformation === 'zoom_blur' ? 0.035 : 0;
        const away = {
          x: Math.abs(corner.x + SQUARE / 2 - middleX) * reach,
          y: Math.abs(corner.y + SQUARE / 2 - middleY) * reach,
        };
        expect(Math.abs(by.x), `${transformation} x`).toBeLessThanOrEqual(Math.max(1, away.x));
        expect(Math.abs(by.y), `${transformation} y`).toBeLessThanOrEqual(Math.max(1, away.y));
      }
    });
  });
});

test('what is moved by two pixels is seen to be', () => {
  for (const shift of [
    { x: 2, y: 0 },
    { x: 0, y: -2 },
    { x: -3, y: 4 },
  ]) {
    for (const corner of squaresOf(odd))
      expect(moved(odd, picture(odd.width, odd.height, shift), corner, [0, 1, 2])).toMatchObject(shift);
  }
});

test.for([
  [1, 1],
  [1, 40],
  [40, 1],
  [2, 3],
  [21, 2],
  [3, 64],
  [7, 7],
])('a picture of %d by %d pixels keeps its size', async ([width = 0, height = 0]) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  await eachVariant(bytes, `tiny-${String(width)}-${String(height)}`, (transformation, variant) => {
    expect([variant.width, variant.height], transformation).toEqual([width, height]);
  });
});
