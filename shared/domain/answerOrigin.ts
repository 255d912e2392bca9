import { z } from 'zod';

const DATE = String.raw`\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?`;
const PERIOD = new RegExp(`^${DATE}(?:/${DATE})?$`, 'u');

/** What {@link MadeWhen} takes, for messages and labels. */
export const MADE_WHEN_IN_WORDS =
  'a year, a month or a day, such as 2025, 2025-03 or 2025-03-14; two with a slash for a period, such as 2025-03/2025-05';

/** When work was done, as far as somebody said: ISO 8601, a year, a month or a day, or two of them as a period. */
export const MadeWhen = z
  .string()
  .trim()
  .regex(PERIOD, `is not ${MADE_WHEN_IN_WORDS}`)
  .refine((text) => {
    const [from = '', to] = text.split('/', 2);
    return to === undefined || from <= to || to.startsWith(from) || from.startsWith(to);
  }, 'ends before it begins');

/** What the person who imports ratings says of how they came about. What is left out is not known. */
export const ReportedOrigin = z.object({
  /** The program or place in which the ratings were made. */
  madeIn: z.string().trim().min(1).max(200).optional(),
  /** Whether each rater answered without seeing others' answers. */
  blind: z.boolean().optional(),
  madeWhen: MadeWhen.optional(),
});
export type ReportedOrigin = z.infer<typeof ReportedOrigin>;

/**
 * How an answer came about that Casebook did not record itself but read from a file: what somebody said of it. An answer
 * that Casebook recorded has none.
 */
export const AnswerOrigin = ReportedOrigin.extend({
  /** Whether its time is the source's; without it, it is only when the answer was read, which says nothing of it. */
  timed: z.literal(true).optional(),
}).strict();
export type AnswerOrigin = z.infer<typeof AnswerOrigin>;

/** The name under which Casebook stands as the place where ratings were made. */
export const CASEBOOK = 'Casebook';

/** "made in Label Studio, blind, 2025-03": what is known of how an answer came about; null: Casebook recorded it. */
export function originInWords(origin: AnswerOrigin | null): string {
  if (origin === null) return `recorded by ${CASEBOOK}`;
  const { madeIn, blind, madeWhen, timed } = origin;
  const known = [
    ...(madeIn === undefined ? [] : [`made in ${madeIn}`]),
    ...(blind === undefined ? [] : [blind ? 'blind' : 'not blind']),
    ...(madeWhen === undefined ? [] : [madeWhen]),
    ...(timed === undefined ? [] : ['dated by its source']),
  ];
  return known.length === 0 ? 'not known' : known.join(', ');
}
