import type { JsonObject } from '../base/json.ts';
import type { Benchmark } from './benchmark.ts';
import type { AnswerWithRegions, RegionLabel, Task, TaskPart } from './task.ts';
import type { Problem } from './problems.ts';
import { type AskedParts, isAnswered } from './parts.ts';

/** The field that holds a task's boxes; null where nothing is drawn. */
export function boxesPart(task: Task, vocabulary: JsonObject): string | null {
  return task.fields(vocabulary).find(({ comparison }) => comparison.level === 'boxes')?.name ?? null;
}

/** The labels that boxes of an answer can carry; none where nothing is drawn. */
export function regionLabels(task: Task, answer: JsonObject, vocabulary: JsonObject): readonly RegionLabel[] {
  return task.boxes?.labels(answer, vocabulary) ?? [];
}

/** Raters' answers put together, completed from the item's payload and without fields that are not asked. */
export function completeAnswer(
  task: Task,
  payload: JsonObject,
  together: AnswerWithRegions,
  vocabulary: JsonObject,
): AnswerWithRegions {
  const { answer, regions } =
    task.boxes?.completeAnswer?.(task.initialAnswer(payload), together.answer, together.regions) ?? together;
  return task.conditions?.withoutUnasked(answer, regions, vocabulary) ?? { answer, regions };
}

/** The parts that an answer consists of: its keys and the field of its boxes, each once. */
export function partsOf(task: Task, answer: JsonObject, vocabulary: JsonObject): readonly string[] {
  const boxes = boxesPart(task, vocabulary);
  const keys = Object.keys(answer);
  return boxes === null || keys.includes(boxes) ? keys : [...keys, boxes];
}

/** What assignments of the whole form are called beside a task's parts; no part has this id. */
export const EVERYTHING = 'everything';

/** The part of a task that asks for exactly this; null where everything is asked for, or no part of it does any more. */
export function partAsking(task: Task, asked: AskedParts, vocabulary: JsonObject): TaskPart | null {
  if (asked === null) return null;
  const wanted = [...new Set(asked)].sort().join('\n');
  return (
    task.parts?.find((part) => [...new Set(part.asked(vocabulary))].sort().join('\n') === wanted) ?? null
  );
}

/**
 * The payload as somebody may see it who has yet to answer what is asked: the benchmark's stimulus, and what the part
 * that they were assigned gives them.
 */
export function stimulusFor(
  benchmark: Benchmark,
  task: Task,
  asked: AskedParts,
  payload: JsonObject,
  vocabulary: JsonObject,
): JsonObject {
  const part = partAsking(task, asked, vocabulary);
  return part === null
    ? benchmark.stimulus(payload)
    : { ...benchmark.stimulus(payload), ...part.given(payload) };
}

/** The answer that somebody starts from who sees the item blind. */
export function blankAnswer(
  benchmark: Benchmark,
  task: Task,
  asked: AskedParts,
  payload: JsonObject,
  vocabulary: JsonObject,
): JsonObject {
  const blank = task.initialAnswer(stimulusFor(benchmark, task, asked, payload, vocabulary));
  return { ...blank, ...partAsking(task, asked, vocabulary)?.start };
}

/** Those of the problems that a rater can do something about who was asked for some parts only; all where for everything. */
export function askedProblems(
  task: Task,
  problems: readonly Problem[],
  asked: AskedParts,
  vocabulary: JsonObject,
): readonly Problem[] {
  if (asked === null) return problems;
  const boxes = boxesPart(task, vocabulary);
  return problems.filter(({ field }) => {
    const [part = ''] = (field ?? '').split('.');
    return isAnswered(asked, part === 'regions' && boxes !== null ? boxes : part);
  });
}
