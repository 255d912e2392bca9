import { z } from 'zod';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { AnnotationVersion, DeskDocument, EditResult } from '../../../../shared/contract/annotations.ts';
import { AnnotationVersion as AnnotationVersionSchema } from '../../../../shared/contract/annotations.ts';
import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import {
  DiffConflict,
  applyDiff,
  isEmptyDiff,
  makeDiff,
  reverseDiff,
  squashDiffs,
} from '../../../../shared/domain/diff.ts';
import type { DocumentRecord, DocumentRecords } from '../../../../shared/domain/document.ts';
import { DocumentDiff, answerOf, imagesOf, regionsOf } from '../../../../shared/domain/document.ts';
import { AnnotationId, type ImageId, type ItemId } from '../../../../shared/domain/ids.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import { createLog } from '../history/log.ts';
import { readImageDetails } from '../images/queries.ts';
import { currentAnswer } from '../items/gold.ts';
import { readRow } from '../items/queries.ts';
import { createItemWriter } from '../items/writer.ts';
import { createSettling } from './settling.ts';
import type { AnnotationRow, DocumentKey, ItemState } from './store.ts';
import { createAnnotationStore, recordsOf } from './store.ts';
import type { UndoGroup } from './undoStack.ts';
import { undoStacks } from './undoStack.ts';
import { createValidation } from './validation.ts';

export interface AnnotationsService {
  open(key: DocumentKey): DeskDocument;
  edit(
    key: DocumentKey,
    edit: { revision: number; diff: DocumentDiff; mark: string; activeMilliseconds: number },
  ): EditResult;
  undo(key: DocumentKey, revision: number): EditResult;
  redo(key: DocumentKey, revision: number): EditResult;
  submit(key: DocumentKey, revision: number): DeskDocument;
  versions(itemId: ItemId, task: string): AnnotationVersion[];
  version(id: AnnotationId): DocumentRecords;
  restore(key: DocumentKey, revision: number, id: AnnotationId): EditResult;
  skip(key: DocumentKey, reason: string): void;
  /** Annotations of items of these statuses (null: any), oldest first, at most `limit` (null: all). */
  list(limit?: number | null, status?: readonly ItemStatus[] | null): ListedAnnotation[];
}

/** An annotation as the command line lists it. */
export interface ListedAnnotation {
  readonly id: string;
  readonly item: string;
  readonly task: string;
  readonly person: string;
  readonly version: number;
  readonly state: string;
  readonly boxes: number;
  readonly updated_at: number;
}

/** A document as it stands in the database. */
interface Loaded {
  readonly item: ItemState;
  readonly task: Task;
  readonly row: AnnotationRow | undefined;
  readonly records: DocumentRecords;
  readonly revision: number;
}

type ChangeKind = 'edit' | 'undo' | 'redo' | 'restore';

