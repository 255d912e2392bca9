import type { Buffer } from 'node:buffer';
import type { Affine, Contour, Outline, Point } from './outline.ts';
import { moved } from './outline.ts';

const ON_CURVE = 1;
const SHORT_X = 2;
const SHORT_Y = 4;
const REPEAT = 8;
const SAME_X = 16;
const SAME_Y = 32;

const WORDS = 1;
const OFFSETS = 2;
const ONE_SCALE = 8;
const MORE = 32;
const TWO_SCALES = 64;
const MATRIX = 128;

/** A glyph made of others goes no deeper than this in any real font; a damaged one could go round in circles. */
const DEEPEST = 8;

interface MarkedPoint {
  readonly at: Point;
  readonly on: boolean;
}

/** The outlines of a TrueType font's glyphs (tables loca and glyf of the OpenType specification), in font units. */
export class Glyphs {
  readonly #places: Buffer;
  readonly #glyphs: Buffer;
  readonly #long: boolean;

  constructor(places: Buffer, glyphs: Buffer, long: boolean) {
    this.#places = places;
    this.#glyphs = glyphs;
    this.#long = long;
  }

  /** A glyph's outline, y upward; empty for one without ink. Throws {@link RangeError} for a damaged font. */
  outline(glyph: number, depth = 0): Outline {
    const [start, end] = [this.#place(glyph), this.#place(glyph + 1)];
    if (start === end) return [];
    const bytes = this.#glyphs.subarray(start, end);
    const contours = bytes.readInt16BE(0);
    if (contours >= 0) return simple(bytes, contours);
    if (depth === DEEPEST) throw new RangeError('A glyph of the font is made of itself.');
    return composite(bytes).flatMap(({ part, affine }) => moved(this.outline(part, depth + 1), affine));
  }

  #place(glyph: number): number {
    return this.#long ? this.#places.readUInt32BE(glyph * 4) : this.#places.readUInt16BE(glyph * 2) * 2;
  }
}

function composite(bytes: Buffer): { readonly part: number; readonly affine: Affine }[] {
  const parts: { part: number; affine: Affine }[] = [];
  let at = 10;
  for (let more = true; more;) {
    const flags = bytes.readUInt16BE(at);
    const part = bytes.readUInt16BE(at + 2);
    at += 4;
    const words = (flags & WORDS) !== 0;
    const [first, second] = words
      ? [bytes.readInt16BE(at), bytes.readInt16BE(at + 2)]
      : [bytes.readInt8(at), bytes.readInt8(at + 1)];
    at += words ? 4 : 2;
    // Parts placed by matching points are not met in fonts of letters; they are put where they were drawn.
    const [dx, dy] = (flags & OFFSETS) === 0 ? [0, 0] : [first, second];
    const scale = (offset: number): number => bytes.readInt16BE(at + offset) / 16384;
    if ((flags & MATRIX) !== 0) {
      parts.push({ part, affine: [scale(0), scale(2), scale(4), scale(6), dx, dy] });
      at += 8;
    } else if ((flags & TWO_SCALES) !== 0) {
      parts.push({ part, affine: [scale(0), 0, 0, scale(2), dx, dy] });
      at += 4;
    } else if ((flags & ONE_SCALE) !== 0) {
      parts.push({ part, affine: [scale(0), 0, 0, scale(0), dx, dy] });
      at += 2;
    } else parts.push({ part, affine: [1, 0, 0, 1, dx, dy] });
    more = (flags & MORE) !== 0;
  }
  return parts;
}

function simple(bytes: Buffer, contours: number): Outline {
  const ends = Array.from({ length: contours }, (_, index) => bytes.readUInt16BE(10 + index * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + contours * 2;
  at += 2 + bytes.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = bytes.readUInt8(at);
    at += 1;
    flags.push(flag);
    if ((flag & REPEAT) !== 0) {
      const times = bytes.readUInt8(at);
      at += 1;
      for (let time = 0; time < times; time += 1) flags.push(flag);
    }
  }
  const coordinates = (short: number, same: number): number[] => {
    let value = 0;
    return flags.slice(0, count).map((flag) => {
      if ((flag & short) !== 0) {
        value += (flag & same) === 0 ? -bytes.readUInt8(at) : bytes.readUInt8(at);
        at += 1;
      } else if ((flag & same) === 0) {
        value += bytes.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const across = coordinates(SHORT_X, SAME_X);
  const up = coordinates(SHORT_Y, SAME_Y);
  const points = flags.slice(0, count).map((flag, index): MarkedPoint => ({
    at: [across[index] ?? 0, up[index] ?? 0],
    on: (flag & ON_CURVE) !== 0,
  }));
  return ends.flatMap((end, index) => {
    const contour = closed(points.slice(index === 0 ? 0 : (ends[index - 1] ?? -1) + 1, end + 1));
    return contour === null ? [] : [contour];
  });
}

/** Between two control points that follow each other lies a point of the curve, halfway, that is not written down. */
function closed(points: readonly MarkedPoint[]): Contour | null {
  const complete = points.flatMap((point, index): MarkedPoint[] => {
    const before = points.at(index - 1);
    return before === undefined || before.on || point.on
      ? [point]
      : [{ at: halfway(before.at, point.at), on: true }, point];
  });
  const first = complete.findIndex(({ on }) => on);
  const start = complete[first];
  if (start === undefined) return null;
  const round = [...complete.slice(first + 1), ...complete.slice(0, first + 1)];
  const pieces: (readonly [Point] | readonly [Point, Point])[] = [];
  let control: Point | null = null;
  for (const { at, on } of round) {
    if (!on) control = at;
    else {
      pieces.push(control === null ? [at] : [control, at]);
      control = null;
    }
  }
  return { start: start.at, pieces };
}

const halfway = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
