import { useId } from 'react';
import { isInTheWay, type Problem } from '../../../shared/benchmarks/problems.ts';
import { useDesk, useDeskView } from './context.ts';

export interface FieldProblems {
  readonly problems: readonly Problem[];
  /** Attributes that tie a control to its messages. */
  readonly control: { readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };
  readonly messageId: string;
}

/**
 * What is wrong with a field, once the person has been at it or has tried to submit: a form that is red before
 * anybody touched it says nothing. The list of all problems shows them from the start.
 */
export function useFieldProblems(path: string): FieldProblems {
  const { problems } = useDesk();
  const root = path.split('.')[0] ?? path;
  const shown = useDeskView((view) => view.submitTried || view.touched.has(root));
  const messageId = useId();
  const mine = shown ? problems.filter((problem) => problem.field === path) : [];
  return {
    problems: mine,
    messageId,
    control: {
      ...(mine.length > 0 && { 'aria-describedby': messageId }),
      ...(mine.some(isInTheWay) && { 'aria-invalid': true }),
    },
  };
}
