import type { JsonObject } from '../../../../shared/base/json.ts';

/** Whether the item that an answer at the Desk is about is a question, not an entity. */
export const isQuestion = (answer: JsonObject): boolean => answer['query'] === true;
