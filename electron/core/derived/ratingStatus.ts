import type { Task } from '../../../shared/benchmarks/task.ts';
import {
  type FieldDifference,
  fieldDifferences,
  overallDifference,
} from '../../../shared/benchmarks/difference.ts';
import type { RatedAnswer } from '../../../shared/benchmarks/fieldRating.ts';
import { type GoldBoxes, byContent, contentOf, goldBoxes } from '../../../shared/benchmarks/goldBoxes.ts';
import { type AskedParts, askedInCommon, isAnswered } from '../../../shared/benchmarks/parts.ts';
import { boxesPart } from '../../../shared/benchmarks/taskParts.ts';
import { AnnotationId, type ItemId } from '../../../shared/base/ids.ts';
import { type Json, JsonObject, isJsonObject, isList, sameJson } from '../../../shared/base/json.ts';
import type { RatingState } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { memoized } from '../base/memo.ts';
import { createMetaReader } from '../db/meta.ts';
import { IN_SET, asSet } from '../db/sets.ts';
import { isOfCurrentEdition } from '../records/answers/edition.ts';
import type { PartRound, PartStatus } from './partGold.ts';
import { partStatus } from './partGold.ts';
import { askedColumn } from '../records/answers/ratings.ts';

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

/** A submitted answer as the tables have it. */
interface AnswerRow {
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
interface OpenRow {
  readonly itemId: string;
  readonly round: number;
  readonly at: number;
  readonly asked: AskedParts;
}

/** A row as the database has it. */
type Stored<T extends { readonly asked: AskedParts }> = Omit<T, 'asked'> & { readonly asked: string | null };

type Levels = ReadonlyMap<string, string>;

/** A decision, and whether nothing replaced it since. */
interface DecisionRow {
  readonly itemId: string;
  readonly task: string;
  readonly round: number;
  readonly annotationId: string;
  readonly isCurrent: number;
}

const BASE: CurrentGold = { source: 'base', annotationId: null };
const NONE: CurrentGold = { source: 'none', annotationId: null };
/** All parts at once, where no answer says something of some only. */
const EVERYTHING = '';

/** What was said of an item, and what is asked. */
interface ItemRows {
  readonly answers: readonly AnswerRow[];
  readonly open: readonly OpenRow[];
  readonly decided: readonly DecisionRow[];
  /** Whether nobody has answered since gold was made by the rules of before there was a consensus. */
  readonly isKept: boolean;
}

const NOTHING: ItemRows = { answers: [], open: [], decided: [], isKept: false };

/**
 * The rating status of items.
 * Says what follows from the answers, assignments and decisions on items as they are now. A function of these rows and
 * of the casebook's settings alone: neither the order in which they came nor what held before plays a part.
 */
export class RatingStatuses {
  readonly #casebook: RecordedCasebook;
  readonly #answersOf;
  readonly #openOf;
  readonly #decisionsOf;
  readonly #keptItems;
  readonly #words;
  #known: { readonly task: Task; readonly words: JsonObject; readonly levels: Levels } | null = null;
  readonly #askedOf;
  readonly #answerOf;

