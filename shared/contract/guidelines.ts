import { z } from 'zod';
import { GuidelineId } from '../base/ids.ts';
import { Round } from '../base/numbers.ts';
import { procedure } from './base.ts';

export const Guideline = z.object({
  id: GuidelineId,
  task: z.string(),
  field: z.string(),
  /** Null: the field as a whole. */
  category: z.string().nullable(),
  note: z.string(),
  /** Null: for every round. */
  round: Round.nullable(),
  person: z.string().nullable(),
  createdAt: z.int(),
});
export type Guideline = z.infer<typeof Guideline>;

/** What raters are told about a field or one of its categories; shown where they answer. */
export const guidelines = {
  list: procedure.input(z.object({ task: z.string() })).output(z.array(Guideline)),
  add: procedure
    .input(
      z.object({
        task: z.string(),
        field: z.string(),
        category: z.string().nullable(),
        note: z.string().trim().min(1).max(4000),
        round: Round.nullable().default(null),
      }),
    )
    .output(Guideline),
  remove: procedure.input(z.object({ id: GuidelineId })).output(z.void()),
};

/** Whether a guideline is for somebody who answers in a round; null: for anybody who oversees them all. */
export const isForRound = (guideline: Pick<Guideline, 'round'>, round: number | null): boolean =>
  guideline.round === null || round === null || guideline.round === round;
