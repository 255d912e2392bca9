import { type FieldDifference, overallDifference } from '../../../shared/benchmarks/difference.ts';
import { haveCommonParts } from '../../../shared/benchmarks/parts.ts';
import { AnnotationId } from '../../../shared/base/ids.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { RatingState } from '../../../shared/domain/status.ts';
import { type PartStatus, partStatus } from './partGold.ts';
import {
  compareByTime,
  concernsPart,
  EVERYTHING,
  firstAskedAt,
  isPartOpen,
  type RatedRows,
  RatingRounds,
  type RatingRules,
  type SubmittedAnswer,
} from './ratingRounds.ts';

/** What counts as right for an item; `base`: what it came with, `none`: raters differ in some part of it. */
export type CurrentGold =
  | {
      readonly source: 'single' | 'unanimous' | 'consensus' | 'adjudicated';
      readonly annotationId: AnnotationId;
    }
  | { readonly source: 'base' | 'none'; readonly annotationId: null };

/** The rating status of an item in the latest round in which anybody has something to say. */
export interface RatersStatus {
  /** The latest one, or an earlier one in which they differ over a part that nobody was asked for again. */
  readonly round: number;
  readonly state: RatingState;
  readonly ratings: number;
  /** 0 to 1, the mean of `fields`. */
  readonly disagreement: number;
  /** Per field in which they differ, how much: 0 to 1. */
  readonly fields: Readonly<Record<string, number>>;
  /** When the last rating was submitted; before the first, when it was asked for. UTC milliseconds. */
  readonly since: number;
}

export interface RatingStatus {
  /** Null where nobody has rated it. */
  readonly raters: RatersStatus | null;
  readonly gold: CurrentGold;
  /** Per part where its value comes from; null where all of them come from where `gold` says. */
  readonly parts: ReadonlyMap<string, PartStatus> | null;
  /** Whether it follows the rules by which the casebook made gold before there was a consensus. */
  readonly isKept: boolean;
}

const BASE: CurrentGold = { source: 'base', annotationId: null };
const NONE: CurrentGold = { source: 'none', annotationId: null };

/**
 * The rating status of an item: a function of its current answers, assignments and decisions and of the casebook's
 * settings alone. Neither their order nor the former status matters.
 * @param readBase reads the payload that the item has without any answer
 */
export function ratingStatusOf(
  rows: RatedRows,
  rules: RatingRules,
  readBase: () => JsonObject,
): RatingStatus {
  const { task, levels } = rules;
  const rounds = new RatingRounds(rows, rules);
  const corrections = correctionsOf(rows);
  let base: JsonObject | null = null;
  const baseAnswer = (): JsonObject => (base ??= task.initialAnswer(readBase()));
  const isOpen = (part: string, content: JsonObject): boolean => isPartOpen(content, part, levels.get(part));
  const statusOfPart = (part: string): PartStatus =>
    partStatus<SubmittedAnswer>({
      rounds: rounds.ofPart(part),
      correction: corrections.findLast((row) => concernsPart(row, part)) ?? null,
      singleCounts: rules.singleRater,
      idOf: ({ annotationId }) => AnnotationId.parse(annotationId),
      isLater: (answer, than) => compareByTime(answer, than) > 0,
      compare: (round, given) => rounds.comparePart(part, round, given),
      isOpen: (row) => part !== EVERYTHING && isOpen(part, rounds.contentOf(row)),
    });
  /** Whether a rater left something open that the item came with. */
  const leavesOpen = (row: SubmittedAnswer): boolean =>
    Object.keys(baseAnswer()).some(
      (part) => isOpen(part, rounds.contentOf(row)) && !isOpen(part, baseAnswer()),
    );
  const isWhole =
    [...rows.answers, ...rows.open].every(({ asked }) => asked === null) &&
    !rounds.numbers.some((round) => rounds.ratings(round).some(leavesOpen)) &&
    rounds.numbers.every((round) => rounds.isUniform(round));
  /** In an order that does not depend on who answered first. */
  const partNames = (): ReadonlySet<string> => {
    const drawn = [...levels].flatMap(([name, level]) => (level === 'boxes' ? [name] : []));
    const answered = rows.answers.flatMap((row) => Object.keys(rounds.contentOf(row)));
    return new Set([...Object.keys(baseAnswer()), ...(rows.isKept ? answered : answered.sort()), ...drawn]);
  };
  const parts = isWhole ? null : new Map([...partNames()].map((part) => [part, statusOfPart(part)] as const));
  const gold = parts === null ? goldOfPart(statusOfPart(EVERYTHING)) : goldOfParts([...parts.values()]);
  return { raters: ratersStatus(rounds, parts ?? new Map()), gold, parts, isKept: rows.isKept };
}

