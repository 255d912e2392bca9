import type { AnswerOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import { AnnotationId, type ItemId, type PersonId } from '../../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import { withIdentities } from '../regions.ts';

/**
 * Records imported answers as a person's submitted annotations; expects the caller's transaction.
 * Answers of one person, and how they came about as far as anybody said.
 */
export class Authorship {
  readonly #casebook: Casebook;
  readonly #personId: PersonId;
  readonly #origin: AnswerOrigin;
  readonly #store;
  readonly #task;

  constructor(casebook: Casebook, personId: PersonId, origin: AnswerOrigin) {
    this.#casebook = casebook;
    this.#personId = personId;
    this.#origin = origin;
    this.#store = casebook.records.annotations;
    this.#task = mainTask(casebook);
  }

  /** An answer with its boxes, as a new submitted version after `previous`. */
  submit(itemId: ItemId, answer: JsonObject, regions: readonly RegionRecord[]): AnnotationId {
    const latest = this.#store.latest(this.#keyOf(itemId));
    const id = AnnotationId.parse(this.#casebook.ports.newId());
    this.#store.insertDraft({
      id,
      key: this.#keyOf(itemId),
      itemRevision: this.#store.item(itemId)?.revision ?? 1,
      version: (latest?.version ?? 0) + 1,
      previousId: latest?.id ?? null,
      answer,
      revision: latest?.revision ?? 0,
      independent: false,
      origin: this.#origin,
    });
    this.#store.insertRegions(id, regions);
    // A file cannot sign anything off: a sign-off is carried on from the answer before, for the images that it was given for.
    this.#store.keepSignOff(id, latest?.signedOffImages ?? null);
    this.#store.submit(id);
    return id;
  }

  /**
   * A payload's answer as a new submitted version. Null if the person's latest answer says the same, is a draft
   * (unsubmitted work is never covered up), or is about an earlier edition, as the source is.
   * @param boxes those that the item came with; left out where its format has none, which leaves theirs as they are
   */
  record(
    itemId: ItemId,
    payload: JsonObject,
    boxes?: readonly Omit<RegionRecord, 'id'>[],
  ): AnnotationId | null {
    const latest = this.#store.latest(this.#keyOf(itemId));
    if (latest?.state === 'draft') return null;
    if (latest !== undefined && latest.editionId !== (this.#store.item(itemId)?.editionId ?? null))
      return null;
    const answer = this.#task.initialAnswer(payload);
    if (latest === undefined)
      return this.submit(itemId, answer, withIdentities(boxes ?? [], [], this.#casebook.ports.newId));
    const before = this.#store.regions(latest.id);
    const regions = boxes === undefined ? before : withIdentities(boxes, before, this.#casebook.ports.newId);
    const renewed = {
      ...latest.answer,
      ...changedFields(this.#task.initialAnswer(this.#task.applyAnswer(payload, latest.answer)), answer),
    };
    const kept = new Set(before.map(({ id }) => id));
    const isSame = regions.length === before.length && regions.every(({ id }) => kept.has(id));
    return isSame && sameJson(renewed, latest.answer) ? null : this.submit(itemId, renewed, regions);
  }

  #keyOf(itemId: ItemId) {
    return { itemId, task: this.#task.id, round: 1, personId: this.#personId };
  }
}

/** What a payload says differently; fields that a payload cannot hold (a sign-off) stay as they were answered. */
function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !sameJson(before[field], value)),
  );
}
