import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import { partTitle, valueLines } from '../../../../shared/benchmarks/valueLines.ts';
import type { HistoryEvent } from '../../../../shared/contract/history.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { isJsonObject, isList, sameJson } from '../../../../shared/base/json.ts';
import { personSummary } from './describePerson.ts';

interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What an event did, in one line. */
export function summaryOf(
  kind: string,
  diff: JsonObject | null,
  detail: Json,
  items: number,
  names: Names,
): string {
  const many = counted(items, 'item');
  switch (kind) {
    case 'edit':
      return `Edited ${fieldsOf(diff, names)}`;
    case 'undo':
      return `Undid a change of ${fieldsOf(diff, names)}`;
    case 'redo':
      return `Redid a change of ${fieldsOf(diff, names)}`;
    case 'restore':
      return `Restored an older version (${fieldsOf(diff, names)})`;
    case 'submit':
      return textOf(detail, 'vouchedBy') === ''
        ? `Submitted the answer${timeIn(detail)}`
        : `Signed the images off on the word of ${textOf(detail, 'vouchedBy')}`;
    case 'skip':
      return `Skipped: ${textOf(detail, 'reason')}`;
    case 'status':
      return textOf(detail, 'cause') === 'image'
        ? `Returned ${many} to review: the image changed`
        : `Set the status of ${many}`;
    case 'tags':
      return `Changed the tags of ${many}`;
    case 'split':
      return isJsonObject(detail) && isJsonObject(detail['shares'])
        ? `Divided ${many} into splits: ${Object.entries(detail['shares'])
            .map(([split, share]) => `${split} ${typeof share === 'number' ? String(share) : '?'}`)
            .join(', ')}; seed ${textOf(detail, 'seed')}`
        : `Changed the split of ${many}`;
    case 'vocabulary':
      return 'Changed the vocabulary';
    case 'settings':
      return `Changed ${textOf(detail, 'field')}`;
    case 'person':
      return personSummary(diff?.['updated'] ?? null, textOf(detail, 'handle'));
    case 'import':
      return `Imported ${formatOf(detail, names)}: ${countOf(detail, 'added')} added, ${countOf(detail, 'updated')} updated, ${countOf(detail, 'unchanged')} unchanged`;
    case 'update':
      return `A changed source updated ${many}`;
    case 'attach':
      return `Attached images to ${many}`;
    case 'export':
      return `Exported ${formatOf(detail, names)}: ${textOf(detail, 'items')} items${keyOf(detail)}`;
    case 'begin':
      if (textOf(detail, 'cause') === 'image')
        return 'Continued an answer whose image changed: the sign-off was cancelled';
      return textOf(detail, 'decision') === ''
        ? 'Began again with an empty form'
        : 'Began to decide between the raters';
    case 'assign':
      return `Assigned ${many} to ${textOf(detail, 'people')} people (round ${textOf(detail, 'round')}, overlap ${textOf(detail, 'overlap')}, ${textOf(detail, 'order')} order, seed ${textOf(detail, 'seed')})`;
    case 'withdraw':
      return `Withdrew ${many} from ${textOf(detail, 'person')} (round ${textOf(detail, 'round')})`;
    case 'settle':
      return isDerived(kind, diff) ? ratingStatusOf(diff) : conflictOf(detail);
    case 'gold':
      return `Recomputed the gold of ${many} by today’s rules`;
    case 'decide':
      return `Decided between the raters: ${textOf(detail, 'cause').replaceAll('_', ' ')}`;
    case 'reopen':
      return ['Reopened the decision', textOf(detail, 'note')].filter((part) => part !== '').join(': ');
    case 'fix':
      return `Fixed ${fieldsOf(diff, names)} (edition ${textOf(detail, 'number')}): ${textOf(detail, 'reason')}`;
    case 'comment':
      return `${COMMENT[textOf(detail, 'did')] ?? 'Commented'}: ${textOf(detail, 'text')}`;
    case 'guideline':
      return `${entriesOf(diff?.['added']).length > 0 ? 'Added' : 'Removed'} a guideline on ${titleOf(textOf(detail, 'field'), names)}${textOf(detail, 'round') === '' ? '' : ` for round ${textOf(detail, 'round')}`}`;
    case 'package':
      return `Packed ${many} for ${textOf(detail, 'person')}`;
    case 'merge':
      return `Merged ${textOf(detail, 'source')}`;
    case 'study':
      return studyOf(detail);
    case 'delete':
      return `Deleted ${counted(Number(textOf(detail, 'items')), 'item')}${namesOf(detail)}`;
    case 'revert':
      if (textOf(detail, 'kind') === 'delete') return `Brought back ${many}`;
      if (textOf(detail, 'removed') !== '') return `Undid an import: ${textOf(detail, 'removed')} removed`;
      if (textOf(detail, 'kind') === 'import')
        return `Undid an import: ${counted(Number(textOf(detail, 'items')), 'item')} removed`;
      return `Undid a change of ${textOf(detail, 'kind')} (${many})`;
    default:
      return kind;
  }
}

