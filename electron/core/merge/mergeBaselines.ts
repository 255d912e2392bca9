import { z } from 'zod';
import {
  type ResponseId,
  ResponseId as ResponseIdSchema,
  type StudySessionId,
} from '../../../shared/base/ids.ts';
import type { AssignmentState } from '../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf, TableByTravel } from '../db/schema.ts';
import { type Correspondence, type MergeContext, refuseMerge } from './mergeContext.ts';
import { mergeStudySessions } from './mergeStudySessions.ts';
import { mergeVerdictDecisions } from './mergeVerdictDecisions.ts';

/**
 * Merges study sessions, answers and verdicts, after their studies, in the caller's transaction with foreign keys
 * deferred. Of a package only its participant's answers: the rest is this casebook's own. What both sides read from one
 * file stays as it was read here, whatever its time and the item's state.
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
    else refuseMerge(`The ${table.replaceAll('_', ' ')} ${id} differs between the two casebooks.`);
  }
}

const Id = z.looseObject({ id: z.string() });

/** What an answer that was read from a file has of the casebook that it was read in; its id follows from the rest. */
const AS_READ = ['item_revision', 'question'];

/** What is not merged, by id: items, study sessions, and answers so far. */
interface LeftOut {
  readonly items: ReadonlySet<string>;
  readonly studySessions: ReadonlySet<StudySessionId>;
  readonly responses: ReadonlySet<ResponseId>;
}

/** Whether an answer is not merged because what it is about, belongs to or replaces is not. */
export const isAboutLeftOut = (
  {
    item_id: item,
    session_id: studySession,
    replaces,
  }: Pick<RowOf<'response'>, 'item_id' | 'session_id' | 'replaces'>,
  { items, studySessions, responses }: LeftOut,
): boolean =>
  (item !== null && items.has(item)) ||
  (studySession !== null && studySessions.has(studySession)) ||
  (replaces !== null && responses.has(replaces));

/** Reads the answers here that would count twice beside one that came in. */
function rivalsReader(database: CasebookDatabase): (row: RowOf<'response'>) => RowOf<'response'>[] {
  const inStudySession = rowReader(
    database,
    'response',
    'WHERE session_id = ? AND entry = ? AND step = ? AND replaces IS NULL',
  );
  const elsewhere = rowReader(
    database,
    'response',
    'WHERE session_id IS NULL AND person_id = ? AND item_id = ? AND condition = ? AND step = ? AND replaces IS NULL',
  );
  const alsoReplacing = rowReader(database, 'response', 'WHERE replaces = ?');
  return (row) => {
    if (row.replaces !== null) return alsoReplacing.list(row.replaces);
    if (row.session_id !== null) return inStudySession.list(row.session_id, row.entry ?? -1, row.step);
    return elsewhere.list(row.person_id, row.item_id ?? '', row.condition, row.step);
  };
}

/** Gives the answers that are not merged. */
function mergeResponses(
  context: MergeContext,
  items: ReadonlySet<string>,
  leftStudySessions: ReadonlySet<StudySessionId>,
): Set<ResponseId> {
  const { into, source, tally, nameOf } = context;
  const { importedRows, studySessions } = into.records;
  const byId = rowReader(into.database, 'response', 'WHERE id = ?');
  const rivals = rivalsReader(into.database);
  const insert = rowWriter(into.database, 'response');
  const left = new Set<ResponseId>();
  const leftOut = { items, studySessions: leftStudySessions, responses: left };
  for (const row of rowReader(source.database, 'response', 'ORDER BY created_at, id').all()) {
    const [own] = byId.list(row.id);
    if (own !== undefined) {
      if (!sameRow(own, row, ['created_at', 'origin', ...(row.session_id === null ? AS_READ : [])]))
        refuseMerge(`The answer ${row.id} was changed.`);
      tally.known.responses += 1;
      continue;
    }
    if (isAboutLeftOut(row, leftOut) || importedRows.isUndone('response', row.id)) {
      left.add(row.id);
      continue;
    }
    if (rivals(row).length > 0) {
      tally.left.push({
        item: row.item_id === null ? row.question : nameOf(row.item_id),
        reason: 'The same question was answered differently in two places; the answer here counts.',
      });
      left.add(row.id);
      continue;
    }
    insert(row);
    // A draft of an answered step would say that the participant has gone back to it.
    if (row.session_id !== null && row.entry !== null)
      studySessions.dropDraft(row.session_id, row.entry, row.step);
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
  for (const row of rowReader(source.database, 'judging_assignment').all()) {
    if (!wanted(row)) continue;
    const unit = [row.judging_id, row.person_id, row.response_id, row.criterion, row.subject] as const;
    const [own] = same.list(...unit);
    if (own === undefined) insert(row);
    else if (DONE[row.state] > DONE[own.state]) into.records.judgingAssignments.advance(row);
  }
}

/**
 * The state of a judge's run that is to be noted here; null: it stays. A run goes on only where it was started; elsewhere it
 * can be resumed.
 */
export function runStateOf(
  theirs: Pick<RowOf<'judge_run'>, 'state' | 'updated_at'>,
  own: Pick<RowOf<'judge_run'>, 'state' | 'updated_at'> | undefined,
): RowOf<'judge_run'>['state'] | null {
  if (own !== undefined && (theirs.updated_at <= own.updated_at || own.state === 'running')) return null;
  return theirs.state === 'running' ? 'stopped' : theirs.state;
}

function mergeRuns({ into, source }: MergeContext): void {
  const byId = rowReader(into.database, 'judge_run', 'WHERE id = ?');
  const insert = rowWriter(into.database, 'judge_run');
  for (const row of rowReader(source.database, 'judge_run').all()) {
    const [own] = byId.list(row.id);
    const state = runStateOf(row, own);
    if (state === null) continue;
    if (own === undefined) insert({ ...row, state });
    else into.records.judgeRuns.advance({ ...row, state });
  }
}
