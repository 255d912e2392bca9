import type { AnswerWithRegions, Task } from '../../../shared/benchmarks/task.ts';
import {
  answerOf,
  type DocumentRecord,
  type DocumentRecords,
  fieldRecords,
  regionsOf,
  toRecords,
} from '../../../shared/domain/document.ts';
import type { JsonObject } from '../../../shared/base/json.ts';

/** A document as it is submitted: without what it holds of fields that are not asked. The same one where nothing goes. */
export function submittedRecords(
  task: Task,
  records: DocumentRecords,
  vocabulary: JsonObject,
): DocumentRecords {
  const submitted = submittedAnswer(
    task,
    { answer: answerOf(records), regions: regionsOf(records) },
    vocabulary,
  );
  if (submitted === null) return records;
  const others = Object.values(records).filter(({ type }) => type !== 'field' && type !== 'region');
  const kept: DocumentRecord[] = [...others, ...fieldRecords(submitted.answer), ...submitted.regions];
  return toRecords(kept);
}

/** An answer with its boxes as it is submitted; null where nothing goes. */
export function submittedAnswer(
  task: Task,
  { answer, regions }: AnswerWithRegions,
  vocabulary: JsonObject,
): AnswerWithRegions | null {
  const submitted = task.conditions?.withoutUnasked(answer, regions, vocabulary);
  const isSame =
    submitted === undefined ||
    (submitted.answer === answer && submitted.regions.every((region, place) => region === regions[place]));
  return isSame ? null : submitted;
}
