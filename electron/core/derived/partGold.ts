import type { GoldBoxes } from '../../../shared/benchmarks/goldBoxes.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';

/** Boxes that several raters have in common. */
export type Consensus = Extract<GoldBoxes, { readonly how: 'consensus' }>;

/**
 * How the raters of a round stand to each other in a part. A consensus: the edges of their boxes differ by pixels.
 * `texts`: they wrote different ones, which are not compared; `textsInDispute`: and they differ in another part.
 */
export type PartComparison = 'same' | 'differ' | 'texts' | 'textsInDispute' | Consensus;

/** Where the value of one part comes from; `base`: from what the item came with. */
export interface PartStatus {
  readonly source: 'base' | 'single' | 'unanimous' | 'consensus' | 'adjudicated' | 'disputed';
  /** Of a consensus, the answer that gives everything but the corners of its boxes. */
  readonly annotationId: AnnotationId | null;
  /** Left out where the part is no consensus, or is disputed and was none before. */
  readonly consensus?: Consensus;
  /** The round in which raters differ; null where the part is not disputed. */
  readonly round: number | null;
}

/** A round as one part sees it: only the answers and decisions that say something of it. */
export interface PartRound<A> {
  readonly round: number;
  /** Decisions in force; two of them exclude each other. */
  readonly decisions: readonly A[];
  /** Each rater's last word; where they say the same, or what is not compared, the first one's is taken. */
  readonly ratings: readonly A[];
  /** Whether somebody has yet to answer. */
  readonly isAwaited: boolean;
  /** Those of the ratings that came before the first outstanding answer was asked for. */
  readonly counting: readonly A[];
}

/** What there is to know of a part and the answers to it. */
export interface PartQuestion<A> {
  /** The latest round first; only rounds that concern the part. */
  readonly rounds: readonly PartRound<A>[];
  /** The latest answer of somebody who saw what was there: a curator's correction, boxes of a source. */
  readonly correction: A | null;
  /** Whether one rater's answer counts. */
  readonly singleCounts: boolean;
  idOf(answer: A): AnnotationId;
  isLater(answer: A, than: A): boolean;
  compare(round: number, given: readonly A[]): PartComparison;
  /** Whether a rater left the part open: that is no rating of it. */
  isOpen(answer: A): boolean;
}

const BASE: PartStatus = { source: 'base', annotationId: null, round: null };

/**
 * The value in force for one part of an item: a decision on it; else what its raters agree on in the latest round that
 * asked for it; else one rater's answer that counts, or a later correction. If raters differ, or left the part open,
 * the former value stays in force. Texts are not compared: one rater's is taken, unless they differ in another part.
 */
export function partStatus<A>(question: PartQuestion<A>): PartStatus {
  const { correction } = question;
  const single = (answer: A | null): PartStatus =>
    answer === null ? BASE : { source: 'single', annotationId: question.idOf(answer), round: null };
  const disputed = (round: number, before: PartStatus): PartStatus => ({
    ...before,
    source: 'disputed',
    round,
  });

  /** By the ratings of a round; by what came before it where they decide nothing. */
  const byRatings = (given: readonly A[], at: number): PartStatus => {
    const round = question.rounds[at];
    const [first] = given;
    if (round === undefined || first === undefined) return from(at + 1);
    if (given.length === 1) {
      if (!question.singleCounts) return from(at + 1);
      if (correction !== null && question.isLater(correction, first)) return single(correction);
      return question.isOpen(first) ? from(at + 1) : single(first);
    }
    const said = given.find((answer) => !question.isOpen(answer));
    const status = question.compare(round.round, given);
    if (status === 'differ') return disputed(round.round, from(at + 1));
    if (said === undefined || status === 'textsInDispute') return from(at + 1);
    if (status === 'texts') return single(said);
    if (status !== 'same')
      return {
        source: 'consensus',
        annotationId: question.idOf(said),
        consensus: status,
        round: null,
      };
    return { source: 'unanimous', annotationId: question.idOf(said), round: null };
  };
  const from = (at: number): PartStatus => {
    const round = question.rounds[at];
    if (round === undefined) return single(correction);
    const [decision, another] = round.decisions;
    if (decision !== undefined && another !== undefined)
      return disputed(round.round, byRatings(round.ratings, at));
    if (decision !== undefined)
      return { source: 'adjudicated', annotationId: question.idOf(decision), round: null };
    // While an answer is outstanding, what counted when it was asked for goes on counting.
    return byRatings(at === 0 && round.isAwaited ? round.counting : round.ratings, at);
  };
  return from(0);
}
