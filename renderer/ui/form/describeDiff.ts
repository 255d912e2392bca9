import type { TaskField } from '../../../shared/benchmarks/task.ts';
import { partTitle, valueLines } from '../../../shared/benchmarks/valueLines.ts';
import type { DocumentDiff, DocumentRecord } from '../../../shared/domain/document.ts';
import type { Json } from '../../../shared/base/json.ts';

const LONGEST = 80;

/** What a change did to one field, both values as people read them. */
export interface FieldChange {
  readonly title: string;
  /** Null where the field was not there. */
  readonly from: string | null;
  readonly to: string;
}

/** A change field by field, and its boxes counted in words ("2 boxes added"). */
export function changesOfDiff(
  diff: DocumentDiff,
  fields: readonly TaskField[],
): { readonly changes: readonly FieldChange[]; readonly boxes: readonly string[] } {
  const changes: FieldChange[] = [];
  const boxes = { added: 0, changed: 0, removed: 0 };
  const note = (to: DocumentRecord, from: DocumentRecord | null, kind: keyof typeof boxes): void => {
    if (to.type === 'region') boxes[kind] += 1;
    else if (to.type === 'image') changes.push({ title: 'Image', from: null, to: to.name });
    else {
      const field = fields.find(({ name }) => name === to.name);
      const words = (value: Json): string => valueLines(value, field).join('\n');
      changes.push({
        title: field?.title ?? partTitle(to.name),
        from: from?.type === 'field' ? words(from.value) : null,
        to: words(to.value),
      });
    }
  };
  for (const record of Object.values(diff.added)) note(record, null, 'added');
  for (const [from, to] of Object.values(diff.updated)) note(to, from, 'changed');
  for (const record of Object.values(diff.removed)) {
    if (record.type === 'region') boxes.removed += 1;
  }
  return {
    changes,
    boxes: Object.entries(boxes)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${String(count)} ${count === 1 ? 'box' : 'boxes'} ${what}`),
  };
}

/** A change in words, a line for each field and each kind of change of boxes. */
export function describeDiff(diff: DocumentDiff, fields: readonly TaskField[]): string[] {
  const { changes, boxes } = changesOfDiff(diff, fields);
  return [
    ...changes.map(
      ({ title, from, to }) => `${title}: ${from === null ? '' : `${shorten(from)} → `}${shorten(to)}`,
    ),
    ...boxes,
  ];
}

function shorten(text: string): string {
  if (text === '') return 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
