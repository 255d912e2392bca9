import { z } from 'zod';
import { AnswerKind, ImageNote, StepAnswer } from './baseline.ts';
import { ItemPart } from './followUps.ts';
import { ImageId, ItemId } from '../base/ids.ts';
import { Time } from '../base/numbers.ts';
import { ParticipantLanguage } from './participantLanguage.ts';

/** A question with one right answer that shows whether a participant still reads. */
export const AttentionCheck = z.object({
  prompt: z.string().min(1),
  options: z.array(z.string().min(1)).min(2).max(10),
  /** The place of the right option, from 0. */
  expected: z.int().nonnegative(),
  /** The item whose images are shown with it: a catch trial. Nobody is asked about that item. */
  image: ItemId.optional(),
});
export type AttentionCheck = z.infer<typeof AttentionCheck>;

/** A question about the participant or the study, after everything else. It counts for nothing. */
export const ClosingQuestion = z.object({
  prompt: z.string().min(1),
  /** Of which one is chosen; none: it is answered in the participant's own words, or not at all. */
  options: z.array(z.string().min(1)).max(20),
});
export type ClosingQuestion = z.infer<typeof ClosingQuestion>;

/** What somebody whose part in a study ended takes back to where they came from: a code, an address, both or neither. */
export const CompletionHandoff = z.object({
  code: z.string().min(1).max(200).nullable(),
  /** Where the page leads once everything has arrived. */
  address: z
    .url({ protocol: /^https$/u })
    .max(2000)
    .nullable(),
});
export type CompletionHandoff = z.infer<typeof CompletionHandoff>;

/** One thing that a participant meets, in the order of the plan. */
export const PlanEntry = z.discriminatedUnion('kind', [
  /** Before the first item: what is asked and how. */
  z.object({ kind: z.literal('instructions') }),
  z.object({
    kind: z.literal('item'),
    purpose: z.enum(['practice', 'main']),
    itemId: ItemId,
    condition: z.string(),
    /** The order of the item's images, by position. */
    images: z.array(z.int().nonnegative()),
    /** SHA-256 of the item's images, by position, as they were when the plan was made; left out in plans of before. */
    contents: z.array(z.string()).optional(),
    /** By step: the ids of options or texts in the order in which this participant gets them. */
    options: z.record(z.string(), z.array(z.string())),
    /** Which of the item's questions are asked here: the first, or those that follow up on it; left out: all. */
    part: ItemPart.optional(),
  }),
  /** After practice: that it begins in earnest. */
  z.object({ kind: z.literal('start') }),
  /** After the first question about every item: that some come again with more questions. */
  z.object({ kind: z.literal('second_pass') }),
  z.object({ kind: z.literal('attention'), check: z.int().nonnegative() }),
  z.object({ kind: z.literal('question'), question: z.int().nonnegative() }),
  z.object({ kind: z.literal('break') }),
]);
export type PlanEntry = z.infer<typeof PlanEntry>;

/**
 * What happens to a question while its window is not in front. `hide`: it is hidden and its time stands still. `run`: it
 * stays in sight and its time runs on, also while the window is closed.
 */
export const AwayMode = z.enum(['hide', 'run']);
export type AwayMode = z.infer<typeof AwayMode>;

/** The same in words; of a study that does not say so it is not known what its first participants could see. */
export function whileAwayInWords(mode: AwayMode | undefined): string {
  if (mode === 'run') return 'the question stays in sight and its time runs on';
  const hidden = 'the question is hidden and its time stands still';
  return mode === 'hide' ? hidden : `${hidden}; in earlier versions of Casebook it stayed in sight`;
}

/** What was asked and answered before, in words. */
const AnsweredBefore = z.object({
  prompt: z.string(),
  answer: z.string(),
  /** Of the question, where it may differ from the page's. */
  language: ParticipantLanguage.optional(),
  /** The same of an answer in the question's words, such as an option. */
  answerLanguage: ParticipantLanguage.optional(),
});

