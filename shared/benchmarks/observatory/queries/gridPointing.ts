import { type EntityImage, type ImageCondition, imagesOf, ORIGINAL, type QueryEntity } from './entities.ts';
import {
  type CandidatePool,
  type Distractor,
  drawOtherDomain,
  nearest,
  shownIn,
  shuffled,
  tooFewNeighbours,
} from './distractors.ts';

/** The cells of the collage by row and column, from the top left. */
export const CELLS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
export type GridCell = (typeof CELLS)[number];

/** A support image and in which cell of a collage the original is that it was made from. */
export interface GridSet {
  readonly target: QueryEntity;
  readonly support: EntityImage;
  /** By cell, in their order; null is the entity itself. */
  readonly cells: readonly {
    readonly cell: GridCell;
    readonly image: EntityImage;
    readonly distractor: Distractor | null;
  }[];
  readonly answer: GridCell;
}

/**
 * The four sets of grid pointing about one entity: the support is a variant of the cell's condition; the collage has
 * the original in that cell and the same three distractors, so that only the place differs. Distractors are near
 * neighbours; if there are two, the third is an image of the other domain. Returns in words what cannot be built.
 */
export function gridSets(
  target: QueryEntity,
  surroundings: CandidatePool,
  conditionAt: (cell: number) => ImageCondition,
  random: () => number,
): readonly GridSet[] | string {
  const shownAs = shownIn(ORIGINAL, ORIGINAL, random);
  const shown = [target.original];
  const near = nearest(target, surroundings, { count: 3, shownAs, shown }, random);
  if (near.length < 2) return tooFewNeighbours(near.length, 2, surroundings.neighbours.source);
  const others =
    near.length === 3
      ? []
      : [
          drawOtherDomain(
            surroundings,
            { shownAs, shown: [...shown, ...near.map(({ image }) => image)] },
            random,
          ),
        ];
  const distractors = [...near, ...others].filter((each) => each !== undefined);
  if (distractors.length < 3)
    return `It has only two near neighbours, and there is no image of the other domain for the third cell.`;
  const sets: GridSet[] = [];
  for (const [index, answer] of CELLS.entries()) {
    const condition = conditionAt(index);
    const [support] = shuffled(imagesOf(target, condition), random);
    if (support === undefined) return `It has no variant of the family ${condition}.`;
    const rest = shuffled(distractors, random);
    sets.push({
      target,
      support,
      cells: CELLS.map((cell) => {
        const distractor = cell === answer ? null : (rest.pop() ?? null);
        return { cell, image: distractor?.image ?? target.original, distractor };
      }),
      answer,
    });
  }
  return sets;
}
