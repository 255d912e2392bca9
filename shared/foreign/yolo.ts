import type { Box, Size } from '../base/geometry.ts';
import type { ForeignKind, ForeignPart } from './foreignPart.ts';
import type { ForeignPoint, ForeignShape, ForeignView } from './foreignShape.ts';

/** How many keypoints a line of a pose data set has, and how many numbers each: x, y and perhaps whether it is seen. */
export interface KeypointShape {
  readonly count: number;
  readonly dimensions: number;
}

/** A line of YOLO: places are shares of the image. */
export interface YoloLine {
  readonly number: number;
  readonly box: Box;
  /** What a detector thinks of it; null: it says nothing. */
  readonly confidence: string | null;
  readonly shapes: readonly ForeignKind[];
  /** The corners of a polygon, or of a box that is turned. */
  readonly points: readonly ForeignPoint[];
  readonly keypoints: readonly { readonly at: ForeignPoint; readonly seen: number }[];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;
/** Shares beyond this are no box that juts out: they are pixels. */
const FARTHEST = 2;
/** How far the corners of a turned box may be off a parallelogram, in shares: files round them. */
const ROUNDED = 0.002;
/** How far a side may be off an axis, in shares: beyond this a box is turned. */
const LEVEL = 0.0001;
/** How far a corner may be off a right angle, as a cosine. */
const SKEW = 0.035;

/**
 * What a line says, or why it says nothing, in words: class and box (five numbers, a sixth is a confidence), class and corners
 * (a polygon), or class, box and keypoints where the data set has any.
 */
export function readYoloLine(line: string, keypoints: KeypointShape | null): YoloLine | string {
  const words = line.trim().split(/\s+/u);
  const numbers = words.map((word) => (NUMBER.test(word) ? Number(word) : Number.NaN));
  if (!numbers.every(Number.isFinite)) return 'It is not a box: something in it is not a number.';
  const [number = Number.NaN, ...rest] = numbers;
  if (!isClass(number)) return `${words[0] ?? ''} is not a class number.`;
  const content = contentOf(rest.length, keypoints);
  if (content === null) {
    return `It is not a box: it has ${String(numbers.length)} numbers. A box needs 5, or 6 with a confidence; a polygon needs its class and 3 points.`;
  }
  const coordinates = content === 'polygon' ? rest : rest.slice(0, 4);
  if (coordinates.some((share) => Math.abs(share) > FARTHEST))
    return 'A coordinate is far outside 0 to 1: YOLO has shares of the image, not pixels.';
  const points = content === 'polygon' ? pairsOf(rest) : [];
  const box = content === 'polygon' ? boxAround(points) : boxOf(rest);
  const wrong = wrongWith(box);
  if (wrong !== null) return wrong;
  const marks = content === 'pose' && keypoints !== null ? keypointsOf(rest.slice(4), keypoints) : [];
  const confidence = rest.length === 5 ? (words[5] ?? null) : null;
  return { number, box, confidence, shapes: kindsOf(points, marks), points, keypoints: marks };
}

const isClass = (number: number): boolean => Number.isInteger(number) && number >= 0;

/** What this many numbers after a class are; null where they are nothing. */
function contentOf(numbers: number, keypoints: KeypointShape | null): 'box' | 'polygon' | 'pose' | null {
  const pose = keypoints === null ? 0 : keypoints.count * keypoints.dimensions;
  if (pose > 0 && numbers === 4 + pose) return 'pose';
  if (numbers === 4 || numbers === 5) return 'box';
  return numbers >= 6 && numbers % 2 === 0 ? 'polygon' : null;
}

function wrongWith({ x, y, width, height }: Box): string | null {
  if (!(width > 0 && height > 0)) return 'It has no size.';
  return x >= 1 || y >= 1 || x + width <= 0 || y + height <= 0 ? 'It is outside the image.' : null;
}

/** The kinds of shape that the corners and the keypoints of a line are. */
function kindsOf(points: readonly ForeignPoint[], marks: YoloLine['keypoints']): readonly ForeignKind[] {
  if (marks.length > 0) return ['keypoints'];
  if (points.length === 0) return [];
  return [isTurnedBox(points) ? 'rotation' : 'polygon'];
}

/** What a line of YOLO shows beside its box. */
export function viewYolo(
  { source, shapes }: Pick<ForeignPart, 'source' | 'shapes'>,
  image: Size,
  set: string | null,
): ForeignView {
  const line = readYoloLine(source, shapes.includes('keypoints') ? keypointShape(source, set) : null);
  if (typeof line === 'string') return { shapes: [], values: [] };
  const inPixels = ([x, y]: ForeignPoint): ForeignPoint => [x * image.width, y * image.height];
  return {
    shapes: shapesOf(line, inPixels),
    values: line.confidence === null ? [] : [{ name: 'confidence', value: line.confidence }],
  };
}

function shapesOf(
  { points, keypoints }: YoloLine,
  inPixels: (point: ForeignPoint) => ForeignPoint,
): ForeignShape[] {
  if (keypoints.length > 0) {
    const marked = keypoints.map(({ at, seen }) => ({
      at: inPixels(at),
      name: null,
      isVisible: seen === 2,
    }));
    return [{ kind: 'keypoints', points: marked, lines: [] }];
  }
  if (points.length === 0) return [];
  const ring = points.map(inPixels);
  const [first = [0, 0], second = [0, 0], third = [0, 0]] = ring;
  const isTurned = isTurnedBox(points) && isRightAngle(first, second, third);
  if (!isTurned) return [{ kind: 'polygon', rings: [ring] }];
  const degrees = (Math.atan2(second[1] - first[1], second[0] - first[0]) * 180) / Math.PI;
  return [{ kind: 'rotation', rings: [ring], degrees }];
}

const boxOf = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

function pairsOf(numbers: readonly number[]): ForeignPoint[] {
  const points: ForeignPoint[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return points;
}

function boxAround(points: readonly ForeignPoint[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Those that are marked: one that is not seen, or lies in the corner where there is no third number, stands for none. */
function keypointsOf(
  numbers: readonly number[],
  { count, dimensions }: KeypointShape,
): YoloLine['keypoints'] {
  return Array.from({ length: count }, (_, index) => {
    const [x = 0, y = 0, seen] = numbers.slice(index * dimensions, (index + 1) * dimensions);
    const at: ForeignPoint = [x, y];
    return { at, seen: seen ?? (x > 0 || y > 0 ? 2 : 0) };
  }).filter(({ seen }) => seen > 0);
}

/** Whether corners are those of a rectangle that is turned, as far as shares of an image of unknown sides tell. */
function isTurnedBox(points: readonly ForeignPoint[]): boolean {
  const [a, b, c, d] = points;
  if (points.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined)
    return false;
  const isLevel = [b, d].some(([x, y]) => Math.abs(x - a[0]) <= LEVEL || Math.abs(y - a[1]) <= LEVEL);
  const off = [a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]];
  return !isLevel && off.every((by) => Math.abs(by) <= ROUNDED);
}

function isRightAngle(a: ForeignPoint, b: ForeignPoint, c: ForeignPoint): boolean {
  const [acrossOne, downOne] = [b[0] - a[0], b[1] - a[1]];
  const [acrossTwo, downTwo] = [c[0] - b[0], c[1] - b[1]];
  const lengths = Math.hypot(acrossOne, downOne) * Math.hypot(acrossTwo, downTwo);
  return lengths > 0 && Math.abs(acrossOne * acrossTwo + downOne * downTwo) / lengths <= SKEW;
}

/** What the data set's description says of keypoints; else what the line's length leaves. */
function keypointShape(line: string, set: string | null): KeypointShape | null {
  const said =
    /(?:^|[\s{,"'])kpt_shape["']?\s*:\s*(?:\[\s*(\d+)\s*,\s*(\d)|-\s*(\d+)[^\n]*\n\s*-\s*(\d))/u.exec(
      set ?? '',
    );
  const [, count = said?.[3], dimensions = said?.[4]] = said ?? [];
  if (count !== undefined && dimensions !== undefined)
    return { count: Number(count), dimensions: Number(dimensions) };
  const numbers = line.trim().split(/\s+/u).length - 5;
  const guess = numbers % 3 === 0 ? 3 : 2;
  return numbers > 0 && numbers % guess === 0 ? { count: numbers / guess, dimensions: guess } : null;
}