/** What a participant's page shows. There is never more on their side than what is asked now and was asked before. */
export const StudySessionView = z.discriminatedUnion('view', [
  z.object({ view: z.literal('consent'), text: z.string(), onWithdrawal: z.enum(['keep', 'delete']) }),
  /** Instructions, the start after practice or of a second pass, a break, a pause since nobody answers: read, then on. */
  z.object({
    view: z.enum(['instructions', 'start', 'second_pass', 'break', 'paused']),
    entry: z.int(),
    /** The study's own words; empty: Casebook's. */
    text: z.string(),
    /** How long each question may take; null: no limit. */
    timeLimitSeconds: z.int().nullable(),
    /** Images of what comes next, to be loaded while this is read; the questions stay where they are. */
    preload: z.array(ImageId),
  }),
  z.object({
    view: z.literal('step'),
    entry: z.int(),
    step: z.string(),
    /** `attention`: it is about no item, as checks and the questions of the end are. */
    purpose: z.enum(['practice', 'main', 'attention']),
    title: z.string(),
    prompt: z.string(),
    answer: AnswerKind,
    /** Of the question and its options, where it may differ from the page's. */
    language: ParticipantLanguage.optional(),
    /** In the order in which this participant sees them; empty where nothing is shown. */
    images: z.array(
      z.object({
        id: ImageId,
        width: z.int(),
        height: z.int(),
        /** Left out where it speaks for itself. */
        note: ImageNote.optional(),
      }),
    ),
    /** What was answered about this item already; locked. */
    earlier: z.array(AnsweredBefore),
    /** Null: no limit. What is left of it, as the core counts. */
    remainingMilliseconds: z.int().nullable(),
    /** What the core has counted towards the limit so far. */
    usedMilliseconds: z.int(),
    whileAway: AwayMode,
    /** What was begun before a crash or reload. */
    draft: z
      .object({
        answer: StepAnswer.nullable(),
        shownAt: z.int().nullable(),
        activeMilliseconds: z.int(),
        awayMilliseconds: z.int(),
        focusLosses: z.int(),
      })
      .nullable(),
    /** Whether the study lets participants go back to the step before. */
    canGoBack: z.boolean(),
    /** Whether they can come back to this one from the next, so that its answer is not final; left out: no. */
    canReturn: z.boolean().optional(),
  }),
  /** After an item of practice. */
  z.object({
    view: z.literal('feedback'),
    entry: z.int(),
    images: z.array(z.object({ id: ImageId, width: z.int(), height: z.int(), note: ImageNote.optional() })),
    answers: z.array(
      AnsweredBefore.extend({
        correct: z.boolean().nullable(),
        expected: z.string(),
        /** Of what is expected, where it is not the page's. */
        expectedLanguage: ParticipantLanguage.optional(),
      }),
    ),
  }),
  z.object({
    view: z.literal('end'),
    /** `closed`: the study was closed before they were through. */
    why: z.enum(['complete', 'closed']),
    /** The study's own words. */
    text: z.string(),
    /** What they take back; null: nothing. */
    outcome: CompletionHandoff.nullable(),
  }),
  /**
   * They left (`left`), were silent for so long that somebody else has their place (`released`), or the panel ended it
   * (`panel`). `deleted`: their answers are gone.
   */
  z.object({
    view: z.literal('withdrawn'),
    why: z.enum(['left', 'released', 'panel']),
    deleted: z.boolean(),
  }),
]);
export type StudySessionView = z.infer<typeof StudySessionView>;

/** How long a step took, as the page measured it. */
export const StepTiming = z.object({
  /** When the image was first painted, UTC milliseconds that a date can be made of; null where there is none to paint. */
  shownAt: Time.nullable(),
  /** From the first paint to the answer, without the time away from the window. */
  activeMilliseconds: z.int().nonnegative(),
  awayMilliseconds: z.int().nonnegative(),
  focusLosses: z.int().nonnegative(),
});
export type StepTiming = z.infer<typeof StepTiming>;
