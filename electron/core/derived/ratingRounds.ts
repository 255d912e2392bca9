import type { Task } from '../../../shared/benchmarks/task.ts';
import { type FieldDifference, fieldDifferences } from '../../../shared/benchmarks/difference.ts';
import type { RatedAnswer } from '../../../shared/benchmarks/fieldRating.ts';
import { byContent, contentOf, type GoldBoxes, goldBoxes } from '../../../shared/benchmarks/goldBoxes.ts';
import { type AskedParts, isAnswered } from '../../../shared/benchmarks/parts.ts';
import { boxesPart } from '../../../shared/benchmarks/taskParts.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../../shared/base/json.ts';
import { memoized } from '../base/memo.ts';
import type { PartComparison, PartRound } from './partGold.ts';

/** A submitted answer as the tables have it. */
export interface SubmittedAnswer {
  readonly itemId: string;
  readonly annotationId: string;
  readonly personId: string;
  readonly round: number;
  readonly version: number;
  readonly independent: number;
  readonly submittedAt: number;
  readonly answer: string;
  /** Whether it has boxes. */
  readonly drawn: number;
  readonly asked: AskedParts;
}

/** An answer that is outstanding, and when it was asked for. */
export interface OutstandingAnswer {
  readonly itemId: string;
  readonly round: number;
  readonly at: number;
  readonly asked: AskedParts;
}

/** A decision, and whether nothing replaced it since. */
export interface RatingDecision {
  readonly itemId: string;
  readonly task: string;
  readonly round: number;
  readonly annotationId: string;
  readonly isCurrent: number;
}

/** The rows that an item's rating status follows from. */
export interface RatedRows {
  readonly answers: readonly SubmittedAnswer[];
  readonly open: readonly OutstandingAnswer[];
  readonly decided: readonly RatingDecision[];
  /** Whether nobody has answered since gold was made by the rules of before there was a consensus. */
  readonly isKept: boolean;
}

/** How answers to a task are read and compared. */
export interface RatingRules {
  readonly task: Task;
  readonly vocabulary: JsonObject;
  /** How each field of the task is compared. */
  readonly levels: ReadonlyMap<string, string>;
  /** From which intersection over union on two boxes are about the same thing. */
  readonly sameBox: number;
  /** Whether one rater's answer counts. */
  readonly singleRater: boolean;
  readonly answerOf: (text: string) => JsonObject;
  readonly regionsOf: (annotationId: string) => readonly RegionRecord[];
}

/** All parts at once, where no answer says something of some only. */
export const EVERYTHING = '';

/**
 * The rounds in which an item was rated: each rater's last word, what is decided and what is outstanding, and how far the
 * raters of a round differ. Answers are compared at most once.
 */
export class RatingRounds {
  readonly #rows: RatedRows;
  readonly #rules: RatingRules;
  readonly #independent: readonly SubmittedAnswer[];
  readonly #decisions: readonly RatingDecision[];
  readonly #byId: ReadonlyMap<string, SubmittedAnswer>;
  /** The part that is boxes; null where the task draws none. */
  readonly #boxes: string | null;
  /** The latest first. */
  readonly numbers: readonly number[];

