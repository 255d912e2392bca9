import type { Task } from '../../../../shared/benchmarks/task.ts';
import { type AskedParts, isAnswered, withParts } from '../../../../shared/benchmarks/parts.ts';
import { isAskedToSignOff, signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import { blankAnswer, boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import type { DocumentRecords, ImageRecord } from '../../../../shared/domain/document.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { currentAnswer, type GoldItem } from '../../derived/gold.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { createMetaReader } from '../../db/meta.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import {
  type AnnotationRow,
  type AssignmentRow,
  type ItemState,
  recordsOf,
} from '../../records/answers/annotations.ts';
import type { GoldParts } from '../../records/answers/goldParts.ts';
import { documentStart, isRating } from './documentStart.ts';

/** A document as it is in the database. */
export interface LoadedDocument {
  readonly item: ItemState;
  readonly task: Task;
  readonly row: AnnotationRow | undefined;
  readonly records: DocumentRecords;
  readonly revision: number;
  /**
   * What they had of it before is not gone on with: it was about an earlier edition of the item, or it was no rating
   * and the item is blind to them. Where it is blind it begins blank, else as what counts now.
   */
  readonly startsAnew: boolean;
  /** Whether the draft, or the version that the next edit begins, counts as a rating. */
  readonly independent: boolean;
  /** The parts of the answer that are asked for; null: everything. */
  readonly asked: AskedParts;
  readonly assignment: AssignmentRow | undefined;
  /** Whether its sign-off is about images that the item has no more: the records come without it. */
  readonly isSignOffLost: boolean;
}

/** What a document shows: an answer with its boxes, and whether its sign-off is about other images. */
type ShownAnswer = Pick<GoldItem, 'answer' | 'regions' | 'isChangedSinceSignOff'>;

/** Loads documents as the caller may see them: blank where the item is blind to them and not begun. */
export class DocumentLoader {
  readonly #casebook: Casebook;
  readonly #store;
  readonly #vocabulary;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#store = casebook.records.annotations;
    this.#vocabulary = createMetaReader(casebook.database, 'vocabulary', (stored) =>
      JsonObject.parse(stored ?? {}),
    );
  }

  load(key: DocumentKey, viewpoint: Viewpoint): LoadedDocument {
    requireItem(viewpoint, key.itemId);
    const { item, task } = this.#itemAndTask(key);
    const assignment = this.#store.assignment(key);
    const isBlind = viewpoint.isBlind(key.itemId);
    const row = this.#store.latest(key);
    const decides = this.#decides(key, row, viewpoint);
    if (assignment === undefined) this.#requireUnassigned(key, item, decides, viewpoint);
    const { from, startsAnew, revision, wasPart } = documentStart(row, item, {
      isBlind,
      decides,
      seesEverything: viewpoint.seesEverything,
    });
    const all = this.#store.images(key.itemId);
    const images = isBlind ? neutralImages(all) : all;
    const common = { item, task, row, startsAnew, assignment };
    if (from === 'blank')
      return { ...common, revision, ...this.#blank(task, item, assignment?.asked ?? null, images) };
    const begun = from === 'own' ? row : undefined;
    const composed = isBlind ? null : this.#inForceWith(item, task, begun);
    const shown = composed ?? this.#given(item, task, begun, isBlind);
    const { isChangedSinceSignOff: isSignOffLost } = shown;
    const seesNothing = isBlind || !viewpoint.seesEverything;
    return {
      ...common,
      // A window that still shows the images as signed off is behind.
      revision: isSignOffLost ? revision + 1 : revision,
      asked: begun?.asked ?? null,
      records: this.#shownRecords(task, shown, images),
      isSignOffLost,
      independent: !wasPart && this.#isRating(key, begun, { item, assignment, seesNothing }),
    };
  }

  #blank(task: Task, { payload }: ItemState, asked: AskedParts, images: readonly ImageRecord[]) {
    const answer = blankAnswer(this.#casebook.benchmark, task, asked, payload, this.#vocabulary());
    const records = recordsOf(answer, [], images);
    return { asked, records, independent: true, isSignOffLost: false };
  }

  /** The records of what a document shows, without a sign-off that is lost. */
  #shownRecords(
    task: Task,
    { answer, regions, isChangedSinceSignOff: isLost }: ShownAnswer,
    images: readonly ImageRecord[],
  ): DocumentRecords {
    return recordsOf(isLost ? { ...answer, ...signOffWithdrawn(task, answer) } : answer, regions, images);
  }

  #itemAndTask({ itemId, task: id }: DocumentKey): { readonly item: ItemState; readonly task: Task } {
    const { benchmark } = this.#casebook;
    const item = this.#store.item(itemId);
    const task = benchmark.tasks.find((each) => each.id === id);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    if (task === undefined) throw new CasebookError('not_found', `The benchmark has no task "${id}".`);
    return { item, task };
  }

  /** Whether it is their own decision, which has nothing of the item's gold in it and is gone on with. */
  #decides(key: DocumentKey, row: AnnotationRow | undefined, viewpoint: Viewpoint): boolean {
    if (row === undefined || !viewpoint.isBlind(key.itemId)) return false;
    return viewpoint.hidesGold(key.itemId) && this.#casebook.records.isOfDecision(key, row);
  }

  /**
   * Refuses what may not be opened without being assigned. A document of a round that nobody was given and nobody has
   * answered in would stand beside every comparison.
   */
  #requireUnassigned(key: DocumentKey, item: ItemState, decides: boolean, viewpoint: Viewpoint): void {
    const isBlind = viewpoint.isBlind(key.itemId);
    if (isBlind && this.#casebook.benchmark.isQuery?.(item.payload) === true) refuseQuestion();
    if (decides) return;
    if (viewpoint.hidesGold(key.itemId)) refuseUndecided();
    if (isBlind) refuseRound();
    if (key.round === 1 || this.#store.hasRound(key.itemId, key.task, key.round)) return;
    throw new CasebookError('invalid_input', `There is no round ${String(key.round)} of this item.`);
  }

  /** What is in force, with what somebody was asked for and said themselves; null where their own answer is all there is. */
  #inForceWith({ goldParts, id }: ItemState, task: Task, own: AnnotationRow | undefined): ShownAnswer | null {
    if (own !== undefined && own.state !== 'submitted') return null;
    if (!isPutTogether(goldParts, own)) return null;
    const inForce = this.#casebook.derived.gold.read(id);
    const asked = own?.asked ?? null;
    if (inForce === undefined || own === undefined || asked === null) return inForce ?? null;
    const { signOffs } = this.#casebook.records;
    const boxes = boxesPart(task, this.#vocabulary());
    const answer = withParts(inForce.answer, own.answer, asked);
    return {
      answer,
      isChangedSinceSignOff: isAskedToSignOff(task, asked)
        ? signOffs.isLost(task, answer, own.signedOffImages, signOffs.imagesOf(id))
        : inForce.isChangedSinceSignOff,
      regions: boxes !== null && isAnswered(asked, boxes) ? this.#store.regions(own.id) : inForce.regions,
    };
  }

  /** What somebody has begun; who has not starts from what counts now: the gold annotation, else the imported payload. */
  #given(item: ItemState, task: Task, begun: AnnotationRow | undefined, isBlind: boolean): ShownAnswer {
    const { signOffs } = this.#casebook.records;
    const { goldAnnotationId } = item;
    const source =
      begun ?? (goldAnnotationId === null ? undefined : this.#store.annotation(goldAnnotationId));
    const isCurrent = !isBlind && source?.state === 'submitted' && source.id === goldAnnotationId;
    const answer =
      source === undefined || isCurrent
        ? currentAnswer(task, item.payload, source?.answer ?? null)
        : source.answer;
    // What its author was not asked to sign off is signed off where somebody else did.
    const signedOff =
      source === undefined || isAskedToSignOff(task, source.asked)
        ? (source?.signedOffImages ?? null)
        : signOffs.inForce(task, item);
    return {
      answer,
      regions: source === undefined ? [] : this.#store.regions(source.id),
      isChangedSinceSignOff: signOffs.isLost(task, answer, signedOff, signOffs.imagesOf(item.id)),
    };
  }

  #isRating(
    { itemId, task, round, personId }: DocumentKey,
    begun: AnnotationRow | undefined,
    {
      item,
      assignment,
      seesNothing,
    }: {
      readonly item: ItemState;
      readonly assignment: AssignmentRow | undefined;
      readonly seesNothing: boolean;
    },
  ): boolean {
    return isRating(begun, {
      seesNothing,
      isSkipped: assignment?.state === 'skipped',
      isUnanswered: () => item.goldSource === null && !this.#store.isAnswered(itemId, task),
      isOnlyRater: () =>
        this.#casebook.records.ratings
          .ofItem(itemId, task, round)
          .every((rating) => rating.personId === personId),
    });
  }
}

/** Whether what counts is put together from more than somebody's own answer: they gave a part of it, or nothing. */
function isPutTogether(goldParts: GoldParts | null, own: AnnotationRow | undefined): boolean {
  if (own === undefined) return goldParts !== null;
  return (
    own.asked !== null || Object.values(goldParts ?? {}).some(({ annotationId }) => annotationId === own.id)
  );
}

/** Throws `forbidden`: a question holds the answer to an item that somebody has yet to answer. */
function refuseQuestion(): never {
  throw new CasebookError(
    'forbidden',
    'This question reveals the answer to an item that you have not answered yet.',
    'Nothing was changed. Answer that item first: it is in My work.',
  );
}

/** Throws `forbidden`: its adjudicator may not see what is in force for an undecided item. */
function refuseUndecided(): never {
  throw new CasebookError(
    'forbidden',
    'This item is not decided yet, so its current answer is hidden from adjudicators.',
    'Nothing was changed. Decide it in Adjudicate; then you can open it here.',
  );
}

/** Throws `forbidden`: somebody asks for another round than the one they are to answer. */
export function refuseRound(): never {
  throw new CasebookError(
    'forbidden',
    'You are assigned to another round of this item.',
    'Nothing was changed. Open the item from My work.',
  );
}
