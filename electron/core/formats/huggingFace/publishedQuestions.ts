import type { Comparison, Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { isJsonObject, isList, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { ParquetColumn, ParquetValue } from './parquetFile.ts';

/** A question of the label set as a column of its own. */
export interface QuestionColumn {
  readonly field: TaskField;
  readonly type: ParquetColumn['type'];
  /** Of a choice or a scale: its options. */
  readonly classes?: readonly string[];
  /** The answer as the column holds it; null where there is none. */
  value(payload: JsonObject): ParquetValue;
}

/** The columns of the questions whose answers an item's payload has together under one key; none where it has not. */
export function questionColumns(task: Task, vocabulary: JsonObject): readonly QuestionColumn[] {
  const { answersUnder } = task;
  if (answersUnder === undefined) return [];
  return task.fields(vocabulary).flatMap((field) => {
    const kind = kindOf(field.comparison);
    if (kind === null) return [];
    return [
      {
        field,
        type: kind.type,
        ...(kind.classes !== undefined && { classes: kind.classes }),
        value: (payload) => {
          const answers = payload[answersUnder];
          if (!isJsonObject(answers) || !Object.hasOwn(answers, field.name)) return null;
          return kind.value(answers[field.name] ?? null);
        },
      },
    ];
  });
}

/** The payload without what columns of questions hold: what fits none of them stays. */
export function withoutQuestions(
  payload: JsonObject,
  { answersUnder }: Task,
  columns: readonly QuestionColumn[],
): JsonObject {
  const answers = answersUnder === undefined ? undefined : payload[answersUnder];
  if (answersUnder === undefined || !isJsonObject(answers) || columns.length === 0) return payload;
  const held = new Set(
    columns.filter((column) => column.value(payload) !== null).map(({ field }) => field.name),
  );
  const asked = new Set(columns.map(({ field }) => field.name));
  const rest = Object.entries(answers).filter(
    ([name, value]) => !held.has(name) && !(asked.has(name) && (value === null || value === '')),
  );
  return Object.fromEntries(
    Object.entries(payload).flatMap(([key, value]): [string, Json][] =>
      key !== answersUnder ? [[key, value]] : rest.length === 0 ? [] : [[key, Object.fromEntries(rest)]],
    ),
  );
}

interface Kind {
  readonly type: ParquetColumn['type'];
  readonly classes?: readonly string[];
  /** Null where the column cannot hold it. */
  value(value: Json): ParquetValue;
}

const isText = (value: Json): value is string => typeof value === 'string' && value.isWellFormed();

const TEXT: Kind = { type: 'string', value: (value) => (isText(value) && value !== '' ? value : null) };
const NUMBER: Kind = { type: 'number', value: (value) => (typeof value === 'number' ? value : null) };
const YES_NO: Kind = { type: 'boolean', value: (value) => (typeof value === 'boolean' ? value : null) };
const SET: Kind = {
  type: 'strings',
  value: (value) => (isList(value) && value.every(isText) ? value.filter(isText) : null),
};

function kindOf(comparison: Comparison): Kind | null {
  switch (comparison.level) {
    case 'nominal': {
      const values = (comparison.offered ?? []).map(({ value }) => value);
      return values.length > 0 && values.every((value) => typeof value === 'boolean')
        ? YES_NO
        : classOf(values);
    }
    case 'ordinal':
      return classOf(comparison.order);
    case 'interval':
      return NUMBER;
    case 'set':
      return SET;
    case 'text':
      return TEXT;
    case 'boxes':
      return null;
  }
}

/** The number of each option, in the order of the label set. */
function classOf(values: readonly Json[]): Kind {
  const classes = [...new Set(values.filter(isText))];
  const numbers = new Map(classes.map((name, at) => [name, BigInt(at)]));
  return {
    type: 'class',
    classes,
    value: (value) => (typeof value === 'string' ? (numbers.get(value) ?? null) : null),
  };
}
