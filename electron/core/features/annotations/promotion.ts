import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import type { DocumentRecords } from '../../../../shared/domain/document.ts';
import { answerOf, imagesOf, regionsOf } from '../../../../shared/domain/document.ts';
import type { AnnotationId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import { createLog } from '../history/log.ts';
import type { ItemWriter } from '../items/writer.ts';
import { createProjectService } from '../projects/service.ts';
import type { AnnotationStore, DocumentKey } from './store.ts';

/**
 * What becomes of an item when an answer to its main task is submitted: a single rater's answer is the item's
 * gold, the payload carries it, and the status moves on. Runs inside the submission's transaction.
 */
export function createPromotion(
  casebook: Casebook,
  store: AnnotationStore,
  writer: ItemWriter,
): (key: DocumentKey, task: Task, records: DocumentRecords, annotationId: AnnotationId) => void {
  const { database, benchmark } = casebook;
  const log = createLog(casebook);
  const project = createProjectService(casebook);
  const setGold = database.prepare<[string, string]>(
    "UPDATE item SET gold_source = 'single', gold_annotation_id = ? WHERE id = ?",
  );
  const sizeOf = database.prepare<[string], { width: number; height: number }>(
    'SELECT width, height FROM image WHERE id = ?',
  );

  const statusAfter = (task: Task, records: DocumentRecords): ItemStatus => {
    const answer = answerOf(records);
    if (task.discards(answer)) return 'rejected';
    if (project.settings().afterSubmit === 'in_review') return 'in_review';
    const problems = task.check({
      answer,
      vocabulary: project.vocabulary(),
      regions: regionsOf(records),
      images: imagesOf(records).map((image) => ({
        ...image,
        size: image.imageId === null ? null : (sizeOf.get(image.imageId) ?? null),
      })),
    });
    return problems.some(({ severity }) => severity === 'error') ? 'in_review' : 'accepted';
  };

  return (key, task, records, annotationId) => {
    const before = store.item(key.itemId);
    if (before === undefined) return;
    log({
      kind: 'submit',
      personId: key.personId,
      itemId: key.itemId,
      task: key.task,
      detail: { annotation: annotationId },
    });
    if (benchmark.tasks[0]?.id !== task.id) return;
    const payload = task.applyAnswer(before.payload, JsonObject.parse(answerOf(records)));
    if (JSON.stringify(payload) !== JSON.stringify(before.payload)) {
      // A later import of a changed source needs to know what was imported to tell whose change is whose.
      if (before.importedPayload === null && before.goldSource === 'imported') {
        writer.setImported(key.itemId, before.payload);
      }
      writer.setPayload(key.itemId, payload);
    }
    setGold.run(annotationId, key.itemId);
    const status = statusAfter(task, records);
    if (status === before.status) return;
    writer.setStatus(key.itemId, status);
    log({
      kind: 'status',
      personId: key.personId,
      diff: { added: {}, updated: { [key.itemId]: [before.status, status] }, removed: {} },
      detail: { submission: annotationId },
      items: [before.sequence],
    });
  };
}
