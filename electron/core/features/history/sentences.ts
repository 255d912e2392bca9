import type { z } from 'zod';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { type EventDetail, type EventKind, eventKind, EVENTS } from '../../records/logEvents.ts';
import { fieldsOf, type Names, titleOf } from './describe.ts';

/** An entry of the log as the database holds it. */
export interface LogEntry {
  readonly kind: string;
  readonly diff: JsonObject | null;
  readonly detail: Json;
  /** How many items it is about. */
  readonly items: number;
}

/** Whether an entry tells what follows from answers, decisions and settings: nobody's doing. */
export const isDerived = ({ kind, diff }: Pick<LogEntry, 'kind' | 'diff'>): boolean =>
  kind === 'settle' && diff !== null;

/** What an event did, in one line. Of one whose detail has another form than today's it tells the kind alone. */
export function summaryOf(entry: LogEntry, names: Names): string {
  const kind = eventKind(entry.kind);
  return kind === null ? entry.kind : sentenceOf(kind, SENTENCES, entry, names);
}

function sentenceOf<Kind extends EventKind>(
  kind: Kind,
  sentences: Sentences<Kind>,
  entry: LogEntry,
  names: Names,
): string {
  const detail = FORMS[kind].detail.safeParse(entry.detail ?? undefined);
  return detail.success ? sentences[kind](detail.data, entry, names) : (PLAIN[kind] ?? kind);
}

const FORMS: { readonly [Kind in EventKind]: { readonly detail: z.ZodType<EventDetail<Kind>> } } = EVENTS;

type Sentence<Kind extends EventKind> = (detail: EventDetail<Kind>, entry: LogEntry, names: Names) => string;

type Sentences<Kinds extends EventKind> = { readonly [Kind in Kinds]: Sentence<Kind> };

const many = ({ items }: LogEntry): string => counted(items, 'item');

const SENTENCES: Sentences<EventKind> = {
  edit: (_, { diff }, names) => `Edited ${fieldsOf(diff, names)}`,
  undo: (_, { diff }, names) => `Undid a change of ${fieldsOf(diff, names)}`,
  redo: (_, { diff }, names) => `Redid a change of ${fieldsOf(diff, names)}`,
  restore: (_, { diff }, names) => `Restored an older version (${fieldsOf(diff, names)})`,
  submit: ({ vouchedBy = '', activeMilliseconds }) =>
    vouchedBy === ''
      ? `Submitted the answer${timeIn(activeMilliseconds)}`
      : `Signed the images off on the word of ${vouchedBy}`,
  skip: ({ reason }) => `Skipped: ${reason}`,
  status: (detail, entry) =>
    detail?.cause === 'image'
      ? `Returned ${many(entry)} to review: the image changed`
      : `Set the status of ${many(entry)}`,
  tags: (_, entry) => `Changed the tags of ${many(entry)}`,
  split: (detail, entry) =>
    detail?.shares === undefined
      ? `Changed the split of ${many(entry)}`
      : `Divided ${many(entry)} into splits: ${Object.entries(detail.shares)
          .map(([split, share]) => `${split} ${String(share)}`)
          .join(', ')}; seed ${String(detail.seed ?? '')}`,
  vocabulary: () => 'Changed the vocabulary',
  settings: ({ field }) => `Changed ${field}`,
  person: ({ handle }, { diff }) =>
    diff === null
      ? `Added ${handle}`
      : personSummary(EVENTS.person.diff.safeParse(diff).data?.updated ?? {}, handle),
  import: ({ format, added, updated, unchanged }, _, names) =>
    `Imported ${names.format(format)}: ${formatCount(added)} added, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`,
  update: (_, entry) => `A changed source updated ${many(entry)}`,
  attach: (_, entry) => `Attached images to ${many(entry)}`,
  export: ({ format, items, pseudonyms }, _, names) =>
    `Exported ${names.format(format)}: ${String(items)} items${keyOf(pseudonyms)}`,
  revert: ({ kind, removed, items }, entry) => {
    if (kind === 'delete') return `Brought back ${many(entry)}`;
    if (removed !== undefined && removed !== '') return `Undid an import: ${removed} removed`;
    if (kind === 'import') return `Undid an import: ${counted(items ?? 0, 'item')} removed`;
    return `Undid a change of ${kind} (${many(entry)})`;
  },
  begin: (detail) => {
    if (detail?.cause === 'image')
      return 'Continued an answer whose image changed: the sign-off was cancelled';
    return detail?.decision === undefined
      ? 'Began again with an empty form'
      : 'Began to decide between the raters';
  },
  assign: ({ people, round, overlap, order, seed }, entry) =>
    `Assigned ${many(entry)} to ${String(people)} people (round ${String(round)}, overlap ${String(overlap)}, ${order} order, seed ${String(seed)})`,
  withdraw: ({ person, round }, entry) => `Withdrew ${many(entry)} from ${person} (round ${String(round)})`,
  settle: (detail, { diff }) => (diff === null ? conflictOf(detail) : ratingStatusOf(diff)),
  gold: (_, entry) => `Recomputed the gold of ${many(entry)} by today’s rules`,
  decide: ({ cause = '' }) => `Decided between the raters: ${cause.replaceAll('_', ' ')}`,
  reopen: ({ note }) => ['Reopened the decision', note].filter((part) => part !== '').join(': '),
  guideline: ({ field, round }, { diff }, names) => {
    const isAdded = Object.keys(diff?.['added'] ?? {}).length > 0;
    return `${isAdded ? 'Added' : 'Removed'} a guideline on ${titleOf(field, names)}${round === undefined ? '' : ` for round ${String(round)}`}`;
  },
  comment: ({ did, text }) => `${COMMENT[did]}: ${text}`,
  package: ({ person }, entry) => `Packed ${many(entry)} for ${person}`,
  merge: ({ source }) => `Merged ${source}`,
  study: studySummary,
  delete: ({ items, names = [] }) =>
    `Deleted ${counted(items, 'item')}${names.length === 0 ? '' : `: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`}`,
  fix: ({ number, reason }, { diff }, names) =>
    `Fixed ${fieldsOf(diff, names)} (edition ${String(number)}): ${reason}`,
};

