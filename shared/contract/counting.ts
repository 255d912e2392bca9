import { z } from 'zod';

/** Which answers figures rest on; the same words in every request for figures. */
export const counting = {
  /**
   * What becomes of answers that cannot be read, or are missing as the time ran out: they count as wrong, or the figures
   * are of those that could be read.
   */
  unreadable: z.enum(['wrong', 'left_out']).default('wrong'),
  /**
   * What becomes of answers that are absent: a model or a file answers other questions of an item, and others like this one
   * elsewhere, and says nothing of this one. Where only readable answers count, absent ones do not.
   */
  absent: z.enum(['wrong', 'left_out']).default('wrong'),
  /** Whether answers of participants count who have not come to the end of their study session. */
  unfinished: z.boolean().default(false),
};

/**
 * What becomes of items on which a verdict is undecided (judges differ, and nobody has decided): they leave the figures that
 * need it for all respondents, or for none, and the verdict counts as wrong.
 */
export const UndecidedRule = z.enum(['left_out', 'wrong']);
export type UndecidedRule = z.infer<typeof UndecidedRule>;

/** Which items respondents are compared on. */
export const ComparedItems = z.enum([
  /** Those that everybody answered. */
  'common',
  /** Those that every model and at least one participant answered. */
  'together',
  /** Each respondent's own. */
  'own',
]);
export type ComparedItems = z.infer<typeof ComparedItems>;
