import { CLOCK_TOLERANCE_MS } from '../../../shared/domain/clock.ts';
import { Json } from '../../../shared/base/json.ts';
import type { AssignmentState } from '../../../shared/domain/status.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import type { DocumentConflict, TimeOf } from '../records/sharing/forks.ts';
import { rightTime } from '../records/sharing/hubClock.ts';
import { aboutOneOf } from '../records/sharing/conflicts.ts';
import { answerTimes } from './answerTimes.ts';
import { DocumentMerger, submittedDocuments } from './documents.ts';
import { type Correspondence, countConflict, type MergeContext, refuseMerge } from './mergeContext.ts';
import { createIncomingState, mergeEditions } from './mergeEditions.ts';
import { mergeStudies } from './mergeStudies.ts';
import { noteTouched } from './tally.ts';

/**
 * Takes over assignments, answers and decisions, and studies, in the caller's transaction with foreign keys deferred.
 */
export function mergeWork(context: MergeContext, correspondence: Correspondence): void {
  mergeAnswers(context, correspondence);
  // How items read by now tells which assignments are done; which studies are open, how they may read.
  const heldBack =
    context.source.origin === null
      ? mergeEditions(context, correspondence, mergeStudies(context, correspondence))
      : new Set<string>();
  mergeAssignments(context, correspondence, heldBack);
  leaveDrafts(context, correspondence);
  mergeDecisions(context, correspondence);
}

/** Submitted wins over skipped, skipped over open, wherever it was seen first. */
const RANK: Readonly<Record<AssignmentState, number>> = { open: 0, skipped: 1, submitted: 2 };

function mergeAssignments(
  context: MergeContext,
  { leftOut }: Correspondence,
  heldBack: ReadonlySet<string>,
): void {
  const { into, source, tally, nameOf } = context;
  const { database } = into;
  const isOutdated = createIncomingState(context);
  const undone = undoneAnswers(context);
  const byId = rowReader(database, 'assignment', 'WHERE id = ?');
  const byKey = rowReader(database, 'assignment', 'WHERE (person_id, item_id, task, round) = (?, ?, ?, ?)');
  const insert = rowWriter(database, 'assignment');
  for (const row of rowReader(source.database, 'assignment', 'ORDER BY position, id').all()) {
    if (leftOut.has(row.item_id)) continue;
    const theirs: RowOf<'assignment'> =
      isOutdated(row) || (row.state === 'submitted' && undone.has(keyOf(row)))
        ? { ...row, state: 'open', reason: null }
        : row;
    const [own] = byKey.list(theirs.person_id, theirs.item_id, theirs.task, theirs.round);
    if (own !== undefined) {
      if (theirs !== row && own.state === 'open') {
        tally.left.push({
          item: nameOf(row.item_id),
          reason: heldBack.has(row.item_id)
            ? 'It answers the text fixed there: it was merged, and counts once the item has that text here.'
            : 'It answers the text before the fix: it was merged but no longer counts, and people answer again.',
        });
      }
      const state = later(own, theirs);
      if (state.state === own.state && state.reason === own.reason) {
        tally.known.assignments += 1;
        continue;
      }
      into.records.assignmentTable.setState(own.id, state.state, state.reason);
    } else if (source.origin !== null && theirs.state === 'open') {
      tally.left.push({
        item: nameOf(theirs.item_id),
        reason: 'The assignment was withdrawn after the package was written.',
      });
      continue;
    } else {
      const [stranger] = byId.list(theirs.id);
      if (stranger !== undefined)
        refuseMerge(`The assignment ${theirs.id} differs between the two casebooks.`);
      insert(theirs);
    }
    tally.taken.assignments += 1;
    noteTouched(tally, theirs.item_id, theirs.task);
  }
  into.records.assignmentTable.closeEarlierRounds();
}

function later(
  a: RowOf<'assignment'>,
  b: RowOf<'assignment'>,
): Pick<RowOf<'assignment'>, 'state' | 'reason'> {
  if (RANK[a.state] !== RANK[b.state]) return RANK[a.state] > RANK[b.state] ? a : b;
  // The same reason, no matter who is asked first.
  return (a.reason ?? '') >= (b.reason ?? '') ? a : b;
}

/** Whose answer it is, to what. */
const keyOf = ({
  person_id: person,
  item_id: item,
  task,
  round,
}: Pick<RowOf<'annotation'>, 'person_id' | 'item_id' | 'task' | 'round'>): string =>
  JSON.stringify([person, item, task, round]);

/** What was answered in the source by an import alone that was undone here. */
function undoneAnswers({ into, source }: MergeContext): ReadonlySet<string> {
  const ids = into.records.importedRows.undone('annotation');
  if (ids.size === 0) return new Set();
  const last = new Map<string, string>();
  for (const row of rowReader(
    source.database,
    'annotation',
    "WHERE state = 'submitted' ORDER BY version",
  ).all())
    last.set(keyOf(row), row.id);
  return new Set([...last].flatMap(([key, id]) => (ids.has(id) ? [key] : [])));
}

