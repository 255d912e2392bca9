import type { BoxCluster, RaterColumn } from '../../../../shared/contract/adjudications.ts';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { fieldRating, type RatedBox } from '../../../../shared/benchmarks/fieldRating.ts';
import { type Box, intersectionOverUnion } from '../../../../shared/base/geometry.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';

interface ColumnBox extends RatedBox {
  /** The place of its rater's column. */
  readonly column: number;
}

interface Link {
  readonly a: number;
  readonly b: number;
  readonly overlap: number;
}

/** The field of a task whose answer is boxes, undefined where it has none. */
export function boxField(task: Task, vocabulary: JsonObject): TaskField | undefined {
  return task.fields(vocabulary).find(({ comparison }) => comparison.level === 'boxes');
}

/**
 * Clusters of raters' boxes about the same thing: one image and category, at most one box a rater, every two with an
 * intersection over union of at least `sameBox` (complete linkage, closest pairs first). Every box is in one cluster,
 * in the order of the columns' boxes.
 */
export function clustersOf(
  task: Task,
  columns: readonly RaterColumn[],
  vocabulary: JsonObject,
  sameBox: number,
): BoxCluster[] {
  const field = boxField(task, vocabulary);
  if (field === undefined) return [];
  const drawn = columns.flatMap((rated, column): ColumnBox[] => {
    const rating = fieldRating(task, field, rated, vocabulary);
    return rating?.kind === 'boxes' ? rating.boxes.map((box) => ({ ...box, column })) : [];
  });
  const clusterOf = new Map<number, number[]>(drawn.map((_, at) => [at, [at]]));
  for (const { a, b } of linksOf(drawn, sameBox)) {
    const [one, other] = [clusterOf.get(a) ?? [a], clusterOf.get(b) ?? [b]];
    if (one === other || !belongTogether(drawn, one, other, sameBox)) continue;
    const united = [...one, ...other].sort((x, y) => x - y);
    for (const at of united) clusterOf.set(at, united);
  }
  return [...new Set(clusterOf.values())].flatMap((members) => toCluster(columns, drawn, members));
}

/** Pairs of boxes of different raters that are about the same thing, the closest first. */
function linksOf(drawn: readonly ColumnBox[], sameBox: number): Link[] {
  // From left to right: a box is only held against those that begin before it ends.
  const order = [...drawn.keys()].sort(
    (a, b) => (drawn[a]?.region.x ?? 0) - (drawn[b]?.region.x ?? 0) || a - b,
  );
  const links = order.flatMap((a, place) => {
    const found: Link[] = [];
    const box = drawn[a];
    if (box === undefined) return found;
    for (const b of order.slice(place + 1)) {
      const other = drawn[b];
      if (other === undefined || other.region.x >= box.region.x + box.region.width) break;
      const overlap = overlapOf(box, other);
      if (overlap >= sameBox) found.push({ a: Math.min(a, b), b: Math.max(a, b), overlap });
    }
    return found;
  });
  return links.sort((x, y) => y.overlap - x.overlap || x.a - y.a || x.b - y.b);
}

function overlapOf(a: ColumnBox, b: ColumnBox): number {
  return a.column === b.column || a.region.imageId !== b.region.imageId || a.category !== b.category
    ? 0
    : intersectionOverUnion(a.region, b.region);
}

function belongTogether(
  drawn: readonly ColumnBox[],
  one: readonly number[],
  other: readonly number[],
  sameBox: number,
): boolean {
  return one.every((a) =>
    other.every((b) => {
      const [first, second] = [drawn[a], drawn[b]];
      return first !== undefined && second !== undefined && overlapOf(first, second) >= sameBox;
    }),
  );
}

function toCluster(
  columns: readonly RaterColumn[],
  drawn: readonly ColumnBox[],
  members: readonly number[],
): BoxCluster[] {
  const boxes = members.flatMap((at) => drawn[at] ?? []);
  const [first] = boxes;
  if (first === undefined) return [];
  const overlaps = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b) => overlapOf(a, b)));
  return [
    {
      imageId: first.region.imageId,
      category: first.category,
      members: boxes.map(({ column, region }) => ({
        column: columns[column]?.column ?? '',
        regionId: region.id,
      })),
      mean: meanBox(boxes.map(({ region }) => region)),
      iou: overlaps.length === 0 ? null : mean(overlaps),
    },
  ];
}

/** The box whose edges are the means of the boxes' edges. */
function meanBox(boxes: readonly Box[]): Box {
  return {
    x: mean(boxes.map(({ x }) => x)),
    y: mean(boxes.map(({ y }) => y)),
    width: mean(boxes.map(({ width }) => width)),
    height: mean(boxes.map(({ height }) => height)),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
