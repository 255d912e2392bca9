import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ForeignSets } from '../foreign/foreignPart.ts';
import { JsonObject } from '../base/json.ts';
import { Promotion } from '../domain/status.ts';
import { OpenCasebook } from './application.ts';
import { procedure, progressOr } from './base.ts';

export const CheckProblem = z.object({
  where: z.string(),
  what: z.string(),
  severity: z.enum(['error', 'warning']),
});
export type CheckProblem = z.infer<typeof CheckProblem>;

export const CheckReport = z.object({ ok: z.boolean(), problems: z.array(CheckProblem) });
export type CheckReport = z.infer<typeof CheckReport>;

/** An intersection over union at which boxes count as the same. */
export const SameBox = z.number().min(0.1).max(1);

export const CasebookSettings = z.object({
  /** What becomes of an item when its annotation is submitted and breaks no rule. */
  afterSubmit: z.enum(['in_review', 'accepted']),
  /** Whether the answer of a single rater is gold. */
  singleRater: z.boolean(),
  /**
   * What acceptance requires where items are validated. `one_round`: gold that breaks no rule; `two_rounds`: everybody
   * accepts the current item in at least two rounds, or an adjudicator decided so, which alone is enough with
   * `adjudicated`.
   */
  promotion: Promotion,
  /** Whether adjudicators may decide cases that they rated (between verdicts: judged) themselves. */
  decideOwn: z.boolean(),
  /** Whether adjudicators see the earlier gold, the name and the origin of an item before they decide on it. */
  showEarlierGold: z.boolean(),
  /** From which intersection over union on raters' boxes are about the same thing, and gold is their consensus. */
  sameBox: SameBox,
});
export type CasebookSettings = z.infer<typeof CasebookSettings>;

/** A copy of its database that a casebook keeps in its own folder. */
export const KeptBackup = z.object({
  /** Its file's name, which tells it from the others. */
  name: z.string(),
  /** UTC milliseconds. */
  madeAt: z.int(),
  /** What it was made for; null for a file that somebody put there. */
  reason: z
    .enum(['daily', 'import', 'work', 'before-restore', 'before-schema', 'before-correcting-numbers'])
    .nullable(),
  bytes: z.int(),
  /** `unchecked`: too large to be looked through again; it was sound when it was made. */
  check: z.enum(['sound', 'damaged', 'unchecked']),
  /** When the last change was made that it has; null where it has none, or cannot tell. */
  lastChangeAt: z.int().nullable(),
  items: z.int().nullable(),
  /** Whether it was made before the casebook had its first person: nobody could work in what it brings back. */
  blank: z.boolean(),
  /** Submitted annotations and answers; null in one too large to count them. */
  answers: z.int().nullable(),
  /** How many entries of the history it lacks; null where the casebook's own database can no longer tell. */
  changesLost: z.int().nullable(),
});
export type KeptBackup = z.infer<typeof KeptBackup>;

export const BackupList = z.object({
  path: z.string(),
  /** Of the casebook as it is now, where that can still be read. */
  lastChangeAt: z.int().nullable(),
  items: z.int().nullable(),
  /** Newest first. */
  backups: z.array(KeptBackup),
});
export type BackupList = z.infer<typeof BackupList>;

/** Casebooks as a whole: making, opening, setting up, checking, keeping copies. */
export const casebooks = {
  /** Another text than before: something was changed meanwhile, by whatever window, browser or exchange. */
  changes: procedure.output(z.string()),
  create: procedure
    .input(
      z.object({
        path: z.string().min(1),
        benchmark: z.string(),
        title: z.string(),
        person: z.string().optional(),
      }),
    )
    .output(OpenCasebook),
  open: procedure.input(z.object({ path: z.string().min(1) })).output(OpenCasebook),
  /** Opens a benchmark's sample casebook, making it first where it does not exist. */
  openSample: procedure
    .input(z.object({ benchmark: z.string() }).default({ benchmark: 'caughtcheating' }))
    .output(OpenCasebook),
  /** Unpacks a package into a folder of its own (left out: beside other casebooks) and opens it as a casebook. */
  openPackage: procedure
    .input(z.object({ path: z.string().min(1), target: z.string().optional() }))
    .output(OpenCasebook),
  close: procedure.output(z.void()),
  rename: procedure.input(z.object({ title: z.string().min(1) })).output(OpenCasebook),
  saveVocabulary: procedure.input(z.object({ vocabulary: JsonObject })).output(OpenCasebook),
  /** What names the labels and keypoints of files that were imported, by format; nothing else that they said. */
  foreignNames: procedure.output(ForeignSets),
  settings: procedure.output(CasebookSettings),
  saveSettings: procedure.input(CasebookSettings.partial()).output(CasebookSettings),
  check: procedure.output(eventIterator(progressOr(CheckReport))),
  backup: procedure
    .input(z.object({ target: z.string() }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
  /** The backups that a casebook keeps of itself, also of one that does not open. */
  backups: procedure.input(z.object({ path: z.string().min(1) })).output(BackupList),
  /** Puts one of them in the place of the database, which becomes a backup itself, and opens the casebook. */
  restore: procedure
    .input(z.object({ path: z.string().min(1), backup: z.string().min(1) }))
    .output(z.object({ casebook: OpenCasebook, kept: z.string() })),
};