/** Answers at the Desk of an open casebook: every change one transaction, logged as a reversible diff. */
export function createAnnotationsService(casebook: Casebook): AnnotationsService {
  const { database, benchmark, ports } = casebook;
  const store = createAnnotationStore(casebook);
  const writer = createItemWriter(casebook);
  const validate = createValidation(casebook);
  const settling = createSettling(casebook);
  const log = createLog(casebook);
  const events = database.prepare<
    [string, string, string],
    { sequence: number; kind: string; mark: string | null }
  >(
    `SELECT sequence, kind, mark FROM event WHERE item_id = ? AND task = ? AND person_id = ?
       AND kind IN ('edit', 'restore', 'undo', 'redo') ORDER BY sequence`,
  );
  const readDiff = database.prepare<[number], string>('SELECT diff FROM event WHERE sequence = ?').pluck();
  const versionRows = database.prepare<[string, string]>(
    `SELECT a.id, a.person_id AS personId, p.handle AS person, a.version, a.state, a.updated_at AS updatedAt,
       a.submitted_at AS submittedAt, a.active_ms AS activeMilliseconds, i.gold_annotation_id IS a.id AS isGold
     FROM annotation a JOIN person p ON p.id = a.person_id JOIN item i ON i.id = a.item_id
     WHERE a.item_id = ? AND a.task = ? ORDER BY a.updated_at DESC, a.version DESC`,
  );
  const listed = database.prepare<[string, string, number], ListedAnnotation>(
    `SELECT a.id, i.external_id AS item, a.task, p.handle AS person, a.version, a.state, a.updated_at,
       (SELECT count(*) FROM region WHERE annotation_id = a.id) AS boxes
     FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id
     WHERE ? = 'null' OR i.status IN (SELECT value FROM json_each(?)) ORDER BY a.created_at, a.id LIMIT ?`,
  );

  const stacks = (key: DocumentKey): ReturnType<typeof undoStacks> =>
    undoStacks(events.iterate(key.itemId, key.task, key.personId));

  const load = (key: DocumentKey): Loaded => {
    const item = store.item(key.itemId);
    const task = benchmark.tasks.find(({ id }) => id === key.task);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    if (task === undefined) throw new CasebookError('not_found', `The benchmark has no task "${key.task}".`);
    const row = store.latest(key);
    const images = store.images(key.itemId);
    // Whoever has not begun starts from what counts now: the gold annotation, else the imported payload.
    const source =
      row ?? (item.goldAnnotationId === null ? undefined : store.annotation(item.goldAnnotationId));
    const isCurrent =
      source !== undefined && source.state === 'submitted' && source.id === item.goldAnnotationId;
    const answer =
      source === undefined || isCurrent
        ? currentAnswer(task, item.payload, source?.answer ?? null)
        : source.answer;
    const regions = source === undefined ? [] : store.regions(source.id);
    return { item, task, row, records: recordsOf(answer, regions, images), revision: row?.revision ?? 0 };
  };

  const describe = (key: DocumentKey, loaded: Loaded): DeskDocument => {
    const item = readRow(database, key.itemId);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const { undo, redo } = stacks(key);
    const imageIds = new Set<ImageId>();
    for (const image of imagesOf(loaded.records)) if (image.imageId !== null) imageIds.add(image.imageId);
    for (const region of regionsOf(loaded.records)) imageIds.add(region.imageId);
    return {
      itemId: key.itemId,
      task: key.task,
      round: 1,
      independent: false,
      item,
      records: loaded.records,
      revision: loaded.revision,
      state: loaded.row?.state ?? null,
      version: loaded.row?.version ?? 0,
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
      images: readImageDetails(database, [...imageIds]),
    };
  };

  /** The draft to write to: the latest one, or a new version that begins as the document stands. */
  const ensureDraft = (key: DocumentKey, loaded: Loaded): AnnotationId => {
    if (loaded.row?.state === 'draft') return loaded.row.id;
    const id = AnnotationId.parse(ports.newId());
    store.insertDraft({
      id,
      key,
      itemRevision: loaded.item.revision,
      version: (loaded.row?.version ?? 0) + 1,
      previousId: loaded.row?.id ?? null,
      answer: answerOf(loaded.records),
      revision: loaded.revision,
    });
    store.insertRegions(id, regionsOf(loaded.records));
    return id;
  };

  /** After an edit there is something to undo and nothing to redo: its log, however long, need not be read for that. */
  const stepsAfter = (key: DocumentKey, kind: ChangeKind): { canUndo: boolean; canRedo: boolean } => {
    if (kind === 'edit' || kind === 'restore') return { canUndo: true, canRedo: false };
    const { undo, redo } = stacks(key);
    return { canUndo: undo.length > 0, canRedo: redo.length > 0 };
  };

  const change = (
    key: DocumentKey,
    loaded: Loaded,
    diff: DocumentDiff,
    event: { kind: ChangeKind; mark?: string; undoes?: number; activeMilliseconds?: number },
  ): EditResult => {
    const records = applied(loaded.records, diff);
    validate(loaded.task, records, diff);
    const id = ensureDraft(key, loaded);
    const revision = loaded.revision + 1;
    store.updateDraft(id, answerOf(records), revision, event.activeMilliseconds ?? 0);
    store.applyRegions(id, diff);
    for (const image of changedImages(diff)) writer.setImage(key.itemId, image);
    writer.reindex(key.itemId);
    log({
      kind: event.kind,
      personId: key.personId,
      itemId: key.itemId,
      task: key.task,
      diff,
      ...(event.mark === undefined ? {} : { mark: event.mark }),
      ...(event.undoes === undefined ? {} : { undoes: event.undoes }),
    });
    return { revision, diff, ...stepsAfter(key, event.kind) };
  };

  const at = (key: DocumentKey, revision: number): Loaded => {
    const loaded = load(key);
    if (loaded.revision !== revision) {
      throw new CasebookError(
        'conflict',
        'This answer was changed in another window meanwhile.',
        'Your last change was not saved; reload the item to see where it stands.',
      );
    }
    return loaded;
  };

  const diffOf = (group: UndoGroup): DocumentDiff =>
    group
      .map((sequence) => DocumentDiff.parse(JSON.parse(readDiff.get(sequence) ?? 'null')))
      .reduce((first, second) => squashDiffs(first, second));

  const step = (key: DocumentKey, revision: number, kind: 'undo' | 'redo'): EditResult =>
    database.transaction(() => {
      const loaded = at(key, revision);
      const found = stacks(key);
      const group = found[kind].at(-1);
      const undoes = group?.[0];
      if (group === undefined || undoes === undefined) {
        throw new CasebookError(
          'not_found',
          kind === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.',
        );
      }
      const diff = diffOf(group);
      return change(key, loaded, kind === 'undo' ? reverseDiff(diff) : diff, { kind, undoes });
    })();

  return {
    open: (key) => describe(key, load(key)),
    edit: (key, { revision, diff, mark, activeMilliseconds }) =>
      database.transaction(() =>
        change(key, at(key, revision), diff, { kind: 'edit', mark, activeMilliseconds }),
      )(),
    undo: (key, revision) => step(key, revision, 'undo'),
    redo: (key, revision) => step(key, revision, 'redo'),
    submit: (key, revision) =>
      database.transaction(() => {
        const loaded = at(key, revision);
        const id = ensureDraft(key, loaded);
        store.submit(id);
        log({
          kind: 'submit',
          personId: key.personId,
          itemId: key.itemId,
          task: key.task,
          detail: { annotation: id },
        });
        settling.settle(key.itemId, key.task, key.personId);
        return describe(key, load(key));
      })(),
    versions: (itemId, task) =>
      versionRows.all(itemId, task).map((raw) => {
        const row = z.looseObject({ isGold: z.int() }).parse(raw);
        return AnnotationVersionSchema.parse({ ...row, isGold: row.isGold === 1 });
      }),
    version(id) {
      const row = store.annotation(id);
      if (row === undefined) throw new CasebookError('not_found', 'There is no such version.');
      return recordsOf(row.answer, store.regions(id), store.images(row.itemId));
    },
    restore: (key, revision, id) =>
      database.transaction(() => {
        const loaded = at(key, revision);
        const row = store.annotation(id);
        if (row === undefined || row.itemId !== key.itemId || row.task !== key.task) {
          throw new CasebookError('not_found', 'There is no such version of this item.');
        }
        const images = imagesOf(loaded.records);
        const present = new Set(images.map((image) => image.imageId));
        // A box on an image that has been replaced since has no place to go to.
        const regions = store.regions(id).filter((region) => present.has(region.imageId));
        const diff = makeDiff<DocumentRecord>(loaded.records, recordsOf(row.answer, regions, images));
        if (isEmptyDiff(diff)) {
          const { undo, redo } = stacks(key);
          return { revision, diff, canUndo: undo.length > 0, canRedo: redo.length > 0 };
        }
        return change(key, loaded, diff, { kind: 'restore', mark: ports.newId() });
      })(),
    list: (limit = null, status = null) =>
      listed.all(JSON.stringify(status), JSON.stringify(status ?? []), limit ?? -1),
    skip(key, reason) {
      log({ kind: 'skip', personId: key.personId, itemId: key.itemId, task: key.task, detail: { reason } });
    },
  };
}

function applied(records: DocumentRecords, diff: DocumentDiff): DocumentRecords {
  try {
    return applyDiff<DocumentRecord>(records, diff);
  } catch (error) {
    if (!(error instanceof DiffConflict)) throw error;
    throw new CasebookError(
      'conflict',
      'This change does not fit what is saved any more.',
      'It was not saved; reload the item to see where it stands.',
      { cause: error },
    );
  }
}

function changedImages(diff: DocumentDiff) {
  return [...Object.values(diff.added), ...Object.values(diff.updated).map(([, to]) => to)].filter(
    (record) => record.type === 'image',
  );
}