/** What deleted items were called, the first few of them. */
function namesOf(detail: Json): string {
  const listed = isJsonObject(detail) ? (detail['names'] ?? null) : null;
  const names = isList(listed) ? listed.map(String) : [];
  return names.length === 0
    ? ''
    : `: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
}

const COMMENT: Readonly<Record<string, string>> = {
  resolve: 'Resolved a comment',
  reopen: 'Reopened a comment',
  remove: 'Removed a comment',
};

/** How long somebody worked on what they submit, in words; nothing where that was not counted. */
function timeIn(detail: Json): string {
  const milliseconds = Number(textOf(detail, 'activeMilliseconds'));
  if (!(milliseconds > 0)) return '';
  const seconds = Math.round(milliseconds / 1000);
  if (seconds === 0) return ' in less than a second';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? ` in ${String(seconds)} s` : ` in ${String(minutes)} min ${String(seconds % 60)} s`;
}

/** What became of a study or of somebody who takes part in it. */
function studyOf(detail: Json): string {
  const did = textOf(detail, 'did');
  const [study, person, reason] = ['study', 'person', 'reason'].map((key) => textOf(detail, key));
  if (person !== '') {
    const why = reason === '' ? '' : `: ${reason ?? ''}`;
    return `${did} ${person ?? ''} (study “${study ?? ''}”)${why}`;
  }
  const people = textOf(detail, 'people');
  const [items, seed] = [textOf(detail, 'items'), textOf(detail, 'seed')];
  const drawn = items === '' ? '' : `: ${items} items, seed ${seed}`;
  return `${did} the study “${study ?? ''}”${people === '' ? drawn : `: ${people} ${people === '1' ? 'participant' : 'participants'}`}`;
}

const formatOf = (detail: Json, { format }: Names): string => format(textOf(detail, 'format'));

const RATING_STATUS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for answers',
  single: 'One rater has answered',
  unanimous: 'The raters agree',
  disputed: 'The raters differ',
  decided: 'The decision is in force',
  conflict: 'Decisions conflict',
};

/** Whether an entry tells what follows from answers, decisions and settings: nobody's doing. */
export const isDerived = (kind: string, diff: JsonObject | null): boolean =>
  kind === 'settle' && diff !== null;

/** How somebody resolved a conflict of a merge. */
function conflictOf(detail: Json): string {
  const taken =
    textOf(detail, 'choice') === 'theirs'
      ? `took what ${textOf(detail, 'source')} has`
      : 'kept what was here';
  return `Resolved a conflict with ${textOf(detail, 'source')}: ${taken}`;
}

/** The rating status of an item since a change; without one, what became of gold. */
function ratingStatusOf(diff: JsonObject | null): string {
  const { Raters: raters, Gold: gold } = Object.fromEntries(
    changesOf(diff, { fields: [], item: () => null, format: (id) => id }).map(({ field, to }) => [field, to]),
  );
  if (raters !== undefined) return RATING_STATUS[raters ?? ''] ?? 'Nobody rates the item now';
  return gold === undefined || gold === null ? 'The item has no gold now' : `Gold is now ${gold ?? ''}`;
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
const titleOf = (name: string, { fields }: Names): string =>
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
export function inBursts(events: readonly HistoryEvent[]): HistoryEvent[] {
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

function fieldsOf(diff: JsonObject | null, names: Names): string {
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

/** A number in words: "20,000". */
function countOf(detail: Json, key: string): string {
  const value = isJsonObject(detail) ? detail[key] : undefined;
  return typeof value === 'number' ? formatCount(value) : textOf(detail, key);
}

function textOf(detail: Json, key: string): string {
  const value = isJsonObject(detail) ? detail[key] : undefined;
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Who is behind the pseudonyms of an export: " (rater-1 is bo, rater-2 is cy)"; nothing where it had names. */
function keyOf(detail: Json): string {
  const key = isJsonObject(detail) ? detail['pseudonyms'] : undefined;
  if (!isJsonObject(key)) return '';
  const said = Object.keys(key).map((pseudonym) => `${pseudonym} is ${textOf(key, pseudonym)}`);
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}
