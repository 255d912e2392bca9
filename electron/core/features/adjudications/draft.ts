import type { RaterColumn } from '../../../../shared/contract/adjudications.ts';
import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import { fieldDifferences } from '../../../../shared/benchmarks/difference.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { RegionId } from '../../../../shared/domain/ids.ts';
import type { Json, JsonObject } from '../../../../shared/domain/json.ts';
import { isList, sameJson } from '../../../../shared/domain/json.ts';
import { boxField } from './clusters.ts';

/**
 * What a decision starts from: a blank answer with everything filled in that nobody differs in; what some left open,
 * as the first who filled it in. Where boxes count as the same although their edges differ by some pixels, they are the
 * first column's.
 */
export function startOfDecision(
  task: Task,
  columns: readonly RaterColumn[],
  options: { readonly blank: JsonObject; readonly vocabulary: JsonObject; readonly newId: () => string },
): { readonly answer: JsonObject; readonly regions: readonly RegionRecord[] } {
  const { blank, vocabulary, newId } = options;
  const [first] = columns;
  if (first === undefined) return { answer: blank, regions: [] };
  const agreed = new Set(
    fieldDifferences(task, columns, vocabulary).flatMap(({ field, disagreement }) =>
      disagreement === 0 ? [field] : [],
    ),
  );
  const filled = Object.keys(first.answer).flatMap((name): [string, Json][] => {
    const answers = columns.flatMap(({ answer, asked }) => (isAnswered(asked, name) ? [answer] : []));
    const value = own(answers[0] ?? {}, name);
    if (value === undefined) return [];
    if (!agreed.has(name) && !answers.every((answer) => sameJson(own(answer, name), value))) return [];
    const said = answers.find((answer) => !isOpen(own(answer, name)));
    return [[name, said === undefined ? value : (own(said, name) ?? value)]];
  });
  const boxes = boxField(task, vocabulary);
  return {
    answer: { ...blank, ...Object.fromEntries(filled) },
    regions:
      boxes !== undefined && agreed.has(boxes.name)
        ? (columns.find(({ asked }) => isAnswered(asked, boxes.name))?.regions ?? []).map((region) => ({
            ...region,
            id: RegionId.parse(newId()),
          }))
        : [],
  };
}

function isOpen(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
}

function own(answer: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(answer, name) ? answer[name] : undefined;
}
