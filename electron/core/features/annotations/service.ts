import { isSignedOff } from '../../../../shared/benchmarks/signOff.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { mayWrite } from '../../../../shared/hub/mayWrite.ts';
import type { AnsweredEdition, DeskDocument, EditResult } from '../../../../shared/contract/annotations.ts';
import { isEmptyDiff, makeDiff, reverseDiff } from '../../../../shared/base/diff.ts';
import {
  answerOf,
  changedImages,
  type DocumentDiff,
  type DocumentRecord,
  imagesOf,
  regionsOf,
  replacesImages,
  touchesImages,
} from '../../../../shared/domain/document.ts';
import type { AnnotationId, ImageId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { submittedRecords } from '../../derived/submitted.ts';
import { readImageDetails } from '../../access/imageQueries.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { isFixer, isOfCurrentEdition } from '../../records/answers/edition.ts';
import { correctedRatedParts } from './correction.ts';
import { applyEdit, withoutSignOff } from './documentEdit.ts';
import { AnswerDrafts } from './answerDrafts.ts';
import { DocumentLoader, type LoadedDocument, refuseRound } from './documentLoader.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import { recordsOf } from '../../records/answers/annotations.ts';
import { UndoReader } from './undoStack.ts';
import { createValidation } from './validation.ts';
import { VersionReader } from './versionReader.ts';

type ChangeKind = 'edit' | 'undo' | 'redo' | 'restore';

/**
 * Answers at the Desk of an open casebook: every change one transaction, logged as a reversible diff. What the caller may
 * not see stays out of everything that comes back.
 */
export class AnnotationsService {
  readonly #casebook: Casebook;
  readonly #store;
  readonly #writer;
  readonly #validate;
  readonly #drafting;
  readonly #loading;
  readonly #reading;
  readonly #ratedRound;
  readonly #undoReader;
  readonly #madeBy;
  readonly #hasFixed;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#store = casebook.records.annotations;
    this.#writer = casebook.derived.items;
    this.#validate = createValidation(casebook);
    this.#drafting = new AnswerDrafts(casebook);
    this.#loading = new DocumentLoader(casebook);
    this.#reading = new VersionReader(casebook, this.#store);
    this.#ratedRound = database
      .prepare<[string, string], number | null>(
        `SELECT max(round) FROM annotation WHERE item_id = ? AND +task = ? AND independent = 1 AND state = 'submitted'
         AND ${isOfCurrentEdition('annotation')}`,
      )
      .pluck();
    this.#undoReader = new UndoReader(database);
    this.#madeBy = database.prepare<[string], { personId: string; name: string }>(
      'SELECT p.id AS personId, p.name FROM edition e JOIN person p ON p.id = e.person_id WHERE e.id = ?',
    );
    this.#hasFixed = database.prepare<[string, string], number>(`SELECT ${isFixer('?', '?')}`).pluck();
  }

  /** The round of a person's document where none is named: the latest one they were given, else the first. */
  roundFor(itemId: ItemId, task: string, personId: PersonId): number {
    return this.#store.assignedRound(itemId, task, personId) ?? 1;
  }

  open(key: DocumentKey, viewpoint: Viewpoint): DeskDocument {
    const loaded = this.#loading.load(key, viewpoint);
    const latest = this.#store.assignedRound(key.itemId, key.task, key.personId) ?? key.round;
    // Edits of an earlier round's document that are under way still arrive, but nobody reads that document again.
    if (viewpoint.isBlind(key.itemId) && !viewpoint.hidesGold(key.itemId) && latest > key.round)
      refuseRound();
    return this.#describe(key, loaded, viewpoint);
  }

  edit(
    key: DocumentKey,
    edit: { revision: number; diff: DocumentDiff; mark: string; activeMilliseconds: number },
    viewpoint: Viewpoint,
  ): EditResult {
    return this.#casebook.database.transaction(() =>
      this.#change(key, this.#at(key, edit.revision, viewpoint), edit.diff, {
        kind: 'edit',
        mark: edit.mark,
        activeMilliseconds: edit.activeMilliseconds,
      }),
    )();
  }

  /**
   * Throws `unconfirmed` where it was not `confirmed` and would put another image in the place of one that is signed
   * off or accepted.
   */
  undo(key: DocumentKey, revision: number, viewpoint: Viewpoint, confirmed?: boolean) {
    return this.#step(key, revision, 'undo', viewpoint, confirmed);
  }

  redo(key: DocumentKey, revision: number, viewpoint: Viewpoint, confirmed?: boolean) {
    return this.#step(key, revision, 'redo', viewpoint, confirmed);
  }

  /**
   * Throws `conflict` where several raters answered and this is not one of their answers.
   * @param about what the log keeps beside it
   */
  submit(key: DocumentKey, revision: number, viewpoint: Viewpoint, about: JsonObject = {}): DeskDocument {
    return this.#casebook.database.transaction(() => {
      const loaded = this.#withoutUnasked(key, this.#at(key, revision, viewpoint), viewpoint);
      if (!loaded.independent) this.#requireNoRaters(key, loaded);
      const id = this.#drafting.draftFor(key, loaded);
      if (!loaded.independent) this.#store.setDependent(id);
      this.#store.submit(id);
      if (loaded.assignment !== undefined)
        this.#casebook.records.assignmentTable.setState(loaded.assignment.id, 'submitted', null);
      const activeMilliseconds = this.#store.activeTime(id);
      this.#drafting.log(key, { kind: 'submit', detail: { annotation: id, activeMilliseconds, ...about } });
      this.#casebook.records.askedItems.withSameImage(key.itemId, () =>
        this.#casebook.derived.recompute.recompute(key.itemId, key.task, key.personId),
      );
      return this.#describe(key, this.#loading.load(key, viewpoint), viewpoint);
    })();
  }

  versions(itemId: ItemId, task: string, viewpoint: Viewpoint) {
    return this.#reading.versions(itemId, task, viewpoint);
  }

  version(id: AnnotationId, viewpoint: Viewpoint) {
    return this.#reading.version(id, viewpoint);
  }

  list(limit?: number | null, status?: readonly ItemStatus[] | null) {
    return this.#reading.list(limit, status);
  }

  restore(key: DocumentKey, revision: number, id: AnnotationId, viewpoint: Viewpoint): EditResult {
    return this.#casebook.database.transaction(() => {
      const loaded = this.#at(key, revision, viewpoint);
      const row = this.#reading.readable(id, viewpoint);
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
      const regions = this.#store.regions(id).filter((region) => present.has(region.imageId));
      const answer = this.#casebook.records.signOffs.answerInForce(
        loaded.task,
        row.answer,
        row.signedOffImages,
        this.#casebook.records.signOffs.imagesOf(key.itemId),
      );
      const diff = makeDiff<DocumentRecord>(loaded.records, recordsOf(answer, regions, images));
      if (isEmptyDiff(diff)) {
        const { undo, redo } = this.#undoReader.stacks(key);
        return { revision, diff, canUndo: undo.length > 0, canRedo: redo.length > 0 };
      }
      return this.#change(key, loaded, diff, { kind: 'restore', mark: this.#casebook.ports.newId() });
    })();
  }

  skip(key: DocumentKey, reason: string, viewpoint: Viewpoint): void {
    this.#casebook.database.transaction(() => {
      const { assignment } = this.#loading.load(key, viewpoint);
      if (assignment !== undefined && reason.trim() === '') {
        throw new CasebookError(
          'invalid_input',
          'Give a reason for skipping the item.',
          'Nothing was changed. The curator who assigned it needs the reason.',
        );
      }
      this.#drafting.log(key, { kind: 'skip', detail: { reason } });
      // An answer that was submitted stays one.
      if (assignment === undefined || assignment.state === 'submitted') return;
      this.#casebook.records.assignmentTable.setState(assignment.id, 'skipped', reason);
      this.#casebook.derived.recompute.recompute(key.itemId, key.task, key.personId);
    })();
  }

  #editionOf(
    { itemId, personId }: DocumentKey,
    { item }: LoadedDocument,
    viewpoint: Viewpoint,
  ): AnsweredEdition {
    const { editionId: id } = item;
    if (id === null) return { id, fixedBy: null, isOwn: false, isFixer: false };
    const made = this.#madeBy.get(id);
    const fixed = this.#hasFixed.get(id, personId) === 1;
    const isHidden = viewpoint.isBlind(itemId) || viewpoint.hidesRaters(itemId);
    return {
      id,
      fixedBy: isHidden ? null : (made?.name ?? null),
      isOwn: fixed && made?.personId === personId,
      isFixer: fixed,
    };
  }

  #describe(key: DocumentKey, loaded: LoadedDocument, viewpoint: Viewpoint): DeskDocument {
    const item = readRow(this.#casebook.database, key.itemId, viewpoint);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const { undo, redo } = loaded.startsAnew ? { undo: [], redo: [] } : this.#undoReader.stacks(key);
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
      edition: this.#editionOf(key, loaded, viewpoint),
      records: loaded.records,
      revision: loaded.revision,
      state: loaded.startsAnew ? null : (loaded.row?.state ?? null),
      version: loaded.startsAnew ? 0 : (loaded.row?.version ?? 0),
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
      images: readImageDetails(this.#casebook.database, [...imageIds], viewpoint),
    };
  }

  /** Ratings are compared on the pixels that every rater saw. */
  #requireSameImages(key: DocumentKey, { independent, assignment }: LoadedDocument): void {
    const link = this.#casebook.records.hub.link();
    if (link !== null && mayWrite(link.roles, 'item') === null) {
      throw new CasebookError(
        'forbidden',
        'Only curators replace the images of items in a casebook that is connected to a hub.',
        'Nothing was changed. Say in the answer what the image needs, such as "needs crop".',
      );
    }
    if (independent && (assignment !== undefined || this.#store.isShared(key))) {
      throw new CasebookError(
        'forbidden',
        'Several people rate this item, so its images cannot be replaced: all raters must see the same pixels.',
        'Nothing was changed. Say in the answer what the image needs, such as "needs crop".',
      );
    }
    if (!this.#store.isAwaited(key)) return;
    throw new CasebookError(
      'forbidden',
      'Somebody assigned to this item has not answered yet, so its images cannot be replaced now.',
      'Nothing was changed. Wait for the answer, or withdraw the assignment.',
    );
  }

  /** After an edit there is something to undo and nothing to redo: its log, however long, need not be read for that. */
  #stepsAfter(key: DocumentKey, kind: ChangeKind): { canUndo: boolean; canRedo: boolean } {
    if (kind === 'edit' || kind === 'restore') return { canUndo: true, canRedo: false };
    const { undo, redo } = this.#undoReader.stacks(key);
    return { canUndo: undo.length > 0, canRedo: redo.length > 0 };
  }

  #change(
    key: DocumentKey,
    loaded: LoadedDocument,
    asMade: DocumentDiff,
    event: { kind: ChangeKind; mark?: string; undoes?: number; activeMilliseconds?: number },
  ): EditResult {
    const diff = withoutSignOff(loaded, asMade);
    const records = applyEdit(loaded.records, diff);
    if (touchesImages(diff)) this.#requireSameImages(key, loaded);
    this.#validate(loaded.task, records, diff);
    const id = this.#drafting.draftFor(key, loaded);
    const revision = loaded.revision + 1;
    this.#store.updateDraft(id, answerOf(records), revision, event.activeMilliseconds ?? 0);
    this.#store.applyRegions(id, diff);
    for (const image of changedImages(diff)) this.#writer.setImage(key.itemId, image, key.personId);
    this.#casebook.records.signOffs.tie(id, loaded.task, answerOf(records), key.itemId);
    this.#writer.reindex(key.itemId);
    this.#drafting.log(key, {
      kind: event.kind,
      diff,
      ...(event.mark === undefined ? {} : { mark: event.mark }),
      ...(event.undoes === undefined ? {} : { undoes: event.undoes }),
    });
    return { revision, diff, ...this.#stepsAfter(key, event.kind) };
  }

  #at(key: DocumentKey, revision: number, viewpoint: Viewpoint): LoadedDocument {
    const loaded = this.#loading.load(key, viewpoint);
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
  }

  /**
   * Where raters differ, or agree, an answer of one who saw theirs is no way to resolve it: also while a later round is
   * asked for that nobody has answered yet. What raters were not asked for can be corrected all the same.
   */
  #requireNoRaters({ itemId, task: taskId }: DocumentKey, { task, records }: LoadedDocument): void {
    const round = this.#ratedRound.get(itemId, taskId) ?? null;
    const ratings = round === null ? [] : this.#casebook.records.ratings.ofItem(itemId, taskId, round);
    if (ratings.length < 2) return;
    if (ratings.some(({ asked }) => asked === null)) {
      throw new CasebookError(
        'conflict',
        'Several raters answered this item: decide it in Adjudicate.',
        'The draft is unchanged; nothing was submitted.',
      );
    }
    const inForce = this.#casebook.derived.gold.read(itemId);
    if (inForce === undefined) return;
    const draft = { answer: answerOf(records), regions: regionsOf(records) };
    const changed = correctedRatedParts(task, draft, inForce, ratings);
    if (changed.length === 0) return;
    const titles = new Map(task.fields(inForce.vocabulary).map(({ name, title }) => [name, title]));
    throw new CasebookError(
      'conflict',
      `Several raters answered ${changed.map((part) => `“${titles.get(part) ?? part}”`).join(', ')}: decide that in Adjudicate.`,
      'The draft is unchanged; nothing was submitted. Undo these fields to submit the others.',
    );
  }

  /** The document without what it holds of fields that are not asked: kept until it is submitted. */
  #withoutUnasked(key: DocumentKey, loaded: LoadedDocument, viewpoint: Viewpoint): LoadedDocument {
    const records = submittedRecords(
      loaded.task,
      loaded.records,
      this.#casebook.records.settings.vocabulary(),
    );
    if (records === loaded.records) return loaded;
    this.#change(key, loaded, makeDiff<DocumentRecord>(loaded.records, records), { kind: 'edit' });
    return this.#loading.load(key, viewpoint);
  }

  #step(
    key: DocumentKey,
    revision: number,
    kind: 'undo' | 'redo',
    viewpoint: Viewpoint,
    confirmed = true,
  ): EditResult {
    return this.#casebook.database.transaction(() => {
      const loaded = this.#at(key, revision, viewpoint);
      const group = loaded.startsAnew ? undefined : this.#undoReader.stacks(key)[kind].at(-1);
      const undoes = group?.[0];
      if (group === undefined || undoes === undefined) {
        throw new CasebookError(
          'not_found',
          kind === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.',
        );
      }
      const diff = this.#undoReader.diffOf(group);
      const isAtStake =
        loaded.item.status === 'accepted' || isSignedOff(loaded.task, answerOf(loaded.records));
      if (!confirmed && isAtStake && replacesImages(diff)) {
        throw new CasebookError(
          'unconfirmed',
          'This step replaces an image that is signed off or accepted.',
          'Nothing was changed. Confirm it to go ahead.',
        );
      }
      return this.#change(key, loaded, kind === 'undo' ? reverseDiff(diff) : diff, { kind, undoes });
    })();
  }
}
