import { z } from 'zod';
import type { Json, JsonObject } from '../../../base/json.ts';
import { Domain } from '../schema.ts';
import { CELLS, type GridCell, type GridSet } from './gridPointing.ts';
import { CONDITIONS, type EntityImage, type GoldBox } from './entities.ts';
import { LETTERS, type MatchingSet } from './imageMatching.ts';
import type { Distractor } from './distractors.ts';
import type { LocalisationSet } from './localisation.ts';
import type { Guidance } from './answerFile.ts';
import type { QueryKind } from './query.ts';

/** A set of the file by its letter or its cell, with what answers to it are counted under. */
const shared = {
  id: z.string().min(1),
  domain: Domain,
  gender: z.enum(['male', 'female']).nullable(),
  family: z.enum(CONDITIONS),
};

export const QuerySetLine = z.discriminatedUnion('kind', [
  z.looseObject({ ...shared, kind: z.literal('matching'), answer: z.enum(LETTERS) }),
  z.looseObject({
    ...shared,
    kind: z.literal('grid'),
    answer: z.tuple([z.literal([0, 1]), z.literal([0, 1])]),
  }),
]);
export type QuerySetLine = z.infer<typeof QuerySetLine>;

/** What every set says of how it came about. */
interface SetOrigin {
  readonly seed: number;
  readonly rule: string;
}

/** The same, of a set with near neighbours in it. */
interface OriginWithNeighbours extends SetOrigin {
  readonly neighbours: string;
}

/** A set of image matching as it is written. */
export function matchingLine(id: string, set: MatchingSet, origin: OriginWithNeighbours): JsonObject {
  const match = set.candidates.find(({ distractor }) => distractor === null);
  return {
    ...beginning(id, 'matching', set, match?.image ?? set.support),
    candidates: Object.fromEntries(
      set.candidates.map(({ letter, image, distractor }) => [letter, shownLine(image, distractor)]),
    ),
    answer: set.answer,
    ...origin,
  };
}

/** A set of grid pointing as it is written; `collage` is where its picture is. */
export function gridLine(
  id: string,
  set: GridSet,
  collage: string,
  origin: OriginWithNeighbours,
): JsonObject {
  return {
    ...beginning(id, 'grid', set, set.support),
    collage,
    cells: set.cells.map(({ cell, image, distractor }): Json => ({
      cell: cellJson(cell),
      ...shownLine(image, distractor),
    })),
    answer: cellJson(set.answer),
    ...origin,
  };
}

/** A question of localisation as it is written, with what is given for its kind. */
export function localisationLine(
  id: string,
  { target, image, support, boxes, hint, side }: LocalisationSet,
  guidance: Guidance,
  origin: SetOrigin,
): JsonObject {
  const isHint = ({ attribute }: GoldBox): boolean => attribute === hint;
  const given = { guided: boxes, 'semi-guided': boxes.filter(isHint), unguided: [] }[guidance];
  const asked = guidance === 'semi-guided' ? boxes.filter((box) => !isHint(box)) : boxes;
  const [only] = boxes;
  const corner = guidance === 'semi-guided' && hint === null ? (only?.box ?? null) : null;
  return {
    ...beginning(id, 'localisation', { target, support }, image),
    guidance,
    image: image.name,
    side,
    given: boxesJson(given),
    given_corner: corner === null ? null : { x1: corner.x1, y1: corner.y1 },
    attributes: asked.map(({ attribute }) => attribute),
    hint,
    boxes: boxesJson(boxes),
    ...origin,
  };
}

function boxesJson(boxes: readonly GoldBox[]): JsonObject {
  return Object.fromEntries(
    boxes.map(({ attribute, box: { x1, y1, x2, y2 } }): [string, Json] => [attribute, { x1, y1, x2, y2 }]),
  );
}

/** A cell as the prompts write it: [row, column]. */
export const cellText = (cell: readonly [number, number]): string =>
  `[${String(cell[0])},${String(cell[1])}]`;

/** The cells as {@link cellText} writes them, in their order. */
export const CELL_TEXTS: readonly string[] = CELLS.map((cell) => cellText(cell));

const cellJson = ([row, column]: GridCell): Json => [row, column];

function beginning(
  id: string,
  kind: QueryKind,
  { target, support }: Pick<MatchingSet, 'target' | 'support'>,
  asked: EntityImage,
): JsonObject {
  return {
    id,
    kind,
    item: target.id,
    domain: target.domain,
    entity: target.name,
    gender: target.gender,
    family: asked.condition,
    transformation: asked.transformation,
    support: { image: support.name, transformation: support.transformation },
  };
}

function shownLine(image: EntityImage, distractor: Distractor | null): JsonObject {
  return {
    item: image.item,
    image: image.name,
    transformation: image.transformation,
    role: distractor?.role ?? 'answer',
    ...(distractor !== null && distractor.distance !== null && { distance: distractor.distance }),
  };
}
