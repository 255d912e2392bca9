import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { AppendEvent } from '../../records/log.ts';

/** How many updated items one entry of the log takes back. */
const UPDATES_PER_EVENT = 200;

/** Notes in the log what an import changes of items, many items an entry; expects the caller's transaction. */
export class PayloadUpdates {
  readonly #log: AppendEvent;
  readonly #format: string;
  readonly #by: PersonId | null;
  #updated: Record<string, [JsonObject, JsonObject]> = {};
  #sequences: number[] = [];

  constructor(log: AppendEvent, format: string, by: PersonId | null) {
    this.#log = log;
    this.#format = format;
    this.#by = by;
  }

  add(
    { id, sequence }: { readonly id: ItemId; readonly sequence: number },
    from: JsonObject,
    to: JsonObject,
  ): void {
    this.#updated[id] = [from, to];
    this.#sequences.push(sequence);
    if (this.#sequences.length === UPDATES_PER_EVENT) this.end();
  }

  /** To be called after the last one, too. */
  end(): void {
    if (this.#sequences.length === 0) return;
    this.#log({
      kind: 'update',
      personId: this.#by,
      diff: { added: {}, updated: this.#updated, removed: {} },
      detail: { format: this.#format },
      items: this.#sequences,
    });
    this.#updated = {};
    this.#sequences = [];
  }
}
