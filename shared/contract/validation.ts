import { z } from 'zod';
import { Seed } from '../domain/randomDraws.ts';
import { AnnotationId, EditionId, ItemId } from '../base/ids.ts';
import { ValidationDecision, ValidationStage } from '../domain/status.ts';
import { procedure } from './base.ts';
import { ItemFilter } from './items.ts';

/** A text of an item as a fix sees it. */
export const ItemText = z.object({
  field: z.string(),
  title: z.string(),
  text: z.string(),
  choices: z.array(z.string()).optional(),
});
export type ItemText = z.infer<typeof ItemText>;

/** One edition of an item, with what changed against the one before. */
export const Edition = z.object({
  /** Null: the item as it came. */
  id: EditionId.nullable(),
  number: z.int().positive(),
  /** Whether it is the current one. */
  isCurrent: z.boolean(),
  changes: z.array(z.object({ field: z.string(), title: z.string(), from: z.string(), to: z.string() })),
  reason: z.string(),
  /** Who fixed it; null for the first, and for callers who may not know. */
  person: z.string().nullable(),
  createdAt: z.int(),
  /** Submitted answers about it, and answers of participants and models to it. */
  ratings: z.int(),
  responses: z.int(),
});
export type Edition = z.infer<typeof Edition>;

/** An item that waits to be fixed. */
export const FixRow = z.object({
  id: ItemId,
  externalId: z.string(),
  title: z.string(),
  facets: z.record(z.string(), z.string()),
  reason: z.string(),
  /** Whether the answer that asks for it proposes other texts. */
  hasProposal: z.boolean(),
  edition: z.int().positive(),
  since: z.int(),
});
export type FixRow = z.infer<typeof FixRow>;

/** What there is to fix an item by. */
export const FixCase = z.object({
  id: ItemId,
  externalId: z.string(),
  edition: EditionId.nullable(),
  number: z.int().positive(),
  texts: z.array(ItemText),
  /** What can be changed besides: where the item belongs, its evidence. */
  details: z.array(ItemText),
  /** What current answers propose, the one that counts first; anonymous. Only texts that differ. */
  proposals: z.array(
    z.object({
      annotationId: AnnotationId,
      decision: ValidationDecision.nullable(),
      reason: z.string(),
      texts: z.record(z.string(), z.string()),
    }),
  ),
  /** Assignments of the latest round that a fix opens again. */
  reopens: z.int(),
  /** Why it cannot be fixed now, in words; null where it can. */
  refusal: z.string().nullable(),
});
export type FixCase = z.infer<typeof FixCase>;

const StageCount = z.object({
  stage: ValidationStage,
  /** Of the items that failed no gate before it; of those accepted, all. */
  passed: z.int(),
  failed: z.int(),
  waiting: z.int(),
  /** Of those accepted, how many failed a gate before; left out where none did. */
  despite: z.int().optional(),
});

/** How many items got how far; `stages` in their order. */
export const FunnelGroup = z.object({
  /** The facet's value; null: the items without one. */
  value: z.string().nullable(),
  generated: z.int(),
  stages: z.array(StageCount),
});
export type FunnelGroup = z.infer<typeof FunnelGroup>;

export const Funnel = z.object({
  all: FunnelGroup,
  /** By the facet asked for, the most items first. */
  groups: z.array(FunnelGroup),
  /** Why items were rejected or sent back, the most frequent first. */
  reasons: z.array(z.object({ decision: ValidationDecision, reason: z.string(), items: z.int() })),
});
export type Funnel = z.infer<typeof Funnel>;

/** A coefficient of one field; `value` is null where it is undefined, which `why` says in words. */
export const Consistency = z.object({
  field: z.string(),
  title: z.string(),
  coefficient: z.string(),
  items: z.int(),
  /** Share of items on which both say the same. */
  agreement: z.number().nullable(),
  /** Of the share: Wilson's, and the bootstrap's over items (BCa). */
  agreementInterval: z.tuple([z.number(), z.number()]).nullable(),
  agreementBootstrapInterval: z.tuple([z.number(), z.number()]).nullable(),
  value: z.number().nullable(),
  /** Of the value: the score interval, why there is none, and the bootstrap's over items (BCa). */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  noInterval: z.string().nullable(),
  bootstrapInterval: z.tuple([z.number(), z.number()]).nullable(),
  why: z.string().nullable(),
});
export type Consistency = z.infer<typeof Consistency>;

