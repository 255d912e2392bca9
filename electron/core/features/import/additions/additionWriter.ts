import { z } from 'zod';
import type { Addition } from '../../../../../shared/benchmarks/additions.ts';
import type { ParseResult } from '../../../../../shared/benchmarks/problems.ts';
import { ItemId } from '../../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ItemWriter } from '../../../derived/itemWriter.ts';
import { createEditionNumbers } from '../../../records/answers/edition.ts';
import { parsePayload } from '../../../records/items/itemRows.ts';

const Row = z.object({
  id: ItemId,
  sequence: z.int(),
  payload: z.string(),
  imported: z.string().nullable(),
  isAnswered: z.int().transform((flag) => flag === 1),
});

/** An item that a file says more of. */
export type AddedItem = z.infer<typeof Row>;

/** What a file makes of an item. */
export interface AddedPayload {
  readonly before: JsonObject;
  /** The very same where the file says nothing new. */
  readonly after: JsonObject;
  /** What counts as imported, where that is kept beside the payload and changes. */
  readonly imported: JsonObject | null;
}

/**
 * Adds to the items of an open casebook, its statements prepared once. What is added belongs to what the item came with,
 * whatever edition holds: answers stand on top of it as before, and a fix keeps it.
 */
export class AdditionWriter {
  readonly #casebook: Casebook;
  readonly #addition: Addition;
  readonly #writer: ItemWriter;
  readonly #recomputing;
  readonly #editionOf;
  readonly #byExternalId;
  readonly #editions;

  constructor(casebook: Casebook, addition: Addition, writer: ItemWriter) {
    this.#casebook = casebook;
    this.#addition = addition;
    this.#writer = writer;
    const { database } = casebook;
    this.#recomputing = casebook.derived.recompute;
    this.#editionOf = createEditionNumbers(database);
    this.#byExternalId = database.prepare<[string, string]>(
      `SELECT id, sequence, payload, imported_payload AS imported,
       gold_annotation_id IS NOT NULL OR gold_fields IS NOT NULL AS isAnswered
     FROM item WHERE benchmark = ? AND external_id = ?`,
    );
    this.#editions = database
      .prepare<[string, string], string>(
        'SELECT before FROM edition WHERE item_id = ? UNION ALL SELECT payload FROM edition WHERE item_id = ?',
      )
      .pluck();
  }

  find(externalId: string): AddedItem | undefined {
    const row = this.#byExternalId.get(this.#casebook.benchmark.id, externalId);
    return row === undefined ? undefined : Row.parse(row);
  }

  merge(
    { id, payload, imported, isAnswered }: AddedItem,
    entries: readonly JsonObject[],
  ): ParseResult<AddedPayload> {
    const before = parsePayload(payload);
    const source = imported === null ? null : parsePayload(imported);
    const earlier = this.#editions.all(id, id).map(parsePayload);
    // Answers are written over what was added, not the other way round.
    const base = isAnswered ? this.#recomputing.unanswered(id) : before;
    const edition = this.#editionOf(id);
    const about = (entry: JsonObject): JsonObject =>
      edition === 1 ? entry : (this.#addition.about?.(entry, edition, base) ?? entry);
    const said = entries.map(about);
    const merged = this.#addition.apply(base, said, source === null ? earlier : [source, ...earlier]);
    if (!merged.ok) return merged;
    const answered = isAnswered ? this.#recomputing.answered(id, merged.value) : merged.value;
    const sourced = source === null ? null : this.#addition.apply(source, said, []);
    return {
      ok: true,
      value: {
        before,
        after: merged.value === base || sameJson(answered, before) ? before : answered,
        imported: sourced?.ok === true && sourced.value !== source ? sourced.value : null,
      },
    };
  }

  /** Writes it, in the caller's transaction. */
  write({ id }: AddedItem, { before, after, imported }: AddedPayload): void {
    if (imported !== null) this.#writer.setImported(id, imported);
    if (after !== before) this.#writer.setPayload(id, after);
  }
}
