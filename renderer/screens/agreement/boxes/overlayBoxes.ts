import { decimalText } from '../../../../shared/base/decimals.ts';
import type { BoxComparison, Rater } from '../../../../shared/contract/agreement.ts';
import type { RegionId } from '../../../../shared/base/ids.ts';
import { type CanvasLabel, type CanvasRegion, paletteColor } from '../../../canvas/index.ts';

export type BoxColumn = BoxComparison['raters'][number];
export type BoxPair = BoxComparison['pairs'][number];

/** A comparison as it is drawn: each column with its place in the palette. */
export interface Overlay {
  readonly columns: readonly (BoxColumn & { readonly color: string })[];
  readonly pairs: readonly BoxPair[];
}

/**
 * The comparison with the report's raters in the report's order, so that somebody has one letter and one colour on
 * every item. Where it may not be known whose boxes they are, the columns stay as they come, and all of them.
 */
export function overlayOf(comparison: BoxComparison, raters: readonly Rater[]): Overlay {
  const placed = comparison.raters.map((column, place) => ({
    column,
    place:
      column.rater === null ? place : raters.findIndex(({ personId }) => personId === column.rater?.personId),
  }));
  const known = comparison.raters.every(({ rater }) => rater !== null);
  const shown = placed.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  const letters = new Map(
    shown.map(({ column, place }) => [column.column, known ? letterOf(place) : column.column]),
  );
  const order = new Map(shown.map(({ column }, index) => [column.column, index]));
  return {
    columns: shown.map(({ column, place }) => ({
      ...column,
      column: letters.get(column.column) ?? column.column,
      color: paletteColor(place),
    })),
    pairs: comparison.pairs
      .flatMap((pair) => {
        const [a, b] = [order.get(pair.a), order.get(pair.b)];
        return a === undefined || b === undefined ? [] : [{ pair: a < b ? pair : turned(pair), a, b }];
      })
      .toSorted(
        (one, other) =>
          Math.min(one.a, one.b) - Math.min(other.a, other.b) || one.a + one.b - other.a - other.b,
      )
      .map(({ pair }) => ({
        ...pair,
        a: letters.get(pair.a) ?? pair.a,
        b: letters.get(pair.b) ?? pair.b,
      })),
  };
}

function turned({ a, b, matched, unmatchedA, unmatchedB, ...figures }: BoxPair): BoxPair {
  return {
    ...figures,
    a: b,
    b: a,
    matched: matched.map((match) => ({ a: match.b, b: match.a, iou: match.iou })),
    unmatchedA: unmatchedB,
    unmatchedB: unmatchedA,
  };
}

const ALPHABET = 26;

/** A to Z; beyond that nobody can tell boxes apart anyway, but the letters still differ. */
function letterOf(place: number): string {
  const letter = String.fromCodePoint(65 + (place % ALPHABET));
  return place < ALPHABET ? letter : `${letter}${String(Math.floor(place / ALPHABET) + 1)}`;
}

/** Who stands behind a column, where one may know. */
export function columnName({ column, rater }: BoxColumn): string {
  return rater === null ? `Rater ${column}` : rater.name;
}

/** A box of a comparison with what tells it from the others. */
export interface OverlayBox {
  readonly region: BoxColumn['regions'][number];
  readonly category: string;
}

/** Every box by its id. */
export function boxesById({ columns }: Overlay): ReadonlyMap<RegionId, OverlayBox> {
  return new Map(
    columns.flatMap(({ regions, categories }) =>
      regions.map((region, index) => [region.id, { region, category: categories[index] ?? region.label }]),
    ),
  );
}

/** The categories as labels of the canvas: what its words call the boxes. */
export function overlayLabels({ columns }: Overlay): CanvasLabel[] {
  const categories = new Set(columns.flatMap((column) => column.categories));
  return [...categories].map((name, index) => ({ id: name, name, color: paletteColor(index) }));
}

/**
 * Boxes of several raters on one image: a colour and a letter a rater. Of a pair, matched boxes carry their IoU, and
 * those without a partner, or with one below the threshold, are dashed.
 */
export function overlayRegions(
  { columns }: Overlay,
  pair: BoxPair | null,
  threshold: number,
): CanvasRegion[] {
  const shown = columns.filter(({ column }) => pair === null || column === pair.a || column === pair.b);
  const overlap = new Map(pair?.matched.flatMap(({ a, b, iou }) => [[a, iou] as const, [b, iou] as const]));
  return shown.flatMap(({ column, color, regions, categories }, place) =>
    regions.map(({ id, imageId, label, x, y, width, height, foreign }, index) => {
      const iou = overlap.get(id);
      return {
        id,
        imageId,
        label: categories[index] ?? label,
        x,
        y,
        width,
        height,
        note: null,
        locked: true,
        ...(foreign !== undefined && { foreign }),
        style: {
          color,
          dashed: pair !== null && (iou === undefined || iou < threshold),
          tag: iou === undefined ? column : `${column} ${decimalText(iou, 2)}`,
          tagPlace: place,
        },
      };
    }),
  );
}
