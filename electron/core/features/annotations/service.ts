import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { boxesPart, partsOf } from '../../../../shared/benchmarks/taskParts.ts';
import { isSignedOff, signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { mayWrite } from '../../../../shared/hub/mayWrite.ts';
import type { AnsweredEdition, DeskDocument, EditResult } from '../../../../shared/contract/annotations.ts';
import { DiffConflict, applyDiff, isEmptyDiff, makeDiff, reverseDiff } from '../../../../shared/base/diff.ts';
import {
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  type RegionRecord,
  answerOf,
  changedImages,
  fieldRecords,
  imagesOf,
  regionsOf,
  replacesImages,
  toRecords,
  touchesImages,
} from '../../../../shared/domain/document.ts';
import { AnnotationId, type ImageId, type ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { submittedRecords } from '../../derived/submitted.ts';
import type { NewEvent } from '../../records/log.ts';
import { readImageDetails } from '../../access/imageQueries.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { isFixer, isOfCurrentEdition } from '../../records/edition.ts';
import type { Loaded } from './loading.ts';
import { createLoading, refuseRound } from './loading.ts';
import type { DocumentKey } from '../../records/annotations.ts';
import { recordsOf } from '../../records/annotations.ts';
import { UndoReader } from './undoStack.ts';
import { createValidation } from './validation.ts';
import { VersionReading } from './versions.ts';

/** Answers at the Desk; see {@link createAnnotationsService}. */
export type AnnotationsService = ReturnType<typeof createAnnotationsService>;

type ChangeKind = 'edit' | 'undo' | 'redo' | 'restore';

/**
 * Answers at the Desk of an open casebook: every change one transaction, logged as a reversible diff. What the caller may
 * not see stays out of everything that comes back.
 */
export function createAnnotationsService(casebook: Casebook) {
  const { database, ports } = casebook;
  const store = casebook.records.annotations;
  const writer = casebook.derived.items;
  const validate = createValidation(casebook);
  const { signOffs, askedItems: asked, ratings, log } = casebook.records;
  const { recompute: recomputing, gold } = casebook.derived;
  const load = createLoading(casebook, store);
  const reading = new VersionReading(casebook, store);
  const ratedRound = database
    .prepare<[string, string], number | null>(
      `SELECT max(round) FROM annotation WHERE item_id = ? AND +task = ? AND independent = 1 AND state = 'submitted'
         AND ${isOfCurrentEdition('annotation')}`,
    )
    .pluck();
  const { stacks, diffOf } = new UndoReader(database);

  const madeBy = database.prepare<[string], { personId: string; name: string }>(
    'SELECT p.id AS personId, p.name FROM edition e JOIN person p ON p.id = e.person_id WHERE e.id = ?',
  );
  const hasFixed = database.prepare<[string, string], number>(`SELECT ${isFixer('?', '?')}`).pluck();
  const editionOf = (
    { itemId, personId }: DocumentKey,
    { item }: Loaded,
    viewpoint: Viewpoint,
  ): AnsweredEdition => {
    const { editionId: id } = item;
    if (id === null) return { id, fixedBy: null, isOwn: false, isFixer: false };
    const made = madeBy.get(id);
    const fixed = hasFixed.get(id, personId) === 1;
    const isHidden = viewpoint.isBlind(itemId) || viewpoint.hidesRaters(itemId);
    return {
      id,
      fixedBy: isHidden ? null : (made?.name ?? null),
      isOwn: fixed && made?.personId === personId,
      isFixer: fixed,
    };
  };

  const describe = (key: DocumentKey, loaded: Loaded, viewpoint: Viewpoint): DeskDocument => {
    const item = readRow(database, key.itemId, viewpoint);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const { undo, redo } = loaded.startsAnew ? { undo: [], redo: [] } : stacks(key);
    const imageIds = new Set<ImageId>();
    for (const image of imagesOf(loaded.records)) if (image.imageId !== null) imageIds.add(image.imageId);
    for (const region of regionsOf(loaded.records)) imageIds.add(region.imageId);
    return {
      itemId: key.itemId,
      task: key.task,
      round: key.round,
      independent: loaded.independent,
      asked: loaded.asked === null ? null : [...loaded.asked],
      item,
      edition: editionOf(key, loaded, viewpoint),
      records: loaded.records,
      revision: loaded.revision,
      state: loaded.startsAnew ? null : (loaded.row?.state ?? null),
      version: loaded.startsAnew ? 0 : (loaded.row?.version ?? 0),
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
      images: readImageDetails(database, [...imageIds], viewpoint),
    };
  };

  /** The draft to write to: the latest one, or a new version that begins as the document stands. */
  const ensureDraft = (key: DocumentKey, loaded: Loaded): AnnotationId => {
    const { row, startsAnew, records } = loaded;
    const answer = answerOf(records);
    if ((startsAnew || loaded.isSignOffLost) && row !== undefined) {
      const before = recordsOf(row.answer, store.regions(row.id), imagesOf(records));
      const activeMilliseconds = row.state === 'draft' ? store.activeTime(row.id) : 0;
      logOf(key, {
        kind: 'begin',
        diff: makeDiff<DocumentRecord>(before, records),
        ...(loaded.isSignOffLost
          ? { detail: { cause: 'image' } }
          : activeMilliseconds > 0 && { detail: { activeMilliseconds } }),
      });
    }
    if (row?.state === 'draft') {
      if (startsAnew) {
        store.restart(row.id, answer, loaded.independent, loaded.asked);
        store.insertRegions(row.id, regionsOf(records));
      }
      if (loaded.isSignOffLost) store.updateDraft(row.id, answer, loaded.revision, 0);
      signOffs.tie(row.id, loaded.task, answer, key.itemId);
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
      asked: loaded.asked,
    });
    store.insertRegions(id, regionsOf(records));
    signOffs.tie(id, loaded.task, answer, key.itemId);
    return id;
  };

  const logOf = (
    { personId, itemId, task, round }: DocumentKey,
    event: Omit<NewEvent, 'personId' | 'itemId' | 'task' | 'round'>,
  ): void => void log({ ...event, personId, itemId, task, round });

  /** Ratings are compared on the pixels that every rater saw. */
  const requireSameImages = (key: DocumentKey, { independent, assignment }: Loaded): void => {
    const link = casebook.records.hub.link();
    if (link !== null && mayWrite(link.roles, 'item') === null) {
      throw new CasebookError(
        'forbidden',
        'Only curators replace the images of items in a casebook that is connected to a hub.',
        'Nothing was changed. Say in the answer what the image needs, such as "needs crop".',
      );
    }
    if (independent && (assignment !== undefined || store.isShared(key))) {
      throw new CasebookError(
        'forbidden',
        'Several people rate this item, so its images cannot be replaced: all raters must see the same pixels.',
        'Nothing was changed. Say in the answer what the image needs, such as "needs crop".',
      );
    }
    if (!store.isAwaited(key)) return;
    throw new CasebookError(
      'forbidden',
      'Somebody assigned to this item has not answered yet, so its images cannot be replaced now.',
      'Nothing was changed. Wait for the answer, or withdraw the assignment.',
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
    asMade: DocumentDiff,
    event: { kind: ChangeKind; mark?: string; undoes?: number; activeMilliseconds?: number },
  ): EditResult => {
    const diff = withoutSignOff(loaded, asMade);
    const records = applied(loaded.records, diff);
    if (touchesImages(diff)) requireSameImages(key, loaded);
    validate(loaded.task, records, diff);
    const id = ensureDraft(key, loaded);
    const revision = loaded.revision + 1;
    store.updateDraft(id, answerOf(records), revision, event.activeMilliseconds ?? 0);
    store.applyRegions(id, diff);
    for (const image of changedImages(diff)) writer.setImage(key.itemId, image, key.personId);
    signOffs.tie(id, loaded.task, answerOf(records), key.itemId);
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
    if (loaded.isSignOffLost && loaded.revision === revision + 1) {
      throw new CasebookError(
        'conflict',
        'The image changed after you signed it off.',
        'Nothing was saved. Reload the item, look at the image and sign it off again.',
      );
    }
    if (loaded.revision !== revision) {
      throw new CasebookError(
        'conflict',
        'Another window changed this answer.',
        'Your last change was not saved; reload the item to see the current answer.',
      );
    }
    return loaded;
  };

  /**
   * Where raters differ, or agree, an answer of one who saw theirs is no way to resolve it: also while a later round is
   * asked for that nobody has answered yet. What raters were not asked for can be corrected all the same.
   */
  const requireNoRaters = ({ itemId, task }: DocumentKey, { task: of, records }: Loaded): void => {
    const round = ratedRound.get(itemId, task) ?? null;
    const given = round === null ? [] : ratings.ofItem(itemId, task, round);
    if (given.length < 2) return;
    if (given.some(({ asked }) => asked === null)) {
      throw new CasebookError(
        'conflict',
        'Several raters answered this item: decide it in Adjudicate.',
        'The draft is unchanged; nothing was submitted.',
      );
    }
    const inForce = gold.read(itemId);
    if (inForce === undefined) return;
    const { answer, regions, vocabulary } = inForce;
    const boxes = boxesPart(of, vocabulary);
    const draft = answerOf(records);
    const isChanged = (part: string): boolean =>
      !sameJson(draft[part], answer[part]) ||
      (part === boxes && !sameJson(boxesKey(regionsOf(records)), boxesKey(regions)));
    const changed = partsOf(of, draft, vocabulary).filter(
      (part) => given.filter(({ asked }) => isAnswered(asked, part)).length > 1 && isChanged(part),
    );
    if (changed.length === 0) return;
    const titles = new Map(of.fields(vocabulary).map(({ name, title }) => [name, title]));
    throw new CasebookError(
      'conflict',
      `Several raters answered ${changed.map((part) => `“${titles.get(part) ?? part}”`).join(', ')}: decide that in Adjudicate.`,
      'The draft is unchanged; nothing was submitted. Undo these fields to submit the others.',
    );
  };

  /** The document without what it holds of fields that are not asked: kept until it is submitted. */
  const withoutUnasked = (key: DocumentKey, loaded: Loaded, viewpoint: Viewpoint): Loaded => {
    const records = submittedRecords(loaded.task, loaded.records, casebook.records.settings.vocabulary());
    if (records === loaded.records) return loaded;
    change(key, loaded, makeDiff<DocumentRecord>(loaded.records, records), { kind: 'edit' });
    return load(key, viewpoint);
  };

  const step = (
    key: DocumentKey,
    revision: number,
    kind: 'undo' | 'redo',
    viewpoint: Viewpoint,
    confirmed = true,
  ): EditResult =>
    database.transaction(() => {
      const loaded = at(key, revision, viewpoint);
      const group = loaded.startsAnew ? undefined : stacks(key)[kind].at(-1);
      const undoes = group?.[0];
      if (group === undefined || undoes === undefined) {
        throw new CasebookError(
          'not_found',
          kind === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.',
        );
      }
      const diff = diffOf(group);
      const isAtStake =
        loaded.item.status === 'accepted' || isSignedOff(loaded.task, answerOf(loaded.records));
      if (!confirmed && isAtStake && replacesImages(diff)) {
        throw new CasebookError(
          'unconfirmed',
          'This step replaces an image that is signed off or accepted.',
          'Nothing was changed. Confirm it to go ahead.',
        );
      }
      return change(key, loaded, kind === 'undo' ? reverseDiff(diff) : diff, { kind, undoes });
    })();

  return {
    /** The round of a person's document where none is named: the latest one they were given, else the first. */
    roundFor: (itemId: ItemId, task: string, personId: PersonId): number =>
      store.assignedRound(itemId, task, personId) ?? 1,
    open(key: DocumentKey, viewpoint: Viewpoint): DeskDocument {
      const loaded = load(key, viewpoint);
      const latest = store.assignedRound(key.itemId, key.task, key.personId) ?? key.round;
      // What is on its way to an earlier round's document still arrives; it is not to be read again, though.
      if (viewpoint.isBlind(key.itemId) && !viewpoint.hidesGold(key.itemId) && latest > key.round)
        refuseRound();
      return describe(key, loaded, viewpoint);
    },
    edit: (
      key: DocumentKey,
      edit: { revision: number; diff: DocumentDiff; mark: string; activeMilliseconds: number },
      viewpoint: Viewpoint,
    ): EditResult =>
      database.transaction(() =>
        change(key, at(key, edit.revision, viewpoint), edit.diff, {
          kind: 'edit',
          mark: edit.mark,
          activeMilliseconds: edit.activeMilliseconds,
        }),
      )(),
    /**
     * Throws `unconfirmed` where it was not `confirmed` and would put another image in the place of one that is signed
     * off or accepted.
     */
    undo: (key: DocumentKey, revision: number, viewpoint: Viewpoint, confirmed?: boolean) =>
      step(key, revision, 'undo', viewpoint, confirmed),
    redo: (key: DocumentKey, revision: number, viewpoint: Viewpoint, confirmed?: boolean) =>
      step(key, revision, 'redo', viewpoint, confirmed),
    /**
     * Throws `conflict` where several raters answered and this is not one of their answers.
     * @param about what the log keeps beside it
     */
    submit: (
      key: DocumentKey,
      revision: number,
      viewpoint: Viewpoint,
      about: JsonObject = {},
    ): DeskDocument =>
      database.transaction(() => {
        const loaded = withoutUnasked(key, at(key, revision, viewpoint), viewpoint);
        if (!loaded.independent) requireNoRaters(key, loaded);
        const id = ensureDraft(key, loaded);
        if (!loaded.independent) store.setDependent(id);
        store.submit(id);
        if (loaded.assignment !== undefined) store.setAssignment(loaded.assignment.id, 'submitted', null);
        const activeMilliseconds = store.activeTime(id);
        logOf(key, { kind: 'submit', detail: { annotation: id, activeMilliseconds, ...about } });
        asked.withSameImage(key.itemId, () => recomputing.recompute(key.itemId, key.task, key.personId));
        return describe(key, load(key, viewpoint), viewpoint);
      })(),
    ...reading,
    restore: (key: DocumentKey, revision: number, id: AnnotationId, viewpoint: Viewpoint): EditResult =>
      database.transaction(() => {
        const loaded = at(key, revision, viewpoint);
        const row = reading.readable(id, viewpoint);
        if (row.itemId !== key.itemId || row.task !== key.task) {
          throw new CasebookError('not_found', 'There is no such version of this item.');
        }
        if (row.editionId !== loaded.item.editionId) {
          throw new CasebookError(
            'conflict',
            'This version belongs to an earlier edition of the item, which somebody has fixed since.',
            'Nothing was changed. Answer the current item; you can still read the version.',
          );
        }
        const images = imagesOf(loaded.records);
        const present = new Set(images.map((image) => image.imageId));
        // A box on an image that has been replaced since has no place to go to.
        const regions = store.regions(id).filter((region) => present.has(region.imageId));
        const answer = signOffs.answerInForce(
          loaded.task,
          row.answer,
          row.signedOffImages,
          signOffs.imagesOf(key.itemId),
        );
        const diff = makeDiff<DocumentRecord>(loaded.records, recordsOf(answer, regions, images));
        if (isEmptyDiff(diff)) {
          const { undo, redo } = stacks(key);
          return { revision, diff, canUndo: undo.length > 0, canRedo: redo.length > 0 };
        }
        return change(key, loaded, diff, { kind: 'restore', mark: ports.newId() });
      })(),
    skip: (key: DocumentKey, reason: string, viewpoint: Viewpoint): void =>
      database.transaction(() => {
        const { assignment } = load(key, viewpoint);
        if (assignment !== undefined && reason.trim() === '') {
          throw new CasebookError(
            'invalid_input',
            'Give a reason for skipping the item.',
            'Nothing was changed. The curator who assigned it needs the reason.',
          );
        }
        logOf(key, { kind: 'skip', detail: { reason } });
        // An answer that was submitted stays one.
        if (assignment === undefined || assignment.state === 'submitted') return;
        store.setAssignment(assignment.id, 'skipped', reason);
        recomputing.recompute(key.itemId, key.task, key.personId);
      })(),
  };
}

function applied(records: DocumentRecords, diff: DocumentDiff): DocumentRecords {
  try {
    return applyDiff<DocumentRecord>(records, diff);
  } catch (error) {
    if (!(error instanceof DiffConflict)) throw error;
    throw new CasebookError(
      'conflict',
      'This change no longer fits the saved answer.',
      'It was not saved; reload the item to see the current answer.',
      { cause: error },
    );
  }
}

/** The change; one that puts another image in the place of one that was signed off takes the sign-off back with it. */
function withoutSignOff({ task, records }: Loaded, diff: DocumentDiff): DocumentDiff {
  if (!isSignedOff(task, answerOf(records)) || !replacesImages(diff)) return diff;
  const after = applied(records, diff);
  const fields = fieldRecords(signOffWithdrawn(task, answerOf(after)));
  return fields.length === 0 ? diff : makeDiff<DocumentRecord>(records, { ...after, ...toRecords(fields) });
}

/** The same for the same boxes, in whatever order and under whatever ids they were drawn. */
function boxesKey(regions: readonly RegionRecord[]): readonly string[] {
  return regions
    .map(({ imageId, label, x, y, width, height }) => JSON.stringify([imageId, label, x, y, width, height]))
    .toSorted();
}
