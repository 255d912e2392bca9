import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { FollowUps } from '../domain/followUps.ts';
import { Seed } from '../domain/randomDraws.ts';
import { ItemId, PersonId, StudyId, StudySessionId } from '../base/ids.ts';
import { ItemTranslation, TranslationOutcome, TranslationStatus } from '../domain/itemTranslation.ts';
import { AttentionCheck, AwayMode, ClosingQuestion } from '../domain/study.ts';
import { ParticipantLanguage } from '../domain/participantLanguage.ts';
import { StudyState } from '../domain/status.ts';
import { Person } from './application.ts';
import { counting } from './counting.ts';
import { procedure, progressOr } from './base.ts';
import { ItemFilter } from './items.ts';
import { Board } from './recruitment.ts';

/** Which items a study asks about. */
export const StudyItems = z.object({
  filter: ItemFilter.default({}),
  /** Left out: all that the filter finds. `each`: this many of every stratum; `total`: this many in all, in proportion. */
  sample: z
    .object({
      /** A facet of the items, or `label`; null: without strata. */
      stratum: z.string().nullable(),
      /** More of the same: a stratum is then what items have of all of them together. */
      crossed: z.array(z.string()).max(4).optional(),
      how: z.enum(['each', 'total']),
      size: z.int().positive(),
    })
    .nullable()
    .default(null),
});
export type StudyItems = z.infer<typeof StudyItems>;

export const StudySettings = z.object({
  items: StudyItems,
  /** Everything random follows from it: the sample, orders, conditions. */
  seed: Seed,
  /** `random`: each participant in an order of their own. */
  order: z.enum(['random', 'fixed']),
  /** The versions that participants are dealt, counterbalanced; one where there is but one. */
  conditions: z.array(z.string()).min(1),
  /** How many of the items each participant gets, evenly dealt; null: all. */
  itemsEach: z.int().positive().nullable(),
  /**
   * Of items that tell each other's answers each participant meets one. Left out: everybody who takes part meets them
   * all, as in studies that were opened before there was this.
   */
  apart: z.boolean().optional(),
  /**
   * When the questions come that follow up on the first one about an item. Left out: right after it, as in studies from
   * before there was this.
   */
  followUps: FollowUps.optional(),
  /** Items with feedback before the others; they never count. */
  practice: z.array(ItemId).max(50),
  attention: z.object({
    checks: z.array(AttentionCheck).max(50),
    /** After how many items one comes. */
    every: z.int().positive(),
  }),
  /** Asked after the last item, in this order. */
  questionnaire: z.array(ClosingQuestion).max(50).optional(),
  /** After how many items a break comes; null: none. */
  breakEvery: z.int().positive().nullable(),
  /** Per step, in seconds; null: none. */
  timeLimitSeconds: z.int().positive().max(86_400).nullable(),
  /** Left out: `hide`. In studies from before there was this the time stood still and the question stayed in sight. */
  whileAway: AwayMode.optional(),
  allowBack: z.boolean(),
  /** The longer side of images as participants get them, in pixels; null: as they are. */
  imageSide: z.int().min(64).max(8192).nullable(),
  /** Of Casebook's own texts on participants' pages; left out: English. */
  language: ParticipantLanguage.optional(),
  /** Casebook's own texts that the study replaces, by their names in the catalogue. */
  replacedTexts: z.record(z.string(), z.string().max(5000)).optional(),
  /** Whether participants see how many items there are; left out: they do. */
  showsProgress: z.boolean().optional(),
  /** What becomes of the answers of somebody who leaves; left out: they are kept, marked as left early. */
  onWithdrawal: z.enum(['keep', 'delete']).optional(),
  texts: z.object({
    consent: z.string().min(1, 'is empty'),
    instructions: z.string(),
    breaks: z.string(),
    thanks: z.string(),
  }),
});
export type StudySettings = z.infer<typeof StudySettings>;

