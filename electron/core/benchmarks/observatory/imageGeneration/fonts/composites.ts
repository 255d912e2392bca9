import type { Buffer } from 'node:buffer';

/*
 * A TrueType glyph can be put together from others, those from others again: a few hundred bytes can say a thousand million
 * points, or go deeper than a program's stack. opentype.js follows wherever that leads.
 */

/** Fonts go three or four deep, and draw their richest ornaments with some thousand points. */
const DEEPEST = 16;
const MOST_POINTS = 0xffff;

const LONG_OFFSETS = 1;
const COMPONENT = { words: 1, scale: 8, more: 32, twoScales: 64, matrix: 128 } as const;

interface Weight {
  readonly points: number;
  readonly layers: number;
}

/** The tables that say where glyphs are. */
interface GlyphTables {
  readonly glyf: Buffer;
  readonly head: Buffer;
  readonly loca: Buffer;
}

/**
 * Throws {@link RangeError} where a glyph of the font comes to more points, or is put together in more layers, than any
 * letter does. A glyph that is cut off fails for its caller.
 */
export function assertBounded({ glyf, head, loca }: GlyphTables): void {
  const long = head.readInt16BE(50) === LONG_OFFSETS;
  const count = Math.floor(loca.length / (long ? 4 : 2)) - 1;
  const weights = new Map<number, Weight>();
  const startOf = (glyph: number): number =>
    long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const weigh = (glyph: number, depth: number): Weight => {
    const known = weights.get(glyph);
    if (known !== undefined) return known;
    if (depth > DEEPEST) throw tooDeep();
    const weight = weightOf(glyph, depth);
    if (weight.layers > DEEPEST) throw tooDeep();
    if (weight.points > MOST_POINTS) throw new RangeError('One of its glyphs has too many points.');
    weights.set(glyph, weight);
    return weight;
  };
  const weightOf = (glyph: number, depth: number): Weight => {
    if (glyph >= count) return { points: 0, layers: 1 };
    const [start, end] = [startOf(glyph), Math.min(startOf(glyph + 1), glyf.length)];
    if (end - start < 10) return { points: 0, layers: 1 };
    const contours = glyf.readInt16BE(start);
    if (contours >= 0) return { points: pointsOf(glyf, start, contours), layers: 1 };
    let [points, layers] = [0, 1];
    for (const component of componentsOf(glyf, start + 10)) {
      const part = weigh(component, depth + 1);
      // One for the part itself: nothing, a million times over, takes its time, too.
      points += part.points + 1;
      layers = Math.max(layers, part.layers + 1);
    }
    return { points, layers };
  };
  for (let glyph = 0; glyph < count; glyph += 1) weigh(glyph, 1);
}

const tooDeep = (): RangeError => new RangeError('Its glyphs nest others in too many layers.');

/** The last point of the last contour tells. */
function pointsOf(glyf: Buffer, start: number, contours: number): number {
  const last = start + 10 + (contours - 1) * 2;
  return contours === 0 || last + 2 > glyf.length ? 0 : glyf.readUInt16BE(last) + 1;
}

/** Which glyphs one is put together from, as far as the table goes. */
function* componentsOf(glyf: Buffer, start: number): Generator<number, void> {
  for (let at = start; at + 4 <= glyf.length;) {
    const flags = glyf.readUInt16BE(at);
    yield glyf.readUInt16BE(at + 2);
    if ((flags & COMPONENT.more) === 0) return;
    at += 4 + ((flags & COMPONENT.words) === 0 ? 2 : 4);
    if ((flags & COMPONENT.scale) !== 0) at += 2;
    else if ((flags & COMPONENT.twoScales) !== 0) at += 4;
    else if ((flags & COMPONENT.matrix) !== 0) at += 8;
  }
}
