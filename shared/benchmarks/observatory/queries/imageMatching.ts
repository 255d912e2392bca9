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

/** The letters of the candidates, in their order. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const;
export type CandidateLetter = (typeof LETTERS)[number];

/** A support image and which of four candidates shows the same entity. */
export interface MatchingSet {
  readonly target: QueryEntity;
  readonly support: EntityImage;
  /** By letter, in their order; null is the entity itself. */
  readonly candidates: readonly {
    readonly letter: CandidateLetter;
    readonly image: EntityImage;
    readonly distractor: Distractor | null;
  }[];
  readonly answer: CandidateLetter;
}

/**
 * A set of image matching: the support is the original; the candidates are the entity in the condition, two near
 * neighbours and an image of the other domain, all of them in that condition. Gives in words what it cannot be built for.
 */
export function matchingSet(
  target: QueryEntity,
  surroundings: CandidatePool,
  { condition, answer }: { readonly condition: ImageCondition; readonly answer: CandidateLetter },
  random: () => number,
): MatchingSet | string {
  const [match] = shuffled(imagesOf(target, condition), random);
  if (match === undefined) return `It has no variant of the family ${condition}.`;
  const shownAs = shownIn(match.condition, match.transformation, random);
  const shown = [target.original, match];
  const near = nearest(target, surroundings, { count: 2, shownAs, shown }, random);
  if (near.length < 2)
    return `${tooFewNeighbours(near.length, 2, surroundings.neighbours.source)}${needsFamily(condition)}`;
  const other = drawOtherDomain(
    surroundings,
    { shownAs, shown: [...shown, ...near.map(({ image }) => image)] },
    random,
  );
  if (other === undefined)
    return `No image of the other domain can be shown beside it.${needsFamily(condition)}`;
  const rest = shuffled([...near, other], random);
  return {
    target,
    support: target.original,
    candidates: LETTERS.map((letter) => {
      const distractor = letter === answer ? null : (rest.pop() ?? null);
      return { letter, image: distractor?.image ?? match, distractor };
    }),
    answer,
  };
}

const needsFamily = (condition: ImageCondition): string =>
  condition === ORIGINAL ? '' : ` It has to have a variant of the family ${condition}.`;
