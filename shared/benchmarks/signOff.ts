import type { JsonObject } from '../domain/json.ts';
import type { Task } from './benchmark.ts';

/** Whether an answer signs off the images of its item. */
export function isSignedOff({ signOff }: Pick<Task, 'signOff'>, answer: JsonObject): boolean {
  return signOff !== undefined && answer[signOff] === true;
}

/** The fields that take an answer's sign-off back; none where it signs nothing off. */
export function signOffTakenBack(task: Pick<Task, 'signOff'>, answer: JsonObject): JsonObject {
  return task.signOff !== undefined && isSignedOff(task, answer) ? { [task.signOff]: false } : {};
}
