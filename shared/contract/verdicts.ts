import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Resamples, Seed } from '../domain/randomDraws.ts';
import { ImageId, ItemId, PersonId, ResponseId, VerdictDecisionId } from '../base/ids.ts';
import { Json } from '../base/json.ts';
import { JudgeKinds, VerdictCause, VerdictState } from '../domain/status.ts';
import { Coefficient } from './agreement.ts';
import { procedure, progressOr } from './base.ts';
import { VerdictForm } from './judging.ts';

const unit = z.object({ response: ResponseId, criterion: z.string(), subject: z.string() });
export type VerdictUnit = z.infer<typeof unit>;

export const VerdictFilter = z.object({
  criterion: z.array(z.string()).optional(),
  /** For adjudicators it finds only decided ones: the kind of the judges says who they are. */
  between: z.array(JudgeKinds).optional(),
  /** Verdicts of these judges, answers of these respondents: as `between`, for adjudicators only decided ones. */
  judge: z.array(PersonId).optional(),
  respondent: z.array(PersonId).optional(),
  /** Answers with these words in them. */
  text: z.string().max(200).optional(),
  /** Answers that a judge marked as refused; only what is not open, since marks are people's. */
  refusal: z.literal(true).optional(),
  /** Left out: disputed and in conflict. */
  state: z.array(VerdictState).optional(),
  cause: z.array(VerdictCause).optional(),
});
export type VerdictFilter = z.infer<typeof VerdictFilter>;

/** Somebody or something that judged. An LLM judge is its name, version, instructions and temperature. */
export const Judge = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
  instructionHash: z.string().nullable(),
  temperature: z.number().nullable(),
});
export type Judge = z.infer<typeof Judge>;

export const VerdictDecision = z.object({
  id: VerdictDecisionId,
  value: Json,
  person: z.string(),
  cause: VerdictCause,
  note: z.string(),
  at: z.int(),
  /** Whether it was made without sight of the verdicts. */
  unseen: z.boolean(),
});
export type VerdictDecision = z.infer<typeof VerdictDecision>;

/** A line of the queue; nothing in it tells who said what. */
export const VerdictEntry = z.object({
  unit,
  /** The criterion's. */
  title: z.string(),
  question: z.string(),
  /** The start of the answer. */
  answer: z.string(),
  state: VerdictState,
  judges: z.int(),
  since: z.int(),
  /** Null for an adjudicator who has not decided it. */
  between: z.array(JudgeKinds).nullable(),
  /** Whether a judge marked the answer as refused; null while the case is open. */
  refusal: z.boolean().nullable(),
  decision: VerdictDecision.nullable(),
  /** Whether the caller judged it themselves, and whether that keeps them from deciding it. */
  youJudged: z.boolean(),
  barred: z.boolean(),
});
export type VerdictEntry = z.infer<typeof VerdictEntry>;

export const VerdictCase = z.object({
  unit,
  /** The criterion's. */
  title: z.string(),
  criterionQuestion: z.string(),
  verdict: VerdictForm,
  state: VerdictState,
  question: z.string(),
  answer: z.string(),
  reference: z.array(z.object({ title: z.string(), text: z.string() })),
  images: z.array(z.object({ id: ImageId, width: z.int(), height: z.int() })),
  /** A, B, C … in an order of the case's own; judge and rationale are null until the decision. */
  columns: z.array(
    z.object({
      column: z.string(),
      value: Json,
      judge: Judge.nullable(),
      /** Whether the judge marked the answer as refused; null while the case is open. */
      refusal: z.boolean().nullable(),
      rationale: z.string().nullable(),
      /** What the judge's verdict builds on, in its words (key points). */
      earlier: Json.nullable(),
    }),
  ),
  /** Null until the decision. */
  respondent: z.string().nullable(),
  decision: VerdictDecision.nullable(),
  /** Whether the caller judged it themselves, and whether that keeps them from deciding it. */
  youJudged: z.boolean(),
  barred: z.boolean(),
  /** Earlier decisions and reopenings, newest first. */
  history: z.array(
    z.object({ kind: z.enum(['decision', 'reopening']), person: z.string(), note: z.string(), at: z.int() }),
  ),
});
export type VerdictCase = z.infer<typeof VerdictCase>;

const SamePassages = z.object({ units: z.int(), same: z.int() });

/** How an LLM judge stands to people on one criterion. */
export const JudgeComparison = z.object({
  judge: Judge,
  criterion: z.string(),
  title: z.string(),
  level: z.enum(['nominal', 'ordinal']),
  /** Against what people said (where they agree, or one alone). */
  before: z.object({ units: z.int(), coefficients: z.record(z.string(), Coefficient) }),
  /** Against accepted verdicts after decisions. */
  after: z.object({ units: z.int(), coefficients: z.record(z.string(), Coefficient) }),
  values: z.array(z.string()),
  /** Rows: people's verdict (before) or gold (after); columns: the judge's. */
  confusionBefore: z.array(z.array(z.int())),
  confusionAfter: z.array(z.array(z.int())),
  /** How often the judge's verdict is higher or lower (YES where the others say NO, and the reverse). */
  errors: z.object({ higher: z.int(), lower: z.int() }),
  errorsAfter: z.object({ higher: z.int(), lower: z.int() }),
  causes: z.array(z.object({ cause: VerdictCause, units: z.int() })),
  /** Of key points, which are compared by their number above: on how many answers they are the same passages. */
  passages: z.object({ before: SamePassages, after: SamePassages }).optional(),
  unparsed: z.int(),
  unknown: z.int(),
});
export type JudgeComparison = z.infer<typeof JudgeComparison>;