/** Settings as they are stored: with the items' texts in the study's language, which the forms do not carry about. */
export const StoredStudySettings = StudySettings.extend({
  translations: z.array(ItemTranslation).optional(),
});
export type StoredStudySettings = z.infer<typeof StoredStudySettings>;

export const Study = z.object({
  id: StudyId,
  title: z.string(),
  state: StudyState,
  settings: StudySettings,
  createdBy: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Items that count, once it is open; of a draft, those it would have now. */
  items: z.int(),
  /** How many of them a participant meets. */
  itemsEach: z.int(),
  /** Whether some of them tell each other's answers, so that a participant meets one of those. */
  apart: z.boolean(),
  participants: z.object({ total: z.int(), started: z.int(), finished: z.int(), excluded: z.int() }),
});
export type Study = z.infer<typeof Study>;

export const StudyPreview = z.object({
  items: z.int(),
  /** How many of them a participant meets. */
  itemsEach: z.int(),
  /** Whether some of them tell each other's answers, so that a participant meets one of those. */
  apart: z.boolean(),
  practice: z.int(),
  /** How many items of each stratum; one entry with null where there are no strata. */
  strata: z.array(z.object({ value: z.string().nullable(), available: z.int(), chosen: z.int() })),
  /** Steps that a participant answers, attention checks and the questions of the end included: fewest and most, conditions and items differ. */
  steps: z.object({ least: z.int(), most: z.int() }),
  /** At most, where it depends on the items which of them come again in a second pass. */
  breaks: z.int(),
  checks: z.int(),
  /** Items that cannot be asked about, each with the reason; they are left out. */
  unusable: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Why it cannot be opened like this. */
  problems: z.array(z.string()),
});
export type StudyPreview = z.infer<typeof StudyPreview>;

