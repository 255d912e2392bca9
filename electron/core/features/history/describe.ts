import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import { partTitle, valueLines } from '../../../../shared/benchmarks/valueLines.ts';
import type { HistoryEvent } from '../../../../shared/contract/history.ts';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';

interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** How fields, items and values are called, for the words of a change. */
export interface Names {
  readonly fields: readonly TaskField[];
  /** An item's name by its id; null where the id is no item's, or one that the caller may not name. */
  readonly item: (id: string) => string | null;
  /** What a format is called, by its id: itself where this version does not know it. */
  readonly format: (id: string) => string;
}

/** A field as the form calls it. */
export const titleOf = (name: string, { fields }: Names): string =>
  fields.find((field) => field.name === name)?.title ?? name;

/** How many changes of one entry History lists. */
const MOST_CHANGES = 200;

/** A diff field by field, as the form says it; what was nothing is null. `kind`: that of the entry it belongs to. */
export function changesOf(diff: JsonObject | null, names: Names, kind = ''): Change[] {
  if (diff === null) return [];
  const changes: Change[] = [];
  const add = (id: string, from: Json | undefined, to: Json | undefined): void => {
    const [before, after] = [contentOf(from), contentOf(to)];
    // A whole record of an item: what changed in it, key by key.
    if (isRecord(before) && isRecord(after)) {
      const item = names.item(id);
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (sameJson(before[key] ?? null, after[key] ?? null)) continue;
        changes.push({
          field: [...(item === null ? [] : [item]), key].join(': '),
          from: textOrNull(before[key]),
          to: textOrNull(after[key]),
        });
      }
      return;
    }
    const name = fieldOf(id);
    const field = names.fields.find((each) => each.name === name);
    changes.push({
      field: field?.title ?? names.item(id) ?? nameOf(id),
      from: textOrNull(before, field),
      to: textOrNull(after, field),
    });
  };
  const isFull = (): boolean => changes.length >= MOST_CHANGES;
  if (kind === 'delete')
    // By what the items were called: they have no name here any more.
    return entriesOf(diff['removed'])
      .slice(0, MOST_CHANGES)
      .map(([, name]) => ({ field: 'item', from: textOrNull(name), to: null }));
  for (const [id, to] of entriesOf(diff['added'])) if (!isFull()) add(id, undefined, to);
  for (const [id, pair] of entriesOf(diff['updated']))
    if (!isFull() && isList(pair)) add(id, pair[0] ?? null, pair[1] ?? null);
  for (const [id, from] of entriesOf(diff['removed'])) if (!isFull()) add(id, from, undefined);
  return changes.slice(0, MOST_CHANGES);
}

/** So long after an edit another one of the same fields still belongs to it: somebody is typing. */
const BURST_MS = 10_000;

/** Events, newest first, with a burst of one person's edits of the same fields as one: what it was before, what it is after. */
export function mergeBursts(events: readonly HistoryEvent[]): HistoryEvent[] {
  const merged: HistoryEvent[] = [];
  for (const event of events) {
    const later = merged.at(-1);
    if (later === undefined || !isOneBurst(later, event)) {
      merged.push(event);
      continue;
    }
    const before = new Map(event.changes.map(({ field, from }) => [field, from]));
    merged[merged.length - 1] = {
      ...later,
      // Where the next page begins.
      sequence: event.sequence,
      startedAt: event.startedAt,
      changes: later.changes.map((change) => ({ ...change, from: before.get(change.field) ?? null })),
    };
  }
  return merged;
}

function isOneBurst(later: HistoryEvent, earlier: HistoryEvent): boolean {
  const fields = ({ changes }: HistoryEvent): string => changes.map(({ field }) => field).join('\n');
  return (
    later.kind === 'edit' &&
    earlier.kind === 'edit' &&
    later.personId === earlier.personId &&
    later.itemId === earlier.itemId &&
    later.startedAt - earlier.at <= BURST_MS &&
    fields(later) === fields(earlier) &&
    // Boxes have no names of their own.
    !later.changes.some(({ field }) => field === BOX)
  );
}

/** What a diff changed, by the titles of the fields, the first four of them. */
export function fieldsOf(diff: JsonObject | null, names: Names): string {
  const titles = [...new Set(changesOf(diff, names).map((change) => change.field))];
  return titles.length === 0 ? 'nothing' : titles.slice(0, 4).join(', ') + (titles.length > 4 ? ', …' : '');
}

const BOX = 'box';

const fieldOf = (id: string): string => (id.startsWith('field:') ? id.slice('field:'.length) : id);

function nameOf(id: string): string {
  if (id.startsWith('region:')) return BOX;
  if (id.startsWith('image:')) return 'image';
  return partTitle(fieldOf(id));
}

/** What a record of a document holds; other values as they are. */
function contentOf(value: Json | undefined): Json | undefined {
  return isJsonObject(value) && value['type'] === 'field' ? (value['value'] ?? null) : value;
}

/** Whether it is the record of an item, not one of a document. */
const isRecord = (value: Json | undefined): value is JsonObject =>
  isJsonObject(value) && value['type'] !== 'region' && value['type'] !== 'image';

function textOrNull(value: Json | undefined, field?: TaskField): string | null {
  if (value === undefined) return null;
  const text = textFor(value, field);
  if (text === '') return null;
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}

function textFor(value: Json, field: TaskField | undefined): string {
  if (isJsonObject(value) && value['type'] === 'region') {
    const place = ['x', 'y', 'width', 'height'].map((key) => Math.round(Number(value[key]) * 10) / 10);
    return `${plain(value['label'])} at ${place.slice(0, 2).join(', ')}, ${place.slice(2).join(' x ')}`;
  }
  if (isJsonObject(value) && value['type'] === 'image')
    return value['imageId'] === null ? 'missing' : 'another image';
  const lines = valueLines(value, field).filter((line) => line !== '');
  return lines.length < 2 ? (lines[0] ?? '').replace(/^(in_review)$/u, 'in review') : lines.join('\n');
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function entriesOf(part: Json | undefined): [string, Json][] {
  return isJsonObject(part) ? Object.entries(part) : [];
}
