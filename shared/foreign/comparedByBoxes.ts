import { z } from 'zod';
import { formatCount } from '../base/counts.ts';
import type { Box } from '../base/geometry.ts';
import { fitsBox, ForeignKind, type ForeignPart } from './foreignPart.ts';

/** How many regions say more of their place than a box does, of how many. */
export const ShapedRegions = z.object({
  regions: z.int(),
  /** Those with a polygon, a mask or a rotation that still fits their box. */
  shaped: z.int(),
  kinds: z.array(ForeignKind).readonly(),
});
export type ShapedRegions = Readonly<z.infer<typeof ShapedRegions>>;

/** What a region of the kind is, in the order in which they are told; keypoints and parts are beside a box that is one. */
const WORDS = new Map<ForeignKind, readonly [one: string, several: string]>([
  ['polygon', ['a polygon', 'polygons']],
  ['mask', ['a mask', 'masks']],
  ['rotation', ['rotated', 'rotated']],
]);

interface Region extends Box {
  readonly foreign?: ForeignPart | undefined;
}

/** The kinds of shape that a comparison by boxes does not see. */
export function shapesOf(region: Region): readonly ForeignKind[] {
  const { foreign } = region;
  return foreign === undefined || !fitsBox(foreign, region)
    ? []
    : foreign.shapes.filter((kind) => WORDS.has(kind));
}

/** Counts regions one after the other. */
export function createShapeCount(): {
  add(region: Region): void;
  /** Null where all of them are boxes. */
  counted(): ShapedRegions | null;
} {
  let regions = 0;
  let shaped = 0;
  const kinds = new Set<ForeignKind>();
  return {
    add(region) {
      regions += 1;
      const own = shapesOf(region);
      if (own.length > 0) shaped += 1;
      for (const kind of own) kinds.add(kind);
    },
    counted: () =>
      shaped === 0 ? null : { regions, shaped, kinds: [...WORDS.keys()].filter((kind) => kinds.has(kind)) },
  };
}

/** What a comparison says of regions that it compares by their boxes alone. */
export function comparedByBoxes({ regions, shaped, kinds }: ShapedRegions): string {
  const words = kinds.map((kind) => WORDS.get(kind)?.[shaped === 1 ? 0 : 1] ?? kind).join(' or ');
  const of = `${formatCount(shaped)} of ${formatCount(regions)} ${regions === 1 ? 'region' : 'regions'}`;
  return shaped === 1
    ? `${of} is ${words}: compared by its box.`
    : `${of} are ${words}: compared by their boxes.`;
}
