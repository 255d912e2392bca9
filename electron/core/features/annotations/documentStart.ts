import type { AnnotationRow, ItemState } from '../../records/answers/annotations.ts';

type LatestVersion = Pick<AnnotationRow, 'editionId' | 'asked' | 'state' | 'independent' | 'revision'>;

/** What somebody's document of an item begins from. */
export interface DocumentStart {
  /** `own`: what they have begun; `gold`: what counts now, else what the item came with. */
  readonly from: 'blank' | 'gold' | 'own';
  /** Whether what they had of it before is left. */
  readonly startsAnew: boolean;
  /** Whether what they had was an answer to a part, and they correct the item as a whole now. */
  readonly wasPart: boolean;
  readonly revision: number;
}

/**
 * The start of a document. Blank, if the author's answer is about an earlier edition, about a part that a curator who
 * sees everything has submitted since, or is no rating of an item that is blind to them.
 * @param row the latest version of their answer in the round
 */
export function documentStart(
  row: LatestVersion | undefined,
  item: Pick<ItemState, 'editionId' | 'editionNumber'>,
  caller: {
    readonly isBlind: boolean;
    /** Whether their answer is their own decision between raters. */
    readonly decides: boolean;
    readonly seesEverything: boolean;
  },
): DocumentStart {
  const { isBlind, decides, seesEverything } = caller;
  if (row === undefined) {
    const from = isBlind ? 'blank' : 'gold';
    return { from, startsAnew: isBlind, wasPart: false, revision: item.editionNumber - 1 };
  }
  const isOutdated = row.editionId !== item.editionId;
  const wasPart = !isBlind && seesEverything && row.asked !== null && row.state === 'submitted';
  const mayNotGoOn = isBlind && !decides && !row.independent;
  const startsAnew = isOutdated || wasPart || mayNotGoOn;
  const anew = isBlind ? 'blank' : 'gold';
  return {
    from: startsAnew ? anew : 'own',
    startsAnew,
    wasPart,
    // An edit from a window that still shows an earlier edition is never taken for one of this.
    revision: isOutdated ? row.revision + 1 : row.revision,
  };
}

/**
 * Whether a draft, or the version that the next edit begins, is a rating rather than a correction. A rating stops being
 * one once its author has seen the others'.
 * @param begun what they have begun; left out: nothing
 */
export function isRating(
  begun: Pick<AnnotationRow, 'independent' | 'state' | 'version'> | undefined,
  {
    seesNothing,
    isSkipped,
    isUnanswered,
    isOnlyRater,
  }: {
    /** Whether others' answers are hidden from them. */
    readonly seesNothing: boolean;
    readonly isSkipped: boolean;
    readonly isUnanswered: () => boolean;
    readonly isOnlyRater: () => boolean;
  },
): boolean {
  if (begun === undefined) return isUnanswered();
  if (!begun.independent || seesNothing) return begun.independent;
  if (begun.state === 'draft' && begun.version === 1) return !isSkipped || isUnanswered();
  return isOnlyRater();
}
