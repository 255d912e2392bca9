import type { RaterColumn } from '../../../../shared/contract/adjudications.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { fieldDifferences } from '../../../../shared/benchmarks/difference.ts';
import type { RatedAnswer } from '../../../../shared/benchmarks/fieldRating.ts';
import { goldBoxes } from '../../../../shared/benchmarks/goldBoxes.ts';
import { type AskedParts, isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { RegionId } from '../../../../shared/base/ids.ts';
import { isList, type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { boxField } from './clusters.ts';

/** The parts that a decision between these raters is about: whatever one of them was asked for; null: everything. */
export function decidedParts(columns: readonly Pick<RaterColumn, 'asked'>[]): AskedParts {
  const asked = columns.map((column) => column.asked);
  if (asked.includes(null)) return null;
  return [...new Set(asked.flatMap((parts) => parts ?? []))];
}

/**
 * The start of a decision: a blank answer, filled with everything that raters agree on; a value that some left open,
 * from the first who gave one; what nobody was asked for, from `gold`. Boxes that all raters share are the median of
 * their corners.
 */
export function startOfDecision(
  task: Task,
  columns: readonly RaterColumn[],
  options: {
    readonly blank: JsonObject;
    readonly gold: Pick<RatedAnswer, 'answer' | 'regions'>;
    readonly vocabulary: JsonObject;
    readonly newId: () => string;
    readonly sameBox: number;
  },
): { readonly answer: JsonObject; readonly regions: readonly RegionRecord[] } {
  const { blank, gold, vocabulary, newId, sameBox } = options;
  const [first] = columns;
  if (first === undefined) return { answer: blank, regions: [] };
  const decided = decidedParts(columns);
  const agreed = new Set(
    fieldDifferences(task, columns, vocabulary, { sameBox }).flatMap(({ field, disagreement }) =>
      disagreement === 0 ? [field] : [],
    ),
  );
  const names = new Set(columns.flatMap(({ answer }) => Object.keys(answer)));
  const filled = [...names].flatMap((name): [string, Json][] => {
    const asked = columns.filter((column) => isAnswered(column.asked, name));
    const value = asked[0] === undefined ? undefined : own(asked[0].answer, name);
    if (value === undefined) return [];
    if (!agreed.has(name) && !asked.every(({ answer }) => sameJson(own(answer, name), value))) return [];
    const said = asked.find(({ answer }) => !isOpen(own(answer, name)));
    return [[name, said === undefined ? value : (own(said.answer, name) ?? value)]];
  });
  const inForce = Object.entries(gold.answer).filter(([name]) => !isAnswered(decided, name));
  const boxes = boxField(task, vocabulary)?.name;
  const drawn = ((): readonly RegionRecord[] => {
    if (boxes === undefined) return [];
    if (!isAnswered(decided, boxes)) return gold.regions;
    if (!agreed.has(boxes)) return [];
    const drew = columns.filter(({ asked }) => isAnswered(asked, boxes));
    const inCommon = goldBoxes(task, drew, vocabulary, sameBox);
    return inCommon.how === 'consensus' ? inCommon.regions : (drew[0]?.regions ?? []);
  })();
  return {
    answer: { ...blank, ...Object.fromEntries(inForce), ...Object.fromEntries(filled) },
    regions: drawn.map((region) => ({ ...region, id: RegionId.parse(newId()) })),
  };
}

function isOpen(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
}

function own(answer: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(answer, name) ? answer[name] : undefined;
}
