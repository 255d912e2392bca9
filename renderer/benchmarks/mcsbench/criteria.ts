import { CHAIN_CRITERIA } from '../../../shared/benchmarks/mcsbench/chainQuestions.ts';
import type { McsBenchAnswer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { criteriaOf, titleOf } from '../../../shared/benchmarks/mcsbench/rules.ts';
import { SCORES } from '../../../shared/benchmarks/mcsbench/task.ts';

/** What digits can answer. */
export type FormField = keyof McsBenchAnswer;

export const JUDGEMENTS = ['yes', 'no', 'unsure'] as const;
const YES_NO = ['yes', 'no'] as const;
export const POINTS = [1, 2, 3, 4, 5] as const;

/** Criteria that can only be answered with yes or no. */
const PLAIN = new Set<string>(['answerable', 'clear', 'shortcut']);

/** The words that a field is answered with. */
export const wordsFor = (field: FormField): readonly ('yes' | 'no' | 'unsure')[] =>
  PLAIN.has(field) ? YES_NO : JUDGEMENTS;

/** What is asked next: the first criterion that nobody has answered yet, null where all are. */
export function nextCriterion(answer: McsBenchAnswer): FormField | null {
  return criteriaOf(answer.gold).find(({ field }) => answer[field] === null)?.field ?? null;
}

/** What follows within the group that somebody went to by a key: the other half of an option, the next score. */
export function following(field: FormField): FormField | null {
  const letter = /^plausible(?<letter>[A-E])$/u.exec(field)?.groups?.['letter'];
  const incorrect = INCORRECT.find((name) => name === `incorrect${letter ?? ''}`);
  if (incorrect !== undefined) return incorrect;
  if (field === 'goldCorrect') return 'goldOptimal';
  for (const group of [SCORES, CHAIN_CRITERIA]) {
    const at = group.findIndex((each) => each.field === field);
    if (at !== -1) return group[at + 1]?.field ?? null;
  }
  return null;
}

const INCORRECT = ['incorrectA', 'incorrectB', 'incorrectC', 'incorrectD', 'incorrectE'] as const;

/** Whether a field is a score. */
export const isScore = (field: FormField): boolean => SCORES.some((score) => score.field === field);

/** What a field is called in the line that says what is asked. */
export function askedTitle(field: FormField): string {
  if (field === 'relations') return 'Relation primitives';
  if (field === 'operator') return 'Reasoning operators';
  return (
    SCORES.find((score) => score.field === field)?.title ??
    CHAIN_CRITERIA.find((criterion) => criterion.field === field)?.title ??
    titleOf(field)
  );
}