function mergeAnswers(
  { into, source, conflicts, tally }: MergeContext,
  { imageId, leftOut }: Correspondence,
): void {
  const decided = source.database
    .prepare<[string], number>('SELECT 1 FROM adjudication WHERE annotation_id = ?')
    .pluck();
  const sentAt = into.database
    .prepare<[string], number>('SELECT created_at FROM package WHERE id = ?')
    .pluck();
  const timeOf = answerTimes(into.database, source.database, rightTime(into.database, into.ports.now()));
  const merger = new DocumentMerger(into, {
    // As it is known here, not as the package says.
    sentAt: sentAt.get(source.origin?.id ?? '') ?? null,
    isDecision: (id) => decided.get(id) !== undefined,
    timeOf,
  });
  const { importedRows } = into.records;
  for (const there of submittedDocuments(source.database, imageId)) {
    // Answers of an import that was undone here stay away, unless somebody went on from them there.
    const last = there.at(-1)?.annotation.id;
    const document =
      last !== undefined && importedRows.isUndone('annotation', last)
        ? there.filter(({ annotation }) => !importedRows.isUndone('annotation', annotation.id))
        : there;
    const [first] = document;
    if (first === undefined || leftOut.has(first.annotation.item_id)) continue;
    const { item_id: itemId, task } = first.annotation;
    const merged = merger.merge(document);
    tally.taken.annotations += merged.taken;
    tally.known.annotations += merged.known;
    if (merged.taken > 0) noteTouched(tally, itemId, task);
    for (const conflict of merged.conflicts)
      countConflict(
        tally,
        conflicts.note({
          kind: 'answer',
          itemId,
          summary: hasWrongTime(conflict, timeOf) ? CLOCK_WAS_WRONG : IN_TWO_PLACES,
          ours: Json.parse({ answers: conflict.ours }),
          theirs: Json.parse({ answers: conflict.theirs }),
          source: source.name,
          same: aboutOneOf(conflict.theirs),
          isKnown: conflict.goesOn,
        }),
      );
  }
}

const IN_TWO_PLACES =
  'One person answered this differently in two places; the later answer counts until somebody resolves this.';
const CLOCK_WAS_WRONG =
  'One person answered this differently in two places, one of them on a computer whose clock was wrong; the answer that is later by the hub’s clock counts until somebody resolves this.';

/** Whether an answer of either side has another time than counts. */
const hasWrongTime = ({ ours, theirs }: DocumentConflict, timeOf: TimeOf): boolean =>
  [...ours, ...theirs].some(
    ({ annotation }) => Math.abs((annotation.submitted_at ?? 0) - timeOf(annotation)) > CLOCK_TOLERANCE_MS,
  );

/** Drafts are their writers' own until they are submitted. */
function leaveDrafts({ into, source, tally, nameOf }: MergeContext, { leftOut }: Correspondence): void {
  const here = into.database
    .prepare<[string, number], number>('SELECT 1 FROM annotation WHERE id = ? AND revision = ?')
    .pluck();
  for (const draft of rowReader(source.database, 'annotation', "WHERE state = 'draft'").all()) {
    if (leftOut.has(draft.item_id) || here.get(draft.id, draft.revision) !== undefined) continue;
    tally.left.push({
      item: nameOf(draft.item_id),
      reason: 'A draft, not submitted yet; it was not merged.',
    });
  }
}

function mergeDecisions({ into, source, tally, nameOf }: MergeContext, { leftOut }: Correspondence): void {
  const { database } = into;
  const byId = rowReader(database, 'adjudication', 'WHERE id = ?');
  const insert = rowWriter(database, 'adjudication');
  const answer = database.prepare<[string], number>('SELECT 1 FROM annotation WHERE id = ?').pluck();
  const rows = [...rowReader(source.database, 'adjudication', 'ORDER BY created_at, id').all()].filter(
    ({ item_id: itemId }) => !leftOut.has(itemId),
  );
  for (const row of withoutGround(rows, (id) => answer.get(id) !== undefined)) {
    tally.left.push({
      item: nameOf(row.item_id),
      reason: 'A decision on an answer with a conflict; resolve the conflict first.',
    });
    rows.splice(rows.indexOf(row), 1);
  }
  for (const row of rows) {
    const [own] = byId.list(row.id);
    if (own === undefined) {
      insert(row);
      tally.taken.adjudications += 1;
      noteTouched(tally, row.item_id, row.task);
    } else if (sameRow(own, row)) tally.known.adjudications += 1;
    else refuseMerge(`The decision ${row.id} was changed.`);
  }
}

/** Decisions whose answer is not here, and whatever builds on them. */
function withoutGround(
  rows: readonly RowOf<'adjudication'>[],
  isHere: (annotationId: string) => boolean,
): RowOf<'adjudication'>[] {
  const left = new Map<string, RowOf<'adjudication'>>();
  for (const row of rows) if (row.annotation_id !== null && !isHere(row.annotation_id)) left.set(row.id, row);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const row of rows) if (row.replaces !== null && left.has(row.replaces)) left.set(row.id, row);
  }
  return [...left.values()];
}
