import type { StepAnswer } from './baseline.ts';

/** Whether an answer in words has none: it is empty, or nothing but signs such as "###@@". Nobody can judge it. */
export const isWordless = (answer: StepAnswer): boolean =>
  answer.kind === 'text' && !/[\p{L}\p{N}]/u.test(answer.text);

/** An answer as it is judged: one without words is none. */
export const asJudged = (answer: StepAnswer): StepAnswer => (isWordless(answer) ? { kind: 'none' } : answer);
