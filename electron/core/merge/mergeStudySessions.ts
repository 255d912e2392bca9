import type { StudySessionId } from '../../../shared/base/ids.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import type { StudySessionProgress } from '../records/studies/studySessions.ts';
import { type MergeContext, refuseMerge } from './mergeContext.ts';

/** What merging makes of a study session of theirs. */
export type StudySessionOutcome =
  | { readonly kind: 'new' }
  /** It is here, with what is new of how far its participant got; null: nothing. */
  | { readonly kind: 'known'; readonly progress: StudySessionProgress | null }
  /** It is not merged, with the reason; null: nobody need know. `erasedAt`: its answers here are deleted, too. */
  | { readonly kind: 'left'; readonly reason: string | null; readonly erasedAt?: number };

/**
 * The fate of a study session. A try-out is nobody's answer. Answers deleted at a participant's request do not come
 * back, and a whole casebook (not a package) deletes them in every other.
 * @param own the session of this id here
 * @param isPackage whether it came back in a package
 * @param hasOther whether its person has another session of the study here
 */
export function studySessionOutcome(
  theirs: RowOf<'session'>,
  own: RowOf<'session'> | undefined,
  isPackage: boolean,
  hasOther: () => boolean,
): StudySessionOutcome {
  if (theirs.number === 0) return { kind: 'left', reason: null };
  if (own === undefined) {
    if (isPackage)
      return { kind: 'left', reason: 'The enrolment was cancelled after the package was written.' };
    return hasOther()
      ? { kind: 'left', reason: 'The same person has another session of this study here.' }
      : { kind: 'new' };
  }
  if (own.erased_at !== null) return { kind: 'left', reason: theirs.erased_at === null ? ERASED : null };
  if (theirs.erased_at !== null && !isPackage)
    return { kind: 'left', reason: ERASED, erasedAt: theirs.erased_at };
  const progress = furthest(own, theirs);
  return { kind: 'known', progress: sameRow(own, { ...own, ...progress }) ? null : progress };
}

const ERASED = 'Their answers were deleted because they asked for it.';

/** Merges study sessions, after their studies; gives those that are not merged. */
export function mergeStudySessions({ into, source, tally }: MergeContext): Set<StudySessionId> {
  const { database } = into;
  const { studySessions } = into.records;
  const byId = rowReader(database, 'session', 'WHERE id = ?');
  const byPerson = rowReader(database, 'session', 'WHERE study_id = ? AND person_id = ?');
  const insert = rowWriter(database, 'session');
  const taken = database
    .prepare<[string, number], number>('SELECT 1 FROM session WHERE study_id = ? AND number = ?')
    .pluck();
  const next = database
    .prepare<[string], number>('SELECT max(number) + 1 FROM session WHERE study_id = ?')
    .pluck();
  const left = new Set<StudySessionId>();
  for (const theirs of rowReader(source.database, 'session', 'ORDER BY number, id').all()) {
    const [own] = byId.list(theirs.id);
    if (
      own !== undefined &&
      theirs.number !== 0 &&
      !sameRow(own, theirs, [...PROGRESS, 'number', 'created_at'])
    )
      refuseMerge(`The study session ${theirs.id} differs between the two casebooks.`);
    const outcome = studySessionOutcome(
      theirs,
      own,
      source.origin !== null,
      () => byPerson.list(theirs.study_id, theirs.person_id).length > 0,
    );
    if (outcome.kind === 'known') {
      if (outcome.progress !== null) studySessions.setProgress(theirs.id, outcome.progress);
    } else if (outcome.kind === 'new') {
      const isTaken = taken.get(theirs.study_id, theirs.number) !== undefined;
      // Numbers only count; what they decided is in the plan.
      insert(isTaken ? { ...theirs, number: next.get(theirs.study_id) ?? theirs.number } : theirs);
    } else {
      left.add(theirs.id);
      if (outcome.erasedAt !== undefined) studySessions.erase(theirs.id, outcome.erasedAt);
      if (outcome.reason !== null)
        tally.left.push({ item: `Participant ${String(theirs.number)}`, reason: outcome.reason });
    }
  }
  return left;
}

const PROGRESS = [
  'passed',
  'consented_at',
  'consent_version',
  'ended_at',
  'withdrawn_at',
  'erased_at',
] as const;

function furthest(a: RowOf<'session'>, b: RowOf<'session'>): StudySessionProgress {
  const first = (x: number | null, y: number | null): number | null =>
    x === null || y === null ? (x ?? y) : Math.min(x, y);
  return {
    passed: [...new Set([...a.passed, ...b.passed])].sort((x, y) => x - y),
    consented_at: first(a.consented_at, b.consented_at),
    consent_version: consentOf(a, b),
    ended_at: first(a.ended_at, b.ended_at),
    withdrawn_at: first(a.withdrawn_at, b.withdrawn_at),
  };
}

/** The wording that was agreed to first; at the same moment, the one that comes first by its letters. */
function consentOf(a: RowOf<'session'>, b: RowOf<'session'>): string | null {
  const [first] = [a, b]
    .filter((row) => row.consent_version !== null)
    .toSorted(
      (x, y) =>
        (x.consented_at ?? 0) - (y.consented_at ?? 0) ||
        ((x.consent_version ?? '') < (y.consent_version ?? '') ? -1 : 1),
    );
  return first?.consent_version ?? null;
}
