import { z } from 'zod';
import { CornerBox, Domain, SideConvention } from '../schema.ts';
import { GUIDANCE } from './answerFile.ts';
import { CONDITIONS } from './entities.ts';
import { LETTERS } from './imageMatching.ts';

/*
 * Questions of the three perception tasks as items: a line of a file of query sets, which is a data file of its own. What
 * participants get is the part of it that a question needs.
 */

const name = z.string().min(1, 'is empty');
const Cell = z.tuple([z.literal([0, 1]), z.literal([0, 1])]);

/** What every question says of what it is about; answers are counted under it. */
const about = {
  id: name,
  /** The item of the entity. */
  item: z.string().optional(),
  domain: Domain,
  entity: z.string().optional(),
  gender: z.enum(['male', 'female']).nullable().optional(),
  family: z.enum(CONDITIONS).optional(),
  transformation: z.string().optional(),
};

const Shown = z.looseObject({ image: name, transformation: z.string().optional() });

/** Which of four candidates was made from the support image. */
const MatchingQuery = z.looseObject({
  ...about,
  kind: z.literal('matching'),
  support: Shown,
  candidates: z.record(z.enum(LETTERS), Shown),
  answer: z.enum(LETTERS).optional(),
});

/** In which cell of a collage the original of the support image is. */
const GridQuery = z.looseObject({
  ...about,
  kind: z.literal('grid'),
  support: Shown,
  collage: name,
  answer: Cell.optional(),
});

/** Where the attributes are on an image, given the original with boxes. */
export const LocalisationQuery = z.looseObject({
  ...about,
  kind: z.literal('localisation'),
  guidance: z.enum(GUIDANCE),
  /** The image that boxes are drawn on. */
  image: name,
  support: Shown,
  /** Whose left "left" is. */
  side: SideConvention,
  /** Boxes that are shown on the support image. */
  given: z.record(z.string(), CornerBox),
  /** The top left corner of a box, shown instead of the box. */
  given_corner: z.looseObject({ x1: z.number(), y1: z.number() }).nullable().optional(),
  /** The attributes that are to be drawn. */
  attributes: z.array(name).min(1),
  /** The attribute that is the one hint where there is one, whether or not this question gives it; null: a corner. */
  hint: name.nullable(),
  /** The boxes that hold, of all attributes. */
  boxes: z.record(z.string(), CornerBox).optional(),
});

/** A question as an item. What participants do not get may be missing. */
export const Query = z.discriminatedUnion('kind', [MatchingQuery, GridQuery, LocalisationQuery]);
export type Query = z.infer<typeof Query>;
export type QueryKind = Query['kind'];
