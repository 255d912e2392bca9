import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { ResponseId, StudySessionId } from '../../../shared/base/ids.ts';
import { ResponseId as ResponseIdSchema } from '../../../shared/base/ids.ts';
import type { AssignmentState } from '../../../shared/domain/status.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf, TableByTravel } from '../db/schema.ts';
import type { Correspondence, MergeContext } from './mergeContext.ts';
import { mergeVerdictDecisions } from './mergeVerdictDecisions.ts';

/**
 * Merges study sessions, answers and verdicts, after their studies, in the caller's transaction with foreign keys deferred.
 * Of a package only what its participant answered: everything else in it is this casebook's own. What was read from a
 * file in both places stays as it was read here: its time there, and what the item was then, make it no other.
 */
export function mergeBaselines(context: MergeContext, { leftOut }: Correspondence): void {
  const { source } = context;
  const whole = source.origin === null;
  const leftStudySessions = mergeStudySessions(context);
  const leftResponses = mergeResponses(context, leftOut, leftStudySessions);
  if (!whole) return;
  const isHere = (id: ResponseId | null): boolean => id === null || !leftResponses.has(id);
  unite(context, 'exclusion', (row) => !leftStudySessions.has(row.session_id), {
    taken: (row) => touchStudySession(context, row.session_id),
  });
  unite(context, 'judging', () => true);
  mergeJudgingAssignments(context, (row) => isHere(row.response_id));
  mergeRuns(context);
  unite(context, 'judge_call', (row) => isHere(row.response_id));
  const { tally } = context;
  const counted = {
    taken: (row: { readonly response_id: ResponseId | null }): void => {
      tally.taken.judgments += 1;
      if (row.response_id !== null) tally.answered.add(row.response_id);
    },
    known: (): void => {
      tally.known.judgments += 1;
    },
  };
  const { importedRows } = context.into.records;
  const isWanted = (row: RowOf<'judgment'>): boolean =>
    !leftOut.has(row.item_id) && isHere(row.response_id) && !importedRows.isUndone('judgment', row.id);
  unite(context, 'judgment', isWanted, {
    ...counted,
    apart: (row) => (row.source === 'imported' ? ['item_revision', 'rationale', 'created_at'] : []),
  });
  mergeVerdictDecisions(
    context,
    (row) => isHere(row.response_id) && !importedRows.isUndone('verdict_decision', row.id),
  );
}

/** Rows that never change once they are there: those that are not here come in. */
function unite<Name extends TableByTravel<'united'>>(
  { into, source }: MergeContext,
  table: Name,
  wanted: (row: RowOf<Name>) => boolean,
  counted: {
    readonly taken?: (row: RowOf<Name>) => void;
    readonly known?: (row: RowOf<Name>) => void;
    /** Columns in which a row of the same id may differ: those of an id that follows from the others. */
    readonly apart?: (row: RowOf<Name>) => readonly string[];
  } = {},
): void {
  const byId = rowReader(into.database, table, 'WHERE id = ?');
  const insert = rowWriter(into.database, table);
  for (const row of rowReader(source.database, table).all()) {
    if (!wanted(row)) continue;
    const { id } = Id.parse(row);
    const [own] = byId.list(id);
    if (own === undefined) {
      insert(row);
      counted.taken?.(row);
    } else if (sameRow(own, row, counted.apart?.(row))) counted.known?.(row);
    else refuse(`The ${table.replaceAll('_', ' ')} ${id} differs between the two casebooks.`);
  }
}

const Id = z.looseObject({ id: z.string() });

