import type { Task, TaskField } from '../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { regionLabels } from '../../../shared/benchmarks/taskParts.ts';

/** The names under which a field's values are known where they can be listed: choices, or the categories of boxes. */
export function categoriesOf(task: Task, vocabulary: JsonObject, answer: JsonObject) {
  return ({ comparison }: TaskField): readonly string[] => {
    switch (comparison.level) {
      case 'nominal':
        return (comparison.offered ?? []).map(({ name }) => name);
      case 'ordinal':
        return comparison.order.map(String);
      case 'boxes':
        return [...new Set(regionLabels(task, answer, vocabulary).map(({ category }) => category))];
      case 'interval':
      case 'set':
      case 'text':
        return [];
    }
  };
}
