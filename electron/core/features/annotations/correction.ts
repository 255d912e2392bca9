import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { boxesPart, partsOf } from '../../../../shared/benchmarks/taskParts.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { Rating } from '../../records/answers/ratings.ts';

interface AnswerWithBoxes {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
}

/**
 * The parts of a correction that differ from what is in force and that several raters answered: between raters an
 * adjudicator decides.
 */
export function correctedRatedParts(
  task: Task,
  correction: AnswerWithBoxes,
  inForce: AnswerWithBoxes & { readonly vocabulary: JsonObject },
  ratings: readonly Pick<Rating, 'asked'>[],
): readonly string[] {
  const { vocabulary } = inForce;
  const boxes = boxesPart(task, vocabulary);
  const isChanged = (part: string): boolean =>
    !sameJson(correction.answer[part], inForce.answer[part]) ||
    (part === boxes && !sameJson(boxesKey(correction.regions), boxesKey(inForce.regions)));
  return partsOf(task, correction.answer, vocabulary).filter(
    (part) => ratings.filter(({ asked }) => isAnswered(asked, part)).length > 1 && isChanged(part),
  );
}

/** The same for the same boxes, in whatever order and under whatever ids they were drawn. */
function boxesKey(regions: readonly RegionRecord[]): readonly string[] {
  return regions
    .map(({ imageId, label, x, y, width, height }) => JSON.stringify([imageId, label, x, y, width, height]))
    .toSorted();
}