/** Gives the study sessions that are not merged. */
function mergeStudySessions({ into, source, tally }: MergeContext): Set<StudySessionId> {
  const { database } = into;
  const byId = rowReader(database, 'session', 'WHERE id = ?');
  const byPerson = rowReader(database, 'session', 'WHERE study_id = ? AND person_id = ?');
  const insert = rowWriter(database, 'session');
  const taken = database
    .prepare<[string, number], number>('SELECT 1 FROM session WHERE study_id = ? AND number = ?')
    .pluck();
  const next = database
    .prepare<[string], number>('SELECT max(number) + 1 FROM session WHERE study_id = ?')
    .pluck();
  const advance = database.prepare<
    [string, number | null, string | null, number | null, number | null, string]
  >(
    'UPDATE session SET passed = ?, consented_at = ?, consent_version = ?, ended_at = ?, withdrawn_at = ? WHERE id = ?',
  );
  const left = new Set<StudySessionId>();
  const leave = (theirs: RowOf<'session'>, reason: string): void => {
    left.add(theirs.id);
    tally.left.push({ item: `Participant ${String(theirs.number)}`, reason });
  };
  for (const theirs of rowReader(source.database, 'session', 'ORDER BY number, id').all()) {
    // Somebody trying a study out is nobody's answer.
    if (theirs.number === 0) {
      left.add(theirs.id);
      continue;
    }
    const [own] = byId.list(theirs.id);
    if (own !== undefined) {
      if (!sameRow(own, theirs, [...PROGRESS, 'number', 'created_at']))
        refuse(`The study session ${theirs.id} differs between the two casebooks.`);
      if (own.erased_at !== null || (theirs.erased_at !== null && source.origin === null)) {
        // What a participant asked to have deleted does not come back, and is deleted in every casebook.
        if (own.erased_at === null && theirs.erased_at !== null)
          into.records.studySessions.erase(theirs.id, theirs.erased_at);
        if (own.erased_at !== null && theirs.erased_at !== null) left.add(theirs.id);
        else leave(theirs, 'Their answers were deleted because they asked for it.');
        continue;
      }
      const both = furthest(own, theirs);
      if (sameRow(own, { ...own, ...both })) continue;
      advance.run(
        JSON.stringify(both.passed),
        both.consented_at,
        both.consent_version,
        both.ended_at,
        both.withdrawn_at,
        theirs.id,
      );
    } else if (source.origin !== null)
      leave(theirs, 'The enrolment was cancelled after the package was written.');
    else if (byPerson.list(theirs.study_id, theirs.person_id).length > 0)
      leave(theirs, 'The same person has another session of this study here.');
    else {
      const isTaken = taken.get(theirs.study_id, theirs.number) !== undefined;
      // Numbers only count; what they decided stands in the plan.
      insert(isTaken ? { ...theirs, number: next.get(theirs.study_id) ?? theirs.number } : theirs);
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

function furthest(
  a: RowOf<'session'>,
  b: RowOf<'session'>,
): Pick<RowOf<'session'>, Exclude<(typeof PROGRESS)[number], 'erased_at'>> {
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

/** What an answer that was read from a file has of the casebook that it was read in; its id follows from the rest. */
const AS_READ = ['item_revision', 'question'];

/** Gives the answers that are not merged. */
function mergeResponses(
  context: MergeContext,
  leftOut: ReadonlySet<string>,
  leftStudySessions: ReadonlySet<StudySessionId>,
): Set<ResponseId> {
  const { into, source, tally, nameOf } = context;
  const { importedRows } = into.records;
  const byId = rowReader(into.database, 'response', 'WHERE id = ?');
  const rivalsInStudySession = rowReader(
    into.database,
    'response',
    'WHERE session_id = ? AND entry = ? AND step = ? AND replaces IS NULL',
  );
  const rivalsElsewhere = rowReader(
    into.database,
    'response',
    'WHERE session_id IS NULL AND person_id = ? AND item_id = ? AND condition = ? AND step = ? AND replaces IS NULL',
  );
  const alsoReplacing = rowReader(into.database, 'response', 'WHERE replaces = ?');
  const insert = rowWriter(into.database, 'response');
  const rivals = (row: RowOf<'response'>): readonly RowOf<'response'>[] => {
    // Of two that take the place of the same answer, both would count.
    if (row.replaces !== null) return alsoReplacing.list(row.replaces);
    if (row.session_id !== null) return rivalsInStudySession.list(row.session_id, row.entry ?? -1, row.step);
    return rivalsElsewhere.list(row.person_id, row.item_id ?? '', row.condition, row.step);
  };
  // A draft of an answered step would say that the participant has gone back to it.
  const dropDraft = into.database.prepare<[string, number, string]>(
    'DELETE FROM session_draft WHERE session_id = ? AND entry = ? AND step = ?',
  );
  const left = new Set<ResponseId>();
  for (const row of rowReader(source.database, 'response', 'ORDER BY created_at, id').all()) {
    const [own] = byId.list(row.id);
    if (own !== undefined) {
      if (!sameRow(own, row, ['created_at', 'origin', ...(row.session_id === null ? AS_READ : [])]))
        refuse(`The answer ${row.id} was changed.`);
      tally.known.responses += 1;
      continue;
    }
    const isOut =
      (row.item_id !== null && leftOut.has(row.item_id)) ||
      importedRows.isUndone('response', row.id) ||
      (row.session_id !== null && leftStudySessions.has(row.session_id)) ||
      (row.replaces !== null && left.has(row.replaces));
    const isRival = !isOut && rivals(row).length > 0;
    if (isRival) {
      tally.left.push({
        item: row.item_id === null ? row.question : nameOf(row.item_id),
        reason: 'The same question was answered differently in two places; the answer here counts.',
      });
    }
    if (isOut || isRival) {
      left.add(row.id);
      continue;
    }
    insert(row);
    if (row.session_id !== null && row.entry !== null) dropDraft.run(row.session_id, row.entry, row.step);
    tally.taken.responses += 1;
    tally.answered.add(row.id);
    if (row.replaces !== null) tally.answered.add(row.replaces);
  }
  return left;
}

function touchStudySession({ into, tally }: MergeContext, studySessionId: StudySessionId): void {
  const ids = into.database
    .prepare<[string], string>('SELECT id FROM response WHERE session_id = ?')
    .pluck()
    .all(studySessionId);
  for (const id of ids) tally.answered.add(ResponseIdSchema.parse(id));
}

/** Submitted wins over skipped, skipped over open, wherever it was seen first. */
const DONE: Readonly<Record<AssignmentState, number>> = { open: 0, skipped: 1, submitted: 2 };

function mergeJudgingAssignments(
  { into, source }: MergeContext,
  wanted: (row: RowOf<'judging_assignment'>) => boolean,
): void {
  const same = rowReader(
    into.database,
    'judging_assignment',
    'WHERE (judging_id, person_id, response_id, criterion, subject) = (?, ?, ?, ?, ?)',
  );
  const insert = rowWriter(into.database, 'judging_assignment');
  const advance = into.database.prepare<[string, string | null, string, string, string, string, string]>(
    `UPDATE judging_assignment SET state = ?, reason = ?
     WHERE (judging_id, person_id, response_id, criterion, subject) = (?, ?, ?, ?, ?)`,
  );
  for (const row of rowReader(source.database, 'judging_assignment').all()) {
    if (!wanted(row)) continue;
    const unit = [row.judging_id, row.person_id, row.response_id, row.criterion, row.subject] as const;
    const [own] = same.list(...unit);
    if (own === undefined) insert(row);
    else if (DONE[row.state] > DONE[own.state]) advance.run(row.state, row.reason, ...unit);
  }
}

/** A run goes on only where it was started; here it can be resumed. */
function mergeRuns({ into, source }: MergeContext): void {
  const byId = rowReader(into.database, 'judge_run', 'WHERE id = ?');
  const insert = rowWriter(into.database, 'judge_run');
  const advance = into.database.prepare<[string, number, string]>(
    'UPDATE judge_run SET state = ?, updated_at = ? WHERE id = ?',
  );
  for (const row of rowReader(source.database, 'judge_run').all()) {
    const state = row.state === 'running' ? 'stopped' : row.state;
    const [own] = byId.list(row.id);
    if (own === undefined) insert({ ...row, state });
    else if (row.updated_at > own.updated_at && own.state !== 'running')
      advance.run(state, row.updated_at, row.id);
  }
}

function refuse(what: string): never {
  throw new CasebookError('invalid_input', what, 'None of it was merged.');
}
