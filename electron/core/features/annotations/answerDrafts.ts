import { makeDiff } from '../../../../shared/base/diff.ts';
import { AnnotationId } from '../../../../shared/base/ids.ts';
import { answerOf, type DocumentRecord, imagesOf, regionsOf } from '../../../../shared/domain/document.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import { recordsOf } from '../../records/answers/annotations.ts';
import type { EventFrame } from '../../records/log.ts';
import type { EventContent } from '../../records/logEvents.ts';
import type { LoadedDocument } from './documentLoader.ts';

/** Drafts of answers, begun with the first edit. */
export class AnswerDrafts {
  readonly #casebook: Casebook;
  readonly #store;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#store = casebook.records.annotations;
  }

  /** The draft to write to: the latest one, or a new version that begins as the document stands. */
  draftFor(key: DocumentKey, loaded: LoadedDocument): AnnotationId {
    const { row, startsAnew, records } = loaded;
    const answer = answerOf(records);
    if ((startsAnew || loaded.isSignOffLost) && row !== undefined) {
      const before = recordsOf(row.answer, this.#store.regions(row.id), imagesOf(records));
      const activeMilliseconds = row.state === 'draft' ? this.#store.activeTime(row.id) : 0;
      this.log(key, {
        kind: 'begin',
        diff: makeDiff<DocumentRecord>(before, records),
        ...(loaded.isSignOffLost
          ? { detail: { cause: 'image' } }
          : activeMilliseconds > 0 && { detail: { activeMilliseconds } }),
      });
    }
    if (row?.state === 'draft') {
      if (startsAnew) {
        this.#store.restart(row.id, answer, loaded.independent, loaded.asked);
        this.#store.insertRegions(row.id, regionsOf(records));
      }
      if (loaded.isSignOffLost) this.#store.updateDraft(row.id, answer, loaded.revision, 0);
      this.#casebook.records.signOffs.tie(row.id, loaded.task, answer, key.itemId);
      return row.id;
    }
    const id = AnnotationId.parse(this.#casebook.ports.newId());
    this.#store.insertDraft({
      id,
      key,
      itemRevision: loaded.item.revision,
      version: (row?.version ?? 0) + 1,
      previousId: row?.id ?? null,
      answer,
      revision: loaded.revision,
      independent: loaded.independent,
      asked: loaded.asked,
    });
    this.#store.insertRegions(id, regionsOf(records));
    this.#casebook.records.signOffs.tie(id, loaded.task, answer, key.itemId);
    return id;
  }

  log(
    { personId, itemId, task, round }: DocumentKey,
    event: EventContent & Pick<EventFrame, 'mark' | 'undoes'>,
  ): void {
    this.#casebook.records.log({ ...event, personId, itemId, task, round });
  }
}
