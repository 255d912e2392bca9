import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Metrics } from '../../../../shared/benchmarks/metrics.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ResponseMatrix } from '../../../../shared/statistics/rasch/responseMatrix.ts';
import { MISSING } from '../../../../shared/statistics/rasch/responseMatrix.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { absentAnswers, kindOf } from '../../derived/metrics/absentAnswers.ts';
import { countedAnswers, type Counting, unreadOf, type Unread } from '../../derived/metrics/contributed.ts';
import type { UnreadNames } from './notes.ts';
import type { AnswersQuestion } from '../../derived/metrics/scoredItems.ts';
import { countAnsweredItems, readAnsweredItems, scoredItem } from '../../derived/metrics/scoredItems.ts';
import { respondentsOf, type Respondent } from './table.ts';

/** What is answered: a step of an item in a condition. */
export interface AnsweredUnit {
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
  readonly units: readonly AnsweredUnit[];
  /** People before models. */
  readonly respondents: readonly Respondent[];
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

interface Collected {
  readonly units: AnsweredUnit[];
  /** Of each unit, by respondent, how right the answer is. */
  readonly cells: Map<PersonId, number>[];
  /** The same by the stricter scoring; empty where an item has none. */
  readonly strict: Map<PersonId, number>[];
  readonly items: Set<ItemId>;
  readonly unread: Map<Unread | 'cut off', string[]>;
  unknown: number;
}

/** After how many items the work reports its progress. */
const BREATH = 200;

/**
 * Reads who got which item right, of one kind of step: the one asked for, else the benchmark's own, else the one that
 * most items have. Throws `not_found` where the kind asked for is not there.
 */
export function readItemAnswers(
  database: CasebookDatabase,
  benchmark: Benchmark,
  metrics: Metrics,
  question: AnswersQuestion &
    Counting & {
      readonly parameters: JsonObject;
      readonly threshold: number;
      readonly step: string | null;
    },
  progress: (done: number, total: number) => void,
): ItemAnswersMatrix {
  const known = respondentsOf(database);
  const kinds = new Map<string, Collected>();
  const total = countAnsweredItems(database, question.condition);
  const withAbsent = absentAnswers(database, benchmark);
  const which = countedAnswers(question);
  // One transaction: anybody who writes meanwhile cannot change what is read halfway.
  database.transaction(() => {
    let done = 0;
    for (const item of readAnsweredItems(database, question)) {
      const units = new Map<
        string,
        { readonly cell: Map<PersonId, number>; readonly strict: Map<PersonId, number> }
      >();
      for (const own of item.answers) {
        const answers = withAbsent(item, own);
        const scored = scoredItem(item, answers);
        for (const [step, given] of answers.steps) {
          const kind = kindOf(step);
          const collected: Collected = kinds.get(kind) ?? {
            units: [],
            cells: [],
            strict: [],
            items: new Set(),
            unread: new Map(),
            unknown: 0,
          };
          kinds.set(kind, collected);
          const why = unreadOf(metrics, scored, step, given);
          if (why !== null || given.timedOut) {
            const names = collected.unread.get(why ?? 'cut off') ?? [];
            collected.unread.set(why ?? 'cut off', names);
            names.push(known.get(answers.personId)?.name ?? '');
          }
          if (why !== null && (which === 'readable' || (why === 'absent' && which === 'present'))) continue;
          const correct = metrics.correctness(scored, step, question.parameters);
          if (correct === null) {
            collected.unknown += 1;
            continue;
          }
          const key = JSON.stringify([answers.condition, step]);
          const unit = units.get(key) ?? {
            cell: new Map<PersonId, number>(),
            strict: new Map<PersonId, number>(),
          };
          if (!units.has(key)) {
            units.set(key, unit);
            collected.items.add(item.id);
            collected.units.push({
              itemId: item.id,
              item: item.externalId,
              condition: answers.condition,
              step,
            });
            collected.cells.push(unit.cell);
            collected.strict.push(unit.strict);
          }
          unit.cell.set(answers.personId, correct);
          const stricter =
            kind === metrics.itemStep ? metrics.stricter?.score(scored, question.parameters) : null;
          if (stricter !== null && stricter !== undefined) unit.strict.set(answers.personId, stricter);
        }
      }
      done += 1;
      if (done % BREATH === 0) progress(done, total);
    }
  })();
  const steps = [...kinds].map(([step, { items }]) => ({ step, items: items.size }));
  const step = chosenStep(steps, question.step, metrics.itemStep ?? null);
  const { units, cells, strict, unread, unknown } = (step === null ? undefined : kinds.get(step)) ?? {
    units: [],
    cells: [],
    strict: [],
    unread: new Map(),
    unknown: [...kinds.values()].reduce((sum, kind) => sum + kind.unknown, 0),
  };
  const answering = new Set(cells.flatMap((cell) => [...cell.keys()]));
  const respondents = [...known.values()].filter(({ id }) => answering.has(id)).sort(peopleFirst);
  return {
    step,
    steps: steps.filter(({ items }) => items > 0),
    units,
    respondents,
    matrix: matrixOf(cells, respondents, question.threshold),
    stricter: stricterOf(metrics, cells, strict, respondents, question.threshold),
    graded: cells.some((cell) => [...cell.values()].some((value) => value !== 0 && value !== 1)),
    unknown,
    unread,
  };
}

function stricterOf(
  metrics: Metrics,
  cells: readonly ReadonlyMap<PersonId, number>[],
  strict: readonly ReadonlyMap<PersonId, number>[],
  respondents: readonly Respondent[],
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

function chosenStep(
  steps: ItemAnswersMatrix['steps'],
  asked: string | null,
  usual: string | null,
): string | null {
  const there = steps.filter(({ items }) => items > 0);
  if (asked !== null) {
    if (there.some(({ step }) => step === asked)) return asked;
    throw new CasebookError(
      'not_found',
      `No answer to a step "${asked}" is known to be right or wrong.`,
      there.length === 0
        ? 'Have answers judged first.'
        : `Choose one of: ${there.map(({ step }) => step).join(', ')}.`,
    );
  }
  if (there.some(({ step }) => step === usual)) return usual;
  const most = Math.max(...there.map(({ items }) => items));
  return there.find(({ items }) => items === most)?.step ?? null;
}

function matrixOf(
  cells: readonly ReadonlyMap<PersonId, number>[],
  respondents: readonly Respondent[],
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

const ORDER: readonly Respondent['kind'][] = ['human', 'model', 'source'];

const peopleFirst = (a: Respondent, b: Respondent): number => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
