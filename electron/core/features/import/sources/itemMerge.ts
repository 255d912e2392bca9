import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { type Json, type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import { type MergedPayload, mergePayload } from '../../../../../shared/base/mergeJson.ts';
import { SPLIT_KEY, splitIn, splitInPath } from '../../../../../shared/domain/splits.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { type ExistingItem, parsePayload } from '../../../records/items/itemRows.ts';
import { splitStays } from '../intake/imageFacts.ts';

/** Data, or mere images that people will make items of. */
export type SourceKind = 'data' | 'candidates';

/** What a source makes of an item that the casebook has. */
export interface MergedItem extends MergedPayload {
  /** The item as it is here. */
  readonly mine: JsonObject;
  /** The item as the source has it now. */
  readonly theirs: JsonObject;
  /** The keys that stay as they are here, since people have answered their wording. */
  readonly held: readonly string[];
}

/**
 * Merges a newer record of a source into an item: the source's changes come in, changes made here stay. Null if the
 * source has not changed.
 * @param base the record as last imported
 * @param isHeld whether a change would take answers their wording
 */
export function mergeItem(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  isHeld: (changed: JsonObject) => boolean,
): MergedItem | null {
  if (sameJson(base, theirs)) return null;
  const merged = mergePayload(base, mine, theirs);
  const held = merged.changes.flatMap(({ key, to }) => (isHeld(withKey(mine, key, to)) ? [key] : []));
  if (held.length === 0) return { mine, theirs, held, ...merged };
  const source = held.reduce((others, key) => withKey(others, key, base[key]), theirs);
  return { mine, theirs, held, ...mergePayload(base, mine, source) };
}

/**
 * What becomes of an item's split: the source's comes in where it has none here, or still the one that it came with.
 * @param former the split that it came with
 */
export function splitAfter(
  own: string | null,
  former: string | null,
  source: string | null,
): 'same' | 'new' | 'stays' {
  if (source === null || own === source) return 'same';
  return own === null || own === former ? 'new' : 'stays';
}

/** The split that the source names; candidates of a data set lie in the folders of their splits. */
export const splitOf = (item: ParsedItem, kind: SourceKind): string | null =>
  item.split ?? splitIn(item.payload) ?? (kind === 'candidates' ? splitInPath(item.externalId) : null);

/** Sets items of a source against those that a casebook has. */
export class ItemMerge {
  readonly #casebook: Casebook;
  readonly #additions;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#additions = casebook.benchmark.additions ?? [];
  }

  /** Null where the source says what it said before. */
  merge(existing: ExistingItem, item: ParsedItem, author: PersonId | null): MergedItem | null {
    // Far quicker than comparing values, and mostly true where a source comes in again.
    if (existing.imported === null && existing.payload === JSON.stringify(item.payload)) return null;
    const mine = parsePayload(existing.payload);
    const base = this.#baseOf(existing, mine, item.externalId);
    const { wording } = this.#casebook.records;
    return mergeItem(base, mine, this.#withAdded(item.payload, base), (changed) =>
      wording.isHeld(existing.id, mine, changed, author),
    );
  }

  /** An item that comes in again, with the images that files have added to it since. */
  withAddedImages(existing: ExistingItem, item: ParsedItem): ParsedItem {
    if (this.#additions.length === 0 || existing.payload === JSON.stringify(item.payload)) return item;
    const base = this.#baseOf(existing, parsePayload(existing.payload), item.externalId);
    const payload = this.#withAdded(item.payload, base);
    const parsed = payload === item.payload ? null : this.#casebook.benchmark.parseItem(payload);
    return parsed?.ok === true ? { ...item, images: parsed.value.images } : item;
  }

  /** The new split of an item; null where it has none, or somebody set another one here, which stays: the report says so. */
  newSplit(existing: ExistingItem, item: ParsedItem, kind: SourceKind, report: ReportBuilder): string | null {
    const split = splitOf(item, kind);
    if (split === null || existing.split === split) return null;
    const former = splitIn(this.#baseOf(existing, parsePayload(existing.payload), item.externalId));
    if (splitAfter(existing.split, former, split) === 'new') return split;
    report.warn(item.externalId, SPLIT_KEY, splitStays(split, String(existing.split)));
    return null;
  }

  #withAdded(payload: JsonObject, base: JsonObject): JsonObject {
    return this.#additions.reduce((source, addition) => addition.keep(source, base), payload);
  }

  #baseOf(existing: ExistingItem, mine: JsonObject, externalId: string): JsonObject {
    if (existing.imported !== null) return parsePayload(existing.imported);
    // What began as a mere image has been filled in by hand since.
    return existing.goldSource === 'imported' ? mine : this.#casebook.benchmark.candidate(externalId);
  }
}

/** Warns of what a source has otherwise than the casebook. */
export function warnOfMerge(
  externalId: string,
  { conflicts, held }: MergedItem,
  report: ReportBuilder,
): void {
  for (const key of conflicts)
    report.warn(externalId, key, 'It was edited here and changed in the source; the edit stays.');
  for (const key of held)
    report.warn(
      externalId,
      key,
      'The source has new wording, but people have answered the current one, so it stays. To use the new wording, fix the item.',
    );
}

function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...object, [key]: value };
}
