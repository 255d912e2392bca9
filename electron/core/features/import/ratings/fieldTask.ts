import type { Benchmark } from '../../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { StagedField } from '../../../formats/ratings/ratingStaging.ts';

/**
 * The task whose field a source's field is, or whose field it becomes: the main task, where its fields are open. Otherwise why
 * there is none.
 */
export function taskOf(
  { name, task: named }: Pick<StagedField, 'name' | 'task'>,
  { tasks: all, title }: Pick<Benchmark, 'tasks' | 'title'>,
  vocabulary: JsonObject,
): { readonly task: Task; readonly isNew: boolean } | string {
  const [main] = all;
  const tasks = named === null ? all : all.filter(({ id }) => id === named);
  if (tasks.length === 0)
    return `There is no task "${named ?? ''}"; there is ${all.map(({ id }) => id).join(', ')}.`;
  const having = tasks.filter((task) => task.fields(vocabulary).some((field) => field.name === name));
  const [task, another] = having;
  if (another !== undefined)
    return `Several tasks have this field (${having.map(({ id }) => id).join(', ')}); name one in a column "task".`;
  if (task !== undefined) return { task, isNew: false };
  if (main?.openVocabulary === undefined || !tasks.includes(main)) {
    const known = tasks.flatMap((each) => each.fields(vocabulary).map((field) => field.name));
    return `${title} has no such field; its fields are ${known.join(', ')}. Import ratings of other fields into a casebook with your own label set.`;
  }
  if (/\p{Cc}/u.test(name) || name === '__proto__') return 'This cannot be a field name; choose another.';
  return { task: main, isNew: true };
}
