import type { Task } from '../../../../shared/benchmarks/task.ts';
import { isSignedOff, signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { applyDiff, DiffConflict, makeDiff } from '../../../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  fieldRecords,
  replacesImages,
  toRecords,
} from '../../../../shared/domain/document.ts';

/** Applies an edit to a document. Throws `conflict` where the edit does not fit it. */
export function applyEdit(records: DocumentRecords, diff: DocumentDiff): DocumentRecords {
  try {
    return applyDiff<DocumentRecord>(records, diff);
  } catch (error) {
    if (!(error instanceof DiffConflict)) throw error;
    throw new CasebookError(
      'conflict',
      'This change no longer fits the saved answer.',
      'It was not saved; reload the item to see the current answer.',
      { cause: error },
    );
  }
}

/** An edit; one that puts another image in the place of one that was signed off takes the sign-off back with it. */
export function withoutSignOff(
  { task, records }: { readonly task: Task; readonly records: DocumentRecords },
  diff: DocumentDiff,
): DocumentDiff {
  if (!isSignedOff(task, answerOf(records)) || !replacesImages(diff)) return diff;
  const after = applyEdit(records, diff);
  const fields = fieldRecords(signOffWithdrawn(task, answerOf(after)));
  return fields.length === 0 ? diff : makeDiff<DocumentRecord>(records, { ...after, ...toRecords(fields) });
}
