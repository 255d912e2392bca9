import type { Size } from '../base/geometry.ts';

/** A stretch of pixels of one row: from `start`, up to and without `end`. */
interface Stretch {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** Reads numbers of a given number of bits from a list of bytes; null beyond its end. */
function createBits(bytes: readonly number[]): (count: number) => number | null {
  let at = 0;
  return (count) => {
    if (at + count > bytes.length * 8) return null;
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
}

/**
 * The painted pixels of a brush stroke of Label Studio, row by row. Its packing is that of `@thi.ng/rle-pack`: the number of
 * values (32 bits), bits of a value (5), bits of four lengths (4 each), then runs: whether one value is repeated (1), which
 * length (2), how often less one, and the value or values. Values are those of red, green, blue and alpha, pixel by pixel;
 * what is painted has an alpha above nothing. Null where the bytes are no such mask of an image of this size.
 */
export function paintedPixels(rle: readonly number[], { width, height }: Size): readonly Stretch[] | null {
  const read = createBits(rle);
  const total = read(32);
  const bits = (read(5) ?? 0) + 1;
  const lengths = [read(4), read(4), read(4), read(4)];
  if (![width, height].every(Number.isInteger)) return null;
  if (total === null || lengths.includes(null) || total !== width * height * 4) return null;
  const painted: Stretch[] = [];
  for (let at = 0; at < total;) {
    const isRepeated = read(1);
    const which = read(2);
    const length = which === null ? null : read((lengths[which] ?? 0) + 1);
    if (isRepeated === null || length === null) return null;
    const end = Math.min(total, at + 1 + length);
    // A repeated value stands once.
    const step = isRepeated === 1 ? end - at : 1;
    for (; at < end; at += step) {
      const value = read(bits);
      if (value === null) return null;
      if (value > 0) paint(painted, Math.ceil((at - 3) / 4), Math.floor((at + step - 4) / 4), width);
    }
  }
  return painted;
}

/** Adds the pixels from the first to the last, both included, to what is painted. */
function paint(painted: Stretch[], first: number, last: number, width: number): void {
  for (let at = Math.max(0, first); at <= last;) {
    const row = Math.floor(at / width);
    const start = at % width;
    const end = Math.min(width, start + last - at + 1);
    const before = painted.at(-1);
    if (before?.row === row && before.end === start) painted[painted.length - 1] = { ...before, end };
    else painted.push({ row, start, end });
    at += end - start;
  }
}

type Corner = readonly [x: number, y: number];

/** The outlines of painted pixels: closed rings along their edges, holes as rings of their own. */
export function outlinesOf(painted: readonly Stretch[]): readonly (readonly Corner[])[] {
  const next = new Map<string, Corner[]>();
  const add = (from: Corner, to: Corner): void => {
    const key = from.join();
    const known = next.get(key);
    if (known === undefined) next.set(key, [to]);
    else known.push(to);
  };
  // Edges go around what is painted with it on their right; where two rows meet, what both have has none.
  const rows = Map.groupBy(painted, ({ row }) => row);
  for (const [row, stretches] of rows) {
    for (const { start, end } of stretches) {
      add([start, row + 1], [start, row]);
      add([end, row], [end, row + 1]);
      for (const [from, to] of without(start, end, rows.get(row - 1) ?? [])) add([from, row], [to, row]);
      for (const [from, to] of without(start, end, rows.get(row + 1) ?? []))
        add([to, row + 1], [from, row + 1]);
    }
  }
  const rings: Corner[][] = [];
  for (;;) {
    const first = next.keys().next().value;
    if (first === undefined) return rings;
    const [x = 0, y = 0] = first.split(',').map(Number);
    rings.push(ringFrom([x, y], next));
  }
}

/** The corners of the ring along edges from a corner; its edges are taken out of those that are left. */
function ringFrom(start: Corner, next: Map<string, Corner[]>): Corner[] {
  const ring: Corner[] = [];
  let at = start;
  for (;;) {
    const key = at.join();
    const ways = next.get(key);
    const to = ways?.shift();
    if (ways === undefined || to === undefined) break;
    if (ways.length === 0) next.delete(key);
    if (!isBetween(ring.at(-1), at, to)) ring.push(at);
    at = to;
  }
  const [head, second] = ring;
  if (head !== undefined && second !== undefined && isBetween(ring.at(-1), head, second)) ring.shift();
  return ring;
}

/** Whether a corner lies on the line from one to the next, so that an outline does not turn there. */
function isBetween(before: Corner | undefined, at: Corner, after: Corner): boolean {
  return (
    before !== undefined &&
    ((before[0] === at[0] && at[0] === after[0]) || (before[1] === at[1] && at[1] === after[1]))
  );
}

/** What of a stretch the others of a row do not cover. */
function without(start: number, end: number, others: readonly Stretch[]): [number, number][] {
  const left: [number, number][] = [];
  let at = start;
  for (const other of others) {
    if (other.end <= at || other.start >= end) continue;
    if (other.start > at) left.push([at, other.start]);
    at = Math.max(at, other.end);
  }
  if (at < end) left.push([at, end]);
  return left;
}
