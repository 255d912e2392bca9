import type { Guidance } from '../queries/answerFile.ts';
import type { ImageCondition } from '../queries/entities.ts';
import type { Domain } from '../schema.ts';

export const DOMAINS = ['CELEB', 'WORD'] as const satisfies readonly Domain[];

export type ChoiceTask = 'matching' | 'grid';

/** What ids of figures and tallies of a task in a domain begin with: `celeb_matching`, `word_semi_guided`. */
export const taskName = (domain: Domain, task: ChoiceTask | Guidance): string =>
  `${domain.toLowerCase()}_${task.replace('-', '_')}`;

/** The same for one family: `celeb_matching_ood`; null: all of them. */
export const familyName = (name: string, family: ImageCondition | null): string =>
  family === null ? name : `${name}_${family.toLowerCase()}`;

/**
 * The same for an attribute or a transformation: `celeb_guided:left_eye`. The part before the colon is none of those
 * names, so that it is told apart from `celeb_guided_org` whatever attributes are called.
 */
export const of = (name: string, what: string): string => `${name}:${what}`;

/** Attributes with one hint, and the same attributes with none. */
export const hintedName = (domain: Domain): string => `${domain.toLowerCase()}_hinted`;
export const unhintedName = (domain: Domain): string => `${domain.toLowerCase()}_unhinted`;

/** Attributes on variants that a transformation made, guided. */
export const transformationName = (domain: Domain, transformation: string): string =>
  of(`${domain.toLowerCase()}_transformed`, transformation);

/** A cell by row and column from the top left, from 0: `celeb_grid_cell_0_1`. */
export const cellName = (name: string, [row, column]: readonly [number, number]): string =>
  `${name}_cell_${String(row)}_${String(column)}`;
