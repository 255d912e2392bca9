import type { JsonObject } from '../base/json.ts';
import type { Task } from './task.ts';
import { type AskedParts, isAnswered } from './parts.ts';

/** Whether raters who were asked for these parts were asked to sign off the item's images. */
export function isAskedToSignOff({ images }: Pick<Task, 'images'>, asked: AskedParts): boolean {
  return images !== undefined && isAnswered(asked, images.signOff);
}

/** Whether an answer signs off the images of its item; one whose rater was not asked to does not. */
export function isSignedOff(
  task: Pick<Task, 'images'>,
  answer: JsonObject,
  asked: AskedParts = null,
): boolean {
  return task.images !== undefined && isAskedToSignOff(task, asked) && answer[task.images.signOff] === true;
}

/** The fields that take an answer's sign-off back; none where it signs nothing off. */
export function signOffWithdrawn(task: Pick<Task, 'images'>, answer: JsonObject): JsonObject {
  return task.images !== undefined && isSignedOff(task, answer) ? { [task.images.signOff]: false } : {};
}
