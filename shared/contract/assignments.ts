import { z } from 'zod';
import { Seed } from '../domain/randomDraws.ts';
import { ItemId, PersonId } from '../base/ids.ts';
import { Round } from '../base/numbers.ts';
import { procedure } from './base.ts';
import { ItemSelection } from './items.ts';

export const AssignRequest = z.object({
  items: ItemSelection,
  task: z.string(),
  people: z.array(PersonId).min(1),
  /** How many of the people each item goes to. */
  overlap: z.int().positive(),
  /** `fixed`: the order of import, for everybody the same; `random`: an order of everybody's own. */
  order: z.enum(['fixed', 'random']),
  /** Decides chance: the same seed, items and people give the same assignments. */
  seed: Seed,
  round: Round,
  /** Which part of the task is asked for (`Task.parts`); null or left out: everything. */
  part: z.string().nullable().optional(),
  /** Leave out what somebody has in this round already, however many it is to have. */
  unassignedOnly: z.boolean().default(false),
  /** Only say what would be assigned. */
  dryRun: z.boolean().default(false),
});
export type AssignRequest = z.input<typeof AssignRequest>;

export const AssignReport = z.object({
  /** Assignments made. */
  assigned: z.int(),
  /** Items that have at least one new assignment. */
  items: z.int(),
  /** Items that had as many raters in this round as asked for already. */
  complete: z.int(),
  /** Items that were left out because they are rejected; only in a round after the first. */
  rejected: z.int(),
  people: z.array(z.object({ personId: PersonId, handle: z.string(), assigned: z.int(), total: z.int() })),
  seed: z.int(),
  /** The part that is usual for these items: where several people rate imported ones that have what it gives; else null. */
  usualPart: z.string().nullable(),
  /** What the order gives away of the labels of the items; null: no more than chance would, or the order is random. */
  separation: z
    .object({
      label: z.string(),
      items: z.int(),
      firstHalf: z.number(),
      lastHalf: z.number(),
      auc: z.number(),
      repeats: z.number(),
      repeatsByChance: z.number(),
    })
    .nullable(),
});
export type AssignReport = z.infer<typeof AssignReport>;

export const AssignmentProgress = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  task: z.string(),
  round: z.int(),
  assigned: z.int(),
  submitted: z.int(),
  skipped: z.int(),
  /** Begun and not submitted. */
  drafts: z.int(),
  activeMilliseconds: z.int(),
  lastSubmittedAt: z.int().nullable(),
});
export type AssignmentProgress = z.infer<typeof AssignmentProgress>;

/** Who answers what. */
export const assignments = {
  /**
   * Gives each item to `overlap` people, those with the least work first, beside what is assigned in this round
   * already. Nobody gets an item twice in a round.
   */
  assign: procedure.input(AssignRequest).output(AssignReport),
  /** Takes open assignments back; what a person has begun or submitted stays. */
  withdraw: procedure
    .input(
      z.object({
        personId: PersonId,
        task: z.string(),
        round: Round,
        items: z.array(ItemId).optional(),
      }),
    )
    .output(z.object({ withdrawn: z.int(), kept: z.int() })),
  /** Everybody's, for a curator; one's own for everybody else. */
  progress: procedure.output(z.array(AssignmentProgress)),
  /** The caller's own work: what is open, and where to go on. */
  mine: procedure.output(
    z.array(
      z.object({
        task: z.string(),
        round: z.int(),
        open: z.int(),
        submitted: z.int(),
        skipped: z.int(),
        next: ItemId.nullable(),
      }),
    ),
  ),
};
