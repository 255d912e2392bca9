import type { NamedBox } from '../../../../shared/agreement/boxes/meanOverlap.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { AnswerKind, BaselineStep, StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { canonicalJson, type JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { kindOf as kindOfStep } from '../../derived/metrics/absentAnswers.ts';
import {
  type AnsweredItem,
  countAnsweredItems,
  type ItemAnswers,
  readAnsweredItems,
  scoredItem,
} from '../../derived/metrics/scoredItems.ts';
import { type MetricsRespondent, respondentsOf } from './table.ts';

/** An answer as it is compared: equal or not (one in words by whether it is right), by its overlap, or not at all. */
export type ComparedAnswer =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'boxes'; readonly boxes: readonly NamedBox[] }
  | { readonly kind: 'words' };

/** One step of one item in one condition, with who answered it. */
export interface ComparedUnit {
  /** Places in the table. */
  readonly item: number;
  readonly condition: number;
  readonly answers: ReadonlyMap<PersonId, ComparedAnswer>;
}

/** Steps that are answered alike, of one kind of items. */
export interface ComparedTask {
  readonly title: string;
  /** The facet `kind` of the items; null where they have none. */
  readonly kind: string | null;
  readonly step: string;
  readonly answer: AnswerKind['kind'];
  readonly units: readonly ComparedUnit[];
}

