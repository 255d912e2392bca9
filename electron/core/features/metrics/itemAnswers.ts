import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Metrics } from '../../../../shared/benchmarks/metrics.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { MISSING, type ResponseMatrix } from '../../../../shared/statistics/rasch/responseMatrix.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { absentAnswers, kindOf } from '../../derived/metrics/absentAnswers.ts';
import {
  countedAnswers,
  type CountingRule,
  isCounted,
  type Unread,
  unreadOf,
} from '../../derived/metrics/contribution.ts';
import type { UnreadNames } from './notes.ts';
import {
  type AnsweredItem,
  type AnswersQuestion,
  countAnsweredItems,
  type ItemAnswers,
  readAnsweredItems,
  scoredItem,
  type ScoredStep,
} from '../../derived/metrics/scoredItems.ts';
import { type MetricsRespondent, respondentsOf } from './table.ts';

/** What is answered: a step of an item in a condition. */
export interface AnswerColumn {
  readonly itemId: ItemId;
  readonly item: string;
  readonly condition: string;
  readonly step: string;
}

/** Who got what right. */
export interface ItemAnswersMatrix {
  /** The kind of step that was looked at; null where no answer is known to be right or wrong. */
  readonly step: string | null;
  /** The kinds there are, with how many items have an answer to one. */
  readonly steps: readonly { readonly step: string; readonly items: number }[];
  /** In the order of import. */
  readonly units: readonly AnswerColumn[];
  /** People before models. */
  readonly respondents: readonly MetricsRespondent[];
  readonly matrix: ResponseMatrix;
  /**
   * The same answers by the benchmark's stricter scoring, over the items that have it; null where there is none of the
   * kind looked at.
   */
  readonly stricter: {
    readonly title: string;
    readonly usual: ResponseMatrix;
    readonly strict: ResponseMatrix;
  } | null;
  /** Whether an answer is right in part. */
  readonly graded: boolean;
  /** Answers of the kind that may be right or wrong: nobody knows yet. */
  readonly unknown: number;
  /** Whose answers of the kind cannot be scored by what they say, by why. */
  readonly unread: UnreadNames;
}

/** An item that a respondent answered, and how right the answer to one of its steps is. */
interface AnswerScore {
  readonly item: Pick<AnsweredItem, 'id' | 'externalId'>;
  readonly condition: string;
  readonly step: string;
  readonly personId: PersonId;
  readonly correct: number;
  /** By the stricter scoring; null where the item has none. */
  readonly strict: number | null;
}

/** Who got the steps of one kind right; scores are added item by item. */
class KindScores {
  readonly units: AnswerColumn[] = [];
  /** Of each unit, by respondent, how right the answer is. */
  readonly cells: Map<PersonId, number>[] = [];
  /** The same by the stricter scoring; empty where an item has none. */
  readonly strict: Map<PersonId, number>[] = [];
  readonly unread = new Map<Unread | 'cut off', string[]>();
  unknown = 0;
  items = 0;
  /** The units of the item that was added last. */
  readonly #places = new Map<string, number>();

  note(why: Unread | 'cut off', name: string): void {
    const names = this.unread.get(why) ?? [];
    this.unread.set(why, names);
    names.push(name);
  }

  add({ item, condition, step, personId, correct, strict }: AnswerScore): void {
    if (this.units.at(-1)?.itemId !== item.id) {
      this.#places.clear();
      this.items += 1;
    }
    const key = JSON.stringify([condition, step]);
    const place = this.#places.get(key) ?? this.units.length;
    if (place === this.units.length) {
      this.#places.set(key, place);
      this.units.push({ itemId: item.id, item: item.externalId, condition, step });
      this.cells.push(new Map());
      this.strict.push(new Map());
    }
    this.cells[place]?.set(personId, correct);
    if (strict !== null) this.strict[place]?.set(personId, strict);
  }
}

/** After how many items the work reports its progress. */
const BREATH = 200;

/** Which answers to read, and how to score them. */
type ItemAnswersQuestion = AnswersQuestion &
  CountingRule & {
    readonly parameters: JsonObject;
    readonly threshold: number;
    readonly step: string | null;
  };

/**
 * Reads who got which item right, of one kind of step: the one asked for, else the benchmark's own, else the one that
 * most items have. Throws `not_found` where the kind asked for is not there.
 */
