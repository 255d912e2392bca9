import type { Box } from '../base/geometry.ts';

/**
 * A mask as runs of pixels, column by column from the top left, background first (RLE of the COCO API, Lin et al.
 * 2014). It is never drawn: time and memory follow the number of runs, whatever size it claims.
 */
export interface Mask {
  readonly height: number;
  readonly width: number;
  readonly runs: readonly number[];
}

/** A closed line of points in pixels; its last point is joined to its first. */
export type Ring = readonly (readonly [x: number, y: number])[];

/** No picture has more pixels than this a side. */
const LONGEST_SIDE = 1_000_000;
/** An outline of more pieces is not drawn: nobody could see them. */
const MOST_PIECES = 200_000;

/** The first of the 64 signs that a compressed text is made of. */
const FIRST_SIGN = 48;
/** Each sign has five bits of a number and one that says whether more of it follows. */
const BITS = 32;
const MORE = 0x20;
const NEGATIVE = 0x10;
/** A number of more signs is beyond every picture. */
const MOST_SIGNS = 9;

/** The runs of a mask that is written as text: differences to the run before the last, in signs of six bits. Null: it is none. */
export function runsOfText(text: string): number[] | null {
  const runs: number[] = [];
  let value = 0;
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at) - FIRST_SIGN;
    if (sign < 0 || sign >= 64) return null;
    value += (sign & (BITS - 1)) * BITS ** signs;
    signs += 1;
    if ((sign & MORE) !== 0) {
      if (signs >= MOST_SIGNS) return null;
      continue;
    }
    if ((sign & NEGATIVE) !== 0) value -= BITS ** signs;
    const before = runs.length > 2 ? (runs.at(-2) ?? 0) : 0;
    if (value + before < 0) return null;
    runs.push(value + before);
    value = 0;
    signs = 0;
  }
  return signs === 0 ? runs : null;
}

/** The text that {@link runsOfText} reads. */
export function textOfRuns(runs: readonly number[]): string {
  let text = '';
  for (const [at, run] of runs.entries()) {
    let rest = run - (at > 2 ? (runs[at - 2] ?? 0) : 0);
    for (let isMore = true; isMore;) {
      const bits = ((rest % BITS) + BITS) % BITS;
      rest = Math.floor(rest / BITS);
      isMore = (bits & NEGATIVE) === 0 ? rest !== 0 : rest !== -1;
      text += String.fromCharCode(bits + (isMore ? MORE : 0) + FIRST_SIGN);
    }
  }
  return text;
}

/** A mask as a record has it: its size, and its runs as a list or as text; null where it is none. */
export function readMask(size: unknown, counts: unknown): Mask | null {
  if (!Array.isArray(size) || size.length !== 2) return null;
  const [height, width]: unknown[] = size;
  if (!isSide(height) || !isSide(width)) return null;
  const runs = typeof counts === 'string' ? runsOfText(counts) : Array.isArray(counts) ? counts : null;
  if (runs === null) return null;
  const checked: number[] = [];
  let sum = 0;
  for (const run of runs) {
    if (typeof run !== 'number' || !Number.isInteger(run) || run < 0) return null;
    sum += run;
    if (sum > height * width) return null;
    checked.push(run);
  }
  return { height, width, runs: checked };
}

const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LONGEST_SIDE;

/** How many pixels a mask has. */
export function maskArea({ runs }: Mask): number {
  let area = 0;
  for (let at = 1; at < runs.length; at += 2) area += runs[at] ?? 0;
  return area;
}

/** The smallest box around a mask; null where it has no pixel. */
export function maskBox(mask: Mask): Box | null {
  const { height } = mask;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const [from, to] of objectRuns(mask)) {
    const first = Math.floor(from / height);
    const last = Math.floor((to - 1) / height);
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, first === last ? from - first * height : 0);
    bottom = Math.max(bottom, first === last ? to - last * height : height);
  }
  return right === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The runs of the object: from a pixel to before another, counted down the columns. */
function* objectRuns({ runs }: Mask): Generator<readonly [from: number, to: number], void> {
  let from = 0;
  for (const [at, run] of runs.entries()) {
    if (at % 2 === 1 && run > 0) yield [from, from + run];
    from += run;
  }
}

/** The pixels of one column: from a row to before another, in order, none touching the next. */
type Column = [top: number, bottom: number][];

/** A step along the outline: where it leads, and how it goes there. */
interface Step {
  readonly x: number;
  readonly y: number;
  readonly goes: 'right' | 'down' | 'left' | 'up';
}