export const Participant = z.object({
  studySessionId: StudySessionId,
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  number: z.int(),
  state: z.enum(['waiting', 'sitting', 'finished', 'withdrawn']),
  answered: z.int(),
  steps: z.int(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  attention: z.object({ passed: z.int(), failed: z.int() }),
  /** Median active time of a step, in milliseconds. */
  medianMilliseconds: z.number().nullable(),
  /** Share of the time that was spent away from the window. */
  awayShare: z.number().nullable(),
  interruptions: z.int(),
  timedOut: z.int(),
  /** Why their answers do not count; null: they do. */
  excluded: z.object({ reason: z.string(), by: z.string(), at: z.int() }).nullable(),
  /** Set where a package was made for them and its answers have not come back. */
  packagedAt: z.int().nullable(),
  /** When their answers were deleted because they asked for it. */
  erasedAt: z.int().nullable(),
});
export type Participant = z.infer<typeof Participant>;

export const StudyReport = z.object({
  files: z.array(z.string()),
  participants: z.int(),
  responses: z.int(),
});
export type StudyReport = z.infer<typeof StudyReport>;

/** What a benchmark offers a study. */
export const StudyChoices = z.object({
  conditions: z.array(z.object({ id: z.string(), title: z.string() })),
  strata: z.array(z.object({ name: z.string(), title: z.string() })),
  /** A study to start from. */
  initial: StudySettings,
  /** What the benchmark says of questions that follow up on the first; null: an item's questions belong together. */
  followUps: z
    .object({
      title: z.string(),
      why: z.string(),
      /** The instructions that go with each way to ask them. */
      instructions: z.record(FollowUps, z.string()),
    })
    .nullable(),
});
export type StudyChoices = z.infer<typeof StudyChoices>;

/** How many characters a table of translations may have. */
export const LONGEST_TABLE = 10_000_000;

const study = z.object({ id: StudyId });

/**
 * How a study goes: its numbers and the table of its participants, of one moment, so that they never contradict each
 * other. Without a study link there are no numbers.
 */
export const StudyBoard = z.object({ numbers: Board.nullable(), participants: z.array(Participant) });
export type StudyBoard = z.infer<typeof StudyBoard>;

/** Human baselines: setting up, enrolling, managing. For curators. */
export const studies = {
  /** What the benchmark offers a study; null where it has no baseline. */
  options: procedure.output(StudyChoices.nullable()),
  list: procedure.output(z.array(Study)),
  get: procedure.input(study).output(Study),
  /** What a study of these settings would be, nothing written. */
  preview: procedure.input(StudySettings).output(StudyPreview),
  /** Makes a draft, or changes one; of an open study only the title. */
  save: procedure
    .input(
      z.object({
        id: StudyId.optional(),
        title: z.string().min(1).max(200),
        settings: StudySettings,
        /** The study whose translations a new draft begins with. */
        copyOf: StudyId.optional(),
      }),
    )
    .output(Study),
  /** How much of what participants read of its items is in its language. */
  translations: procedure.input(study).output(TranslationStatus),
  /** The table to translate: a CSV file of every text that participants read of its items. */
  translationTable: procedure.input(study).output(z.object({ csv: z.string() })),
  /** Takes such a table in again, all of it or, where anything in it is wrong, nothing. Of a draft only. */
  translate: procedure.input(study.extend({ csv: z.string().max(LONGEST_TABLE) })).output(TranslationOutcome),
  /** Draws the items; they and the settings stand from now on. */
  open: procedure.input(study).output(Study),
  /** No more study sessions; answers stay. Open again with `reopen`. */
  close: procedure.input(study).output(Study),
  reopen: procedure.input(study).output(Study),
  /** Of a draft only. */
  remove: procedure.input(study).output(z.void()),
  participants: procedure.input(study).output(z.array(Participant)),
  board: procedure.input(study).output(StudyBoard),
  /** Gives people a study session each, with everything random decided. Refused for who has seen gold. */
  enrol: procedure
    .input(study.extend({ people: z.array(PersonId).min(1).max(1000) }))
    .output(z.array(Participant)),
  /** Makes this many participants without names (P01, P02 …) and enrols them. */
  enrolNew: procedure
    .input(
      study.extend({ count: z.int().min(1).max(1000), prefix: z.string().regex(/^[\p{L}\p{N}._-]{0,32}$/u) }),
    )
    .output(z.array(Participant)),
  /** Cancels a study session that was not begun. */
  unenrol: procedure.input(z.object({ studySessionId: StudySessionId })).output(z.array(Participant)),
  exclude: procedure
    .input(z.object({ studySessionId: StudySessionId, reason: z.string().min(1).max(2000) }))
    .output(z.array(Participant)),
  include: procedure
    .input(z.object({ studySessionId: StudySessionId, reason: z.string().max(2000) }))
    .output(z.array(Participant)),
  /**
   * Deletes a participant's answers and all verdicts on them, for good: they asked for it. They count as withdrawn. Refused
   * for one who has not begun.
   */
  erase: procedure.input(z.object({ studySessionId: StudySessionId })).output(z.array(Participant)),
  /**
   * A link with which that participant takes part in a browser on this machine, and can do nothing else there. Null
   * where the host cannot offer any. A new link ends an older one.
   */
  link: procedure
    .input(z.object({ studySessionId: StudySessionId }))
    .output(z.object({ url: z.string().nullable() })),
  /** The caller tries the study out from the start; none of it is kept. Gives the study session. */
  tryOut: procedure.input(study).output(z.object({ studySessionId: StudySessionId })),
  /** People who could take part, and why others could not. */
  candidates: procedure
    .input(study)
    .output(z.array(z.object({ person: Person, enrolled: z.boolean(), refused: z.string().nullable() }))),
  /** Writes the report: who, how many, when, with which texts, seeds, exclusions and why, with figures. */
  report: procedure
    .input(
      study.extend({
        target: z.string().min(1),
        force: z.boolean().default(false),
        unfinished: counting.unfinished,
        /** People's handles, in place of pseudonyms. */
        names: z.boolean().default(false),
      }),
    )
    .output(eventIterator(progressOr(StudyReport))),
};