  constructor(rows: RatedRows, rules: RatingRules) {
    this.#rows = rows;
    this.#rules = rules;
    this.#byId = new Map(rows.answers.map((answer) => [answer.annotationId, answer]));
    this.#independent = rows.answers.filter((answer) => answer.independent === 1);
    this.#decisions = rows.decided.filter(
      (decision) => decision.isCurrent === 1 && decision.task === rules.task.id,
    );
    this.#boxes = boxesPart(rules.task, rules.vocabulary);
    this.numbers = [
      ...new Set([...this.#independent, ...rows.open, ...this.#decisions].map(({ round }) => round)),
    ].sort((one, other) => other - one);
  }

  /** Whether anybody has rated the item. */
  get isRated(): boolean {
    return this.#independent.length > 0;
  }

  contentOf({ answer }: SubmittedAnswer): JsonObject {
    return this.#rules.answerOf(answer);
  }

  /** Each rater's last word in a round, in an order that does not depend on who answered first. */
  readonly ratings = memoized((round: number): readonly SubmittedAnswer[] => {
    const given = latestOfEach(this.#independent.filter((answer) => answer.round === round)).sort(
      compareByTime,
    );
    return this.#rows.isKept || given.every((row) => isAlike(row, given[0]))
      ? given
      : inOrderOfContent(given, (row) => contentOf(this.#ratedBy(row)));
  });

  /** The decisions in force in a round. */
  decisions(round: number): SubmittedAnswer[] {
    return this.#decisions
      .filter((decision) => decision.round === round)
      .flatMap(({ annotationId }) => this.#byId.get(annotationId) ?? []);
  }

  /** Who has yet to answer in a round. */
  outstanding(round: number): readonly OutstandingAnswer[] {
    return this.#rows.open.filter((row) => row.round === round);
  }

  /** How far the raters of a round are apart, field by field; nothing where all said the same to the letter. */
  readonly differences = memoized((round: number): readonly FieldDifference[] => {
    const given = this.ratings(round);
    return given.length > 1 ? this.#differencesOf(given) : [];
  });

  /** Whether the raters of a round leave nothing to tell apart: the same answer to the letter, and the same boxes. */
  isUniform(round: number): boolean {
    const given = this.ratings(round);
    return (
      given.length < 2 ||
      (given.every(({ answer }) => answer === given[0]?.answer) &&
        this.differences(round).every(({ disagreement }) => (disagreement ?? 0) === 0) &&
        this.#boxesOf(given).how === 'same')
    );
  }

  /** The rounds as one part sees them. */
  ofPart(part: string): PartRound<SubmittedAnswer>[] {
    const concerns = (row: Pick<SubmittedAnswer, 'asked'>): boolean => concernsPart(row, part);
    return this.numbers.flatMap((round) => {
      const awaited = this.outstanding(round).filter(concerns);
      const ratings = this.ratings(round).filter(concerns);
      const decisions = this.decisions(round).filter(concerns);
      if (awaited.length + ratings.length + decisions.length === 0) return [];
      const asked = firstAskedAt(awaited);
      return [
        {
          round,
          decisions,
          ratings,
          isAwaited: awaited.length > 0,
          counting: ratings.filter(({ submittedAt }) => submittedAt < asked),
        },
      ];
    });
  }

  /** How raters of a round stand to each other in one part. */
  comparePart(part: string, round: number, given: readonly SubmittedAnswer[]): PartComparison {
    const differences =
      given.length === this.ratings(round).length ? this.differences(round) : this.#differencesOf(given);
    const differ = differences.some((each) => (each.disagreement ?? 0) > 0);
    if (part === EVERYTHING) return differ ? 'differ' : 'same';
    const own = differences.find(({ field }) => field === part)?.disagreement ?? null;
    if (own !== null && (own > 0 || part !== this.#boxes)) return own > 0 ? 'differ' : 'same';
    if (own !== null) {
      const drawn = this.#boxesOf(given);
      return drawn.how === 'consensus' ? drawn : drawn.how === 'same' ? 'same' : 'differ';
    }
    const [value, ...others] = given.map((row) => valueIn(this.contentOf(row), part));
    if (others.every((other) => sameJson(other, value))) return 'same';
    return differ ? 'textsInDispute' : 'texts';
  }

  #ratedBy(row: SubmittedAnswer): RatedAnswer {
    return {
      answer: this.contentOf(row),
      regions: row.drawn === 0 ? [] : this.#regionsOf(row.annotationId),
      asked: row.asked,
    };
  }

  readonly #regionsOf = memoized((annotationId: string) => this.#rules.regionsOf(annotationId));

  /** What the boxes of raters come to who are all about the same things. */
  #boxesOf(given: readonly SubmittedAnswer[]): GoldBoxes {
    const { task, vocabulary, sameBox } = this.#rules;
    return this.#rows.isKept || given.every(({ drawn }) => drawn === 0)
      ? { how: 'same' }
      : goldBoxes(
          task,
          given.map((row) => this.#ratedBy(row)),
          vocabulary,
          sameBox,
        );
  }

  #differencesOf(given: readonly SubmittedAnswer[]): readonly FieldDifference[] {
    if (given.every((row) => isAlike(row, given[0]))) return [];
    const { task, vocabulary, sameBox } = this.#rules;
    return fieldDifferences(
      task,
      given.map((row) => this.#ratedBy(row)),
      vocabulary,
      { sameBox, byPairsAlone: this.#rows.isKept },
    );
  }
}

/** Whether an answer, or a request for one, is about a part. */
export const concernsPart = ({ asked }: Pick<SubmittedAnswer, 'asked'>, part: string): boolean =>
  part === EVERYTHING || isAnswered(asked, part);

/** When the first of these was asked for, 0 where none is. */
export const firstAskedAt = (open: readonly OutstandingAnswer[]): number =>
  open.length === 0 ? 0 : Math.min(...open.map(({ at }) => at));

/**
 * Whether an answer leaves a part open, and so does not rate it. Parts that are not compared are open while empty;
 * boxes never are.
 * @param level how the part is compared; undefined: not at all
 */
export function isPartOpen(content: JsonObject, part: string, level: string | undefined): boolean {
  if (level === 'boxes') return false;
  const value = valueIn(content, part);
  if (value === undefined || value === null || value === '') return true;
  if (level !== undefined && level !== 'text') return false;
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

const valueIn = (content: JsonObject, part: string): Json | undefined =>
  Object.hasOwn(content, part) ? content[part] : undefined;

/** Orders earlier before later, ties by id, so that the order is the same wherever the rows are read. */
export function compareByTime(a: SubmittedAnswer, b: SubmittedAnswer): number {
  if (a.submittedAt !== b.submittedAt) return a.submittedAt - b.submittedAt;
  return a.annotationId < b.annotationId ? -1 : 1;
}

/** Whether an answer to everything says the same as another to the letter, and draws nothing. */
const isAlike = ({ answer, drawn, asked }: SubmittedAnswer, other: SubmittedAnswer | undefined): boolean =>
  drawn === 0 && answer === other?.answer && asked === null;

/** Orders raters by the content of their answers, so that the order of answering does not matter. */
function inOrderOfContent(
  given: readonly SubmittedAnswer[],
  textOf: (row: SubmittedAnswer) => string,
): SubmittedAnswer[] {
  return given
    .map((row) => ({ row, text: textOf(row) }))
    .sort((a, b) => byContent(a.text, b.text))
    .map(({ row }) => row);
}

/** Each person's last word. */
function latestOfEach(ratings: readonly SubmittedAnswer[]): SubmittedAnswer[] {
  const latest = new Map<string, SubmittedAnswer>();
  for (const rating of ratings) {
    const known = latest.get(rating.personId);
    if (known === undefined || rating.version > known.version) latest.set(rating.personId, rating);
  }
  return [...latest.values()];
}
