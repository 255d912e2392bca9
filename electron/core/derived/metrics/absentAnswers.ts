import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { z } from 'zod';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { type AnsweredItem, type ItemAnswers, scoredItem, type ScoredStep } from './scoredItems.ts';

const NOTHING: StepAnswer = { kind: 'none' };

const Kind = z.object({ person: PersonId, condition: z.string(), kind: z.string() });

/** `p_sub_ins` of `p_sub_ins/0`: questions of one kind are counted together. */
export const kindOf = (step: string): string => step.split('/')[0] ?? step;

/**
 * Adds absent answers as not given: steps that a model or a file skips although it answers another step of the item,
 * and this kind of step elsewhere. Kinds that it answers nowhere were not asked. People in a study session answered all
 * they were asked.
 */
export type AbsenceFiller = (
  item: Pick<AnsweredItem, 'payload'>,
  answers: ItemAnswers<ScoredStep>,
) => ItemAnswers<ScoredStep>;

/** Reads once which kinds of steps everybody was asked. */
export function absentAnswers(database: CasebookDatabase, benchmark: Benchmark): AbsenceFiller {
  const { baseline, judging, metrics } = benchmark;
  if (baseline === undefined) return (_item, answers) => answers;
  const asked = askedKinds(database);
  const stepsOf = new WeakMap<JsonObject, Map<string, readonly string[]>>();
  const stepsIn = (payload: JsonObject, condition: string): readonly string[] => {
    const known = stepsOf.get(payload) ?? new Map<string, readonly string[]>();
    stepsOf.set(payload, known);
    const steps = known.get(condition) ?? baseline.steps(payload, condition).map(({ id }) => id);
    known.set(condition, steps);
    return steps;
  };
  return (item, answers) => {
    if (answers.isOfSession) return answers;
    const kinds = asked.get(keyOf(answers.personId, answers.condition));
    const absent = stepsIn(item.payload, answers.condition).filter(
      (step) => !answers.steps.has(step) && kinds?.has(kindOf(step)) === true,
    );
    if (absent.length === 0) return answers;
    const scored = metrics?.toldOtherwise === undefined ? null : scoredItem(item, answers);
    const steps = new Map(answers.steps);
    for (const step of absent) {
      if (scored !== null && metrics?.toldOtherwise?.(scored, step) === true) continue;
      steps.set(step, absentStep(judging, item.payload, answers.condition, step));
    }
    return steps.size === answers.steps.size ? answers : { ...answers, steps };
  };
}

/** A step without an answer: it says by itself that there is nothing, like an empty line of a file. */
function absentStep(
  judging: Benchmark['judging'],
  payload: JsonObject,
  condition: string,
  step: string,
): ScoredStep {
  const exact = (criterion: string, subject: string) => {
    const target = judging
      ?.targets(payload, condition, step)
      .find((each) => each.criterion === criterion && each.subject === subject);
    return target === undefined ? null : (judging?.exact(payload, target, NOTHING) ?? null);
  };
  return {
    answer: NOTHING,
    kind: 'none',
    position: null,
    activeMilliseconds: null,
    timedOut: false,
    isAbsent: true,
    verdict: exact,
    basis: (criterion, subject) => (exact(criterion, subject) === null ? null : { kind: 'answer' }),
    said: () => [],
    undecided: [],
  };
}

/** Of everybody in each condition, the kinds of steps that they answered anywhere. */
function askedKinds(database: CasebookDatabase): ReadonlyMap<string, ReadonlySet<string>> {
  const kinds = new Map<string, Set<string>>();
  const rows = database
    .prepare(
      `SELECT DISTINCT person_id AS person, condition,
         CASE instr(step, '/') WHEN 0 THEN step ELSE substr(step, 1, instr(step, '/') - 1) END AS kind
       FROM response WHERE purpose = 'main' AND session_id IS NULL`,
    )
    .all();
  for (const row of rows) {
    const { person, condition, kind } = Kind.parse(row);
    const key = keyOf(person, condition);
    kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
  }
  return kinds;
}

const keyOf = (person: string, condition: string): string => `${person} ${condition}`;
