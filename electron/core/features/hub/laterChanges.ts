import { Json, sameJson } from '../../../../shared/base/json.ts';
import type { HubTable } from '../../../../shared/hub/protocol.ts';
import { type DocumentContent, isFinal, isSameContent, type ItemValues } from '../../db/documents.ts';

/* Which of two changes of one row counts, here and in every other copy of the casebook. */

/**
 * Whether an incoming row was changed later than the one here. All casebooks choose the same of two simultaneous
 * changes.
 * @param changedAt when the row here was changed
 * @param waiting the row here where its change waits to be sent, otherwise null
 */
export function isLaterRow(
  there: DocumentContent | null,
  changedAt: number,
  waiting: DocumentContent | null,
): boolean {
  if (there?.changedAt === undefined) return false;
  if (there.changedAt !== changedAt) return there.changedAt > changedAt;
  return waiting === null || JSON.stringify(wholeOf(there)) > JSON.stringify(wholeOf(waiting));
}

/** The columns of a row that a later change replaces. */
const wholeOf = ({ row }: DocumentContent): unknown[] =>
  ['value', 'handle', 'name', 'roles', 'set_aside_at', 'status', 'split'].map(
    (column) => row[column] ?? null,
  );

/** Columns in which a row here may differ from the same one elsewhere: what each casebook derives or counts by itself. */
const DERIVED: Partial<Record<HubTable, ReadonlySet<string>>> = {
  item: new Set([
    'status',
    'split',
    'payload',
    'revision',
    'gold_source',
    'gold_annotation_id',
    'gold_fields',
    'updated_at',
    'imported_payload',
    'created_at',
  ]),
  image: new Set(['link', 'created_at', 'created_by']),
  person: new Set(['created_at']),
};

/** Whether a row says something else here than what came in, so that it has to be sent. */
export function isOtherRow(table: HubTable, here: DocumentContent, there: DocumentContent): boolean {
  if (isFinal(table)) return !isSameContent(table, here, there);
  return Object.keys(there.row).some(
    (column) =>
      DERIVED[table]?.has(column) !== true &&
      here.row[column] !== there.row[column] &&
      !sameText(here.row[column], there.row[column]),
  );
}

/** JSON may be written with its keys in another order. */
function sameText(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || !a.startsWith('{') || !b.startsWith('{'))
    return false;
  try {
    return sameJson(Json.parse(JSON.parse(a)), Json.parse(JSON.parse(b)));
  } catch {
    // Text that only looks like JSON.
    return false;
  }
}

/** Whether one change of an item's value is later than another; of two of one moment every casebook chooses the same. */
export const isLaterValue = (one: ItemValues[string], other: ItemValues[string]): boolean =>
  one.at === other.at ? (one.value ?? '') > (other.value ?? '') : one.at > other.at;

/** Of each value the later one. */
export function laterValues(a: ItemValues, b: ItemValues): ItemValues {
  const later = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const own = later[name];
    if (own === undefined || isLaterValue(value, own)) later[name] = value;
  }
  return later;
}

/** An item's values to adopt: those that were changed later there, and those that are the same. */
export function valuesToAdopt(there: ItemValues, here: ItemValues): ItemValues {
  const taken = Object.entries(there).filter(([name, value]) => {
    const own = here[name] ?? { at: 0, value: null };
    return isLaterValue(value, own) || (value.at === own.at && value.value === own.value);
  });
  return Object.fromEntries(taken);
}

/** Whether a value of an item differs here from the one that came in. */
export const hasOtherValues = (here: ItemValues, there: ItemValues): boolean =>
  Object.entries(here).some(
    ([name, { at, value }]) => (there[name]?.value ?? null) !== value || (there[name]?.at ?? 0) !== at,
  );
