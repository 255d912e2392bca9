import type { Json, JsonObject } from '../../../../shared/domain/json.ts';
import { isJsonObject, isList } from '../../../../shared/domain/json.ts';

interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What an event did, in one line. */
export function summaryOf(kind: string, diff: JsonObject | null, detail: Json, items: number): string {
  const many = `${String(items)} ${items === 1 ? 'item' : 'items'}`;
  switch (kind) {
    case 'edit':
      return `Edited ${fieldsOf(diff)}`;
    case 'undo':
      return `Undid a change of ${fieldsOf(diff)}`;
    case 'redo':
      return `Redid a change of ${fieldsOf(diff)}`;
    case 'restore':
      return `Restored an older version (${fieldsOf(diff)})`;
    case 'submit':
      return `Submitted the answer${timeIn(detail)}`;
    case 'skip':
      return `Skipped: ${textOf(detail, 'reason')}`;
    case 'status':
      return textOf(detail, 'cause') === 'image'
        ? `Returned ${many} to review: the image changed`
        : `Set the status of ${many}`;
    case 'tags':
      return `Changed the tags of ${many}`;
    case 'vocabulary':
      return 'Changed the vocabulary';
    case 'settings':
      return `Changed ${textOf(detail, 'field')}`;
    case 'person':
      return `${diff === null ? 'Added' : 'Changed'} ${textOf(detail, 'handle')}`;
    case 'import':
      return `Imported ${textOf(detail, 'format')}: ${textOf(detail, 'added')} added, ${textOf(detail, 'updated')} updated, ${textOf(detail, 'unchanged')} unchanged`;
    case 'update':
      return `A changed source updated ${many}`;
    case 'attach':
      return `Attached images to ${many}`;
    case 'export':
      return `Exported ${textOf(detail, 'format')}: ${textOf(detail, 'items')} items`;
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
      return ratingStatusOf(diff);
    case 'decide':
      return `Decided between the raters: ${textOf(detail, 'cause').replaceAll('_', ' ')}`;
    case 'reopen':
      return ['Reopened the decision', textOf(detail, 'note')].filter((part) => part !== '').join(': ');
    case 'fix':
      return `Fixed ${fieldsOf(diff)} (edition ${textOf(detail, 'number')}): ${textOf(detail, 'reason')}`;
    case 'guideline':
      return `${entriesOf(diff?.['added']).length > 0 ? 'Added' : 'Removed'} a guideline on ${textOf(detail, 'field')}`;
    case 'package':
      return `Packed ${many} for ${textOf(detail, 'person')}`;
    case 'merge':
      return `Merged ${textOf(detail, 'source')}`;
    case 'study':
      return studyOf(detail);
    case 'revert':
      return `Undid a change of ${textOf(detail, 'kind')} (${many})`;
    default:
      return kind;
  }
}

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

const RATING_STATUS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for answers',
  single: 'One rater answered',
  unanimous: 'The raters agree',
  disputed: 'The raters differ',
  decided: 'The decision is in force',
  conflict: 'Decisions conflict',
};

/** The rating status of an item since a change; without one, what became of gold. */
function ratingStatusOf(diff: JsonObject | null): string {
  const { raters, gold } = Object.fromEntries(changesOf(diff).map(({ field, to }) => [field, to]));
  if (raters !== undefined) return RATING_STATUS[raters ?? ''] ?? 'Nobody rates the item now';
  return gold === undefined || gold === 'null' ? 'The item has no gold now' : `Gold is now ${gold ?? ''}`;
}

/** A diff field by field; what was nothing is null. */
export function changesOf(diff: JsonObject | null): Change[] {
  if (diff === null) return [];
  const changes: Change[] = [];
  for (const [id, to] of entriesOf(diff['added']))
    changes.push({ field: nameOf(id), from: null, to: valueOf(to) });
  for (const [id, pair] of entriesOf(diff['updated'])) {
    if (!isList(pair)) continue;
    changes.push({ field: nameOf(id), from: valueOf(pair[0] ?? null), to: valueOf(pair[1] ?? null) });
  }
  for (const [id, from] of entriesOf(diff['removed']))
    changes.push({ field: nameOf(id), from: valueOf(from), to: null });
  return changes.slice(0, 200);
}

function fieldsOf(diff: JsonObject | null): string {
  const names = [...new Set(changesOf(diff).map((change) => change.field))];
  return names.length === 0 ? 'nothing' : names.slice(0, 4).join(', ') + (names.length > 4 ? ', …' : '');
}

function nameOf(id: string): string {
  if (id.startsWith('field:')) return id.slice('field:'.length);
  if (id.startsWith('region:')) return 'box';
  if (id.startsWith('image:')) return 'image';
  return id;
}

function valueOf(value: Json): string {
  if (isJsonObject(value)) {
    if (value['type'] === 'field') return valueOf(value['value'] ?? null);
    if (value['type'] === 'region') {
      const place = ['x', 'y', 'width', 'height'].map((key) => Math.round(Number(value[key]) * 10) / 10);
      return `${plain(value['label'])} at ${place.slice(0, 2).join(', ')}, ${place.slice(2).join(' x ')}`;
    }
    if (value['type'] === 'image') return value['imageId'] === null ? 'missing' : plain(value['imageId']);
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function entriesOf(part: Json | undefined): [string, Json][] {
  return isJsonObject(part) ? Object.entries(part) : [];
}

function textOf(detail: Json, key: string): string {
  const value = isJsonObject(detail) ? detail[key] : undefined;
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
