import type { RegionRecord } from '../domain/document.ts';
import { isList, type Json, type JsonObject } from '../base/json.ts';
import type { Task, TaskField } from './task.ts';
import { type AskedParts, isAnswered } from './parts.ts';
import { regionLabels } from './taskParts.ts';

/** One rater's answer with the boxes, and the parts that the rater was asked for and answered. */
export interface RatedAnswer {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  /** Null: everything. */
  readonly asked: AskedParts;
}

/** A box as it is compared: by the category that exports count it under, whatever its rater called its label. */
export interface RatedBox {
  readonly region: RegionRecord;
  readonly category: string;
}

/** What one rater said in one field, in the form in which raters are compared. */
export type FieldRating =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'set'; readonly members: readonly string[] }
  | { readonly kind: 'boxes'; readonly boxes: readonly RatedBox[] };

/**
 * What an answer says in a field; null where the rater was not asked for it, for the rest of the answer, too, or left it open
 * (a missing rating), and for texts, which are not compared. No boxes at all is an answer: there is nothing to be seen.
 */
export function fieldRating(
  task: Task,
  field: TaskField,
  { answer, regions, asked }: RatedAnswer,
  vocabulary: JsonObject,
): FieldRating | null {
  if (!isAnswered(asked, field.name) || task.conditions?.isAsked(answer, field.name, vocabulary) === false)
    return null;
  switch (field.comparison.level) {
    case 'text':
      return null;
    case 'boxes': {
      if (regions.length === 0) return { kind: 'boxes', boxes: [] };
      const labels = new Map(
        regionLabels(task, answer, vocabulary).map(({ id, category }) => [id, category] as const),
      );
      return {
        kind: 'boxes',
        boxes: regions.map((region) => ({ region, category: labels.get(region.label) ?? region.label })),
      };
    }
    case 'set': {
      const value = valueOf(answer, field.name);
      if (!isList(value)) return null;
      return { kind: 'set', members: [...new Set(value.map(textOf))].sort() };
    }
    case 'nominal':
    case 'ordinal':
    case 'interval': {
      const value = valueOf(answer, field.name);
      return value === null || value === '' ? null : { kind: 'value', value };
    }
  }
}

function valueOf(answer: JsonObject, name: string): Json {
  return Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
