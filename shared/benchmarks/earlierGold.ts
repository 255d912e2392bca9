import type { JsonObject } from '../base/json.ts';
import type { Task, TaskField } from './task.ts';
import { difference } from './difference.ts';
import { type FieldRating, fieldRating, type RatedAnswer } from './fieldRating.ts';
import { isAnswered } from './parts.ts';

/**
 * The fields in which a decision differs from the item's earlier gold; null if that has none of them. Texts and fields
 * that gold left blank are not compared; a field that the decision leaves open differs. Gold without boxes says that
 * there are none, if it says anything else.
 * @param sameBox from which intersection over union on two boxes are about the same thing
 */
export function differencesFromGold(
  task: Task,
  gold: Pick<RatedAnswer, 'answer' | 'regions'>,
  decision: RatedAnswer,
  vocabulary: JsonObject,
  sameBox: number,
): readonly string[] | null {
  const blank = { answer: task.initialAnswer({}), regions: [], asked: null };
  const blankIn = (field: TaskField): FieldRating | null => fieldRating(task, field, blank, vocabulary);
  const compared = task.fields(vocabulary).flatMap((field) => {
    if (!isAnswered(decision.asked, field.name)) return [];
    const before = fieldRating(task, field, { ...gold, asked: null }, vocabulary);
    const { comparison } = field;
    const isOpen =
      comparison.level !== 'boxes' && difference(comparison, before, blankIn(field), sameBox) === 0;
    return before === null || isOpen ? [] : [{ field, before }];
  });
  if (compared.every(({ before }) => before.kind === 'boxes' && before.boxes.length === 0)) return null;
  return compared.flatMap(({ field, before }) => {
    const decided = fieldRating(task, field, decision, vocabulary);
    return difference(field.comparison, before, decided, sameBox) > 0 ? [field.name] : [];
  });
}
