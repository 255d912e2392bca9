import { isJsonObject, isList, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { CheckSubject, Task } from '../../../../shared/benchmarks/task.ts';

/**
 * The fields that an item came with and that are empty now although a rule of the benchmark asks for them, with what the
 * rule says: texts that were lost on the way.
 */
export function emptiedFields(
  task: Task,
  came: JsonObject,
  payload: JsonObject,
  subject: Pick<CheckSubject, 'images' | 'regions' | 'vocabulary'>,
): readonly { readonly field: string; readonly message: string }[] {
  const before = task.initialAnswer(came);
  const now = task.initialAnswer(payload);
  const emptied = Object.keys(before).filter((field) => isEmpty(now[field]) && !isEmpty(before[field]));
  if (emptied.length === 0) return [];
  const brokenOf = (answer: JsonObject): Map<string, string> =>
    new Map(
      task
        .check({ ...subject, payload, answer })
        .filter(({ severity }) => severity === 'error')
        .map(({ field, message }) => [field?.split('.')[0] ?? '', message]),
    );
  const known = brokenOf(before);
  const broken = brokenOf(now);
  return emptied.flatMap((field) => {
    const message = known.has(field) ? undefined : broken.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
