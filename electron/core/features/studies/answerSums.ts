import { z } from 'zod';
import { type StudyId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';

/** What a participant has answered in one version of the questions, in sums. */
const AnswerSum = z.object({
  studySessionId: StudySessionId,
  condition: z.string(),
  /** Steps with an answer, those of practice and attention checks included. */
  answered: z.int(),
  passed: z.int(),
  failed: z.int(),
  resumed: z.int(),
  /** Answers that were meant; what follows is of these. */
  main: z.int(),
  timedOut: z.int(),
  /** Milliseconds. */
  active: z.int(),
  away: z.int(),
  /** The active milliseconds of each, as far as they are known. */
  times: z
    .string()
    .nullable()
    .transform((text) => (text === null ? [] : text.split(',').map(Number))),
});
export type AnswerSum = Readonly<z.infer<typeof AnswerSum>>;

/**
 * Sums up the answers of a study's participants. In one pass for all that is said of a study: it may have tens of
 * thousands, and its page asks every few seconds.
 */
export function createAnswerSums({ database }: Casebook): (study: StudyId) => readonly AnswerSum[] {
  const sums = database.prepare<[string]>(
    `SELECT r.session_id AS studySessionId, r.condition, count(*) AS answered,
       sum(r.purpose = 'attention' AND r.correct IS 1) AS passed,
       sum(r.purpose = 'attention' AND r.correct IS 0) AS failed, sum(r.resumed) AS resumed,
       sum(r.purpose = 'main') AS main, sum(r.purpose = 'main' AND r.timed_out = 1) AS timedOut,
       coalesce(sum(r.active_ms) FILTER (WHERE r.purpose = 'main'), 0) AS active,
       coalesce(sum(r.away_ms) FILTER (WHERE r.purpose = 'main'), 0) AS away,
       group_concat(r.active_ms) FILTER (WHERE r.purpose = 'main') AS times
     FROM session s JOIN current_response r ON r.session_id = s.id WHERE s.study_id = ? AND s.number > 0
     GROUP BY r.session_id, r.condition`,
  );
  return (study) => sums.all(study).map((row) => AnswerSum.parse(row));
}
