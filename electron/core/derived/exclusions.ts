import { ExclusionId, type PersonId, type StudySessionId } from '../../../shared/base/ids.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import type { VerdictRecomputer } from './recomputeVerdicts.ts';
import { timeOfWriting } from '../records/sharing/hubClock.ts';

/** Says that a participant's answers are excluded, or included again, and why. */
export type ExclusionWriter = (
  id: StudySessionId,
  kind: 'exclusion' | 'inclusion',
  reason: string,
  by: PersonId,
) => void;

/** Exclusions of participants; expects the caller's transaction and brings verdicts up to date. */
export function createExclude(
  { database, ports }: CasebookFiles,
  verdicts: VerdictRecomputer,
): ExclusionWriter {
  const insert = database.prepare<[string, string, string, string, string, number]>(
    'INSERT INTO exclusion (id, session_id, kind, reason, person_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const lastAt = database
    .prepare<[string], number | null>('SELECT max(created_at) FROM exclusion WHERE session_id = ?')
    .pluck();
  return (id, kind, reason, by) => {
    // The latest entry counts, even after the clock was set back.
    const at = Math.max(timeOfWriting({ database, ports }), (lastAt.get(id) ?? -1) + 1);
    insert.run(ExclusionId.parse(ports.newId()), id, kind, reason, by, at);
    verdicts.recomputeStudySession(id);
  };
}
