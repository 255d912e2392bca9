import { useMemo } from 'react';
import type { AnswerChange } from '../../../shared/benchmarks/caughtcheating/editing.ts';
import { Answer, Vocabulary } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/editing.ts';

/** The answer as this benchmark reads it, and the way to change it. */
export interface AnswerForm {
  readonly answer: Answer;
  readonly vocabulary: Vocabulary;
  readonly change: (change: AnswerChange, keystroke?: Keystroke) => void;
}

export function useAnswerForm(): AnswerForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => Answer.parse(raw), [raw]);
  const words = useMemo(() => Vocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    change: (change, keystroke) => {
      editing.setFields(definedParts(change), keystroke);
    },
  };
}

function definedParts(change: AnswerChange): JsonObject {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
