import { type Diff, makeDiff } from '../../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../../shared/domain/document.ts';
import { type JsonObject, sameJson } from '../../../shared/base/json.ts';

/** The change that gives fields other values. */
export function fieldsDiff(records: DocumentRecords, values: JsonObject): DocumentDiff {
  const before: Record<string, DocumentRecord> = {};
  const after: Record<string, DocumentRecord> = {};
  for (const [name, value] of Object.entries(values)) {
    const id = `field:${name}`;
    const found = Object.hasOwn(records, id) ? records[id] : undefined;
    if (found !== undefined) before[id] = found;
    if (found?.type === 'field' && sameJson(found.value, value)) after[id] = found;
    else after[id] = { type: 'field', name, value };
  }
  const diff: Diff<DocumentRecord> = makeDiff<DocumentRecord>(before, after);
  return diff;
}
