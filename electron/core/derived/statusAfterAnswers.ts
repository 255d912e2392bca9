import type { ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';
import type { CurrentGold } from './ratingStatus.ts';

/** What recomputing found of an item, as far as its status follows from that. */
export interface AnswersFound {
  readonly status: ItemStatus;
  /** Whether an answer was its gold before. */
  readonly hadGold: boolean;
  readonly gold: CurrentGold;
  /** Whether other answers give its gold than before. */
  readonly hasOtherGold: boolean;
  readonly raters: RatingState | null;
  readonly haveRatersMoved: boolean;
  /** Whether answers or the casebook's rule kept it from being accepted before, and do now. */
  readonly wasBarred: boolean;
  readonly isBarred: boolean;
}

/**
 * The status of an item after its answers changed. It moves only when the raters' status, the gold, or what prevents
 * acceptance does; otherwise people set it.
 * @param ofGold works out the status that follows from its gold
 */
export function statusAfterAnswers(
  found: AnswersFound,
  ofGold: (annotationId: AnnotationId) => ItemStatus,
): ItemStatus {
  const { status, gold, wasBarred, isBarred } = found;
  // What nobody may accept now does not stay accepted either.
  const kept = isBarred && status === 'accepted' ? 'in_review' : status;
  if (gold.annotationId !== null) {
    const isFree = wasBarred && !isBarred && status === 'in_review';
    return found.hasOtherGold || isFree ? ofGold(gold.annotationId) : kept;
  }
  if (found.hadGold) return 'in_review';
  const isOpen = gold.source === 'none' || found.raters === 'single';
  return found.haveRatersMoved && isOpen && status !== 'rejected' ? 'in_review' : kept;
}