export const VerdictAgreement = z.object({
  seed: z.int(),
  resamples: z.int(),
  comparisons: z.array(JudgeComparison),
  /** The same between people, per criterion. */
  people: z.array(
    z.object({
      criterion: z.string(),
      title: z.string(),
      judges: z.array(Judge),
      units: z.int(),
      coefficients: z.record(z.string(), Coefficient),
      passages: SamePassages.optional(),
    }),
  ),
});
export type VerdictAgreement = z.infer<typeof VerdictAgreement>;

/** A figure, null where there is none, and how many items it rests on (of people together: answers). */
export const EffectFigure = z.object({ value: z.number().nullable(), n: z.int() });
export type EffectFigure = z.infer<typeof EffectFigure>;

/** What somebody has to do before a verdict is shown to them: decide the case, or judge or answer it themself. */
export const HiddenUntil = z.enum(['decide', 'judge']);
export type HiddenUntil = z.infer<typeof HiddenUntil>;

/** A respondent's figure by one judge alone and by accepted verdicts. */
export const VerdictEffect = z.object({
  personId: PersonId,
  respondent: z.string(),
  metric: z.string(),
  title: z.string(),
  /** As the benchmark's tables print it: times `factor` (100: percent), with `digits` digits after the point. */
  factor: z.number(),
  digits: z.int(),
  /** As Results shows it with this judge's verdicts, and with accepted ones; the two can rest on different items. */
  byJudge: EffectFigure,
  accepted: EffectFigure,
  /** Both over the same verdicts: answers with both a verdict of the judge and an accepted one. */
  same: z.object({ byJudge: z.number().nullable(), accepted: z.number().nullable(), n: z.int() }),
  /** How many verdicts that the caller may see change the figure. */
  differing: z.int(),
  /** What the caller has to do to see further ones; empty: there are none. */
  hidden: z.array(HiddenUntil),
  /** Of these the first 200, the largest change of the figure first. */
  items: z.array(
    z.object({
      itemId: ItemId,
      item: z.string(),
      criterion: z.string(),
      criterionTitle: z.string(),
      response: ResponseId,
      subject: z.string(),
      /** Both verdicts as people read them. */
      judge: z.string(),
      gold: z.string(),
      /** The figure's change when this one verdict is replaced. */
      change: z.number(),
    }),
  ),
});
export type VerdictEffect = z.infer<typeof VerdictEffect>;

/** What becomes of respondents' figures with a judge's verdicts instead of accepted ones. */
export const VerdictEffects = z.object({
  /** Which items respondents are compared on, a sentence each. */
  basis: z.array(z.string()),
  effects: z.array(VerdictEffect),
});
export type VerdictEffects = z.infer<typeof VerdictEffects>;

/** Where judges differ: deciding (adjudicators), and how far each judge can be trusted (curators). */
export const verdicts = {
  queue: procedure
    .input(
      z.object({ filter: VerdictFilter, offset: z.int().nonnegative(), limit: z.int().positive().max(500) }),
    )
    .output(z.object({ total: z.int(), rows: z.array(VerdictEntry) })),
  counts: procedure.output(
    z.object({
      disputed: z.int(),
      decided: z.int(),
      conflict: z.int(),
      /** Those to decide that the caller may not: they judged them. */
      barred: z.int(),
      criteria: z.array(z.object({ criterion: z.string(), title: z.string(), disputed: z.int() })),
      /** Empty for adjudicators. */
      between: z.array(z.object({ between: JudgeKinds, disputed: z.int() })),
      causes: z.array(z.object({ cause: VerdictCause, units: z.int() })),
    }),
  ),
  case: procedure.input(unit).output(VerdictCase),
  /** `replaces`: the decision that held when the case was read, null where none did; `conflict` where another does by now. */
  decide: procedure
    .input(
      unit.extend({
        value: Json,
        cause: VerdictCause,
        note: z.string().max(10_000),
        /** Made without sight of the verdicts. */
        unseen: z.boolean().default(false),
        replaces: VerdictDecisionId.nullable(),
      }),
    )
    .output(z.object({ case: VerdictCase, next: unit.nullable() })),
  /** Decides everything open that a filter finds, of one criterion; what the caller judged, or somebody is at, stays open. */
  decideAll: procedure
    .input(
      z.object({
        filter: VerdictFilter,
        value: Json,
        cause: VerdictCause,
        note: z.string().max(10_000),
      }),
    )
    .output(z.object({ decided: z.int(), left: z.int() })),
  reopen: procedure.input(unit.extend({ note: z.string().max(10_000) })).output(VerdictCase),
  judges: procedure.output(z.array(Judge.extend({ verdicts: z.int() }))),
  agreement: procedure
    .input(
      z.object({
        bootstrap: Resamples.default(1000),
        seed: Seed.default(1),
      }),
    )
    .output(eventIterator(progressOr(VerdictAgreement))),
  effects: procedure.input(z.object({ judge: PersonId })).output(VerdictEffects),
};