/** What the agreement of respondents follows from. */
export interface ComparedTable {
  readonly items: readonly Pick<AnsweredItem, 'id' | 'externalId' | 'label' | 'facets'>[];
  readonly conditions: readonly string[];
  readonly respondents: ReadonlyMap<PersonId, MetricsRespondent>;
  readonly tasks: readonly ComparedTask[];
  /** Why answers are not compared, with how many of whom. */
  readonly leftOut: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** After how many items the work reports its progress. */
const BREATH = 200;

/** The facet that tells kinds of items apart. */
const KIND = 'kind';

const NOT_READ = 'of another kind than the step asks for';
const NOT_GIVEN = 'without an answer when the time ran out, or not recorded';
const NOT_JUDGED = 'in words, without a verdict in force';

/** Reads what people, and those respondents who are chosen, answered to the same steps. */
export function readComparedAnswers(
  database: CasebookDatabase,
  benchmark: Benchmark,
  {
    chosen,
    condition,
    unfinished,
    parameters,
  }: {
    readonly chosen: ReadonlySet<PersonId>;
    readonly condition: Condition;
    readonly unfinished: boolean;
    /** Of the benchmark's metrics, which say whether an answer in words is right. */
    readonly parameters: JsonObject;
  },
  progress: (done: number, total: number) => void,
): ComparedTable {
  const respondents = respondentsOf(database);
  const wanted = new Set(
    [...respondents.values()].filter(({ kind }) => kind === 'human').map(({ id }) => id),
  );
  for (const id of chosen) wanted.add(id);
  const items: ComparedTable['items'][number][] = [];
  const conditions = new Map<string, number>();
  const tasks = new Map<string, Omit<ComparedTask, 'units'> & { readonly units: ComparedUnit[] }>();
  const leftOut = new Map<string, Map<string, number>>();
  const leaveOut = (person: PersonId, reason: string): void => {
    const of = leftOut.get(reason) ?? new Map<string, number>();
    leftOut.set(reason, of);
    const who = respondents.get(person)?.name ?? '';
    of.set(who, (of.get(who) ?? 0) + 1);
  };
  const total = countAnsweredItems(database, condition);
  // One transaction: nobody changes half of what is read.
  database.transaction(() => {
    const question = { judge: null, respondents: wanted, condition, unfinished };
    for (const item of readAnsweredItems(database, question)) {
      const { id, externalId, label, facets } = item;
      const place = items.length;
      items.push({ id, externalId, label, facets });
      const kind = facets.get(KIND) ?? null;
      for (const { step, answer, title, given, name } of answeredSteps(benchmark, item, parameters)) {
        const answers = new Map<PersonId, ComparedAnswer>();
        for (const [person, said, isRight] of given) {
          const compared = said === null ? null : comparedAs(answer, said, isRight);
          if (compared !== null) answers.set(person, compared);
          else leaveOut(person, isGiven(said) ? NOT_READ : NOT_GIVEN);
        }
        if (answers.size < 2) continue;
        if (benchmark.judging !== undefined)
          for (const [person, { kind: as }] of answers) if (as === 'words') leaveOut(person, NOT_JUDGED);
        const key = JSON.stringify([kind, step, answer]);
        const task = tasks.get(key) ?? { title, kind, step, answer, units: [] };
        tasks.set(key, task);
        const known = conditions.get(name) ?? conditions.size;
        conditions.set(name, known);
        task.units.push({ item: place, condition: known, answers });
      }
      if (items.length % BREATH === 0) progress(items.length, total);
    }
  })();
  return {
    items,
    conditions: [...conditions.keys()],
    respondents,
    tasks: titled([...tasks.values()]),
    leftOut,
  };
}

interface AnsweredUnit {
  /** The condition. */
  readonly name: string;
  readonly step: string;
  readonly answer: AnswerKind['kind'];
  readonly title: string;
  /** By respondent; null: words that say nothing of the step's kind. With it whether an answer in words is right. */
  readonly given: readonly (readonly [PersonId, StepAnswer | null, boolean | null])[];
}

const isGiven = (said: StepAnswer | null): boolean =>
  said === null || (said.kind !== 'none' && said.kind !== 'unknown');

/** What was answered on an item, step by step in each condition, in the kind that the step asks for. */
function answeredSteps(
  { baseline, metrics }: Benchmark,
  item: AnsweredItem,
  parameters: JsonObject,
): readonly AnsweredUnit[] {
  return [...Map.groupBy(item.answers, ({ condition }) => condition)].flatMap(([name, answers]) => {
    if (answers.length < 2) return [];
    const asked = new Map(
      (baseline?.steps(item.payload, name) ?? []).map((step): [string, BaselineStep] => [step.id, step]),
    );
    return [...stepsOf(answers)].flatMap((id): AnsweredUnit[] => {
      const step = asked.get(id);
      const given = answers.flatMap((own) => {
        const answer = own.steps.get(id)?.answer;
        return answer === undefined ? [] : [{ own, answer }];
      });
      const kind = step?.answer.kind ?? kindOf(given.map(({ answer }) => answer));
      const isRight = (own: ItemAnswers): boolean | null =>
        kind === 'text' && metrics !== undefined
          ? rightOrWrong(metrics.correctness(scoredItem(item, own), id, parameters))
          : null;
      return [
        {
          name,
          step: kindOfStep(id),
          answer: kind,
          title: step?.title ?? kindOfStep(id),
          given: given.map(({ own, answer }) => [
            own.personId,
            answer.kind === 'text' && kind !== 'text'
              ? step === undefined
                ? null
                : (baseline?.read?.(item.payload, step, answer.text) ?? null)
              : answer,
            isRight(own),
          ]),
        },
      ];
    });
  });
}

const stepsOf = (answers: readonly ItemAnswers[]): ReadonlySet<string> =>
  new Set(answers.flatMap(({ steps }) => [...steps.keys()]));

/** How a step is answered that the benchmark does not ask any more: as somebody answered it. */
function kindOf(answers: readonly StepAnswer[]): AnswerKind['kind'] {
  for (const { kind } of answers) {
    if (kind !== 'text' && kind !== 'no_evidence' && kind !== 'none' && kind !== 'unknown') return kind;
  }
  return 'text';
}

/** Whether an answer is right by how right it is, from 0 to 1; null where that is not known or a matter of degree. */
const rightOrWrong = (correctness: number | null): boolean | null =>
  correctness === 0 || correctness === 1 ? correctness === 1 : null;

/**
 * An answer as it is compared where the step asks for this kind; null where it is of another, or nothing is known of it.
 * @param isRight of an answer in words, by the verdict in force; null: there is none
 */
function comparedAs(
  asked: AnswerKind['kind'],
  answer: StepAnswer,
  isRight: boolean | null,
): ComparedAnswer | null {
  if (answer.kind === 'none' || answer.kind === 'unknown') return null;
  if (asked === 'text')
    return isRight === null ? { kind: 'words' } : { kind: 'value', value: isRight ? 'right' : 'wrong' };
  if (asked === 'boxes') return answer.kind === 'boxes' ? { kind: 'boxes', boxes: answer.boxes } : null;
  const value = valueOf(answer);
  return value === null ? null : { kind: 'value', value };
}

/** What is the same where answers are equal; null where it is not a matter of equal or not. */
function valueOf(answer: StepAnswer): string | null {
  switch (answer.kind) {
    case 'yes_no':
      return answer.value;
    case 'choice':
      return answer.option;
    case 'choices':
      return canonicalJson([...new Set(answer.options)].sort());
    case 'cell':
      return `${String(answer.row)},${String(answer.column)}`;
    case 'matching':
      return canonicalJson(answer.pairs);
    case 'text':
    case 'no_evidence':
    case 'boxes':
    case 'none':
    case 'unknown':
      return null;
  }
}

/** Named by the kind of items where there is one; by steps and how they are answered as well where several share a name. */
function titled(tasks: readonly ComparedTask[]): ComparedTask[] {
  const byKind = tasks.map((task): ComparedTask => ({ ...task, title: task.kind ?? task.title }));
  const bySteps = toldApart(byKind, ({ step }) => step);
  return toldApart(bySteps, ({ answer }) => ANSWERED[answer]);
}

function toldApart(tasks: readonly ComparedTask[], by: (task: ComparedTask) => string): ComparedTask[] {
  const named = Map.groupBy(tasks, ({ title }) => title);
  return tasks.map((task) => {
    const same = named.get(task.title) ?? [];
    return new Set(same.map(by)).size < 2 ? task : { ...task, title: `${task.title}: ${by(task)}` };
  });
}

/** How a step is answered, in words. */
const ANSWERED: Readonly<Record<AnswerKind['kind'], string>> = {
  text: 'in words',
  yes_no: 'yes or no',
  choice: 'one option',
  choices: 'several options',
  cell: 'a cell',
  boxes: 'boxes',
  matching: 'matching',
};