const RIGHT_TURN = { right: 'down', down: 'left', left: 'up', up: 'right' } as const;

/**
 * The outline of a mask along the edges of its pixels: a ring for each of its parts and for each of its holes. Parts that
 * touch at a corner alone are rings of their own. Null: it has more pieces than can be drawn.
 */
export function maskRings(mask: Mask): Ring[] | null {
  const columns = columnsOf(mask);
  if (columns === null) return null;
  const steps = new Map<number, Step[]>();
  const keyOf = (x: number, y: number): number => x * (mask.height + 1) + y;
  const add = (x: number, y: number, step: Step): void => {
    const key = keyOf(x, y);
    const others = steps.get(key);
    if (others === undefined) steps.set(key, [step]);
    else others.push(step);
  };
  // The object lies to the right of every step.
  for (const [x, column] of columns) {
    for (const [top, bottom] of column) {
      add(x, top, { x: x + 1, y: top, goes: 'right' });
      add(x + 1, bottom, { x, y: bottom, goes: 'left' });
    }
    for (const [top, bottom] of without(column, columns.get(x - 1) ?? []))
      add(x, bottom, { x, y: top, goes: 'up' });
    for (const [top, bottom] of without(column, columns.get(x + 1) ?? []))
      add(x + 1, top, { x: x + 1, y: bottom, goes: 'down' });
  }
  const rings: Ring[] = [];
  for (const [key, starts] of steps) {
    for (let start = starts.pop(); start !== undefined; start = starts.pop())
      rings.push(
        ringFrom(key, start, (x, y) => ({ key: keyOf(x, y), onward: steps.get(keyOf(x, y)) ?? [] })),
      );
  }
  return rings;
}

/** Follows a ring from one step until it is closed, and removes its steps. */
function ringFrom(
  origin: number,
  start: Step,
  at: (x: number, y: number) => { readonly key: number; readonly onward: Step[] },
): Ring {
  const ring: [number, number][] = [];
  for (let step = start; ;) {
    const { x, y, goes } = step;
    const { key, onward } = at(x, y);
    const turn = RIGHT_TURN[goes];
    // Where two corners touch, the way goes on around its own.
    const isClosed = key === origin && (onward.length === 0 || start.goes === turn);
    const wanted = onward.length > 1 ? onward.findIndex((each) => each.goes === turn) : 0;
    const [next] = isClosed ? [start] : onward.splice(wanted, 1);
    // What goes straight on needs no point.
    if (next?.goes !== goes) ring.push([x, y]);
    if (isClosed || next === undefined) return ring;
    step = next;
  }
}

/** The columns of a mask that have pixels; null where there are too many pieces of them. */
function columnsOf(mask: Mask): Map<number, Column> | null {
  const { height } = mask;
  const columns = new Map<number, Column>();
  let pieces = 0;
  for (const [from, to] of objectRuns(mask)) {
    for (let at = from; at < to;) {
      pieces += 1;
      if (pieces > MOST_PIECES) return null;
      const x = Math.floor(at / height);
      const top = at - x * height;
      const bottom = Math.min(to - x * height, height);
      const column = columns.get(x);
      const above = column?.at(-1);
      if (column === undefined) columns.set(x, [[top, bottom]]);
      else if (above !== undefined && above[1] === top) above[1] = bottom;
      else column.push([top, bottom]);
      at = x * height + bottom;
    }
  }
  return columns;
}

/** What of a column is not beside the other. */
function without(column: Column, other: Column): Column {
  const left: Column = [];
  let next = 0;
  for (const [top, bottom] of column) {
    let from = top;
    while ((other[next]?.[1] ?? Infinity) <= top) next += 1;
    for (let at = next; from < bottom; at += 1) {
      const [start, end] = other[at] ?? [Infinity, Infinity];
      if (start > from) left.push([from, Math.min(start, bottom)]);
      from = Math.max(from, end);
    }
  }
  return left;
}

/** The area within a ring that does not cross itself (the shoelace formula), in square pixels. */
export function ringArea(ring: Ring): number {
  let twice = 0;
  let [fromX, fromY] = ring.at(-1) ?? [0, 0];
  for (const [x, y] of ring) {
    twice += fromX * y - x * fromY;
    [fromX, fromY] = [x, y];
  }
  return Math.abs(twice) / 2;
}

/** The smallest box around rings; null where they have no points. */
export function ringsBox(rings: readonly Ring[]): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const [x, y] of ring) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}
