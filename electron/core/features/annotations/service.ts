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
import { AnnotationId, type ImageId, type ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import type { NewEvent } from '../history/log.ts';
import { createLog } from '../history/log.ts';
import { readImageDetails } from '../images/queries.ts';
import { neutralImage } from '../items/blindRow.ts';
import { currentAnswer } from '../items/gold.ts';
import { readRow } from '../items/queries.ts';
import { createItemWriter } from '../items/writer.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import { requireItem } from '../people/viewpoint.ts';
import { createRatingsReader } from './ratings.ts';
import { createSettling } from './settling.ts';
import type { AnnotationRow, AssignmentRow, DocumentKey, ItemState } from './store.ts';
import { createAnnotationStore, recordsOf } from './store.ts';
import type { UndoGroup } from './undoStack.ts';
import { undoStacks } from './undoStack.ts';
import { createValidation } from './validation.ts';

/** Answers at the Desk. What whoever asks may not see stays out of everything that comes back. */
export interface AnnotationsService {
  /** The round of a person's document where none is named: the latest one they were given, else the first. */
  roundFor(itemId: ItemId, task: string, personId: PersonId): number;
  open(key: DocumentKey, viewpoint: Viewpoint): DeskDocument;
  edit(
    key: DocumentKey,
    edit: { revision: number; diff: DocumentDiff; mark: string; activeMilliseconds: number },
    viewpoint: Viewpoint,
  ): EditResult;
  undo(key: DocumentKey, revision: number, viewpoint: Viewpoint): EditResult;
  redo(key: DocumentKey, revision: number, viewpoint: Viewpoint): EditResult;
  /** Throws `conflict` where several raters answered and this is not one of their answers. */
  submit(key: DocumentKey, revision: number, viewpoint: Viewpoint): DeskDocument;
  /** Versions of everybody's answer; only the person's own of this round where the item is blind to them. */
  versions(itemId: ItemId, task: string, viewpoint: Viewpoint): AnnotationVersion[];
  version(id: AnnotationId, viewpoint: Viewpoint): DocumentRecords;
  restore(key: DocumentKey, revision: number, id: AnnotationId, viewpoint: Viewpoint): EditResult;
  skip(key: DocumentKey, reason: string, viewpoint: Viewpoint): void;
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
  /** The item is blind to them, and what they had of it before was no rating: it begins anew, blank. */
  readonly startsBlank: boolean;
  /** Whether the draft, or the version that the next edit begins, counts as a rating. */
  readonly independent: boolean;
  readonly assignment: AssignmentRow | undefined;
}

const VersionRow = z.looseObject({
  personId: z.string(),
  isGold: z.int(),
  round: z.int(),
  independent: z.int(),
});

type ChangeKind = 'edit' | 'undo' | 'redo' | 'restore';

/** Answers at the Desk of an open casebook: every change one transaction, logged as a reversible diff. */
export function createAnnotationsService(casebook: Casebook): AnnotationsService {
  const { database, benchmark, ports } = casebook;
  const store = createAnnotationStore(casebook);
  const writer = createItemWriter(casebook);
  const validate = createValidation(casebook);
  const settling = createSettling(casebook);
  const ratings = createRatingsReader(database);
  const log = createLog(casebook);
  const events = database.prepare<
    [string, string, string, number],
    { sequence: number; kind: string; mark: string | null }
  >(
    `SELECT sequence, kind, mark FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND round = ?
       AND kind IN ('begin', 'edit', 'restore', 'undo', 'redo') ORDER BY sequence`,
  );
  const readDiff = database.prepare<[number], string>('SELECT diff FROM event WHERE sequence = ?').pluck();
  const versionRows = database.prepare<[string, string]>(
    `SELECT a.id, a.person_id AS personId, p.handle AS person, a.version, a.state, a.updated_at AS updatedAt,
       a.submitted_at AS submittedAt, a.active_ms AS activeMilliseconds, i.gold_annotation_id IS a.id AS isGold,
       a.round, a.independent
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
    undoStacks(events.iterate(key.itemId, key.task, key.personId, key.round));

  const load = (key: DocumentKey, viewpoint: Viewpoint): Loaded => {
    requireItem(viewpoint, key.itemId);
    const item = store.item(key.itemId);
    const task = benchmark.tasks.find(({ id }) => id === key.task);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    if (task === undefined) throw new CasebookError('not_found', `The benchmark has no task "${key.task}".`);
    const assignment = store.assignment(key);
    const isBlind = viewpoint.isBlind(key.itemId);
    if (assignment === undefined) requireRound(key, isBlind);
    const row = store.latest(key);
    const startsBlank = isBlind && row?.independent !== true;
    const images = store.images(key.itemId);
    const common = { item, task, row, revision: row?.revision ?? 0, startsBlank, assignment };
    if (startsBlank) {
      const blank = task.initialAnswer(benchmark.stimulus(item.payload));
      return { ...common, records: recordsOf(blank, [], images.map(neutralImage)), independent: true };
    }
    // Whoever has not begun starts from what counts now: the gold annotation, else the imported payload.
    const source =
      row ?? (item.goldAnnotationId === null ? undefined : store.annotation(item.goldAnnotationId));
    const isCurrent =
      !isBlind && source !== undefined && source.state === 'submitted' && source.id === item.goldAnnotationId;
    const answer =
      source === undefined || isCurrent
        ? currentAnswer(task, item.payload, source?.answer ?? null)
        : source.answer;
    const regions = source === undefined ? [] : store.regions(source.id);
    return {
      ...common,
      records: recordsOf(answer, regions, isBlind ? images.map(neutralImage) : images),
      independent: isIndependent(key, item, row, isBlind || !viewpoint.seesEverything),
    };
  };

  /** A document of a round that nobody was given and nobody has answered in would stand beside every comparison. */
  const requireRound = (key: DocumentKey, isBlind: boolean): void => {
    if (isBlind) refuseRound();
    if (key.round === 1 || store.hasRound(key.itemId, key.task, key.round)) return;
    throw new CasebookError('invalid_input', `There is no round ${String(key.round)} of this item.`);
  };

  /** Whether a draft, or the version that the next edit begins, is a rating rather than a correction of what counts. */
  const isIndependent = (
    key: DocumentKey,
    item: ItemState,
    row: AnnotationRow | undefined,
    seesNothing: boolean,
  ): boolean => {
    if (row === undefined) return item.goldSource === null && !store.isAnswered(key.itemId, key.task);
    if (row.state === 'draft' || !row.independent || seesNothing) return row.independent;
    return ratings.ofItem(key.itemId, key.task, key.round).every(({ personId }) => personId === key.personId);
  };

  const describe = (key: DocumentKey, loaded: Loaded, viewpoint: Viewpoint): DeskDocument => {
    const item = readRow(database, key.itemId, viewpoint);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const { undo, redo } = loaded.startsBlank ? { undo: [], redo: [] } : stacks(key);
    const imageIds = new Set<ImageId>();
    for (const image of imagesOf(loaded.records)) if (image.imageId !== null) imageIds.add(image.imageId);
    for (const region of regionsOf(loaded.records)) imageIds.add(region.imageId);
    return {
      itemId: key.itemId,
      task: key.task,
      round: key.round,
      independent: loaded.independent,
      item,
      records: loaded.records,
      revision: loaded.revision,
      state: loaded.startsBlank ? null : (loaded.row?.state ?? null),
      version: loaded.startsBlank ? 0 : (loaded.row?.version ?? 0),
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
      images: readImageDetails(database, [...imageIds], viewpoint),
    };
  };

  /** The draft to write to: the latest one, or a new version that begins as the document stands. */
  const ensureDraft = (key: DocumentKey, loaded: Loaded): AnnotationId => {
    const { row, startsBlank, records } = loaded;
    const answer = answerOf(records);
    if (startsBlank && row !== undefined) {
      const before = recordsOf(row.answer, store.regions(row.id), imagesOf(records));
      logOf(key, { kind: 'begin', diff: makeDiff<DocumentRecord>(before, records) });
    }
    if (row?.state === 'draft') {
      if (startsBlank) store.restart(row.id, answer);
      return row.id;
    }
    const id = AnnotationId.parse(ports.newId());
    store.insertDraft({
      id,
      key,
      itemRevision: loaded.item.revision,
      version: (row?.version ?? 0) + 1,
      previousId: row?.id ?? null,
      answer,
      revision: loaded.revision,
      independent: loaded.independent,
    });
    store.insertRegions(id, regionsOf(records));
    return id;
  };

  const logOf = (
    { personId, itemId, task, round }: DocumentKey,
    event: Omit<NewEvent, 'personId' | 'itemId' | 'task' | 'round'>,
  ): void => void log({ ...event, personId, itemId, task, round });

  /** Ratings are compared on the pixels that every rater saw. */
  const requireSameImages = (key: DocumentKey, { independent, assignment }: Loaded): void => {
    if (independent && (assignment !== undefined || store.isShared(key))) {
      throw new CasebookError(
        'forbidden',
        'The images of an item that several people rate cannot be replaced: all of them answer by the same pixels.',
        'Nothing was changed. Say in the answer what the image needs, for instance "needs crop".',
      );
    }
    if (!store.isAwaited(key)) return;
    throw new CasebookError(
      'forbidden',
      'Somebody was given this item and has yet to answer it; its images cannot be replaced meanwhile.',
      'Nothing was changed. Wait for the answer, or take the assignment back.',
    );
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
    if (touchesImages(diff)) requireSameImages(key, loaded);
    validate(loaded.task, records, diff);
    const id = ensureDraft(key, loaded);
    const revision = loaded.revision + 1;
    store.updateDraft(id, answerOf(records), revision, event.activeMilliseconds ?? 0);
    store.applyRegions(id, diff);
    for (const image of changedImages(diff)) writer.setImage(key.itemId, image);
    writer.reindex(key.itemId);
    logOf(key, {
      kind: event.kind,
      diff,
      ...(event.mark === undefined ? {} : { mark: event.mark }),
      ...(event.undoes === undefined ? {} : { undoes: event.undoes }),
    });
    return { revision, diff, ...stepsAfter(key, event.kind) };
  };

  const at = (key: DocumentKey, revision: number, viewpoint: Viewpoint): Loaded => {
    const loaded = load(key, viewpoint);
    if (loaded.revision !== revision) {
      throw new CasebookError(
        'conflict',
        'This answer was changed in another window meanwhile.',
        'Your last change was not saved; reload the item to see where it stands.',
      );
    }
    return loaded;
  };

  /** Where raters differ, or agree, an answer of one who saw theirs is no way to settle it. */
  const requireNoRaters = ({ itemId, task }: DocumentKey): void => {
    if (ratings.ofItem(itemId, task, ratings.roundOf(itemId, task)).length < 2) return;
    throw new CasebookError(
      'conflict',
      'Several raters answered this item: decide it in Adjudicate.',
      'The draft stays as it is; nothing was submitted.',
    );
  };

  const diffOf = (group: UndoGroup): DocumentDiff =>
    group
      .map((sequence) => DocumentDiff.parse(JSON.parse(readDiff.get(sequence) ?? 'null')))
      .reduce((first, second) => squashDiffs(first, second));

  const step = (
    key: DocumentKey,
    revision: number,
    kind: 'undo' | 'redo',
    viewpoint: Viewpoint,
  ): EditResult =>
    database.transaction(() => {
      const loaded = at(key, revision, viewpoint);
      const group = loaded.startsBlank ? undefined : stacks(key)[kind].at(-1);
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

  /** Whether a version may be read: where the item is blind, or its raters are, only one's own ratings. */
  const mayRead = (
    version: { itemId: ItemId; task: string; round: number; personId: string; independent: boolean },
    viewpoint: Viewpoint,
  ): boolean => {
    const { itemId, task, round, personId, independent } = version;
    const { person } = viewpoint;
    if (!viewpoint.mayOpen(itemId)) return false;
    if (person === null) return true;
    if (!viewpoint.isBlind(itemId)) return personId === person.id || !viewpoint.hidesRaters(itemId);
    return personId === person.id && independent && round === store.assignedRound(itemId, task, person.id);
  };

  const readable = (id: AnnotationId, viewpoint: Viewpoint): AnnotationRow => {
    const row = store.annotation(id);
    if (row !== undefined && mayRead(row, viewpoint)) return row;
    throw new CasebookError('not_found', 'There is no such version.');
  };

  return {
    roundFor: (itemId, task, personId) => store.assignedRound(itemId, task, personId) ?? 1,
    open(key, viewpoint) {
      const loaded = load(key, viewpoint);
      const latest = store.assignedRound(key.itemId, key.task, key.personId) ?? key.round;
      // What is on its way to an earlier round's document still arrives; it is not to be read again, though.
      if (viewpoint.isBlind(key.itemId) && latest > key.round) refuseRound();
      return describe(key, loaded, viewpoint);
    },
    edit: (key, { revision, diff, mark, activeMilliseconds }, viewpoint) =>
      database.transaction(() =>
        change(key, at(key, revision, viewpoint), diff, { kind: 'edit', mark, activeMilliseconds }),
      )(),
    undo: (key, revision, viewpoint) => step(key, revision, 'undo', viewpoint),
    redo: (key, revision, viewpoint) => step(key, revision, 'redo', viewpoint),
    submit: (key, revision, viewpoint) =>
      database.transaction(() => {
        const loaded = at(key, revision, viewpoint);
        if (!loaded.independent) requireNoRaters(key);
        const id = ensureDraft(key, loaded);
        store.submit(id);
        if (loaded.assignment !== undefined) store.setAssignment(loaded.assignment.id, 'submitted', null);
        logOf(key, { kind: 'submit', detail: { annotation: id } });
        settling.settle(key.itemId, key.task, key.personId);
        return describe(key, load(key, viewpoint), viewpoint);
      })(),
    versions(itemId, task, viewpoint) {
      requireItem(viewpoint, itemId);
      const isBlind = viewpoint.isBlind(itemId);
      return versionRows.all(itemId, task).flatMap((raw) => {
        const row = VersionRow.parse(raw);
        const version = { itemId, task, ...row, independent: row.independent === 1 };
        if (!mayRead(version, viewpoint)) return [];
        return AnnotationVersionSchema.parse({ ...row, isGold: row.isGold === 1 && !isBlind });
      });
    },
    version(id, viewpoint) {
      const row = readable(id, viewpoint);
      const images = store.images(row.itemId);
      const shown = viewpoint.isBlind(row.itemId) ? images.map(neutralImage) : images;
      return recordsOf(row.answer, store.regions(id), shown);
    },
    restore: (key, revision, id, viewpoint) =>
      database.transaction(() => {
        const loaded = at(key, revision, viewpoint);
        const row = readable(id, viewpoint);
        if (row.itemId !== key.itemId || row.task !== key.task) {
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
    skip: (key, reason, viewpoint) =>
      database.transaction(() => {
        const { assignment } = load(key, viewpoint);
        if (assignment !== undefined && reason.trim() === '') {
          throw new CasebookError(
            'invalid_input',
            'Say why the item is skipped.',
            'Nothing was changed. Whoever assigned it will want to know.',
          );
        }
        logOf(key, { kind: 'skip', detail: { reason } });
        // An answer that was submitted stays one.
        if (assignment === undefined || assignment.state === 'submitted') return;
        store.setAssignment(assignment.id, 'skipped', reason);
        settling.settle(key.itemId, key.task, key.personId);
      })(),
    list: (limit = null, status = null) =>
      listed.all(JSON.stringify(status), JSON.stringify(status ?? []), limit ?? -1),
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

function refuseRound(): never {
  throw new CasebookError(
    'forbidden',
    'This is not the round of the item that you are asked to answer.',
    'Nothing was changed. Open the item from your own work.',
  );
}

function touchesImages(diff: DocumentDiff): boolean {
  return (
    changedImages(diff).length > 0 || Object.values(diff.removed).some((record) => record.type === 'image')
  );
}

function changedImages(diff: DocumentDiff) {
  return [...Object.values(diff.added), ...Object.values(diff.updated).map(([, to]) => to)].filter(
    (record) => record.type === 'image',
  );
}
