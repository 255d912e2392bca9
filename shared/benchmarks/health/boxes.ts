import { counted, formatCount } from '../../base/counts.ts';
import { area, type Box, intersectionOverUnion } from '../../base/geometry.ts';
import { chiSquaredTail } from '../../statistics/gamma.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { groupBy, groupsOf, percent } from './report.ts';

/** A box in shares of its image: x, y, width and height in [0, 1]. */
export interface RelativeBox {
  readonly id: string;
  readonly category: string;
  readonly box: Box;
}

/** The items' boxes in shares of their images; boxes on images that are missing are left out. */
export function relativeBoxes(items: readonly HealthItem[]): RelativeBox[] {
  return items.flatMap(({ id, regions, regionLabels, images }) => {
    const sizes = new Map(
      images.flatMap(({ imageId, size }) => (imageId === null || size === null ? [] : [[imageId, size]])),
    );
    return regions.flatMap((region) => {
      const size = sizes.get(region.imageId);
      if (size === undefined) return [];
      const category = regionLabels.find((label) => label.id === region.label)?.category ?? region.label;
      const box = {
        x: region.x / size.width,
        y: region.y / size.height,
        width: region.width / size.width,
        height: region.height / size.height,
      };
      return [{ id, category, box }];
    });
  });
}

/** Boxes that cover at least `limit` of their image's area: they point at nothing. */
export function largeBoxes(boxes: readonly RelativeBox[], what: string, limit: number): HealthFinding | null {
  const large = boxes.filter(({ box }) => area(box) >= limit);
  if (large.length === 0) return null;
  const largest = Math.max(...large.map(({ box }) => area(box)));
  const byItem = groupBy(large, ({ id }) => id);
  return {
    kind: 'large-boxes',
    severity: 'notable',
    title: `${counted(large.length, `${what} covers`, `${what}s cover`)} ${percent(limit)} of the image or more`,
    explanation: `The largest covers ${percent(largest)}. A box this size says little about where something is, and agrees with almost any other box. Draw it tight around what it names.`,
    groups: groupsOf(
      [...byItem].map(([id, own]) => [percent(Math.max(...own.map(({ box }) => area(box)))), [id]]),
    ),
  };
}

/** Items whose `what` has no box. */
export function missingBoxes(
  what: string,
  required: readonly string[],
  boxed: ReadonlySet<string>,
): HealthFinding | null {
  const missing = required.filter((id) => !boxed.has(id));
  if (missing.length === 0) return null;
  return {
    kind: 'missing-boxes',
    severity: 'notable',
    title: `${formatCount(missing.length)} of ${counted(required.length, what)} ${missing.length === 1 ? 'has' : 'have'} no box`,
    explanation: 'Without a box nobody can check where the clue is, or whether a model looked there.',
    groups: groupsOf([['no box', missing]]),
  };
}

/** Fewer boxes than these have no pattern worth naming. */
const FEWEST_BOXES = 45;
/** One ninth of the image holding this share of the boxes' centres is a prior; so is one box that fits this share. */
const CROWDED = 0.5;
const FITTED = 0.3;
/** Boxes sampled for the constant guess; the first ones in a fixed stride. */
const MOST_BOXES = 20_000;

/**
 * Whether boxes lie where one expects them without looking: a ninth of the image that holds half of the centres, or
 * one constant box (the median of each edge) that overlaps 30 % of them with an IoU of a half or more.
 */
export function boxPositionPrior(boxes: readonly RelativeBox[], what: string): HealthFinding | null {
  if (boxes.length < FEWEST_BOXES) return null;
  const ninth = (share: number): number => Math.min(2, Math.max(0, Math.floor(share * 3)));
  const cells = NINTHS.map(() => 0);
  for (const { box } of boxes) {
    const cell = 3 * ninth(box.y + box.height / 2) + ninth(box.x + box.width / 2);
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  const most = Math.max(...cells);
  const stride = Math.ceil(boxes.length / MOST_BOXES);
  const sampled = boxes.filter((_, index) => index % stride === 0).map(({ box }) => box);
  const guess = medianBox(sampled);
  const fitted = sampled.filter((box) => intersectionOverUnion(box, guess) >= 0.5).length / sampled.length;
  if (most < CROWDED * boxes.length && fitted < FITTED) return null;
  const expected = boxes.length / 9;
  const statistic = cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const where = NINTHS[cells.indexOf(most)] ?? '';
  return {
    kind: 'box-position-prior',
    severity: fitted >= FITTED ? 'serious' : 'notable',
    title: `The position of the ${what} can be guessed without looking`,
    explanation: `${percent(most / boxes.length)} of ${counted(boxes.length, 'box', 'boxes')} have their centre in one ninth of the image (${where}), and the same box on every image overlaps ${percent(fitted)} of them with an IoU of at least 0.5. Score positions against this guess, or vary them.`,
    groups: groupsOf(
      [
        ...groupBy(
          boxes,
          ({ box }) => NINTHS[3 * ninth(box.y + box.height / 2) + ninth(box.x + box.width / 2)] ?? '',
        ),
      ]
        .filter(([name]) => name === where)
        .map(([name, own]) => [name, own.map(({ id }) => id)]),
    ),
    table: {
      columns: ['', 'left', 'middle', 'right'],
      rows: ['top', 'middle', 'bottom'].map((row, index) => [row, ...cells.slice(3 * index, 3 * index + 3)]),
    },
    statistic: {
      test: 'Chi-squared test of the nine parts being alike, 8 degrees of freedom',
      value: statistic,
      p: chiSquaredTail(statistic, 8),
    },
  };
}

const NINTHS = [
  'top left',
  'top',
  'top right',
  'left',
  'centre',
  'right',
  'bottom left',
  'bottom',
  'bottom right',
] as const;

function medianBox(boxes: readonly Box[]): Box {
  const middle = (value: (box: Box) => number): number =>
    boxes.map(value).sort((a, b) => a - b)[Math.floor(boxes.length / 2)] ?? 0;
  const x = middle((box) => box.x);
  const y = middle((box) => box.y);
  return {
    x,
    y,
    width: Math.max(0, middle((box) => box.x + box.width) - x),
    height: Math.max(0, middle((box) => box.y + box.height) - y),
  };
}
