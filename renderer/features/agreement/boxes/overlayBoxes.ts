import type { BoxComparison } from '../../../../shared/contract/agreement.ts';
import type { RegionId } from '../../../../shared/domain/ids.ts';
import { paletteColor, type CanvasLabel, type CanvasRegion } from '../../../canvas/index.ts';

type Column = BoxComparison['raters'][number];
export type BoxPair = BoxComparison['pairs'][number];

/** A rater’s colour among those compared: by the place of their column. */
export function columnColor(comparison: BoxComparison, column: string): string {
  return paletteColor(comparison.raters.findIndex((rater) => rater.column === column));
}

/** Who stands behind a column, where one may know. */
export function columnName({ column, rater }: Column): string {
  return rater === null ? `Rater ${column}` : rater.name;
}

/** A box of a comparison with what tells it from the others. */
export interface NamedBox {
  readonly region: Column['regions'][number];
  readonly category: string;
  readonly column: string;
}

/** Every box by its id. */
export function boxesById(comparison: BoxComparison): ReadonlyMap<RegionId, NamedBox> {
  return new Map(
    comparison.raters.flatMap(({ column, regions, categories }) =>
      regions.map((region, index) => [
        region.id,
        { region, column, category: categories[index] ?? region.label },
      ]),
    ),
  );
}

/** The categories as labels of the canvas: what its words call the boxes. */
export function overlayLabels(comparison: BoxComparison): CanvasLabel[] {
  const categories = new Set(comparison.raters.flatMap((rater) => rater.categories));
  return [...categories].map((name) => ({ id: name, name, color: '#bbbbbb' }));
}

/**
 * Boxes of several raters on one image: a colour and a letter a rater. Of a pair, matched boxes carry their IoU, and
 * those without a partner, or with one below the threshold, are dashed.
 */
export function overlayRegions(
  comparison: BoxComparison,
  pair: BoxPair | null,
  threshold: number,
): CanvasRegion[] {
  const shown = comparison.raters.filter(
    ({ column }) => pair === null || column === pair.a || column === pair.b,
  );
  const overlap = new Map(pair?.matched.flatMap(({ a, b, iou }) => [[a, iou] as const, [b, iou] as const]));
  return shown.flatMap(({ column, regions, categories }, place) =>
    regions.map(({ id, imageId, label, x, y, width, height }, index) => {
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
        style: {
          color: columnColor(comparison, column),
          dashed: pair !== null && (iou === undefined || iou < threshold),
          tag: iou === undefined ? column : `${column} ${iou.toFixed(2)}`,
          tagPlace: place,
        },
      };
    }),
  );
}
