import { AnnotationId, type ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { sameJson } from '../../../../shared/domain/json.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { Casebook } from '../../casebook.ts';
import { createAnnotationStore } from '../annotations/store.ts';
import { mainTask } from '../items/gold.ts';

/** Records imported answers as a person's submitted annotations; expects the caller's transaction. */
export interface Authorship {
  /**
   * The answer that a payload amounts to, as a new submitted version. Null where the person's latest answer says
   * the same, or is a draft: unsubmitted work is never covered up. Null, too, where it is about an earlier edition of
   * the item: so is what comes from where it came from.
   */
  record(itemId: ItemId, payload: JsonObject): AnnotationId | null;
  /** An answer with its boxes, as a new submitted version after `previous`. */
  submit(itemId: ItemId, answer: JsonObject, regions: readonly RegionRecord[]): AnnotationId;
}

/** Answers of one person. */
export function createAuthorship(casebook: Casebook, personId: PersonId): Authorship {
  const store = createAnnotationStore(casebook);
  const task = mainTask(casebook);
  const keyOf = (itemId: ItemId) => ({ itemId, task: task.id, round: 1, personId });

  const submit: Authorship['submit'] = (itemId, answer, regions) => {
    const latest = store.latest(keyOf(itemId));
    const id = AnnotationId.parse(casebook.ports.newId());
    store.insertDraft({
      id,
      key: keyOf(itemId),
      itemRevision: store.item(itemId)?.revision ?? 1,
      version: (latest?.version ?? 0) + 1,
      previousId: latest?.id ?? null,
      answer,
      revision: latest?.revision ?? 0,
      independent: false,
    });
    store.insertRegions(id, regions);
    store.submit(id);
    return id;
  };

  return {
    submit,
    record(itemId, payload) {
      const latest = store.latest(keyOf(itemId));
      if (latest?.state === 'draft') return null;
      if (latest !== undefined && latest.editionId !== (store.item(itemId)?.editionId ?? null)) return null;
      const answer = task.initialAnswer(payload);
      if (latest === undefined) return submit(itemId, answer, []);
      const renewed = {
        ...latest.answer,
        ...changedFields(task.initialAnswer(task.applyAnswer(payload, latest.answer)), answer),
      };
      return sameJson(renewed, latest.answer) ? null : submit(itemId, renewed, store.regions(latest.id));
    },
  };
}

/** What a payload says differently; fields that a payload cannot hold (a sign-off) stay as they were answered. */
function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !sameJson(before[field], value)),
  );
}
