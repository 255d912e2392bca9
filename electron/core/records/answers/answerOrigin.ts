import { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';

/** What `annotation.origin` says; null: Casebook recorded the answer itself. */
export const originColumn = (text: string | null): AnswerOrigin | null =>
  text === null ? null : AnswerOrigin.parse(JSON.parse(text));

/** When an answer was submitted, in UTC milliseconds; null where only the time of its import is known. */
export const knownTime = (at: number, origin: AnswerOrigin | null): number | null =>
  origin === null || origin.timed === true ? at : null;