/** The sentences for entries whose detail has another form than today's. */
const PLAIN: Partial<Record<EventKind, string>> = {
  submit: 'Submitted the answer',
  skip: 'Skipped',
  settings: 'Changed the settings',
  person: 'Changed a person',
  import: 'Imported data',
  export: 'Exported data',
  revert: 'Undid a change',
  assign: 'Assigned items',
  withdraw: 'Withdrew items',
  gold: 'Recomputed gold by today’s rules',
  decide: 'Decided between the raters',
  reopen: 'Reopened the decision',
  guideline: 'Changed a guideline',
  comment: 'Commented',
  package: 'Packed items',
  merge: 'Merged a casebook',
  study: 'Changed a study',
  delete: 'Deleted items',
  fix: 'Fixed the item',
};

const COMMENT = {
  add: 'Commented',
  resolve: 'Resolved a comment',
  reopen: 'Reopened a comment',
  remove: 'Removed a comment',
} as const;

/** How long somebody worked on what they submit, in words; nothing where that was not counted. */
function timeIn(milliseconds = 0): string {
  if (milliseconds <= 0) return '';
  const seconds = Math.round(milliseconds / 1000);
  if (seconds === 0) return ' in less than a second';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? ` in ${String(seconds)} s` : ` in ${String(minutes)} min ${String(seconds % 60)} s`;
}

/** What became of a study or of somebody who takes part in it. */
function studySummary({
  did,
  study,
  person = '',
  reason = '',
  people,
  items,
  seed,
}: EventDetail<'study'>): string {
  if (person !== '') return `${did} ${person} (study “${study}”)${reason === '' ? '' : `: ${reason}`}`;
  const drawn = items === undefined ? '' : `: ${String(items)} items, seed ${String(seed ?? '')}`;
  return `${did} the study “${study}”${people === undefined ? drawn : `: ${String(people)} ${people === 1 ? 'participant' : 'participants'}`}`;
}

/** What became of a person or a judge: "Deactivated bo". */
function personSummary(updated: Readonly<Record<string, readonly [string, string]>>, handle: string): string {
  const { deactivated, 'set aside': setAside } = updated;
  if (deactivated !== undefined)
    return `${deactivated[1] === 'yes' ? 'Deactivated' : 'Reactivated'} ${handle}`;
  if (setAside !== undefined)
    return setAside[1] === 'yes'
      ? `Set the verdicts of ${handle} aside`
      : `Counted the verdicts of ${handle} again`;
  const fields = Object.keys(updated);
  return fields.length === 0 ? `Changed ${handle}` : `Changed the ${fields.join(' and ')} of ${handle}`;
}

const RATING_STATUS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for answers',
  single: 'One rater has answered',
  unanimous: 'The raters agree',
  disputed: 'The raters differ',
  decided: 'The decision is in force',
  conflict: 'Decisions conflict',
};

/** The rating status of an item since a change; without one, what became of gold. */
function ratingStatusOf(diff: JsonObject): string {
  const { raters, gold } = EVENTS.settle.diff.safeParse(diff).data?.updated ?? {};
  if (raters !== undefined) return RATING_STATUS[raters[1] ?? ''] ?? 'Nobody rates the item now';
  const is = gold?.[1] ?? null;
  return is === null ? 'The item has no gold now' : `Gold is now ${is}`;
}

/** How somebody resolved a conflict of a merge. */
function conflictOf(detail: EventDetail<'settle'>): string {
  if (detail === undefined) return 'Resolved a conflict';
  const { choice, source } = detail;
  const taken = choice === 'theirs' ? `took what ${source} has` : 'kept what was here';
  return `Resolved a conflict with ${source}: ${taken}`;
}

/** Who is behind the pseudonyms of an export: " (rater-1 is bo, rater-2 is cy)"; nothing where it had names. */
function keyOf(pseudonyms: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries(pseudonyms).map(([pseudonym, name]) => `${pseudonym} is ${name}`);
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
}