  constructor(casebook: RecordedCasebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#answersOf = database.prepare<[string, string], Stored<AnswerRow>>(
      `SELECT item_id AS itemId, id AS annotationId, person_id AS personId, round, version, independent,
       submitted_at AS submittedAt, payload AS answer,
       EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id) AS drawn, asked
     FROM annotation
     WHERE item_id ${IN_SET} AND task = ? AND state = 'submitted' AND ${isOfCurrentEdition('annotation')}`,
    );
    this.#openOf = database.prepare<[string, string], Stored<OpenRow>>(
      `SELECT item_id AS itemId, round, created_at AS at, asked FROM assignment
     WHERE item_id ${IN_SET} AND task = ? AND state = 'open'`,
    );
    this.#decisionsOf = database.prepare<[string], DecisionRow>(
      `SELECT item_id AS itemId, task, round, annotation_id AS annotationId,
       NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id) AS isCurrent
     FROM adjudication a WHERE item_id ${IN_SET} AND kind = 'decision'
       AND EXISTS (SELECT 1 FROM annotation d WHERE d.id = a.annotation_id AND ${isOfCurrentEdition('d')})`,
    );
    this.#keptItems = database
      .prepare<[string], string>(
        `SELECT id FROM item WHERE id ${IN_SET} AND gold_kept IS NOT NULL
         AND gold_kept = (SELECT count(*) FROM annotation WHERE item_id = item.id AND state = 'submitted')`,
      )
      .pluck();
    this.#words = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored ?? {}));
    this.#askedOf = memoized(askedColumn);
    this.#answerOf = memoized((text: string) => JsonObject.parse(JSON.parse(text)));
  }

  /**
   * Of many items, by their ids, from one reading of all that was said of them.
   * @param baseOf the payload that an item has without any answer
   * @param rules `kept`: gold that was made before there was a consensus stays as it is while nobody answers; `today`: no
   *   gold is an exception
   */
  of(
    itemIds: readonly ItemId[],
    task: Task,
    baseOf: (itemId: ItemId) => JsonObject,
    rules: 'kept' | 'today' = 'kept',
  ): (itemId: ItemId) => RatingStatus {
    const rows = this.#rowsOf(itemIds, task, rules);
    return (itemId) => this.#statusOf(rows(itemId), task, () => baseOf(itemId));
  }

  /** How the fields of a task are compared, worked out once for as long as the vocabulary stays the same. */
  #levelsOf(task: Task): Levels {
    const now = this.#words();
    if (this.#known?.task !== task || this.#known.words !== now) {
      const levels = task.fields(now).map(({ name, comparison }) => [name, comparison.level] as const);
      this.#known = { task, words: now, levels: new Map(levels) };
    }
    return this.#known.levels;
  }

  #rowsOf(itemIds: readonly ItemId[], task: Task, rules: 'kept' | 'today'): (itemId: ItemId) => ItemRows {
    const set = asSet(itemIds);
    const withAsked = <T extends { readonly asked: AskedParts }>(row: Stored<T>) => ({
      ...row,
      asked: this.#askedOf(row.asked),
    });
    const byItem = <T extends { readonly itemId: string }>(rows: readonly T[]): Map<string, T[]> =>
      Map.groupBy(rows, ({ itemId }) => itemId);
    const answers = byItem(this.#answersOf.all(set, task.id).map(withAsked));
    const open = byItem(this.#openOf.all(set, task.id).map(withAsked));
    const decided = byItem(this.#decisionsOf.all(set));
    const kept = new Set(rules === 'kept' ? this.#keptItems.all(set) : []);
    return (itemId) => ({
      answers: answers.get(itemId) ?? NOTHING.answers,
      open: open.get(itemId) ?? NOTHING.open,
      decided: decided.get(itemId) ?? NOTHING.decided,
      isKept: kept.has(itemId),
    });
  }

  #statusOf(
    { answers, open, decided, isKept }: ItemRows,
    task: Task,
    readBase: () => JsonObject,
  ): RatingStatus {
    const byId = new Map(answers.map((answer) => [answer.annotationId, answer]));
    const independent = answers.filter((answer) => answer.independent === 1);
    const current = decided.filter((decision) => decision.isCurrent === 1 && decision.task === task.id);
    // An adjudicator's answer counts through the decision on it, also when that was taken back.
    const through = new Set(decided.map(({ annotationId }) => annotationId));
    const corrections = answers
      .filter((answer) => answer.independent === 0 && !through.has(answer.annotationId))
      .sort(inTime);
    const rounds = [...new Set([...independent, ...open, ...current].map((row) => row.round))].sort(
      (one, other) => other - one,
    );
    const saidIn = ({ answer }: AnswerRow): JsonObject => this.#answerOf(answer);
    const regionsOf = memo((annotationId: string) => this.#casebook.records.ratings.regions(annotationId));
    const ratedBy = (row: AnswerRow): RatedAnswer => ({
      answer: saidIn(row),
      regions: row.drawn === 0 ? [] : regionsOf(row.annotationId),
      asked: row.asked,
    });
    const boxes = boxesPart(task, this.#words());
    /** What the boxes of raters come to who are all about the same things. */
    const boxesOf = (given: readonly AnswerRow[]): GoldBoxes =>
      isKept || given.every(({ drawn }) => drawn === 0)
        ? { how: 'same' }
        : goldBoxes(
            task,
            given.map(ratedBy),
            this.#words(),
            this.#casebook.records.settings.current().sameBox,
          );
    const ratingsOf = memo((round: number): AnswerRow[] => {
      const given = latestOfEach(independent.filter((answer) => answer.round === round)).sort(inTime);
      return isKept || given.every((row) => isAlike(row, given[0]))
        ? given
        : inOrderOfContent(given, (row) => contentOf(ratedBy(row)));
    });
    const decisionsIn = (round: number): AnswerRow[] =>
      current
        .filter((decision) => decision.round === round)
        .flatMap(({ annotationId }) => byId.get(annotationId) ?? []);

    /** How far raters are apart, field by field; nothing where all said the same to the letter. */
    const compare = (given: readonly AnswerRow[]): readonly FieldDifference[] => {
      if (given.every((row) => isAlike(row, given[0]))) return [];
      return fieldDifferences(task, given.map(ratedBy), this.#words(), {
        sameBox: this.#casebook.records.settings.current().sameBox,
        byPairsAlone: isKept,
      });
    };
    const differencesIn = memo((round: number) =>
      ratingsOf(round).length > 1 ? compare(ratingsOf(round)) : [],
    );
    /** Of those of a round who count. */
    const differencesOf = (round: number, given: readonly AnswerRow[]): readonly FieldDifference[] =>
      given.length === ratingsOf(round).length ? differencesIn(round) : compare(given);

    const says = (row: Pick<AnswerRow, 'asked'>, part: string): boolean =>
      part === EVERYTHING || isAnswered(row.asked, part);
    const roundsOf = (part: string): PartRound<AnswerRow>[] =>
      rounds.flatMap((round) => {
        const awaited = open.filter((row) => row.round === round && says(row, part));
        const given = ratingsOf(round).filter((row) => says(row, part));
        const decisions = decisionsIn(round).filter((row) => says(row, part));
        if (awaited.length + given.length + decisions.length === 0) return [];
        const asked = earliest(awaited);
        return [
          {
            round,
            decisions,
            ratings: given,
            isAwaited: awaited.length > 0,
            counting: given.filter(({ submittedAt }) => submittedAt < asked),
          },
        ];
      });
    let base: JsonObject | null = null;
    const baseAnswer = (): JsonObject => (base ??= task.initialAnswer(readBase()));
    const valueIn = (content: JsonObject, part: string): Json | undefined =>
      Object.hasOwn(content, part) ? content[part] : undefined;
    const partStatusOf = (part: string): PartStatus =>
      partStatus<AnswerRow>({
        rounds: roundsOf(part),
        correction: corrections.findLast((row) => says(row, part)) ?? null,
        singleCounts: this.#casebook.records.settings.current().singleRater,
        idOf: ({ annotationId }) => AnnotationId.parse(annotationId),
        isLater: (answer, than) => inTime(answer, than) > 0,
        compare(round, given) {
          const differences = differencesOf(round, given);
          const differ = differences.some((each) => (each.disagreement ?? 0) > 0);
          if (part === EVERYTHING) return differ ? 'differ' : 'same';
          const own = differences.find(({ field }) => field === part)?.disagreement ?? null;
          if (own !== null && (own > 0 || part !== boxes)) return own > 0 ? 'differ' : 'same';
          if (own !== null) {
            const drawn = boxesOf(given);
            return drawn.how === 'consensus' ? drawn : drawn.how === 'same' ? 'same' : 'differ';
          }
          const [value, ...others] = given.map((row) => valueIn(saidIn(row), part));
          if (others.every((other) => sameJson(other, value))) return 'same';
          return differ ? 'textsInDispute' : 'texts';
        },
        isOpen: (row) => part !== EVERYTHING && isOpen(part, saidIn(row)),
      });

    const isOpen = (part: string, content: JsonObject): boolean => {
      const level = this.#levelsOf(task).get(part);
      if (level === 'boxes') return false;
      const value = valueIn(content, part);
      if (value === undefined || value === null || value === '') return true;
      // What is not compared is as good as unsaid where it is empty.
      if (level !== undefined && level !== 'text') return false;
      return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
    };
    /** Whether a rater left something open that the item came with. */
    const leavesOpen = (row: AnswerRow): boolean =>
      Object.keys(baseAnswer()).some((part) => isOpen(part, saidIn(row)) && !isOpen(part, baseAnswer()));
    const isWhole =
      [...answers, ...open].every(({ asked }) => asked === null) &&
      !rounds.some((round) => ratingsOf(round).some(leavesOpen)) &&
      rounds.every((round) => {
        const given = ratingsOf(round);
        return (
          given.length < 2 ||
          (given.every(({ answer }) => answer === given[0]?.answer) &&
            differencesIn(round).every(({ disagreement }) => (disagreement ?? 0) === 0) &&
            boxesOf(given).how === 'same')
        );
      });
    /** In an order that does not depend on who answered first. */
    const partNames = (): ReadonlySet<string> => {
      const drawn = [...this.#levelsOf(task)].flatMap(([name, level]) => (level === 'boxes' ? [name] : []));
      const said = answers.flatMap((row) => Object.keys(saidIn(row)));
      return new Set([...Object.keys(baseAnswer()), ...(isKept ? said : said.sort()), ...drawn]);
    };
    const parts = isWhole
      ? null
      : new Map([...partNames()].map((part) => [part, partStatusOf(part)] as const));
    const gold = parts === null ? goldOfPart(partStatusOf(EVERYTHING)) : goldOfParts([...parts.values()]);

    const latest = rounds[0];
    if (latest === undefined || (independent.length === 0 && decisionsIn(latest).length === 0))
      return { raters: null, gold, parts, isKept };
    const given = ratingsOf(latest);
    const awaited = open.filter((row) => row.round === latest);
    const asked = earliest(awaited);
    const chosen = decisionsIn(latest);
    const waiting = chosen.length === 0 && awaited.length > 0;
    const disputed = [...(parts?.entries() ?? [])].filter(([, { round }]) => round !== null);
    const earlier = Math.max(...disputed.map(([, { round }]) => round ?? 0).filter((at) => at < latest), 0);
    const openAt = chosen.length === 0 && disputed.some(([, { round }]) => round === latest);
    const since = (rows: readonly AnswerRow[]): number =>
      Math.max(...rows.map(({ submittedAt }) => submittedAt), rows.length === 0 ? asked : 0);
    // What nobody was asked for again goes on being disputed.
    if (!waiting && !openAt && chosen.length < 2 && earlier > 0) {
      const rows = ratingsOf(earlier);
      const left = new Set(disputed.flatMap(([part, { round }]) => (round === earlier ? [part] : [])));
      const differences = differencesIn(earlier).filter(({ field }) => left.has(field));
      return {
        raters: {
          round: earlier,
          state: decisionsIn(earlier).length > 1 ? 'conflict' : 'disputed',
          ratings: rows.length,
          disagreement: overallDifference(differences),
          fields: fieldsOf(differences),
          since: since(rows),
        },
        gold,
        parts,
        isKept,
      };
    }
    const differences = waiting ? [] : differencesIn(latest);
    const fields = fieldsOf(differences);
    const state = ((): RatingState => {
      if (chosen.length > 0) return chosen.length > 1 ? 'conflict' : 'decided';
      if (waiting) return 'waiting';
      if (Object.keys(fields).length > 0) return 'disputed';
      return askedInCommon(given.map((row) => row.asked)) ? 'unanimous' : 'single';
    })();
    return {
      raters: {
        round: latest,
        state,
        ratings: given.length,
        disagreement: overallDifference(differences),
        fields,
        since: since(given),
      },
      gold,
      parts,
      isKept,
    };
  }
}

/** When the first of these was asked for, 0 where none is. */
const earliest = (open: readonly OpenRow[]): number =>
  open.length === 0 ? 0 : Math.min(...open.map(({ at }) => at));

/** What counts for an item of whose parts none is told from the others. */
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

/** A function that works each value out once. */
function memo<K, T>(work: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const value = known.get(key) ?? work(key);
    known.set(key, value);
    return value;
  };
}

/** Earlier before later, ties by id, so that the order is the same wherever the rows are read. */
function inTime(a: AnswerRow, b: AnswerRow): number {
  if (a.submittedAt !== b.submittedAt) return a.submittedAt - b.submittedAt;
  return a.annotationId < b.annotationId ? -1 : 1;
}

/** Whether an answer to everything says the same as another to the letter, and draws nothing. */
const isAlike = ({ answer, drawn, asked }: AnswerRow, other: AnswerRow | undefined): boolean =>
  drawn === 0 && answer === other?.answer && asked === null;

/** Orders raters by the content of their answers, so that the order of answering does not matter. */
function inOrderOfContent(given: readonly AnswerRow[], textOf: (row: AnswerRow) => string): AnswerRow[] {
  return given
    .map((row) => ({ row, text: textOf(row) }))
    .sort((a, b) => byContent(a.text, b.text))
    .map(({ row }) => row);
}

/** Each person's last word. */
function latestOfEach(ratings: readonly AnswerRow[]): AnswerRow[] {
  const latest = new Map<string, AnswerRow>();
  for (const rating of ratings) {
    const known = latest.get(rating.personId);
    if (known === undefined || rating.version > known.version) latest.set(rating.personId, rating);
  }
  return [...latest.values()];
}
