import type { JsonObject } from '../base/json.ts';
import type { Task } from './task.ts';
import type { AskedParts } from './parts.ts';
import { isAnswered } from './parts.ts';

/** Whether anybody who was asked for these parts was asked to sign off the images of the item. */
export function isAskedToSignOff({ signOff }: Pick<Task, 'signOff'>, asked: AskedParts): boolean {
  return signOff !== undefined && isAnswered(asked, signOff);
}

/** Whether an answer signs off the images of its item; one whose rater was not asked to does not. */
export function isSignedOff(
  task: Pick<Task, 'signOff'>,
  answer: JsonObject,
  asked: AskedParts = null,
): boolean {
  return task.signOff !== undefined && isAskedToSignOff(task, asked) && answer[task.signOff] === true;
}

/** The fields that take an answer's sign-off back; none where it signs nothing off. */
export function signOffWithdrawn(task: Pick<Task, 'signOff'>, answer: JsonObject): JsonObject {
  return task.signOff !== undefined && isSignedOff(task, answer) ? { [task.signOff]: false } : {};
}