export const ConsistencyReport = z.object({
  first: z.int(),
  second: z.int(),
  /** Each person against themselves, over items they answered in both rounds in the same edition. */
  people: z.array(
    z.object({
      person: z.string(),
      items: z.int(),
      fields: z.array(Consistency),
      /** Items on which they decided otherwise the second time. */
      changed: z.array(
        z.object({
          id: ItemId,
          externalId: z.string(),
          from: ValidationDecision.nullable(),
          to: ValidationDecision.nullable(),
        }),
      ),
    }),
  ),
  /** All of them together: every pair of a person's two answers. */
  pooled: z.array(Consistency),
  /** Between people within a round. */
  between: z.array(z.object({ round: z.int(), raters: z.int(), fields: z.array(Consistency) })),
  /** Answered twice, but not the same edition: not compared. */
  outdated: z.int(),
});
export type ConsistencyReport = z.infer<typeof ConsistencyReport>;

/** How many items are in each state of the validation queue. */
export const ValidationOverview = z.object({
  items: z.int(),
  /** Nobody was given them. */
  unassigned: z.int(),
  /** Somebody has yet to answer in the latest round. */
  outstanding: z.int(),
  /** All answers of the latest round are about an earlier edition. */
  outdated: z.int(),
  /** Raters differ; they go to Adjudicate. */
  disputed: z.int(),
  /** Answered or skipped, and nothing follows from that yet. */
  undecided: z.int(),
  toFix: z.int(),
  /** Decided to be accepted, and short of what the casebook asks for. */
  shortOfPromotion: z.int(),
  /** Decided to be accepted, with all that the casebook asks for, and accepted by nobody yet. */
  ready: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  /** Rounds in which anybody was asked, ascending. */
  rounds: z.array(z.int()),
});
export type ValidationOverview = z.infer<typeof ValidationOverview>;

/** Validating generated items: what waits, fixing, editions, rounds, the funnel. */
export const validation = {
  /**
   * How many items are in each state of the queue. An item is in exactly one, so that they add up to all items; those
   * that are blind to the caller are outstanding.
   */
  overview: procedure.output(ValidationOverview),
  /**
   * Items that wait to be fixed, longest first; those blind to the caller left out. Curators see them as soon as all
   * answers given so far ask for a fix, others once nobody has yet to answer, as the overview counts them.
   */
  toFix: procedure
    .input(z.object({ offset: z.int().nonnegative(), limit: z.int().positive().max(500) }))
    .output(z.object({ total: z.int(), rows: z.array(FixRow) })),
  /** One of them. `forbidden` where it is blind to the caller. */
  case: procedure.input(z.object({ itemId: ItemId })).output(FixCase),
  /**
   * Makes a new edition of an item: answers to the former one stay with it and no longer count, and people who answered
   * in the latest round are asked again. `conflict` if the item has moved on from `edition`, or an open study asks
   * about it; `invalid_input` if nothing changes or it is no item any more.
   */
  fix: procedure
    .input(
      z.object({
        itemId: ItemId,
        edition: EditionId.nullable(),
        texts: z.record(z.string(), z.string()),
        reason: z.string().trim().min(1),
        annotationId: AnnotationId.nullable(),
      }),
    )
    .output(z.object({ edition: EditionId, number: z.int(), reopened: z.int() })),
  /** The latest first. */
  editions: procedure.input(z.object({ itemId: ItemId })).output(z.array(Edition)),
  funnel: procedure.input(z.object({ filter: ItemFilter, by: z.string().nullable() })).output(Funnel),
  consistency: procedure
    .input(
      z.object({
        first: z.int().positive(),
        second: z.int().positive(),
        resamples: z.int().nonnegative().max(10_000),
        seed: Seed,
      }),
    )
    .output(ConsistencyReport),
};
