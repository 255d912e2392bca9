import type { Task } from '../../../../shared/benchmarks/task.ts';
import { type AskedParts, isAnswered, withParts } from '../../../../shared/benchmarks/parts.ts';
import { isAskedToSignOff, signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import { blankAnswer, boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import type { DocumentRecords } from '../../../../shared/domain/document.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { type GoldItem, currentAnswer } from '../../derived/gold.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { requireItem } from '../../access/viewpoint.ts';
import { createMetaReader } from '../../db/meta.ts';
import type {
  AnnotationRow,
  AnnotationStore,
  AssignmentRow,
  DocumentKey,
  ItemState,
} from '../../records/answers/annotations.ts';
import { recordsOf } from '../../records/answers/annotations.ts';

/** A document as it stands in the database. */
export interface Loaded {
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

/** How documents are loaded, as the caller may see them: blank where the item is blind to them and not begun. */
export function createLoading(
  casebook: Casebook,
  store: AnnotationStore,
): (key: DocumentKey, viewpoint: Viewpoint) => Loaded {
  const { database, benchmark } = casebook;
  const { isOfDecision, ratings, signOffs } = casebook.records;
  const { gold } = casebook.derived;
  const vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored ?? {}));

  /** What is in force, with what somebody was asked for and said themselves; null where their own answer is all there is. */
  const inForceWith = (
    { goldParts, id }: ItemState,
    task: Task,
    own: AnnotationRow | undefined,
  ): Pick<GoldItem, 'answer' | 'regions' | 'isChangedSinceSignOff'> | null => {
    if (own !== undefined && own.state !== 'submitted') return null;
    const asked = own?.asked ?? null;
    const gives = Object.values(goldParts ?? {}).some(({ annotationId }) => annotationId === own?.id);
    if (own === undefined ? goldParts === null : asked === null && !gives) return null;
    const inForce = gold.read(id);
    if (inForce === undefined || own === undefined || asked === null) return inForce ?? null;
    const boxes = boxesPart(task, vocabulary());
    const answer = withParts(inForce.answer, own.answer, asked);
    return {
      answer,
      isChangedSinceSignOff: isAskedToSignOff(task, asked)
        ? signOffs.isLost(task, answer, own.signedOffImages, signOffs.imagesOf(id))
        : inForce.isChangedSinceSignOff,
      regions: boxes !== null && isAnswered(asked, boxes) ? store.regions(own.id) : inForce.regions,
    };
  };

  /** A document of a round that nobody was given and nobody has answered in would stand beside every comparison. */
  const requireRound = (key: DocumentKey, viewpoint: Viewpoint): void => {
    if (viewpoint.hidesGold(key.itemId)) refuseUndecided();
    if (viewpoint.isBlind(key.itemId)) refuseRound();
    if (key.round === 1 || store.hasRound(key.itemId, key.task, key.round)) return;
    throw new CasebookError('invalid_input', `There is no round ${String(key.round)} of this item.`);
  };

  /**
   * Whether a draft, or the version that the next edit begins, is a rating rather than a correction of what counts:
   * also one that was begun as a rating is none any more where its author has come to see the others' since.
   */
  const isIndependent = (
    key: DocumentKey,
    { item, row, assignment }: Pick<Loaded, 'item' | 'row' | 'assignment'>,
    seesNothing: boolean,
  ): boolean => {
    const isUnanswered = (): boolean => item.goldSource === null && !store.isAnswered(key.itemId, key.task);
    if (row === undefined) return isUnanswered();
    if (!row.independent || seesNothing) return row.independent;
    if (row.state === 'draft' && row.version === 1) {
      return assignment?.state !== 'skipped' || isUnanswered();
    }
    return ratings.ofItem(key.itemId, key.task, key.round).every(({ personId }) => personId === key.personId);
  };

  return (key, viewpoint) => {
    requireItem(viewpoint, key.itemId);
    const item = store.item(key.itemId);
    const task = benchmark.tasks.find(({ id }) => id === key.task);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    if (task === undefined) throw new CasebookError('not_found', `The benchmark has no task "${key.task}".`);
    const assignment = store.assignment(key);
    const isBlind = viewpoint.isBlind(key.itemId);
    if (assignment === undefined && isBlind && benchmark.isQuery?.(item.payload) === true) refuseQuestion();
    const row = store.latest(key);
    // Their own decision, which has nothing of the item's gold in it, is gone on with.
    const decides = row !== undefined && isBlind && viewpoint.hidesGold(key.itemId) && isOfDecision(key, row);
    if (assignment === undefined && !decides) requireRound(key, viewpoint);
    const isOutdated = row !== undefined && row.editionId !== item.editionId;
    // A curator corrects the item as it stands, not the part of it that they were asked for as a rater.
    const wasPart =
      row !== undefined &&
      row.asked !== null &&
      row.state === 'submitted' &&
      !isBlind &&
      viewpoint.seesEverything;
    const startsAnew = isOutdated || wasPart || (isBlind && !decides && row?.independent !== true);
    const images = store.images(key.itemId);
    // An edit from a window that still shows an earlier edition is never taken for one of this.
    const fresh = isOutdated ? row.revision + 1 : item.editionNumber - 1;
    const revision = row === undefined || isOutdated ? fresh : row.revision;
    const common = { item, task, row, revision, startsAnew, assignment };
    if (isBlind && startsAnew) {
      const asked = assignment?.asked ?? null;
      const blank = blankAnswer(benchmark, task, asked, item.payload, vocabulary());
      const records = recordsOf(blank, [], neutralImages(images));
      return { ...common, asked, records, independent: true, isSignOffLost: false };
    }
    // Anybody who has not begun starts from what counts now: the gold annotation, else the imported payload.
    const begun = isOutdated || wasPart ? undefined : row;
    const source =
      begun ?? (item.goldAnnotationId === null ? undefined : store.annotation(item.goldAnnotationId));
    const isCurrent =
      !isBlind && source !== undefined && source.state === 'submitted' && source.id === item.goldAnnotationId;
    const answer =
      source === undefined || isCurrent
        ? currentAnswer(task, item.payload, source?.answer ?? null)
        : source.answer;
    const regions = source === undefined ? [] : store.regions(source.id);
    const composed = isBlind ? null : inForceWith(item, task, begun);
    // What its author was not asked to sign off is signed off where somebody else did.
    const signedOff =
      source === undefined || isAskedToSignOff(task, source.asked)
        ? (source?.signedOffImages ?? null)
        : signOffs.inForce(task, item);
    const shown = composed ?? {
      answer,
      regions,
      isChangedSinceSignOff: signOffs.isLost(task, answer, signedOff, signOffs.imagesOf(key.itemId)),
    };
    const isSignOffLost = shown.isChangedSinceSignOff;
    const held = isSignOffLost ? { ...shown.answer, ...signOffWithdrawn(task, shown.answer) } : shown.answer;
    return {
      ...common,
      // A window that still shows the images as signed off is behind.
      revision: isSignOffLost ? revision + 1 : revision,
      asked: begun?.asked ?? null,
      records: recordsOf(held, shown.regions, isBlind ? neutralImages(images) : images),
      isSignOffLost,
      independent:
        !wasPart && isIndependent(key, { ...common, row: begun }, isBlind || !viewpoint.seesEverything),
    };
  };
}

/** Throws `forbidden`: a question holds the answer to an item that somebody has yet to answer. */
function refuseQuestion(): never {
  throw new CasebookError(
    'forbidden',
    'This question reveals the answer to an item that you have not answered yet.',
    'Nothing was changed. Answer that item first: it is in My work.',
  );
}

/** Throws `forbidden`: what is in force for an undecided item is not for anybody who decides on it. */
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
