import type { Answer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { criteriaOf } from '../../../shared/benchmarks/mcsbench/rules.ts';
import type { Choice } from '../../features/desk/fields/ChoiceField.tsx';

export const JUDGEMENTS: readonly Choice<'yes' | 'no' | 'unsure'>[] = [
  { value: 'yes', label: 'Yes', hint: '1' },
  { value: 'no', label: 'No', hint: '2' },
  { value: 'unsure', label: 'Unsure', hint: '3' },
];

export const YES_NO: readonly Choice<'yes' | 'no'>[] = [
  { value: 'yes', label: 'Yes', hint: '1' },
  { value: 'no', label: 'No', hint: '2' },
];

/** Criteria that can only be answered with yes or no. */
export const PLAIN = new Set<string>(['answerable', 'clear']);

/** What is asked next: the first criterion that nobody has answered yet, null where all are. */
export function nextCriterion(answer: Answer): keyof Answer | null {
  return criteriaOf(answer.gold).find(({ field }) => answer[field] === null)?.field ?? null;
}
