import { ItemId } from '../../../../shared/base/ids.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import type { ItemValues } from '../../db/documents.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Delta } from './delta.ts';
import { hasOtherValues, valuesToAdopt } from './laterChanges.ts';

/** The status, split and tags of items in an exchange: each has its own time, and the later change counts. */
export class ExchangedValues {
  readonly #casebook: Casebook;
  readonly #delta: Delta;
  readonly #tagsOf;
  readonly #valueHere;
  /** The values to adopt, by item, as they were before anything was merged. */
  readonly #taken = new Map<string, ItemValues>();

  constructor(casebook: Casebook, delta: Delta) {
    this.#casebook = casebook;
    this.#delta = delta;
    this.#tagsOf = casebook.database
      .prepare<[string], string>(
        'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?)',
      )
      .pluck();
    this.#valueHere = casebook.database.prepare<[string], { status: string; split: string | null }>(
      'SELECT status, split FROM item WHERE id = ?',
    );
  }

  /** Notes which values are taken, before merging changes the rows here. */
  compare(): void {
    for (const { id } of rowReader(this.#delta.database, 'item').all())
      this.#taken.set(id, valuesToAdopt(this.#delta.values.get(id) ?? {}, this.#here(id)));
  }

  /** Puts a tag on an item, or takes it off; true where that changed anything. */
  #takeTag(id: string, tag: string, isOn: boolean): boolean {
    const { itemTags } = this.#casebook.records;
    return isOn ? itemTags.addTo(id, tag) : itemTags.removeFrom(id, tag);
  }

  /** Writes the values that `compare` noted. */
  write(): void {
    const { derived, records } = this.#casebook;
    for (const [id, values] of this.#taken) {
      const own = this.#valueHere.get(id);
      if (own === undefined) continue;
      let changes = 0;
      for (const [name, { at, value }] of Object.entries(values)) {
        if (name === 'status' && value !== null && value !== own.status)
          derived.items.setStatus(ItemId.parse(id), ItemStatus.parse(value));
        else if (name === 'split') records.itemTable.takeSplit(id, value);
        else if (name.startsWith('tag:'))
          changes += Number(this.#takeTag(id, name.slice('tag:'.length), value !== null));
        records.hubChanges.setValueAt(id, name, at);
      }
      if (changes > 0) derived.items.reindex(ItemId.parse(id));
    }
  }

  /** Whether a value of an item differs here from the one that came in. */
  isOther(id: string): boolean {
    return hasOtherValues(this.#here(id), this.#delta.values.get(id) ?? {});
  }

  #here(id: string): ItemValues {
    const row = this.#valueHere.get(id);
    return row === undefined ? {} : valuesOf(this.#casebook, id, row, this.#tagsOf.all(id));
  }
}

/** An item's status, split and tags, each with the time of its change. Removed tags are among them, as null. */
export function valuesOf(
  { records: { hubChanges } }: Casebook,
  id: string,
  { status, split }: { readonly status: string | null; readonly split: string | null },
  tags: readonly string[],
): ItemValues {
  const values = new Map<string, string | null>([
    ...hubChanges.changedValues(id).map((name) => [name, null] as const),
    ...tags.map((tag) => [`tag:${tag}`, tag] as const),
    ['status', status],
    ['split', split],
  ]);
  return Object.fromEntries(
    [...values]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, { at: hubChanges.valueAt(id, name), value }]),
  );
}
