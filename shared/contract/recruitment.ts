import { z } from 'zod';
import { StudyId } from '../base/ids.ts';
import { CompletionHandoff } from '../domain/study.ts';
import { procedure } from './base.ts';

/** A question before a study that decides who takes part. */
export const ScreeningQuestion = z.object({
  prompt: z.string().min(1).max(1000),
  options: z
    .array(z.object({ text: z.string().min(1).max(500), passes: z.boolean() }))
    .min(2)
    .max(20),
});
export type ScreeningQuestion = z.infer<typeof ScreeningQuestion>;

/** How people come to a study by its link. Curators change it at any time. */
export const RecruitmentSettings = z.object({
  /** Whether the link takes people in. */
  open: z.boolean(),
  /** How many are to finish. */
  places: z.int().min(1).max(5000),
  /**
   * Where people come from: `prolific` brings PROLIFIC_PID, STUDY_ID and SESSION_ID; `generic` one parameter of the
   * study's own choice; `none` no id: every browser is a new person.
   */
  panel: z.enum(['prolific', 'generic', 'none']),
  /** The parameter with the participant's id, for `generic`. */
  idParameter: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/u)
    .default('participant'),
  /**
   * How an id is checked. `same`: people who return must bring the same parameters as the first time.
   * `links`: Casebook makes a link with a check for each id of a list. `prolific`: Prolific signs the link.
   */
  check: z.enum(['same', 'links', 'prolific']),
  /** After this many minutes without a sign of life, a place may go to somebody else. */
  silenceMinutes: z.int().min(1).max(1440),
  screening: z.array(ScreeningQuestion).max(20),
  device: z.object({
    /** CSS pixels of the screen; 0: any. */
    width: z.int().min(0).max(10_000),
    height: z.int().min(0).max(10_000),
    /** Whether a device with nothing but a touch screen will do. */
    touch: z.boolean(),
  }),
  /** More failed attention checks than this end as "attention failed": excluded, and the place is free. Null: never. */
  failedChecks: z.int().nonnegative().max(50).nullable(),
  outcomes: z.object({
    complete: CompletionHandoff.nullable(),
    screenedOut: CompletionHandoff.nullable(),
    attention: CompletionHandoff.nullable(),
  }),
});
export type RecruitmentSettings = z.infer<typeof RecruitmentSettings>;

export const Recruitment = z.object({
  settings: RecruitmentSettings,
  /** The study link with the panel's parameters; null where this program is not on a network. */
  link: z.string().nullable(),
  /** The same for a curator who looks at what participants see first. */
  previewLink: z.string().nullable(),
  /** How many ids of the panel are kept. */
  panelIds: z.int(),
});
export type Recruitment = z.infer<typeof Recruitment>;

/** How many people of one group there are: a group is counterbalanced alike. */
const GroupBoard = z.object({
  /** From 1. */
  group: z.int().positive(),
  places: z.int(),
  underWay: z.int(),
  silent: z.int(),
  finished: z.int(),
  left: z.int(),
});

/**
 * How a study goes. Counts people who came by the study link: with an id from the moment they open it, without one from
 * their first answer on, because anybody can open a link a thousand times. Places also count people whom a curator enrolled. */
export const Board = z.object({
  arrived: z.int(),
  /** Arrived, and has not been screened or taken a place yet. */
  deciding: z.int(),
  declined: z.int(),
  screenedOut: z.int(),
  underWay: z.int(),
  silent: z.int(),
  finished: z.int(),
  attentionFailed: z.int(),
  withdrawn: z.int(),
  /** By the panel: returned, timed out, rejected. */
  returned: z.int(),
  /** Places: how many there are, and how many are free now. */
  places: z.int(),
  left: z.int(),
  groups: z.array(GroupBoard),
  /** Places that were taken within seconds by people who have answered nothing; null: there are none. */
  crowd: z.object({ places: z.int(), seconds: z.int() }).nullable(),
  /** For each version of the questions, how many answers there are of those who finished and count. */
  conditions: z.array(z.object({ condition: z.string(), title: z.string(), answers: z.int() })),
});
export type Board = z.infer<typeof Board>;

/** What came of a panel's file. */
export const PanelStatus = z.object({
  rows: z.int(),
  /** Places that were released. */
  released: z.int(),
  /** Finished people who were excluded. */
  excluded: z.int(),
  /** Nothing to do: approved, awaiting review, or done before. */
  unchanged: z.int(),
  /** Rows about nobody here, by their line in the file. */
  unknown: z.array(z.object({ line: z.int(), reason: z.string() })),
});
export type PanelStatus = z.infer<typeof PanelStatus>;

const study = z.object({ id: StudyId });

/** How people elsewhere come to a study. For curators. */
export const recruitment = {
  /** Null: the study has no link yet. */
  get: procedure.input(study).output(Recruitment.nullable()),
  /** Settings to start from, with a preset. */
  initial: procedure
    .input(study.extend({ preset: z.enum(['prolific', 'classroom', 'list']) }))
    .output(RecruitmentSettings),
  /** Makes the study link, or changes how people come. */
  save: procedure.input(study.extend({ settings: RecruitmentSettings })).output(Recruitment),
  /** Another study link: the former one leads nowhere. People under way go on. */
  renewLink: procedure.input(study).output(Recruitment),
  /** Links with a check for ids of a list, one each. */
  links: procedure
    .input(study.extend({ ids: z.array(z.string().min(1).max(200)).min(1).max(5000) }))
    .output(z.array(z.object({ id: z.string(), link: z.string() }))),
  /** Gives back the places of the board's crowd. People among them who return get a free place. Gives how many. */
  releaseCrowd: procedure.input(study).output(z.object({ released: z.int() })),
  /** Takes in the panel's list of submissions, a CSV: RETURNED, TIMED-OUT and REJECTED release places. */
  panelStatus: procedure.input(study.extend({ csv: z.string().max(10_000_000) })).output(PanelStatus),
  /** Deletes the panel's ids for good, once everybody is paid. Gives how many. */
  forgetIds: procedure.input(study).output(z.object({ forgotten: z.int() })),
};