export function readItemAnswers(
  database: CasebookDatabase,
  benchmark: Benchmark,
  metrics: Metrics,
  question: ItemAnswersQuestion,
  progress: (done: number, total: number) => void,
): ItemAnswersMatrix {
  const known = respondentsOf(database);
  const kinds = readKinds(database, benchmark, metrics, question, known, progress);
  const steps = [...kinds].flatMap(([step, { items }]) => (items > 0 ? [{ step, items }] : []));
  const step = chooseStep(steps, question.step, metrics.itemStep ?? null);
  const unknown = [...kinds.values()].reduce((sum, kind) => sum + kind.unknown, 0);
  const chosen = step === null ? undefined : kinds.get(step);
  const { units, cells, strict, unread } = chosen ?? new KindScores();
  const answering = new Set(cells.flatMap((cell) => [...cell.keys()]));
  const respondents = [...known.values()].filter(({ id }) => answering.has(id)).sort(peopleFirst);
  return {
    step,
    steps,
    units,
    respondents,
    matrix: matrixOf(cells, respondents, question.threshold),
    stricter: stricterOf(metrics, cells, strict, respondents, question.threshold),
    graded: cells.some((cell) => [...cell.values()].some((value) => value !== 0 && value !== 1)),
    unknown: chosen?.unknown ?? unknown,
    unread,
  };
}

/** The scores of all answers that count, by the kind of their step. */
function readKinds(
  database: CasebookDatabase,
  benchmark: Benchmark,
  metrics: Metrics,
  question: ItemAnswersQuestion,
  known: ReturnType<typeof respondentsOf>,
  progress: (done: number, total: number) => void,
): ReadonlyMap<string, KindScores> {
  const kinds = new Map<string, KindScores>();
  const total = countAnsweredItems(database, question.condition);
  const withAbsent = absentAnswers(database, benchmark);
  const which = countedAnswers(question);
  const add = (item: AnsweredItem, answers: ItemAnswers<ScoredStep>): void => {
    const { personId, condition } = answers;
    const scored = scoredItem(item, answers);
    for (const [step, given] of answers.steps) {
      const kind = kindOf(step);
      const scores = kinds.get(kind) ?? new KindScores();
      kinds.set(kind, scores);
      const why = unreadOf(metrics, scored, step, given);
      const noted = why ?? (given.timedOut ? 'cut off' : null);
      if (noted !== null) scores.note(noted, known.get(personId)?.name ?? '');
      if (!isCounted(why, which)) continue;
      const correct = metrics.correctness(scored, step, question.parameters);
      if (correct === null) {
        scores.unknown += 1;
        continue;
      }
      const stricter = kind === metrics.itemStep ? metrics.stricter : undefined;
      const strict = stricter?.score(scored, question.parameters) ?? null;
      scores.add({ item, condition, step, personId, correct, strict });
    }
  };
  // One transaction: nobody changes half of what is read.
  database.transaction(() => {
    let done = 0;
    for (const item of readAnsweredItems(database, question)) {
      for (const own of item.answers) add(item, withAbsent(item, own));
      done += 1;
      if (done % BREATH === 0) progress(done, total);
    }
  })();
  return kinds;
}

function stricterOf(
  metrics: Metrics,
  cells: readonly ReadonlyMap<PersonId, number>[],
  strict: readonly ReadonlyMap<PersonId, number>[],
  respondents: readonly MetricsRespondent[],
  threshold: number,
): ItemAnswersMatrix['stricter'] {
  const places = [...strict.keys()].filter((place) => (strict[place]?.size ?? 0) > 0);
  if (metrics.stricter === undefined || places.length === 0) return null;
  const of = (lists: readonly ReadonlyMap<PersonId, number>[]): ResponseMatrix =>
    matrixOf(
      places.map((place) => lists[place] ?? new Map<PersonId, number>()),
      respondents,
      threshold,
    );
  return { title: metrics.stricter.title, usual: of(cells), strict: of(strict) };
}

/** The kind of step to look at: the one asked for, else the usual one, else the one that most items have. */
export function chooseStep(
  steps: ItemAnswersMatrix['steps'],
  asked: string | null,
  usual: string | null,
): string | null {
  if (asked !== null) {
    if (steps.some(({ step }) => step === asked)) return asked;
    throw new CasebookError(
      'not_found',
      `No answer to a step "${asked}" is known to be right or wrong.`,
      steps.length === 0
        ? 'Have answers judged first.'
        : `Choose one of: ${steps.map(({ step }) => step).join(', ')}.`,
    );
  }
  if (steps.some(({ step }) => step === usual)) return usual;
  const most = Math.max(...steps.map(({ items }) => items));
  return steps.find(({ items }) => items === most)?.step ?? null;
}

function matrixOf(
  cells: readonly ReadonlyMap<PersonId, number>[],
  respondents: readonly MetricsRespondent[],
  threshold: number,
): ResponseMatrix {
  const answers = new Int8Array(respondents.length * cells.length).fill(MISSING);
  const rows = new Map(respondents.map(({ id }, row) => [id, row]));
  cells.forEach((cell, column) => {
    for (const [id, correct] of cell) {
      const row = rows.get(id);
      if (row !== undefined) answers[row * cells.length + column] = correct >= threshold ? 1 : 0;
    }
  });
  return { respondents: respondents.length, items: cells.length, answers };
}

const ORDER: readonly MetricsRespondent['kind'][] = ['human', 'model', 'source'];

const peopleFirst = (a: MetricsRespondent, b: MetricsRespondent): number =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
