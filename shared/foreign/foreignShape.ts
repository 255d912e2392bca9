import type { Box } from '../base/geometry.ts';

/** A point in pixels of the upright image. */
export type ForeignPoint = readonly [x: number, y: number];

/** A shape that is shown and not edited, in pixels of the upright image. */
export type ForeignShape =
  /** Closed; holes are rings of their own. */
  | { readonly kind: 'polygon' | 'mask'; readonly rings: readonly (readonly ForeignPoint[])[] }
  | {
      readonly kind: 'keypoints';
      /** Those that are marked, each with the name that its category gives it. */
      readonly points: readonly {
        readonly at: ForeignPoint;
        readonly name: string | null;
        readonly isVisible: boolean;
      }[];
      /** Places in `points` that a line connects. */
      readonly lines: readonly (readonly [from: number, to: number])[];
    }
  /** The four corners of a rotated box, in order. */
  | {
      readonly kind: 'rotation';
      readonly rings: readonly (readonly ForeignPoint[])[];
      readonly degrees: number;
    }
  | { readonly kind: 'parts'; readonly boxes: readonly (Box & { readonly name: string })[] };

/** A value of a record that Casebook does not edit, in its source's words. */
export interface ForeignValue {
  readonly name: string;
  readonly value: string;
}

/** What a foreign part shows: shapes on the image, values beside it. */
export interface ForeignView {
  readonly shapes: readonly ForeignShape[];
  readonly values: readonly ForeignValue[];
}
