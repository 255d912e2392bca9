import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { JsonObject } from '../domain/json.ts';
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

export const CasebookSettings = z.object({
  /** What becomes of an item when its annotation is submitted and breaks no rule. */
  afterSubmit: z.enum(['in_review', 'accepted']),
  /** Whether the answer of a single rater is gold. */
  singleRater: z.boolean(),
  /**
   * What it takes to be accepted where items are validated. `one_round`: gold that breaks no rule; `two_rounds`: everybody
   * accepts it, as it is now, in two rounds at least; or an adjudicator decided so, which alone is enough with
   * `adjudicated`.
   */
  promotion: Promotion,
  /** Whether adjudicators may decide cases that they rated (between verdicts: judged) themselves. */
  decideOwn: z.boolean(),
});
export type CasebookSettings = z.infer<typeof CasebookSettings>;

/** Casebooks as a whole: making, opening, setting up, checking, keeping copies. */
export const projects = {
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
  /** Opens the sample casebook, making it first where it does not exist. */
  openSample: procedure.output(OpenCasebook),
  /** Unpacks a package into a folder of its own (left out: beside other casebooks) and opens it as a casebook. */
  openPackage: procedure
    .input(z.object({ path: z.string().min(1), target: z.string().optional() }))
    .output(OpenCasebook),
  close: procedure.output(z.void()),
  rename: procedure.input(z.object({ title: z.string().min(1) })).output(OpenCasebook),
  saveVocabulary: procedure.input(z.object({ vocabulary: JsonObject })).output(OpenCasebook),
  settings: procedure.output(CasebookSettings),
  saveSettings: procedure.input(CasebookSettings.partial()).output(CasebookSettings),
  check: procedure.output(eventIterator(progressOr(CheckReport))),
  backup: procedure
    .input(z.object({ target: z.string() }))
    .output(z.object({ path: z.string(), bytes: z.int() })),
};