/** Answers of people who saw what was there: no ratings, and no decision's either, also when that was taken back. */
function correctionsOf({ answers, decided }: RatedRows): readonly SubmittedAnswer[] {
  const throughDecisions = new Set(decided.map(({ annotationId }) => annotationId));
  return answers
    .filter((answer) => answer.independent === 0 && !throughDecisions.has(answer.annotationId))
    .sort(compareByTime);
}

/** How the raters of the latest round stand to each other; null where nobody has rated the item. */
function ratersStatus(rounds: RatingRounds, parts: ReadonlyMap<string, PartStatus>): RatersStatus | null {
  const [latest] = rounds.numbers;
  if (latest === undefined) return null;
  const decisions = rounds.decisions(latest);
  if (!rounds.isRated && decisions.length === 0) return null;
  const outstanding = rounds.outstanding(latest);
  const isWaiting = decisions.length === 0 && outstanding.length > 0;
  const statusIn = (
    round: number,
    state: RatingState,
    differences: readonly FieldDifference[],
  ): RatersStatus => {
    const ratings = rounds.ratings(round);
    return {
      round,
      state,
      ratings: ratings.length,
      disagreement: overallDifference(differences),
      fields: fieldsOf(differences),
      since: Math.max(
        ...ratings.map(({ submittedAt }) => submittedAt),
        ratings.length === 0 ? firstAskedAt(outstanding) : 0,
      ),
    };
  };
  const disputed = [...parts].flatMap(([part, { round }]) => (round === null ? [] : [{ part, round }]));
  const earlier = Math.max(...disputed.map(({ round }) => round).filter((at) => at < latest), 0);
  const isOpen = decisions.length === 0 && disputed.some(({ round }) => round === latest);
  // What nobody was asked for again goes on being disputed.
  if (!isWaiting && !isOpen && decisions.length < 2 && earlier > 0) {
    const left = new Set(disputed.flatMap(({ part, round }) => (round === earlier ? [part] : [])));
    return statusIn(
      earlier,
      rounds.decisions(earlier).length > 1 ? 'conflict' : 'disputed',
      rounds.differences(earlier).filter(({ field }) => left.has(field)),
    );
  }
  const differences = isWaiting ? [] : rounds.differences(latest);
  return statusIn(
    latest,
    stateOf(decisions.length, isWaiting, differences, rounds.ratings(latest)),
    differences,
  );
}

function stateOf(
  decisions: number,
  isWaiting: boolean,
  differences: readonly FieldDifference[],
  ratings: readonly SubmittedAnswer[],
): RatingState {
  if (decisions > 0) return decisions > 1 ? 'conflict' : 'decided';
  if (isWaiting) return 'waiting';
  if (Object.keys(fieldsOf(differences)).length > 0) return 'disputed';
  return haveCommonParts(ratings.map(({ asked }) => asked)) ? 'unanimous' : 'single';
}

/** What counts for an item whose parts are not told apart. */
function goldOfPart({ source, annotationId }: PartStatus): CurrentGold {
  if (source === 'disputed') return NONE;
  return source === 'base' || annotationId === null ? BASE : { source, annotationId };
}

/** The later one names the whole: an item with a consensus in it is not unanimous. */
const STRENGTH = ['single', 'unanimous', 'consensus', 'adjudicated'] as const;

/**
 * What counts for an item that is put together from several answers: nothing as a whole where a part is disputed; else
 * the strongest source, with the answer that gives most of the parts that have it.
 */
function goldOfParts(parts: readonly PartStatus[]): CurrentGold {
  if (parts.some(({ source }) => source === 'disputed')) return NONE;
  const source = STRENGTH.findLast((each) => parts.some((part) => part.source === each));
  if (source === undefined) return BASE;
  const counts = new Map<AnnotationId, number>();
  for (const part of parts)
    if (part.source === source && part.annotationId !== null)
      counts.set(part.annotationId, (counts.get(part.annotationId) ?? 0) + 1);
  const [most] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return most === undefined ? BASE : { source, annotationId: most[0] };
}

function fieldsOf(differences: readonly FieldDifference[]): Record<string, number> {
  return Object.fromEntries(
    differences.flatMap(({ field, disagreement }) =>
      disagreement !== null && disagreement > 0 ? [[field, disagreement]] : [],
    ),
  );
}
