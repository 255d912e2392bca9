import { z } from 'zod';
import { StudySessionId } from '../base/ids.ts';
import { CompletionHandoff } from '../domain/study.ts';
import { ParticipantLanguage } from '../domain/participantLanguage.ts';
import { procedure } from './base.ts';

/** The device somebody arrives with, as its browser says. Lengths are CSS pixels of the screen. */
export const Device = z.object({
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  /** Whether the only pointer is a finger. */
  touch: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** What somebody is asked to agree to, and what becomes of the answers of those who leave. */
const Consent = z.object({ text: z.string(), onWithdrawal: z.enum(['keep', 'delete']) });

/** What somebody who arrived by a study link sees before their first step. */
export const ArrivalView = z.discriminatedUnion('view', [
  /** The study needs another device. */
  z.object({
    view: z.literal('device'),
    problem: z.enum(['small', 'touch']),
    /** The least screen, in CSS pixels. */
    needs: z.object({ width: z.int(), height: z.int() }),
  }),
  z.object({ view: z.literal('consent'), ...Consent.shape }),
  /** With what they did not agree to, so that it can be read again. */
  z.object({ view: z.literal('declined'), consent: Consent.optional() }),
  z.object({
    view: z.literal('screening'),
    questions: z.array(z.object({ prompt: z.string(), options: z.array(z.string()) })),
  }),
  z.object({ view: z.literal('screenedOut'), outcome: CompletionHandoff.nullable() }),
  /** They may take part; a place is theirs once they begin. */
  z.object({ view: z.literal('ready') }),
  /** No place is left now; one may be released. */
  z.object({ view: z.literal('full') }),
  /** The study takes nobody in now. */
  z.object({ view: z.literal('closed') }),
  /** They gave up their place, or the panel says so. */
  z.object({ view: z.literal('over') }),
  /** The end of a preview: from here on a participant would take a place. */
  z.object({ view: z.literal('preview'), instructions: z.string() }),
  /** They have a place: the study session goes on from here. */
  z.object({ view: z.literal('admitted'), studySessionId: StudySessionId }),
]);
export type ArrivalView = z.infer<typeof ArrivalView>;

export const ArrivalPage = z.object({
  title: z.string(),
  language: ParticipantLanguage,
  /** Casebook's own texts that the study replaces. */
  replacedTexts: z.record(z.string(), z.string()),
  /** Nothing of it is kept, and no place is taken. */
  preview: z.boolean(),
  now: ArrivalView,
});
export type ArrivalPage = z.infer<typeof ArrivalPage>;

/** Arriving by a study link, for a browser that came by one; for everybody else `forbidden`. */
export const arrivals = {
  /** The page that they are on. Their device comes along, because the study may need another one. */
  look: procedure.input(z.object({ device: Device })).output(ArrivalPage),
  /** Agrees to the text that is shown, or not. Not agreeing ends it; agreeing later is possible. */
  consent: procedure.input(z.object({ device: Device, agree: z.boolean() })).output(ArrivalPage),
  /** The option chosen for each question, by its place from 0. Cannot be answered twice. */
  screen: procedure
    .input(z.object({ device: Device, answers: z.array(z.int().nonnegative()).max(20) }))
    .output(ArrivalPage),
  /** Takes a place, where one is free. */
  begin: procedure.input(z.object({ device: Device })).output(ArrivalPage),
};
