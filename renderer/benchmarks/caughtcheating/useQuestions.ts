import { flushSync } from 'react-dom';
import {
  rebuildClaim,
  whyNoSuggestions,
  withSuggestions,
} from '../../../shared/benchmarks/caughtcheating/editing.ts';
import type { DecomposedQuestion } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { announce } from '../../ui/form/view.ts';
import { useAnswerForm } from './useAnswerForm.ts';

export type QuestionKind = 'perception' | 'reasoning';

export interface QuestionActions {
  /** Adds the questions that the deterministic clue suggests and that are not there. */
  readonly suggest: () => void;
  /** The same, as long as there are no questions at all: what a finished clue brings with it. */
  readonly suggestIfEmpty: () => void;
  readonly add: (kind: QuestionKind) => void;
  readonly remove: (kind: QuestionKind, index: number) => void;
  readonly write: (
    kind: QuestionKind,
    index: number,
    to: Partial<DecomposedQuestion>,
    keystroke?: Keystroke,
  ) => void;
  readonly claimAnew: () => void;
}

/** What can be done with decomposed questions. */
export function useQuestions(): QuestionActions {
  const { view } = useDesk();
  const { answer, change } = useAnswerForm();

  const suggest = (): void => {
    const suggestion = withSuggestions(answer);
    const count = Object.keys(suggestion).length;
    change(suggestion);
    announce(
      view,
      count > 0 ? 'Questions suggested from the clue; edit them as needed.' : whyNoSuggestions(answer),
    );
  };

  return {
    suggest,
    suggestIfEmpty() {
      if (answer.perception.length === 0 && answer.reasoning.length === 0 && answer.label === true) suggest();
    },
    add(kind) {
      const index = answer[kind].length;
      // Drawn at once, so that what is typed straight after goes into the new question.
      flushSync(() => change({ [kind]: [...answer[kind], { question: '', answer: 'Yes' }] }));
      focusField(`${kind}.${String(index)}.question`);
    },
    remove(kind, index) {
      change({ [kind]: answer[kind].toSpliced(index, 1) });
      requestAnimationFrame(() => focusField(index > 0 ? `${kind}.${String(index - 1)}.question` : kind));
    },
    write(kind, index, to, keystroke) {
      const before = answer[kind][index];
      if (before === undefined) return;
      change({ [kind]: answer[kind].with(index, { ...before, ...to }) }, keystroke);
    },
    claimAnew() {
      change(rebuildClaim(answer));
    },
  };
}
