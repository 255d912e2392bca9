import type { RowOf } from '../db/schema.ts';
import type { AnswerHistory, AnswerRows } from '../records/sharing/forks.ts';

/**
 * Renumbers a document's incoming answers after those here: a version after a gap takes the next free number, so that
 * no answer can exhaust the numbers. A known answer keeps its number here; versions without a gap stay.
 */
export function closeGaps(theirs: AnswerHistory, ours: readonly RowOf<'annotation'>[]): AnswerHistory {
  const known = new Map(ours.map((row) => [row.id, row]));
  const submitted = ours.filter(({ state }) => state === 'submitted');
  let next = Math.max(0, ...submitted.map(({ version }) => version)) + 1;
  let before = submitted.at(-1)?.id ?? null;
  return theirs.map((answer): AnswerRows => {
    const { annotation } = answer;
    if (annotation.version < next) return answer;
    const own = known.get(annotation.id);
    if (own?.state === 'submitted') {
      const { version, previous_id: previous } = own;
      return { ...answer, annotation: { ...annotation, version, previous_id: previous } };
    }
    const placed =
      annotation.version === next ? annotation : { ...annotation, version: next, previous_id: before };
    next += 1;
    before = annotation.id;
    return { ...answer, annotation: placed };
  });
}
