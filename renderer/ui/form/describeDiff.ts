import type { TaskField } from '../../../shared/benchmarks/benchmark.ts';
import type { DocumentDiff, DocumentRecord } from '../../../shared/domain/document.ts';
import type { Json } from '../../../shared/domain/json.ts';

const LONGEST = 80;

/** A change in words, a line for each field and each kind of change of boxes. */
export function describeDiff(diff: DocumentDiff, fields: readonly TaskField[]): string[] {
  const lines: string[] = [];
  const boxes = { added: 0, changed: 0, removed: 0 };
  for (const record of Object.values(diff.added)) {
    if (record.type === 'region') boxes.added += 1;
    else lines.push(lineOf(record, null, fields));
  }
  for (const [from, to] of Object.values(diff.updated)) {
    if (to.type === 'region') boxes.changed += 1;
    else lines.push(lineOf(to, from, fields));
  }
  for (const record of Object.values(diff.removed)) {
    if (record.type === 'region') boxes.removed += 1;
  }
  for (const [what, count] of Object.entries(boxes))
    if (count > 0) lines.push(`${String(count)} ${count === 1 ? 'box' : 'boxes'} ${what}`);
  return lines;
}

function lineOf(to: DocumentRecord, from: DocumentRecord | null, fields: readonly TaskField[]): string {
  if (to.type === 'image') return `Image: ${to.name}`;
  if (to.type === 'region') return 'Box';
  const title = titleOf(to.name, fields);
  const before = from?.type === 'field' ? shorten(from.value) : '';
  return `${title}: ${before === '' ? '' : `${before} → `}${shorten(to.value)}`;
}

function titleOf(name: string, fields: readonly TaskField[]): string {
  const known = fields.find((field) => field.name === name)?.title;
  // "discardReason" is "Discard reason" to people.
  return (
    known ??
    name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  );
}

function shorten(value: Json): string {
  const text =
    value === null || value === ''
      ? 'nothing'
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : typeof value === 'string'
          ? value
          : typeof value === 'number'
            ? String(value)
            : `${String(Object.keys(value).length)} entries`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
